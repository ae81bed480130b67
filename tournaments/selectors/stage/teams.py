"""Teams in a stage. Who is drawn: the people of an event, or what stands for their teams where these meet over boards.
For whom everybody plays at the boards, what they have brought their team, and whom it may name for its boards. Who is
to meet late, if at all: people of one team, and those to be kept apart.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import NamedTuple

from django.db.models import F

from tournaments.formats.boards import board_result, by_seat, line_up
from tournaments.formats.mates import apart_in
from tournaments.formats.options import Options
from tournaments.formats.plan import read_plan
from tournaments.formats.qualification import Qualified, reseeded
from tournaments.formats.record import Id, TableRecord
from tournaments.limits import MOST_OF_A_TEAM
from tournaments.models import Entrant, Event, Player, Round, Stage, Table, Team, name_order
from tournaments.selectors.stage.records import StageState, apart, teams_among
from tournaments.selectors.stage.stages import PlayedMatch, ResultReader

UNSEEDED_LAST = F("seed").asc(nulls_last=True)


def plays_by_boards(stages: Iterable[Stage]) -> bool:
    """Whether teams meet over boards in an event of these stages."""
    return any(stage.options.get("boards") for stage in stages)


def who_enters(stage: Stage) -> list[Entrant]:
    """By seed. Where teams meet they are seeded by the sums of their members' seeds, of as many as there are boards."""
    entrants = stage.event.entrants.select_related("player", "substitute").order_by(UNSEEDED_LAST, "pk")
    boards = stage.options.get("boards")
    if not boards:
        return list(entrants.people())
    members = sides_of(stage.event)
    unseeded = len(members) * MOST_OF_A_TEAM
    seeds = {side: [one.seed or unseeded for one in team[:boards]] for side, team in members.items()}
    strength = {side: (sum(own) + unseeded * (boards - len(own)), side) for side, own in seeds.items()}
    return sorted(entrants.filter(pk__in=members), key=lambda side: strength[side.pk])


def sides_of(event: Event) -> dict[int, list[Entrant]]:
    """The members of each team in its order, by what stands for it (id): by seed, those without one by name."""
    members: dict[int, list[Entrant]] = {}
    entrants = event.entrants.exclude(team__side=None).select_related("player", "substitute", "team")
    for entrant in sorted(entrants, key=by_seed):
        if entrant.team and entrant.team.side_id:
            members.setdefault(entrant.team.side_id, []).append(entrant)
    return members


def captains_of(event: Event) -> dict[Id, str]:
    """By what stands for the team (id)."""
    captains = event.entrants.filter(captain=True).exclude(team__side=None)
    return dict(captains.values_list("team__side", "player__name"))


def event_of_side(player_id: int) -> Event:
    """Where this one, who is nobody of the club, stands for a team. Raises Event.DoesNotExist."""
    return Event.objects.get(entrants__player=player_id, entrants__player__is_team=True)


def by_seed(entrant: Entrant) -> tuple[object, ...]:
    return entrant.seed is None, entrant.seed or 0, name_order(entrant.player.name)


@dataclass
class BoardScore:
    """``boards``: at how many with a result somebody was named, also where nobody came to meet them."""

    points: Fraction = Fraction(0)
    boards: int = 0


def board_scores(states: Iterable[StageState]) -> dict[Id, BoardScore]:
    """By entrant; who was named for no board is not there."""
    scores: dict[Id, BoardScore] = defaultdict(BoardScore)
    for state in states:
        reader = ResultReader(state.plan.form.bracket is not None)
        for round_, match in _matches(state):
            for board in state.boards([match]):
                record = reader.record(board, (), state.rulings.get(board.pk, ()))
                if record.kind != "open":
                    results = board_result(record, {who: who for who in record.ids})
                    for who in record.ids:
                        scores[who].boards += 1
                        scores[who].points += results.get(who, 0)
            first, second = (round_.seating.line_ups.get(side, ()) for side in state.sides(match))
            for who in (*first[len(second) :], *second[len(first) :]):
                scores[who].boards += 1
                scores[who].points += 1
    return scores


