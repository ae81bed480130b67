"""Statements that are made once and used again, for what is done many times a second: Django takes longer to make them
than the database to carry them out. How values are stored is asked of the models' fields; no table or column is named
here.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import islice
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet

Row = TypeVar("Row")
Values = list[Any]


OPEN = 32_001
"""This and the next numbers stand for what is open while a statement is made: every field of numbers may hold them."""

Open = int | str
Stored = tuple[Any, ...]
Compiled = tuple[str, Sequence[tuple[int | None, Any]], dict[int, Any]]
"""A statement, its parameters (which of the open values, or the value itself) and the converters of its columns."""


class Prepared(Generic[Row]):
    """A `values_list` in which some values are left open, called with those: its rows, each made into what `read` makes
    of it. Values that are stored alike in one column are converted once, into one object.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], read: Callable[[Values], Row]) -> None:
        self._rows = rows
        self._read = read
        self._compiled: dict[str, Compiled] = {}

    def __call__(self, *values: Open) -> list[Row]:
        database = connections[DEFAULT_DB_ALIAS]
        sql, parameters, converters = self._compiled.get(database.vendor) or self._compile(len(values))
        with database.cursor() as cursor:
            cursor.execute(sql, [fixed if place is None else values[place] for place, fixed in parameters])
            stored = cursor.fetchall()
        return self._made(values, stored, converters, database)

    def _made(
        self,
        values: tuple[Open, ...],
        stored: Sequence[Stored],
        converters: dict[int, Any],
        database: BaseDatabaseWrapper,
    ) -> list[Row]:
        rows = [list(row) for row in stored]
        for place, (convert, expression) in converters.items():
            converted: dict[Any, Any] = {None: None}
            for row in rows:
                value = row[place]
                if value not in converted:
                    converted[value] = value
                    for converter in convert:
                        converted[value] = converter(converted[value], expression, database)
                row[place] = converted[value]
        return [self._read(row) for row in rows]

    def _compile(self, count: int) -> Compiled:
        opened = range(OPEN, OPEN + count)
        places = {sign: place for place, number in enumerate(opened) for sign in (number, str(number))}
        compiler = self._rows(*opened).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        marked = [(places.get(parameter), parameter) for parameter in parameters]
        assert {place for place, _ in marked} >= set(range(count)), "each value is asked for"
        compiled = sql, marked, converters
        self._compiled[connection.vendor] = compiled
        return compiled


class PreparedForAll(Generic[Row]):
    """A `values_list` for any number of open keys: its rows, as they are stored. There is a statement for each power of
    two of keys; what is left of it is filled with the last key.
    """

    def __init__(self, rows: Callable[[Sequence[int]], QuerySet[Any, Any]], read: Callable[[Values], Row]) -> None:
        self._rows = rows
        self._read = read
        self._compiled: dict[tuple[str, int], str] = {}

    def __call__(self, keys: Sequence[int]) -> list[Row]:
        if not keys:
            return []
        database, size = connections[DEFAULT_DB_ALIAS], 1 << (len(keys) - 1).bit_length()
        sql = self._compiled.get((database.vendor, size)) or self._compile(size)
        with database.cursor() as cursor:
            cursor.execute(sql, [*keys, *[keys[-1]] * (size - len(keys))])
            return [self._read(row) for row in cursor.fetchall()]

    def _compile(self, size: int) -> str:
        query = self._rows(range(size)).query
        sql: str
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        assert len(parameters) == size, "only the keys are open"
        self._compiled[connection.vendor, size] = sql
        return sql


MOST_LISTS = 16
NEW: Any = object()


class PreparedOnce(Prepared[Row]):
    """A statement for long lists that are read again and again. A row that is stored as it was at the last reading
    gives the same object again. ``reader`` tells readers apart who do not all get the same of a row; at most ``lists``
    lists are kept.
    """

    def __init__(
        self,
        rows: Callable[..., QuerySet[Any, Any]],
        read: Callable[[Values], Row],
        *,
        reader: Callable[[], Hashable] = lambda: None,
        lists: int = MOST_LISTS,
    ) -> None:
        super().__init__(rows, read)
        self._reader = reader
        self._most = lists
        self._lists: dict[Hashable, dict[Stored, Row]] = {}  # what was read last comes last

    def _made(
        self,
        values: tuple[Open, ...],
        stored: Sequence[Stored],
        converters: dict[int, Any],
        database: BaseDatabaseWrapper,
    ) -> list[Row]:
        list_key = values, self._reader()
        rows_read = self._lists.pop(list_key, {})
        read_rows = [rows_read.get(row, NEW) for row in stored]
        new = [row for row, row_read in zip(stored, read_rows, strict=True) if row_read is NEW]
        if new:
            rows_read.update(zip(new, super()._made(values, new, converters, database), strict=True))
            read_rows = [
                rows_read[row] if row_read is NEW else row_read for row, row_read in zip(stored, read_rows, strict=True)
            ]
        self._lists[list_key] = (
            rows_read if len(rows_read) <= 2 * len(stored) else dict(zip(stored, read_rows, strict=True))
        )
        for oldest in list(self._lists)[: -self._most]:
            self._lists.pop(oldest, None)
        return read_rows


ModelType = TypeVar("ModelType", bound=Model)


