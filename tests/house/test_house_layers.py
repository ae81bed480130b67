"""What each layer leaves to the others, asserted over its source."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from tests.house.test_house_rules import ROOT, lines_with, place, templates
from tournaments.models import Event
from tournaments.models.event import KINDS
from tournaments.services.desk.actions import OPEN_LIKE
from tournaments.views.desk import DESKS
from tournaments.views.results import PAGES
from tournaments.words.night import KINDS as KIND_WORDS

DATABASE = re.compile(
    r"get_object_or_404|django\.db\b|\brefresh_from_db\b"
    r"|\.(objects|all|filter|exclude|exists|save|delete|create|bulk_\w+|\w+_or_create|aggregate|annotate"
    r"|order_by|select_related|prefetch_related|values_list|select_for_update)\b|\.(count|first|last|latest|earliest)\(\)"
)
HTTP = re.compile(r"django\.(http|shortcuts|views)\b|\bHttp404\b|\bHttpRequest\b|\bHttpResponse\b")
DRAWS = {"next_round", "planned_rounds", "schedule", "play_event", "consequences"} | {
    f"draw_{system}" for system in ("swiss", "pods", "strikes", "round")
}
READ_ONLY = {"preview"}  # answer what would change, and write nothing


def layer(name: str) -> list[Path]:
    return sorted((ROOT / "tournaments" / name).rglob("*.py"))


def test_a_view_reads_and_writes_through_selectors_and_services_only():
    assert lines_with(DATABASE, layer("views")) == []


def test_services_and_selectors_know_nothing_of_http():
    assert lines_with(HTTP, [*layer("services"), *layer("selectors")]) == []


def test_no_selector_draws():
    named = [
        f"{place(path, node.lineno)} {name}"
        for path in layer("selectors")
        for source in [path.read_text()]
        if any(name in source for name in DRAWS)
        for node in ast.walk(ast.parse(source))
        if (name := name_of(node)) in DRAWS
    ]
    assert named == []


def name_of(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name
    return None


NAMES_A_KIND = 15
KIND_VALUES = {"EventKind", "KINDS", "NIGHT", "TOURNAMENT"}


def test_few_modules_name_a_kind_of_event():
    """All others ask the event (``has_rounds``, ``hosts_matches``) or look up the table of their layer.

    Counted are modules of tournaments and pyramid_site, without models and migrations, with ``Event.Kind``, with one
    of the values that the models keep by it, or with a kind written out as a string.
    """
    modules = [path for top in ("tournaments", "pyramid_site") for path in sorted((ROOT / top).rglob("*.py"))]
    counted = [path for path in modules if not {"models", "migrations"} & set(path.parts)]
    naming = [place(path) for path in counted if any(map(names_a_kind, ast.walk(ast.parse(path.read_text()))))]
    assert len(naming) <= NAMES_A_KIND, naming


def names_a_kind(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="Event"), attr="Kind"):
            return True
        case ast.ImportFrom(module="tournaments.models" | "tournaments.models.event", names=names):
            return any(alias.name in KIND_VALUES for alias in names)
        case ast.Constant(value=str(text)):
            return text in Event.Kind.values
    return False


def test_no_template_switches_on_a_kind_of_event():
    switch = re.compile(rf"""{{%[^%]*[!=]=\s*["'](?:{"|".join(Event.Kind.values)})["']""")
    assert switch.search('{% if event.kind == "tournament" %}')
    assert lines_with(switch, templates()) == []


def test_every_table_by_kind_knows_every_kind_of_event():
    for table in (KINDS, OPEN_LIKE, KIND_WORDS, PAGES, DESKS):
        assert set(table) == set(Event.Kind.values)


def test_a_view_calls_one_writing_service_at_most():
    """More than one belongs into a service, where they are one transaction."""
    several = [
        f"{place(path)} {name} {count}"
        for path in layer("views")
        for name, count in Writes(path).by_function().items()
        if count > 1
    ]
    assert several == []


class Writes:
    """How many writing services a view's functions call at most on one way through, their own helpers included.

    A helper or service that is only named counts as called: it is handed to somebody who calls it.
    """

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text())
        self.module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        self.local = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.counted: dict[str, int] = {}

    def by_function(self) -> dict[str, int]:
        return {name: self.count(name) for name in self.local}

    def count(self, name: str) -> int:
        if name not in self.counted:
            self.counted[name] = 0  # for a function that calls itself
            self.counted[name] = self.counted_in(self.local[name])
        return self.counted[name]

    def counted_in(self, node: ast.FunctionDef) -> int:
        inner = dict.fromkeys(variables(node), 0)
        for each in ast.walk(node):
            if isinstance(each, ast.FunctionDef) and each is not node:
                inner[each.name] = self.block(each.body, inner)
        return self.block(node.body, inner)

    def block(self, body: list[ast.stmt], inner: dict[str, int]) -> int:
        """The dearest way through these statements; a branch that leaves does not go on to the rest."""
        for index, statement in enumerate(body):
            rest = body[index + 1 :]
            match statement:
                case ast.FunctionDef():
                    continue
                case ast.If(test=test, body=then, orelse=other):
                    ways = [then, other]
                    return self.expressions([test], inner) + self.ways(ways, rest, inner)
                case ast.Match(cases=cases):
                    return self.ways([*(case.body for case in cases), []], rest, inner)
                case ast.Try(body=tried, handlers=handlers, orelse=other):
                    return self.ways([[*tried, *other], *(handler.body for handler in handlers)], rest, inner)
                case ast.With(body=inside):
                    return self.block([*inside, *rest], inner)
                case _:
                    found = self.expressions([statement], inner)
                    return found if leaves([statement]) else found + self.block(rest, inner)
        return 0

    def ways(self, ways: list[list[ast.stmt]], rest: list[ast.stmt], inner: dict[str, int]) -> int:
        return max(self.block(way if leaves(way) else [*way, *rest], inner) for way in ways)

    def expressions(self, nodes: Iterable[ast.AST], inner: dict[str, int]) -> int:
        return sum(self.expression(node, inner) for node in nodes)

    def expression(self, node: ast.AST, inner: dict[str, int]) -> int:
        match node:
            case ast.Dict(values=values):  # one of them is chosen
                return max((self.expression(value, inner) for value in values), default=0)
            case ast.IfExp(test=test, body=then, orelse=other):
                return self.expression(test, inner) + max(self.expression(each, inner) for each in (then, other))
            case ast.Name(id=name) if name in inner:
                return inner[name]
            case ast.Name(id=name) if name in self.local:
                return self.count(name)
            case ast.Name(id=name):
                return int(writes(getattr(self.module, name, None)))
            case ast.Attribute(value=ast.Name(id=home), attr=name):
                return int(writes(getattr(getattr(self.module, home, None), name, None)))
        return self.expressions(ast.iter_child_nodes(node), inner)


def variables(function: ast.FunctionDef) -> set[str]:
    """Names that mean something of the function's own."""
    stored = {each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return stored | {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}


def leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise)


def writes(value: object) -> bool:
    """Whether it is a service that is told who acts."""
    home = getattr(value, "__module__", None) or ""
    if isinstance(value, ModuleType | type) or not home.startswith("tournaments.services") or not callable(value):
        return False
    return value.__name__ not in READ_ONLY and "actor" in inspect.signature(value).parameters
