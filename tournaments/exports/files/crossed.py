"""A tournament's cross-tables, as wide as on the page."""

from collections.abc import Iterator, Sequence

from tournaments.exports.files.of_event import PLAYER
from tournaments.exports.files.sheet import Cell, FileColumn, Row, Sheet
from tournaments.models import Event
from tournaments.selectors.files.stages import states_as_they_stand
from tournaments.selectors.stage.cross_table import CrossGroup, CrossTurn, Mark, Outcome, cross_tables
from tournaments.selectors.stage.records import StageState

CROSS_TABLE = (
    FileColumn("stage", "number of the stage"),
    FileColumn("group", "number of the group within the stage"),
    FileColumn("number", "of the row, by which the others name it"),
    FileColumn("place", "shared by who are level; empty for who is left out"),
    FileColumn("entrant_id", "number of the entrant in this installation"),
    *PLAYER,
    FileColumn("points", "event points of the stage; empty where lives are counted"),
    FileColumn(
        "by",
        "opponent or round: what the columns 1, 2 … after this one are, which hold 1, ½, 0 (F: by forfeit), "
        "· while it is played; by round after the number of the opponent, at larger tables the place",
    ),
)
RESULTS: dict[Outcome, str] = {
    "won": "1",
    "drawn": "½",
    "lost": "0",
    "won-by-forfeit": "1F",
    "forfeit": "0F",
    "playing": "·",
}
"""None of them is a formula or a date to a spreadsheet."""


def cross_table(event: Event) -> Sheet:
    """A column for each opponent or round of the widest group."""
    crossed = [(state, each) for state in states_as_they_stand(event) for each in cross_tables([state])]
    widest = max((_width(group) for _state, each in crossed for group in each.groups), default=0)
    columns = [FileColumn(str(number), "") for number in range(1, widest + 1)]
    rows = (
        (*row, *[None] * (len(CROSS_TABLE) + widest - len(row)))
        for state, each in crossed
        for row in _rows(state, each.groups)
    )
    return Sheet((*CROSS_TABLE, *columns), rows)


def _rows(state: StageState, groups: Sequence[CrossGroup]) -> Iterator[Row]:
    for number, group in enumerate(groups, start=1):
        ranked = state.standings[number - 1] if state.plan.form.standings else []
        points = {int(row.id): row.points for row in ranked}
        for own, row in enumerate(group.rows, start=1):
            who = (row.person.id, row.person.tag.id, row.person.tag.name, points.get(row.person.id))
            cells = map(_met, row.meetings) if group.matrix else map(_sat, row.turns)
            by = "opponent" if group.matrix else "round"
            yield (state.stage.number, number, own, row.place, *who, by, *cells)


def _width(group: CrossGroup) -> int:
    return len(group.rows) if group.matrix else len(group.rounds)


def _met(marks: Sequence[Mark] | None) -> Cell:
    return " ".join(RESULTS[mark.outcome] for mark in marks or ())


def _sat(turn: CrossTurn) -> Cell:
    if turn.mark is None:
        return turn.place or ("bye" if turn.bye else "requested-bye" if turn.asked else None)
    result = RESULTS[turn.mark.outcome]
    return f"{turn.against} {result}" if turn.against else result
