"""Who is ahead, and why: standings of an event or a stage by the director's order of tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from tournaments.formats.draw import Id
from tournaments.formats.record import EventRecord
from tournaments.formats.standings.figures import Figure
from tournaments.formats.standings.ledger import EDITIONS, NOTHING, Ledger
from tournaments.formats.standings.points import PointRule
from tournaments.formats.standings.tiebreaks import TIEBREAKS, TieBreak

ANNOUNCED = ("exact-announcements", "points-per-announcement")


def usual_chain(*, announces: bool) -> tuple[str, ...]:
    """The usual order of a game, with what it records besides results where it ``announces`` tricks."""
    played = ("score", "direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
    return (*played, *(ANNOUNCED if announces else ()), "decided", "lots")


DEFAULT_CHAIN = usual_chain(announces=False)


class ChainError(ValueError):
    """An order of tie-breaks that cannot be used: ``code`` is "empty", "unknown" or "twice", ``key`` the tie-break."""

    def __init__(self, code: str, key: str | None = None) -> None:
        super().__init__(code, key)
        self.code = code
        self.key = key


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    ``rank`` is shared where nothing decides (1, 1, 3) and None for the expelled and annulled. ``figures`` by tie-break
    explain themselves part by part ("Why am I here?"); a tie-break that decides within ties is there only where it was
    asked.
    ``decided_by`` is the tie-break that put this row below the one above it, None for the first and for a shared rank.
    """

    rank: int | None
    id: Id
    points: Fraction
    figures: Mapping[str, Figure]
    decided_by: str | None = None
    status: str = "active"


class Known:
    """How entrants stood when they were ranked last, for whoever ranks them again and again."""

    def __init__(self) -> None:
        self.last: tuple[Ledger, Mapping[Id, Mapping[str, Figure]]] | None = None


