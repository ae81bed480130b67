"""What moves, to be seen before it is done: by a late correction places, later seatings, lines of a bracket; by
somebody who leaves a round robin the standing of the others.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.bracket.progress import Moved, moved_between
from tournaments.formats.options import Options
from tournaments.formats.record import Id, NoValidPairing, RoundRecord, Seating, SeatRecord, StageRecord, TableRecord
from tournaments.formats.stages import (
    FORMATS,
    Format,
    Places,
    bracket_progress,
    order_of,
    planned_rounds,
    seatings_of,
    stage_standings,
)
from tournaments.formats.standings.points import table_points


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """A place before and after the correction; None where it is not settled, or there is none."""

    id: Id
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class SeatingMoved:
    """A later round which the correction would have drawn otherwise.

    ``before`` is the round as it was seated; ``after`` as it would be drawn now, None where nobody could be seated or
    the stage would have been over. ``tables_changed`` counts the tables of ``before`` whose people are parted.
    """

    round: int
    tables_changed: int
    before: Seating
    after: Seating | None


@dataclass(frozen=True, slots=True)
class Consequences:
    """``places`` by the new place, ``seatings`` by round, ``matches`` by number; empty where nothing moves."""

    places: tuple[PlaceMoved, ...] = ()
    seatings: tuple[SeatingMoved, ...] = ()
    matches: tuple[Moved, ...] = ()


def consequences(
    key: str,
    stage: StageRecord,
    options: Options,
    *,
    round: int,  # noqa: A002 - what everybody calls it
    table: int,
    corrected: TableRecord,
) -> Consequences:
    """What moves if the table of this index (from 0) in the round of this number (from 1) becomes ``corrected``.

    Places are those of the format ``key``, by the tie-breaks of ``options``. Every later round is drawn again from its
    stored seed, for the people it was for without those who have withdrawn since, given the rounds before it as they
    were seated: with and without the correction, so that what was changed by hand is no consequence. In a bracket a
    table that no longer decides who goes on leaves the seats after it open.

    Raises IndexError for a round or table that is not there, ValueError where others sit at the corrected table.
    """
    form = FORMATS[key]
    if not 1 <= round <= len(stage.rounds):
        raise IndexError(round)
    recorded = stage.rounds[round - 1].tables[table]
    if {*recorded.ids} != {*corrected.ids}:
        raise ValueError("a correction changes what happened at a table, not who sat there")
    after = _with(stage, round, table, corrected)
    same_draws = _drawn_by(form, options, recorded) == _drawn_by(form, options, corrected)
    return Consequences(
        places=_moved(stage, form.places(stage, options), form.places(after, options)),
        seatings=() if same_draws else tuple(_seatings(form, options, stage, after, later_than=round)),
        matches=_matches(form, options, stage, after),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """A place among those who stay, None for who has none, and the points."""

    place: int | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class Leaving:
    """What becomes of a round robin that somebody leaves after ``played`` of ``due`` rounds at a table.

    ``now`` is how the others stand; ``annulled`` if those rounds count for nobody, ``kept`` if they stand and the rest
    is lost by forfeit, as far as that gives somebody a win alone.
    """

    played: int
    due: int
    now: Mapping[Id, Standing]
    annulled: Mapping[Id, Standing]
    kept: Mapping[Id, Standing]

    @property
    def usual(self) -> str:
        """Below half annulled, from half on kept."""
        return "annulled" if 2 * self.played < self.due else "kept"


def leaving(stage: StageRecord, options: Options, who: Id) -> Leaving:
    """What ``who`` leaving the round robin would move, whatever was said of it before."""
    before = replace(stage, kept=stage.kept - {who}, annulled=stage.annulled - {who})
    gone = replace(before, withdrawn=stage.withdrawn | {who})
    planned = planned_rounds(stage.entrants, seats=options.seats, rounds=options.rounds, double=options.double)
    played = sum(table.kind != "open" and who in table.ids and who not in table.forfeited for table in stage.tables)
    to_come = [_lost(seating, gone, who) for seating in planned[len(stage.rounds) :]]
    return Leaving(
        played,
        sum(any(who in table for table in seating.tables) for seating in planned),
        _standing(before, options, who),
        _standing(replace(gone, annulled=gone.annulled | {who}), options, who),
        _standing(replace(gone, rounds=(*stage.rounds, *to_come)), options, who),
    )


def _lost(seating: Seating, stage: StageRecord, who: Id) -> RoundRecord:
    """A round to come with nothing but the table that ``who`` loses, where one alone is left to win it."""
    tables = (table for table in seating.tables if who in table)
    lost = [table for table in tables if len(set(table) - stage.withdrawn) == 1]
    return RoundRecord(
        tuple(TableRecord(tuple(map(SeatRecord, table)), stage.withdrawn.intersection(table)) for table in lost)
    )


def _standing(stage: StageRecord, options: Options, leaver: Id) -> dict[Id, Standing]:
    rows = [row for row in stage_standings(stage, options, scheduled=True) if row.id != leaver]
    ranks = sorted(row.rank for row in rows if row.rank is not None)
    return {
        row.id: Standing(None if row.rank is None else 1 + bisect_left(ranks, row.rank), row.points) for row in rows
    }


def _with(stage: StageRecord, number: int, table: int, corrected: TableRecord) -> StageRecord:
    rounds = list(stage.rounds)
    tables = list(rounds[number - 1].tables)
    tables[table] = corrected
    rounds[number - 1] = replace(rounds[number - 1], tables=tuple(tables))
    return replace(stage, rounds=tuple(rounds))


def moved_by_chain(key: str, stage: StageRecord, options: Options, *, chain: Sequence[str]) -> tuple[PlaceMoved, ...]:
    """The places another order of tie-breaks moves. Raises ChainError."""
    places = FORMATS[key].places
    return _moved(stage, places(stage, options), places(stage, replace(options, chain=tuple(chain))))


def _moved(stage: StageRecord, before: Places, after: Places) -> tuple[PlaceMoved, ...]:
    old = {who: place for place, who in before}
    new = {who: place for place, who in after}
    moved = [PlaceMoved(who, old.get(who), new.get(who)) for who in stage.entrants if old.get(who) != new.get(who)]
    return tuple(sorted(moved, key=lambda each: (each.after is None, each.after or 0)))


def _drawn_by(form: Format, options: Options, table: TableRecord) -> object:
    """All that later draws know of a table's result. Most corrections leave it alone, and large draws take seconds."""
    if form.scheduled or form.bracket:
        return None
    return table.forfeited, table_points(options.points, table) if form.standings else (table.kind, order_of(table))


