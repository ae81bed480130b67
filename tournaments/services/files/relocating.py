"""What columns of JSON refer to, by the ids that those rows have here."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.db.models import Model

from tournaments import audit
from tournaments.models import (
    ApiToken,
    ComingNight,
    Entrant,
    Event,
    Fixture,
    Ladder,
    LeaguePlayer,
    NightAnswer,
    PadLink,
    Player,
    ProposedCorrection,
    Registration,
    Ruling,
    Season,
    Seat,
    Table,
)

Row = dict[str, Any]
OF_ENTRANTS = (
    Ruling.Kind.ORDER,
    Ruling.Kind.LOTS,
    Ruling.Kind.FIRST_LOTS,
    Ruling.Kind.SHARED,
    Ruling.Kind.ADVANCED,
    Ruling.Kind.LIFTED,
)
PEOPLE: Mapping[str, type[Model]] = {"player": Player, "account": User}
FACTS: Mapping[str, type[Model]] = {
    "event": Event,
    "season": Season,
    "fixture": Fixture,
    "ladder": Ladder,
    "coming": ComingNight,
    "proposal": ProposedCorrection,
    "registrations": Registration,
    "program": ApiToken,
    "link": PadLink,
    "order": Entrant,
}
"""Of the log: a number under one of these keys is an id."""


class Here(Protocol):
    def __call__(self, model: type[Model], pk: int, /) -> int: ...


def relocated(kind: str, row: Row, here: Here) -> Row:
    """The row as the file has it, but for ids within its JSON."""
    columns = COLUMNS.get(kind, {}).items()
    return row | {name: read(row[name], row, here) for name, read in columns if name in row}


def _each(model: type[Model]) -> Callable[[Any, Row, Here], Any]:
    return lambda ids, _row, here: [here(model, pk) for pk in ids]


def _groups(groups: list[list[int]], _row: Row, here: Here) -> list[list[int]]:
    return [[here(Entrant, pk) for pk in group] for group in groups]


def _ruled(value: list[int], row: Row, here: Here) -> list[int]:
    return [here(Entrant, pk) for pk in value] if row["kind"] in OF_ENTRANTS else value


def _seating(stored: Row, _row: Row, here: Here) -> Row:
    def entrants(ids: list[int]) -> list[int]:
        return [here(Entrant, pk) for pk in ids]

    moved = {**stored, "byes": entrants(stored["byes"])}
    moved["tables"] = [
        {**table, **{name: entrants(table[name]) for name in ("entrants", "forfeited") if name in table}}
        for table in stored["tables"]
    ]
    if stored.get("floats") is not None:
        moved["floats"] = entrants(stored["floats"])
    for name, model in (("requested", Entrant), ("provisional", Table)):
        if name in stored:
            moved[name] = {str(here(model, int(pk))): how for pk, how in stored[name].items()}
    return moved


def _facts(facts: Any, _row: Row, here: Here) -> Any:
    def leaf(key: str, said: Any) -> Any:
        if isinstance(said, dict):
            ((kind, pk),) = said.items()
            return {kind: here(PEOPLE[kind], pk)}
        return here(FACTS[key], said) if key in FACTS and isinstance(said, int) else said

    moved = audit.replaced(facts, leaf)
    if isinstance(moved, dict) and isinstance(counted := moved.get("provisional"), dict):
        moved["provisional"] = {str(here(Table, int(pk))): how for pk, how in counted.items()}
    return moved


COLUMNS: Mapping[str, Mapping[str, Callable[[Any, Row, Here], Any]]] = {
    "event": {"keep_apart": _groups},
    "round": {"seating": _seating},
    "preview-step": {"entrants": _each(Entrant), "before": _seating},
    "ruling": {"value": _ruled},
    "fixture": {"players": _each(LeaguePlayer)},
    "ladder": {"order": _each(Player)},
    "merge": {
        "entries": _each(Entrant),
        "substitutes": _each(Entrant),
        "seats": _each(Seat),
        "answers": _each(NightAnswer),
    },
    "log": {"before": _facts, "after": _facts},
}