def check_chain(chain: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks of these keys. Raises ChainError."""
    if not chain:
        raise ChainError("empty")
    for number, key in enumerate(chain):
        if key not in TIEBREAKS:
            raise ChainError("unknown", key)
        if key in chain[:number]:
            raise ChainError("twice", key)
    return tuple(TIEBREAKS[key] for key in chain)


def standings(
    record: EventRecord,
    *,
    rule: PointRule,
    chain: Sequence[str] = DEFAULT_CHAIN,
    edition: str = EDITIONS[0],
    known: Known | None = None,
) -> tuple[Row, ...]:
    """All entrants, best first; those who share a rank by id, the expelled last. ``edition`` is that of FIDE C.07.
    What is as it was when these were ranked last is taken from ``known``.

    Raises ChainError, PointsError (a size of table without points), ValueError (a round that seats somebody twice).
    """
    tiebreaks = check_chain(chain)
    before, counted = (known and known.last) or (None, {})
    ledger = Ledger(record, rule, edition=edition, before=before)
    same = _as_before(ledger, before)
    figures: dict[Id, dict[str, Figure]] = {who: {} for who in record.entrants}
    for tiebreak in tiebreaks:
        if not tiebreak.within_ties:
            found = {who: counted[who][tiebreak.key] for who in same if tiebreak.key in counted[who]}
            others = [who for who in record.entrants if who not in found]
            _note(figures, tiebreak, {**found, **tiebreak.compute(ledger, others)})
    if known:
        known.last = ledger, {who: dict(own) for who, own in figures.items()}
    groups = [sorted(who for who in record.entrants if who not in record.expelled | record.annulled)]
    for tiebreak in tiebreaks:
        groups = [part for group in groups for part in _split(ledger, tiebreak, group, figures)]
    return (*_ranked(ledger, tiebreaks, groups, figures), *_unranked(ledger, figures))


def _as_before(ledger: Ledger, before: Ledger | None) -> set[Id]:
    """Those who have done nothing but play, as they had, against opponents who count as much as they did: of these
    every figure is what it was.
    """
    if before is None or _frame(before) != _frame(ledger):
        return set()
    other = {who for who, score in ledger.adjusted.items() if before.adjusted[who] != score}
    return {
        who
        for who, turns in ledger.turns.items()
        if turns == before.turns[who]
        and all(turn.kind in ("played", "open") for turn in turns)
        and not any(meeting.opponent in other for turn in turns for meeting in turn.meetings)
    }


def _frame(ledger: Ledger) -> tuple[object, ...]:
    record = ledger.record
    return ledger.rule, ledger.edition, record.entrants, record.seed, record.scheduled, record.shared


def _split(ledger: Ledger, tiebreak: TieBreak, group: list[Id], figures: dict[Id, dict[str, Figure]]) -> list[list[Id]]:
    """The group in the parts this tie-break makes of it, in order; the order inside a part is kept."""
    if len(group) < 2:
        return [group] if group else []
    if tiebreak.within_ties:
        _note(figures, tiebreak, tiebreak.compute(ledger, group))
    parts: dict[tuple[int, int], list[Id]] = {}
    for who in group:
        parts.setdefault(_order(tiebreak, figures[who][tiebreak.key]), []).append(who)
    whole = lcm(*{over for _, over in parts})
    return [parts[value] for value in sorted(parts, key=lambda value: value[0] * (whole // value[1]))]


def _order(tiebreak: TieBreak, figure: Figure) -> tuple[int, int]:
    """Lower stands higher: numerator and denominator, since Fractions are slow to hash and to compare."""
    if figure.position is not None:
        return figure.position, 1
    value = figure.value or NOTHING
    return value.numerator if tiebreak.lower_is_better else -value.numerator, value.denominator


def _note(figures: dict[Id, dict[str, Figure]], tiebreak: TieBreak, found: Mapping[Id, Figure]) -> None:
    for who, figure in found.items():
        figures[who][tiebreak.key] = figure


def _ranked(
    ledger: Ledger, tiebreaks: Sequence[TieBreak], groups: list[list[Id]], figures: dict[Id, dict[str, Figure]]
) -> list[Row]:
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        by = _decider(tiebreaks, figures[rows[-1].id], figures[group[0]]) if rows else None
        for who in group:
            status = "withdrawn" if who in ledger.record.withdrawn else "active"
            rows.append(Row(rank, who, ledger.score[who], figures[who], by if who == group[0] else None, status))
    return rows


def _decider(tiebreaks: Sequence[TieBreak], upper: Mapping[str, Figure], lower: Mapping[str, Figure]) -> str | None:
    """The first tie-break that tells two neighbours apart."""
    both = (tiebreak for tiebreak in tiebreaks if tiebreak.key in upper and tiebreak.key in lower)
    return next((t.key for t in both if _order(t, upper[t.key]) != _order(t, lower[t.key])), None)


def _unranked(ledger: Ledger, figures: dict[Id, dict[str, Figure]]) -> list[Row]:
    expelled, annulled = ledger.record.expelled, ledger.record.annulled
    gone = sorted(who for who in figures if who in expelled | annulled)
    status = {who: "expelled" if who in expelled else "annulled" for who in gone}
    return [Row(None, who, ledger.score[who], figures[who], status=status[who]) for who in gone]


def level_tiers(rows: Sequence[Row]) -> list[list[Id]]:
    """All who have a rank, best first, those together whom nothing but a lot tells apart."""
    tiers: list[list[Id]] = []
    for row in rows:
        if row.rank is not None and tiers and row.decided_by in (None, "lots"):
            tiers[-1].append(row.id)
        elif row.rank is not None:
            tiers.append([row.id])
    return tiers


def by_lot(rows: Sequence[Row]) -> set[Id]:
    """Whose rank nothing but a lot tells from that of a neighbour."""
    return {each.id for pair in pairwise(rows) if pair[1].decided_by == "lots" for each in pair}
