"""Standings of an event or a stage by the director's order of tie-breaks, the scores after each round, and the rounds
behind a draw (FIDE C.04.1: what was not played is no game).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, zip_longest
from math import lcm
from typing import NamedTuple

from tournaments.formats.record import EventRecord, Id, RoundRecord, Seating
from tournaments.formats.standings.ledger import EDITIONS, NOTHING, Ledger
from tournaments.formats.standings.points import Figure, PointRule, table_points
from tournaments.formats.standings.tiebreaks import TIEBREAKS, TieBreak

PLAYING = frozenset({"played", "open"})
ANNOUNCED = ("exact-announcements", "points-per-announcement")


def usual_chain(*, announces: bool, boards: bool = False) -> tuple[str, ...]:
    """The usual order of a game, with what it records besides results where it ``announces`` tricks; where teams meet
    over ``boards``, that of their matches.
    """
    if boards:
        return (
            "score",
            "board-points",
            "direct-encounter",
            "board-count",
            "sonneborn-berger-boards",
            "decided",
            "lots",
        )
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


class Last(NamedTuple):
    """``figures`` but for those within ties; these by tie-break and group, of the groups that there were."""

    ledger: Ledger
    figures: Mapping[Id, Mapping[str, Figure]]
    tied: Mapping[tuple[str, tuple[Id, ...]], Mapping[Id, Figure]]


class RankingCache:
    """How entrants stood when they were ranked last, for whoever ranks them again and again."""

    def __init__(self) -> None:
        self.last: Last | None = None


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
    cache: RankingCache | None = None,
) -> tuple[Row, ...]:
    """All entrants, best first; those who share a rank by id, the expelled last. ``edition`` is that of FIDE C.07.
    What is as it was when these were ranked last is taken from ``cache``.

    Raises ChainError, PointsError (a size of table without points), ValueError (a round that seats somebody twice).
    """
    tiebreaks = check_chain(chain)
    last = cache.last if cache else None
    ranking = _Ranking(Ledger(record, rule, edition=edition, before=last and last.ledger), tiebreaks, last)
    rows = ranking.rows()
    if cache:
        cache.last = Last(ranking.ledger, ranking.counted, ranking.tied)
    return rows


class _Ranking:
    def __init__(self, ledger: Ledger, tiebreaks: Sequence[TieBreak], last: Last | None) -> None:
        self.ledger = ledger
        self.tiebreaks = tiebreaks
        self._last = last if last and _frame(last.ledger) == _frame(ledger) else None
        self.counted = self._counted()
        self.tied: dict[tuple[str, tuple[Id, ...]], Mapping[Id, Figure]] = {}
        self._within: dict[Id, dict[str, Figure]] = {}

    def _counted(self) -> dict[Id, Mapping[str, Figure]]:
        """Of who has done nothing but play, as before, what rests on that alone is as it was; and what rests on the
        opponents too, where these count as much as they did.
        """
        ledger, before = self.ledger, self._last.figures if self._last else {}
        same = {who for who in ledger.same if PLAYING.issuperset([turn.kind for turn in ledger.turns[who]])}
        alike = same - _facing(ledger, self._last.ledger) if self._last else set[Id]()
        entrants = next(iter(before.values()), {}).keys()
        computed: dict[str, Mapping[Id, Figure]] = {}
        for tiebreak in self.tiebreaks:
            if not tiebreak.within_ties:
                stay = () if tiebreak.key not in entrants else alike if tiebreak.by_opponents else same
                computed[tiebreak.key] = tiebreak.compute(ledger, [who for who in ledger.turns if who not in stay])
        stay = alike if computed.keys() == entrants else ()
        counted: dict[Id, Mapping[str, Figure]] = {}
        for who in ledger.turns:
            if who in stay:
                counted[who] = before[who]
            else:
                counted[who] = {key: figures.get(who) or before[who][key] for key, figures in computed.items()}
        return counted

    def rows(self) -> tuple[Row, ...]:
        """Best first; the expelled and annulled last, by id."""
        record, statuses = self.ledger.record, dict.fromkeys(self.ledger.record.withdrawn, "withdrawn")
        gone = dict.fromkeys(record.annulled, "annulled") | dict.fromkeys(record.expelled, "expelled")
        parts: list[tuple[list[Id], str | None]] = []
        self._part(sorted(who for who in self.counted if who not in gone), parts)
        rows: list[Row] = []
        for part, by in parts:
            rank = len(rows) + 1
            for who in part:
                rows.append(self._row(rank, who, by if who == part[0] else None, statuses.get(who, "active")))
        return (*rows, *(self._row(None, who, None, gone[who]) for who in sorted(gone) if who in self.counted))

    def _row(self, rank: int | None, who: Id, by: str | None, status: str) -> Row:
        figures = {**self.counted[who], **self._within.get(who, {})}
        return Row(rank, who, self.ledger.score[who], figures, by, status)

    def _part(
        self, group: list[Id], parts: list[tuple[list[Id], str | None]], number: int = 0, by: str | None = None
    ) -> None:
        """Adds to ``parts`` those of the group whom nothing tells apart, in order, with the tie-break that put them
        below the others.
        """
        if len(group) < 2 or number == len(self.tiebreaks):
            parts.append((group, by))
            return
        for part in self._split(self.tiebreaks[number], group):
            self._part(part, parts, number + 1, by)
            by = self.tiebreaks[number].key

    def _split(self, tiebreak: TieBreak, group: list[Id]) -> list[list[Id]]:
        """The group in the parts this tie-break makes of it, in order; the order inside a part is kept."""
        if tiebreak.within_ties:
            self._note(tiebreak, group)
        figures = self._within if tiebreak.within_ties else self.counted
        parts: dict[tuple[int, int], list[Id]] = {}
        for who in group:
            parts.setdefault(_order(tiebreak, figures[who][tiebreak.key]), []).append(who)
        whole = lcm(*{over for _, over in parts})
        return [parts[value] for value in sorted(parts, key=lambda value: value[0] * (whole // value[1]))]

    def _note(self, tiebreak: TieBreak, group: list[Id]) -> None:
        """As before, where the same are tied and have played nothing since."""
        key = tiebreak.key, tuple(group)
        earlier = self._last.tied.get(key) if self._last and self.ledger.same.issuperset(group) else None
        self.tied[key] = earlier or tiebreak.compute(self.ledger, group)
        for who, figure in self.tied[key].items():
            self._within.setdefault(who, {})[tiebreak.key] = figure


def _frame(ledger: Ledger) -> tuple[object, ...]:
    record = ledger.record
    return (
        ledger.rule,
        ledger.edition,
        record.entrants,
        record.seed,
        record.scheduled,
        record.shared,
        record.decisions,
        record.drawn_as,
    )


def _facing(ledger: Ledger, before: Ledger) -> set[Id]:
    """Who has met somebody that does not count as much any more."""
    was = before.adjusted
    others = (who for who, score in ledger.adjusted.items() if was[who] is not score and was[who] != score)
    return {meeting.opponent for who in others for turn in ledger.turns[who] for meeting in turn.meetings}


def _order(tiebreak: TieBreak, figure: Figure) -> tuple[int, int]:
    """Lower stands higher: numerator and denominator, since Fractions are slow to hash and to compare."""
    if figure.position is not None:
        return figure.position, 1
    value = figure.value or NOTHING
    return value.numerator if tiebreak.lower_is_better else -value.numerator, value.denominator


def level_tiers(rows: Sequence[Row]) -> list[list[Id]]:
    """All who have a rank, best first, those together whom nothing but a lot tells apart."""
    tiers: list[list[Id]] = []
    for row in rows:
        if row.rank is not None and tiers and row.decided_by in (None, "lots"):
            tiers[-1].append(row.id)
        elif row.rank is not None:
            tiers.append([row.id])
    return tiers


def first_of_each(rows: Iterable[Row]) -> dict[int | None, Row]:
    """The first row of each rank: what tells it from the one before tells all who share the rank."""
    first: dict[int | None, Row] = {}
    for row in rows:
        first.setdefault(row.rank, row)
    return first


def by_lot(rows: Sequence[Row]) -> set[Id]:
    """Whose rank nothing but a lot tells from that of a neighbour."""
    return {row.id for pair in pairwise(rows) if pair[1].decided_by == "lots" for row in pair}


def played_history(
    rounds: Sequence[RoundRecord], floats: Sequence[tuple[Id, ...] | None], *, rule: PointRule, seats: int
) -> list[Seating]:
    """What a draw is to know of ``rounds`` at tables for ``seats``; ``floats`` are those that the draws named.

    Only who played has met, and sat (C.04.2 3.5). Among the byes is everybody who shall not have one again: who had it
    from a draw, and who once got the points of a win without playing (C.04.1 4); a lesser bye on request bars nothing.
    Who got more than nothing without playing has floated down, who forfeited has not (C.04.3 1.4).
    """
    return [_seating(round_, named, rule, seats) for round_, named in zip_longest(rounds, floats)]


def _seating(round_: RoundRecord, named: tuple[Id, ...] | None, rule: PointRule, seats: int) -> Seating:
    played = [tuple(seat.id for seat in table.present) for table in round_.tables if len(table.present) > 1]
    without = {
        table.present[0].id: table_points(rule, table).get(table.present[0].id, Fraction(0))
        for table in round_.tables
        if len(table.present) == 1
    }
    requested = {bye.id: Fraction(bye.points) for bye in round_.byes if bye.requested}
    allocated = [bye.id for bye in round_.byes if not bye.requested]
    barred = [*_worth_a_win(without, rule, seats, unscored=True), *_worth_a_win(requested, rule, seats, unscored=False)]
    if named is None:
        return Seating(tuple(played), (*allocated, *barred))
    seated = {who for table in played for who in table}
    gained = (who for who, points in (without | requested).items() if points > 0)
    return Seating(tuple(played), (*allocated, *barred), (*(who for who in named if who in seated), *gained))


def _worth_a_win(gained: dict[Id, Fraction], rule: PointRule, seats: int, *, unscored: bool) -> Iterable[Id]:
    """Who got as much as the first place brings; ``unscored`` answers where the game's own score counts."""
    if rule.scheme.places is None:
        return gained if unscored else ()
    first = rule.by_place(seats)[0]
    return [who for who, points in gained.items() if points >= first]


def running_scores(record: EventRecord, rule: PointRule, *, rounds: int) -> Mapping[Id, Sequence[Fraction]]:
    """The score of each entrant after each of the first so many ``rounds``, without the expelled and the annulled.
    Raises as ``Ledger`` does.
    """
    gone = record.expelled | record.annulled
    turns = Ledger(record, rule).turns
    return {
        who: list(accumulate((turn.points for turn in own[:rounds]), initial=record.starting.get(who, NOTHING)))[1:]
        for who, own in turns.items()
        if who not in gone
    }
