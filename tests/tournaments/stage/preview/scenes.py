"""What a director does with a preview, in a word each."""

from tournaments.audit import SYSTEM
from tournaments.services.stage.preview import (
    exchange_in_preview,
    pin_in_preview,
    redraw_preview,
    seat_in_preview,
    undo_in_preview,
)
from tournaments.services.stage.rounds import publish_round

FOURS = (("swiss", {"rounds": 3, "seats": 4}),)


def seated(round_) -> list[list[int]]:
    round_.refresh_from_db()
    return [list(table.entrants) for table in round_.seating.tables]


def together(round_) -> set[frozenset[int]]:
    return {frozenset(table) for table in seated(round_)}


def exchange(round_, first, second, **more):
    exchange_in_preview(round_id=round_.pk, first=first, second=second, actor=SYSTEM, **more)


def seat(round_, *entrants, to="new", **more):
    seat_in_preview(round_id=round_.pk, entrants=entrants, to=to, actor=SYSTEM, **more)


def pin(round_, what, *, pinned=True, **more):
    pin_in_preview(round_id=round_.pk, what=what, pinned=pinned, actor=SYSTEM, **more)


def redraw(round_, **more):
    redraw_preview(round_id=round_.pk, actor=SYSTEM, **more)


def undo(round_, **more):
    undo_in_preview(round_id=round_.pk, actor=SYSTEM, **more)


def publish(round_, **more):
    return publish_round(round_id=round_.pk, actor=SYSTEM, **more)


def seated_tables(round_):
    round_.refresh_from_db()
    return round_.seating.tables