def joined(model: type[ModelType], *related: str) -> tuple[list[str], Callable[[Values], ModelType]]:
    """For a `values_list` that reads rows of the model together with rows they refer to: the names of its columns, and
    the function that makes the rows. Among ``related``, a row is named before those behind it.
    """
    models: dict[str, Any] = {"": model}
    for path in related:
        parent, _, name = path.rpartition("__")
        models[path] = models[parent]._meta.get_field(name).related_model
    parts = {path: columns(model) for path, model in models.items()}

    def read(values: Values) -> ModelType:
        rows: dict[str, Any] = {}
        rest = iter(values)
        for path, names in parts.items():
            own = list(islice(rest, len(names)))
            rows[path] = None if path and own[0] is None else models[path].from_db(DEFAULT_DB_ALIAS, names, own)
            parent, _, name = path.rpartition("__")
            if path and rows[parent]:
                setattr(rows[parent], name, rows[path])
        whole: ModelType = rows[""]
        return whole

    return [f"{path}__{name}" if path else name for path, names in parts.items() for name in names], read


def key_of(row: Model | None) -> Any:
    """The value by which another row refers to it: a row made with keys takes half the time of one made with rows."""
    return None if row is None else row.pk


def insert(row: Model) -> None:
    """Inserts a new row, which gets its key by it."""
    database, model = connections[DEFAULT_DB_ALIAS], type(row)
    with database.cursor() as cursor:
        cursor.execute(_insert(model), _stored(row, database, add=True))
        (row.pk,) = cursor.fetchone()
    row._state.adding = False


def update(row: Model, *, only: tuple[str, ...] = ()) -> None:
    """Stores the row as it is now: all its fields, or ``only`` these."""
    database, model = connections[DEFAULT_DB_ALIAS], type(row)
    with database.cursor() as cursor:
        cursor.execute(_update(model, only), [*_stored(row, database, only=only), row.pk])


def update_all(rows: Sequence[Model], *, only: tuple[str, ...]) -> None:
    """Stores these fields of several rows of one model, in one statement."""
    database, model, keys = connections[DEFAULT_DB_ALIAS], type(rows[0]), [row.pk for row in rows]
    stored = zip(*(_stored(row, database, only=only) for row in rows), strict=True)
    values = [value for field in stored for choice in zip(keys, field, strict=True) for value in choice]
    with database.cursor() as cursor:
        cursor.execute(_update_all(model, only, len(rows), database.vendor), [*values, *keys])


NUMBERS = [models.ForeignKey, models.PositiveSmallIntegerField, models.PositiveIntegerField, models.IntegerField]
AS_IT_IS: dict[type, tuple[type, ...]] = {
    **dict.fromkeys(NUMBERS, (int, type(None))),
    **dict.fromkeys([models.CharField, models.TextField], (str,)),
    models.BooleanField: (bool,),
    **dict.fromkeys([models.DateTimeField, models.JSONField], (type(None),)),
}
"""By the kind of field what is stored as it is, which Django finds out anew for each value."""


@cache
def _fields(model: type[Model], only: tuple[str, ...] = ()) -> list["Field[Any, Any]"]:
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    return [field for field in fields if not only or field.name in only]


@cache
def _values(model: type[Model], only: tuple[str, ...] = ()) -> list[tuple[str, tuple[type, ...], "Field[Any, Any]"]]:
    """For each field its name, the types that are stored as they are, and the field, which converts the others."""
    return [(field.attname, _as_it_is(field), field) for field in _fields(model, only)]


def _as_it_is(field: "Field[Any, Any]") -> tuple[type, ...]:
    fills_itself = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    return () if fills_itself else AS_IT_IS.get(type(field), ())


def _stored(row: Model, database: BaseDatabaseWrapper, *, only: tuple[str, ...] = (), add: bool = False) -> list[Any]:
    return [
        value
        if type(value := getattr(row, name)) in kinds
        else field.get_db_prep_save(field.pre_save(row, add), database)
        for name, kinds, field in _values(type(row), only)
    ]


@cache
def _insert(model: type[Model]) -> str:
    names = [_quoted(field.column) for field in _fields(model)]
    marks = ", ".join("%s" for _ in names)
    return f"INSERT INTO {_table(model)} ({', '.join(names)}) VALUES ({marks}) RETURNING {_key(model)}"


@cache
def _update(model: type[Model], only: tuple[str, ...]) -> str:
    settings = ", ".join(f"{_quoted(field.column)} = %s" for field in _fields(model, only))
    return f"UPDATE {_table(model)} SET {settings} WHERE {_key(model)} = %s"


@cache
def _update_all(model: type[Model], only: tuple[str, ...], rows: int, vendor: str) -> str:
    settings = ", ".join(_choice(field, rows) for field in _fields(model, only))
    return f"UPDATE {_table(model)} SET {settings} WHERE {_key(model)} IN ({', '.join('%s' for _ in range(rows))})"


def _choice(field: "Field[Any, Any]", rows: int) -> str:
    """The field's value by the row's key. PostgreSQL takes a NULL among them for text, unless told what it is."""
    cases = " ".join("WHEN %s THEN %s" for _ in range(rows))
    chosen = f"CASE {_key(field.model)} {cases} END"
    if connection.features.requires_casted_case_in_updates:
        chosen = f"CAST({chosen} AS {field.db_type(connection)})"
    return f"{_quoted(field.column)} = {chosen}"


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _key(model: type[Model]) -> str:
    return _quoted(model._meta.pk.column)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def columns(model: type[Model], *, without: str = "") -> list[str]:
    """The names for a `values_list` from which `from_db` makes rows of the model."""
    return [field.attname for field in model._meta.concrete_fields if field.attname != without]