def _matches(state: StageState) -> Iterator[tuple[Round, Table]]:
    """By the first board of each, those that count: of who left a round robin early none does."""
    annulled = frozenset[Id]().union(*(group.annulled for group in state.groups))
    for round_ in state.rounds:
        for table in state.tables[round_.pk]:
            if table.is_board and annulled.isdisjoint(state.sides(table)):
                yield round_, table


def fixed_tables(state: StageState) -> dict[Id, int]:
    """Who (ids) needs which table: of a team the one at which its match begins, so that a member sits at theirs as the
    team sits where nobody has said otherwise.
    """
    fixed = {e.entrant_id: e.entrant.fixed_table for e in state.entries if e.entrant.fixed_table}
    boards = state.plan.options.boards
    for side, team in sides_of(state.stage.event).items() if boards else ():
        here = [one for one in team if one.present and one.status == Entrant.Status.ACTIVE]
        for board, one in enumerate(here[:boards]):
            if one.fixed_table:
                fixed.setdefault(side, max(1, one.fixed_table - board))
    return fixed


@dataclass(frozen=True)
class BoardLine:
    """Who (the name) sits at a board for each side, "" where nobody does; the scores of the two, none without a table
    or where it was ruled on without a deal; and the points that it brought them, none as long as it is open.
    """

    number: int
    names: list[str]
    scores: list[Fraction]
    points: list[Fraction]


def board_lines(played: PlayedMatch, sides: Sequence[Id]) -> list[BoardLine]:
    """The boards of a match, what is of two in the order of these ``sides``."""
    tables = {table.game: (table, record) for table, record in zip(played.games, played.records, strict=True)}
    pairs = zip_longest(*(played.seating.line_ups.get(side, ()) for side in sides))
    by_number = dict(enumerate(pairs, start=1))
    alone = [who for number, pair in by_number.items() if number not in tables for who in pair if who]
    people = Entrant.objects.select_related("player", "substitute").in_bulk(alone) if alone else {}
    lines = []
    for number, pair in by_number.items():
        if number in tables:
            lines.append(_played_line(*tables[number], played.record.ids, sides))
        else:
            named = [people[who].substitute or people[who].player if who else None for who in pair]
            names = [player.short_name if player else "" for player in named]
            lines.append(BoardLine(number, names, [], [Fraction(bool(who)) for who in pair]))
    return lines


def _played_line(table: Table, record: TableRecord, teams: Sequence[Id], sides: Sequence[Id]) -> BoardLine:
    """Of the two ``teams``, the one named first sits where the first board has it."""
    seats = dict(zip(by_seat(table.game, teams), table.seats.all(), strict=True))
    sitting = [seats[side] for side in sides]
    brought = board_result(record, {who: who for who in record.ids})
    points = [] if record.kind == "open" else [brought.get(seat.entrant_id, Fraction()) for seat in sitting]
    names = [seat.player.short_name for seat in sitting]
    scores = [seat.score for seat in sitting] if table.deal_count or not points else []
    return BoardLine(table.game, names, scores, points)


def seeds_at(table: Table, state: StageState, seeds: Mapping[Id, int]) -> Mapping[Id, int]:
    """Entrants by their ``seeds``; at a board each side, by whoever plays there for it."""
    if not table.is_board:
        return seeds
    people = [seat.entrant_id for seat in table.seats.all()]
    return {who: seeds[side] for who, side in zip(people, state.sides(table), strict=True)}


@dataclass(frozen=True)
class LineUpPage:
    round: Round
    team: Team
    options: Options
    members: list[Entrant]  # in the order of the team
    sitting: list[int]  # who (ids) is at the boards as things stand
    against: str  # the other team

    @property
    def event(self) -> Event:
        return self.team.event

    @property
    def here(self) -> list[Entrant]:
        return [one for one in self.members if one.present and one.status == Entrant.Status.ACTIVE]

    @property
    def is_named(self) -> bool:
        return self.team.side_id in self.round.seating.line_ups