def _seatings(
    form: Format, options: Options, before: StageRecord, after: StageRecord, *, later_than: int
) -> Iterator[SeatingMoved]:
    for number in range(later_than + 1, len(before.rounds) + 1):
        seated = _as_seated(before, number)
        now = _drawn(form, options, after, number)
        if _people(now) != _people(seated) and _people(now) != _people(_drawn(form, options, before, number)):
            together, _ = _people(now)
            parted = sum(frozenset(people) not in together for people in seated.tables)
            yield SeatingMoved(number, parted, seated, now)


def _as_seated(stage: StageRecord, number: int) -> Seating:
    requested = _not_there(stage.rounds[number - 1])
    seated = seatings_of(stage)[number - 1]
    return replace(seated, byes=tuple(who for who in seated.byes if who not in requested))


def _drawn(form: Format, options: Options, stage: StageRecord, number: int) -> Seating | None:
    """The round drawn again, without those who were not there: a late entry had not come yet."""
    away = stage.withdrawn | _not_there(stage.rounds[number - 1])
    try:
        drawn = form.next_round(replace(stage.after(number - 1), withdrawn=away), options)
    except NoValidPairing:
        return None
    return drawn.seating if drawn else None


def _not_there(round_: RoundRecord) -> frozenset[Id]:
    return frozenset(bye.id for bye in round_.byes if bye.requested)


def _people(seating: Seating | None) -> tuple[frozenset[frozenset[Id]], frozenset[Id]]:
    """Who sits with whom, and who rests; the seats at the table do not matter."""
    if seating is None:
        return frozenset(), frozenset()
    return frozenset(map(frozenset, seating.tables)), frozenset(seating.byes)


def _matches(form: Format, options: Options, before: StageRecord, after: StageRecord) -> tuple[Moved, ...]:
    if form.bracket is None:
        return ()
    bracket = form.bracket(len(before.entrants), options)
    return tuple(moved_between(bracket_progress(before, bracket), bracket_progress(after, bracket)))
