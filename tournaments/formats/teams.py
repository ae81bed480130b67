"""How teams stand: by what their members bring in each round, beside the standings of everybody alone.

A round brings a team the points of its members, or of the best few of them where only so many count; who is away
brings nothing, and who is expelled never did. All rounds together place the team. Teams with equal points are told
apart by TEAM_TIEBREAKS in their order, and those whom nothing tells apart share a place.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest

from tournaments.formats.options import Options
from tournaments.formats.record import Id, RoundRecord, StageRecord
from tournaments.formats.standings.points import exact_sum, table_points


@dataclass(frozen=True)
class TeamRound:
    """What everybody brought in a round, and how many tables they won in it."""

    points: Mapping[Id, Fraction] = field(default_factory=dict)
    wins: Mapping[Id, int] = field(default_factory=dict)


@dataclass(frozen=True)
class TeamShare:
    """What a member scored in all rounds, and how much of that counts for the team."""

    id: Id
    points: Fraction
    counted: Fraction


@dataclass(frozen=True)
class TeamRow:
    """``place`` is shared by those whom nothing tells apart, and None before anything was played. ``figures`` by
    tie-break; ``decided_by`` is the one that put this team below the one above it, None where that were the points.
    """

    id: Id
    place: int | None
    points: Fraction
    rounds: tuple[Fraction, ...]
    figures: Mapping[str, Fraction]
    decided_by: str | None
    shares: tuple[TeamShare, ...]


def _(text: str) -> str:
    """Marks what is translated where it is shown."""
    return text


@dataclass(frozen=True)
class TeamTieBreak:
    """``figure`` takes a team's points by round and the tables that its members won. The most is best."""

    key: str
    name: str
    definition: str
    figure: Callable[[Sequence[Fraction], int], Fraction]


TEAM_TIEBREAKS: Mapping[str, TeamTieBreak] = {
    tiebreak.key: tiebreak
    for tiebreak in (
        TeamTieBreak(
            "best-round",
            _("Best round"),
            _("The most points that the team has brought home from one round."),
            lambda rounds, _wins: max(rounds, default=Fraction()),
        ),
        TeamTieBreak(
            "members-wins",
            _("Tables won"),
            _("How many tables members of the team have won, alone in first place or by forfeit."),
            lambda _rounds, wins: Fraction(wins),
        ),
    )
}


def team_standing(
    teams: Mapping[Id, Sequence[Id]], rounds: Sequence[TeamRound], *, counting: int | None = None
) -> list[TeamRow]:
    """The ``teams``, each with its members, best first; those who share a place in the order of ``teams``. In a round
    the best ``counting`` members of each team count, or all of them.

    Raises ValueError where somebody is in two teams, or fewer than one member counts.
    """
    members = Counter(who for team in teams.values() for who in team)
    if any(count > 1 for count in members.values()) or (counting is not None and counting < 1):
        raise ValueError("a member of two teams, or nobody counts")
    played = any(who in members for round_ in rounds for who in round_.points)
    rows = [_read(team, own, rounds, counting) for team, own in teams.items()]
    rows.sort(key=_order)
    return list(_placed(rows) if played else rows)


def team_rounds(stages: Iterable[tuple[Sequence[StageRecord], Options]]) -> list[TeamRound]:
    """The rounds of all stages, each given by its groups and its options. A table of a size for which the stage has no
    points brings nobody any.
    """
    rounds: list[TeamRound] = []
    for groups, options in stages:
        for of_groups in zip_longest(*(_rounds_of(group, options) for group in groups), fillvalue=TeamRound()):
            points = {who: brought for round_ in of_groups for who, brought in round_.points.items()}
            wins = {who: won for round_ in of_groups for who, won in round_.wins.items()}
            rounds.append(TeamRound(points, wins))
    return rounds


def _rounds_of(group: StageRecord, options: Options) -> Iterator[TeamRound]:
    out = group.expelled | group.annulled
    for whole in group.rounds:
        round_ = whole.without(group.annulled) if group.annulled else whole
        points = {bye.id: Fraction(bye.points) for bye in round_.byes}
        for table in round_.tables:
            if options.points.counts(len(table.seats)):
                points |= table_points(options.points, table)
        yield TeamRound(
            {who: brought for who, brought in points.items() if who not in out},
            {who: 1 for who in _winners(round_) if who not in out},
        )


def _winners(round_: RoundRecord) -> Iterator[Id]:
    """Who is alone in first place at a table."""
    for table in round_.tables:
        if table.kind == "open":
            continue
        best = min((seat.place or 0 for seat in table.present), default=0)
        first = [seat.id for seat in table.present if (seat.place or 0) == best]
        if len(first) == 1:
            yield first[0]


def _read(team: Id, members: Sequence[Id], rounds: Sequence[TeamRound], counting: int | None) -> TeamRow:
    counted: dict[Id, list[Fraction]] = {who: [] for who in members}
    totals = []
    for round_ in rounds:
        here = sorted((who for who in members if who in round_.points), key=lambda who: -round_.points[who])
        best = here[:counting]
        totals.append(exact_sum(round_.points[who] for who in best))
        for who in best:
            counted[who].append(round_.points[who])
    wins = sum(round_.wins.get(who, 0) for round_ in rounds for who in members)
    shares = [
        TeamShare(who, exact_sum(round_.points.get(who, Fraction()) for round_ in rounds), exact_sum(counted[who]))
        for who in members
    ]
    figures = {key: tiebreak.figure(totals, wins) for key, tiebreak in TEAM_TIEBREAKS.items()}
    return TeamRow(team, None, exact_sum(totals), tuple(totals), figures, None, tuple(shares))


def _order(row: TeamRow) -> tuple[Fraction, ...]:
    return -row.points, *(-row.figures[key] for key in TEAM_TIEBREAKS)


def _placed(rows: Sequence[TeamRow]) -> Iterator[TeamRow]:
    place = 0
    above: TeamRow | None = None
    for number, row in enumerate(rows, start=1):
        decided_by = None
        if above is None or _order(row) != _order(above):
            place = number
            if above is not None and above.points == row.points:
                decided_by = next(key for key in TEAM_TIEBREAKS if above.figures[key] != row.figures[key])
        above = row
        yield TeamRow(row.id, place, row.points, row.rounds, row.figures, decided_by, row.shares)