def line_up_page(round_id: int, team: Team) -> LineUpPage:
    """Raises Round.DoesNotExist where the team is not drawn in a round of this number that is to be published."""
    rounds = Round.objects.select_related("stage__event")
    round_ = rounds.get(pk=round_id, status=Round.Status.PREVIEW, stage__event=team.event_id)
    if team.side_id not in round_.seating.seated:
        raise Round.DoesNotExist
    options = read_plan(round_.stage.format, round_.stage.options).options
    members, against = sides_of(team.event).get(team.side_id or 0, []), _against(round_, team.side_id or 0)
    page = LineUpPage(round_, team, options, members, [], against)
    named, here = round_.seating.line_ups.get(team.side_id or 0, ()), [one.pk for one in page.here]
    sitting = line_up(here, boards=options.boards, named=named, fixed=options.line_up == "fixed")
    return replace(page, sitting=sitting)


def team_of_side(event: Event, side: int) -> Team:
    """Raises Team.DoesNotExist."""
    return event.teams.select_related("event__club").get(side=side)


def own_team(player: Player, round_id: int) -> Team:
    """That of which the player is captain where the round is drawn. Raises Team.DoesNotExist."""
    teams = Team.objects.select_related("event__club")
    return teams.get(members__player=player, members__captain=True, event__stages__rounds=round_id)


def _against(round_: Round, side: Id) -> str:
    """The team that this one meets in the round."""
    met = [who for table in round_.seating.tables if side in table.entrants for who in table.entrants if who != side]
    return Team.objects.filter(side__in=met).values_list("name", flat=True).first() or ""


class LineUpToName(NamedTuple):
    round: Round
    is_named: bool
    against: str


def line_ups_to_name(player: Player, events: Iterable[Event]) -> list[LineUpToName]:
    """The rounds of these ``events`` for which the player, as captain of a team, may say who plays. No query where
    none of them has teams and rounds.
    """
    of_teams = [event.pk for event in events if event.has_teams and event.has_rounds]
    if not of_teams:
        return []
    sides = dict(
        Team.objects.filter(members__player=player, members__captain=True, event__in=of_teams)
        .exclude(side=None)
        .values_list("event", "side")
    )
    if not sides:
        return []
    drawn = Round.objects.filter(stage__event__in=sides, status=Round.Status.PREVIEW).select_related("stage__event")
    mine = [(round_, sides[round_.stage.event_id]) for round_ in drawn]
    return [
        LineUpToName(round_, side in round_.seating.line_ups, _against(round_, side))
        for round_, side in mine
        if side in round_.seating.seated
    ]


def mates_of(event: Event, entrants: Iterable[Entrant]) -> list[frozenset[frozenset[Id]]]:
    """Who of these is to be kept apart, then who is of one team."""
    entrants = list(entrants)
    return [apart(event, {entrant.pk for entrant in entrants}), teams_among(entrants)]


def mates_apart(stage: Stage, lines: list[Qualified], playing: Mapping[Id, Entrant]) -> list[Qualified]:
    """The seeds proposed for a stage, those of a tier exchanged so that mates meet late, or early in a round robin; in
    a knockout those who come from one group count first.
    """
    people = [line.id for line in lines]
    kinds = mates_of(stage.event, [playing[who] for who in people])
    if not any(kinds):
        return lines
    groups, tiers = defaultdict(list), []
    if all(line.group for line in lines):
        tiers = [len(list(tier)) for _, tier in groupby(lines, key=lambda line: line.place)]
        for line in lines:
            groups[line.group].append(line.id)
    plan = read_plan(stage.format, stage.options)
    return reseeded(lines, apart_in(plan, people, [groups.values(), *kinds], tiers=tiers))
