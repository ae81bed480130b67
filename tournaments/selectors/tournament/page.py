"""A tournament for everyone and on the projector: the round being played, how its stages stand, the places after each
round, and a club's latest podium.
"""

from bisect import bisect_left
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile

from django.core.paginator import Page, Paginator
from django.utils.translation import get_language

from tournaments.formats.plan import starting_kind
from tournaments.formats.record import EventRecord, Id
from tournaments.formats.stages import event_record
from tournaments.formats.standings.points import PointRule
from tournaments.formats.standings.ranking import running_scores
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import WITH_ROUNDS, Event, Stage
from tournaments.selectors.bracket import StageBracket, stage_brackets
from tournaments.selectors.charts import LINES
from tournaments.selectors.following import kept, kept_for_tables
from tournaments.selectors.night.scoreboard import TEAM_FACTS, TILES, LiveRow, drawn, table_row
from tournaments.selectors.night.standings import STEPS, OnPodium, Podium, night_page, placed_at_night, podium_of
from tournaments.selectors.night.wall import ROWS_A_COLUMN, TABLES_A_SHEET, OpeningSheet, opening_sheets, parts
from tournaments.selectors.stage.beginning import leading_stage
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.places import (
    GroupPlaces,
    PlaceRow,
    StageSection,
    final_places,
    final_points,
    ranked_places,
    shown_section,
)
from tournaments.selectors.stage.records import StageState, shown_state
from tournaments.selectors.stage.rounds import RoundTable, RoundView, current_round
from tournaments.selectors.stage.stages import Person, every_stage, person
from tournaments.selectors.table.cards import PlayerTag, TableCard, number_text
from tournaments.selectors.table.deals import ClockView

FEWEST = 2  # rounds that a picture takes


@dataclass(frozen=True)
class PlaceCourse:
    player: PlayerTag
    places: tuple[int, ...]  # after each round that has all its results


@dataclass(frozen=True)
class PlacesByRound:
    """``courses``: of the first as the group stands now, as many as a picture takes. ``lead_since``: the round after
    which who leads alone now came first.
    """

    group: int | None
    courses: list[PlaceCourse]
    lead_since: int | None


def shown_places_by_round(state: StageState) -> list[PlacesByRound]:
    """Made once for all readers."""
    stage = state.stage
    stored: KnownPlaces = kept_for_tables(stage.event, ("rounds", stage.pk), dict)
    return kept(stage.event, ("by round", stage.pk), lambda: places_by_round(state, stored))


def places_by_round(state: StageState, known_places: "KnownPlaces | None" = None) -> list[PlacesByRound]:
    """The places after each round, in each group. They go by points alone, and equal points share them. What is in
    ``known_places`` by the same record stays.
    """
    if not state.plan.form.standings:
        return []
    several = len(state.groups) > 1
    known_places = {} if known_places is None else known_places
    courses = [
        _of_group(state, index, index + 1 if several else None, known_places) for index in range(len(state.groups))
    ]
    return [course for course in courses if course]


KnownPlaces = dict[int, tuple[EventRecord, Mapping[Id, tuple[int, ...]]]]
"""Of a group (its index), with the rounds they were made of: anew where one has ended, not where somebody plays on."""


def _of_group(state: StageState, index: int, number: int | None, known_places: KnownPlaces) -> PlacesByRound | None:
    group, options = state.groups[index], state.plan.options
    played = takewhile(lambda round_: all(table.kind != "open" for table in round_.tables), group.rounds)
    rounds = len(list(played))
    if rounds < FEWEST:
        return None
    record = event_record(group, options, scheduled=state.plan.form.scheduled)
    ended = replace(record, rounds=record.rounds[:rounds], decisions=())
    if index not in known_places or known_places[index][0] != ended:
        known_places[index] = ended, _places_after_each(ended, options.points)
    places = known_places[index][1]
    rows = [row.id for row in state.standings[index] if row.id in places]
    courses = [PlaceCourse(person(state.entrants[who]).tag, places[who]) for who in rows[:LINES]]
    return PlacesByRound(number, courses, _lead_since([places[who] for who in rows]))


def _places_after_each(record: EventRecord, rule: PointRule) -> Mapping[Id, tuple[int, ...]]:
    scores = running_scores(record, rule, rounds=len(record.rounds))
    after_each = [_places(after) for after in zip(*scores.values(), strict=True)]
    return dict(zip(scores, zip(*after_each, strict=True), strict=True))


def _places(scores: Sequence[Fraction]) -> list[int]:
    ordered = sorted(-score for score in scores)
    return [1 + bisect_left(ordered, -score) for score in scores]


def _lead_since(courses: list[tuple[int, ...]]) -> int | None:
    first, *others = courses
    if first[-1] != 1 or any(places[-1] == 1 for places in others):
        return None
    return len(first) + 1 - len(list(takewhile(lambda place: place == 1, reversed(first))))


@dataclass(frozen=True)
class TournamentPage:
    event: Event
    revision: int
    in_play: list[RoundView]  # of each stage that is played, that of the stage below first
    stage: StageSection | None  # the one that is played, or the latest that has begun
    by_round: list[PlacesByRound]  # of that stage
    earlier: list[StageSection]  # the others, the latest first
    planned: list[Stage]
    stages: list[Stage]  # all of them
    people: list[Person]  # who has entered; only before the first stage begins
    final: list[PlaceRow]  # once it is over, where the last stage alone does not tell them
    ranked: list[PlaceRow]  # these, or where one group is played by points, or is over, as the desk ranks it
    states: list[StageState]  # of the stages that have begun

    @property
    def now(self) -> RoundView | None:
        return self.in_play[0] if self.in_play else None

    @property
    def has_cross_table(self) -> bool:
        return any(section.crossed for section in self._begun)

    @property
    def _begun(self) -> list[StageSection]:
        return [*([self.stage] if self.stage else []), *self.earlier]


def tournament_page(event: Event, *, now: datetime) -> TournamentPage:
    stages = every_stage(event)
    states = begun_states(stages)
    views = rounds_in_play(states, event, now=now)
    leading = _leading_state(states, views)
    others = [shown_section(state) for state in reversed(states) if state is not leading]
    sections = [shown_section(leading), *others] if leading else []
    over = event.status == Event.Status.FINISHED
    several = len(states) > 1 or any(len(section.groups) > 1 for section in sections)
    final = final_places(states) if over and several else []
    return TournamentPage(
        event=event,
        revision=event.revision,
        in_play=views,
        stage=sections[0] if sections else None,
        by_round=shown_places_by_round(leading) if leading else [],
        earlier=sections[1:],
        stages=stages,
        planned=[] if over and states else [stage for stage in stages if stage.status == Stage.Status.PLANNED],
        people=[] if states else entered(event),
        final=final,
        ranked=final or (_ranked(leading, over=over) if leading else []),
        states=states,
    )


def _leading_state(states: Sequence[StageState], views: Sequence[RoundView]) -> StageState | None:
    """That of the first round in play; where nothing is played, that which says who is first."""
    if not states:
        return None
    playing = [view.stage for view in views if view.open or view.late]
    stage = playing[0] if playing else leading_stage([state.stage for state in states])
    return next(state for state in states if state.stage.number == stage.number)


def _ranked(state: StageState, *, over: bool) -> list[PlaceRow]:
    section = shown_section(state)
    if len(section.groups) > 1 or not (over or section.counted == "points"):
        return []
    return kept(state.stage.event, ("ranked", state.stage.pk), lambda: ranked_places(state))


def rounds_in_play(states: Sequence[StageState], event: Event, *, now: datetime) -> list[RoundView]:
    """The newest round of each stage that has open tables; where none has, that of the latest stage."""
    if event.status == Event.Status.FINISHED:
        return []
    running = [state for state in states[:-1] if state.stage.status == Stage.Status.RUNNING]
    views = [current_round(state, event, now=now) for state in (*running, *states[-1:])]
    rounds = [view for view in views if view]
    return [view for view in rounds if view.open or view.late] or rounds[-1:]


def round_tiles(view: RoundView, number: str, *, matches: Mapping[int, str]) -> "Page[LiveRow]":
    """A page of the round's tables, those of earlier rounds first. Boards of a match stand below what its teams have,
    each with the same team on the left. ``matches``: by table, its match in words.
    """
    page = Paginator([*view.late, *view.tables], TILES).get_page(number or 1)
    above: tuple[str, int] = ("", 0)  # a match: what its teams have, its latest board

    def row(tile: RoundTable) -> LiveRow:
        nonlocal above
        words, match = matches.get(tile.card.id, ""), tile.card.match
        drawn_row = table_row(tile.card, note=tile.note, match=words, absent=tile.absent)
        if match is None or not match.board:
            return drawn_row
        begins = above[0] != match.between or match.game <= above[1]
        above = (match.between, match.game)
        facts = dict(drawn_row.facts)
        if not begins:
            facts |= dict.fromkeys(TEAM_FACTS, "")
        if match.game % 2 == 0:
            facts["kind"] += " pairing-turned"
        return drawn_row._replace(facts=facts)

    return drawn(page, row)


def states_of(event: Event) -> list[StageState]:
    """The states of a tournament's stages that have begun."""
    return begun_states(every_stage(event))


def begun_states(stages: list[Stage]) -> list[StageState]:
    return [shown_state(stage) for stage in stages if stage.status != Stage.Status.PLANNED]


def entered(event: Event) -> list[Person]:
    return [person(entrant) for entrant in entrants_in_order(event)]


def read_tournament(event_id: int) -> Event:
    """A tournament with its club. Raises Event.DoesNotExist, for a club night too."""
    return Event.objects.select_related("club").get(pk=event_id, kind__in=WITH_ROUNDS)


Placed = tuple[int, int, str, int]  # place, player, value, exact


@dataclass(frozen=True)
class LastPodium:
    event: Event
    podium: Podium


def last_podium(over: Sequence[Event], tags: Mapping[int, PlayerTag]) -> LastPodium | None:
    """Of the first of these events in which anybody has won anything. Names are read anew each time: they change."""
    for event in over:
        placed = _placed(event.pk, event.created_at, event.revision, get_language())
        people = [
            OnPodium(place, tags[player], value, exact) for place, player, value, exact in placed if player in tags
        ]
        if podium := podium_of(people):
            return LastPodium(event, podium)
    return None


@lru_cache(maxsize=128)
def _placed(pk: int, _created_at: datetime, _revision: int, _language: str | None) -> tuple[Placed, ...]:
    """Of an event that is over, until something of it changes: it may be large, and is asked for at every visit."""
    placed = everybody_placed(Event.objects.get(pk=pk))
    return tuple(
        (person.place, person.player.id, person.value, person.exact) for person in placed if person.place <= STEPS
    )


def everybody_placed(event: Event) -> list[OnPodium]:
    """Everybody's place at an event, the best first: in a tournament by its stages, else by points."""
    if event.has_rounds:
        states = states_of(event)
        points = {who: number_text(number) for who, number in final_points(states).items()}
        rows = final_places(states)
        return [OnPodium(row.place, row.person.tag, points.get(row.person.id, "")) for row in rows if row.place]
    return placed_at_night(night_page(event))


@dataclass(frozen=True, eq=False)
class PlacesSheet:
    columns: list[list[PlaceRow]]  # one or two
    group: int | None
    part: int
    of: int
    counted: str  # as in StageSection
    figure: str  # what one started with, or the first tie-break that tells everybody something, or empty
    stage: int | None = None  # its number, where it is of one stage


@dataclass(frozen=True)
class TournamentWall:
    event: Event
    revision: int
    here: int  # people who are to play
    round: int | None
    stage: Stage | None  # that is played, or comes first
    heading: str  # of its tables
    over: bool
    starting: str  # once it is over, which of STARTING its places count, "" for none
    podium: Podium | None
    opening_sheets: list[OpeningSheet]  # of the round's tables that have not begun
    table_sheets: list[list[LiveRow]]
    places_sheets: list[PlacesSheet]
    brackets: list[StageBracket]  # that of the stage that is played, if it is a knockout
    clocks: list[tuple[Stage, ClockView]]
    in_play: int  # so many stages are played


def tournament_wall(event: Event, *, now: datetime, words: Callable[[RoundView], Mapping[int, str]]) -> TournamentWall:
    """``words``: by table of a round, its match in words."""
    stages = every_stage(event)
    states = begun_states(stages)
    over = event.status == Event.Status.FINISHED
    views = rounds_in_play(states, event, now=now)
    view = views[0] if views else None
    cards = [table.card for view in views for table in (*view.late, *view.tables)]
    places = [GroupPlaces(None, [], final_places(states))] if over else []
    in_play = [state for state in states if state.stage in [view.stage for view in views]] or states[-1:]
    waiting = [
        card
        for card in cards
        if card.playing and not card.begun and (card.match is None or card.match.board or card.match.game == 1)
    ]
    return TournamentWall(
        event=event,
        revision=event.revision,
        here=0 if states else event.entrants.people().filter(present=True).count(),
        round=view.round.number if view else None,
        stage=view.stage if view else _in_play(stages),
        heading=view.round.title if view and len(views) == 1 else "",
        over=over,
        starting=starting_kind(state.plan for state in states) if over else "",
        podium=podium_of([OnPodium(row.place, row.person.tag) for place in places for row in place.rows if row.place]),
        opening_sheets=opening_sheets([(seat.player, card.number) for card in waiting for seat in card.seats]),
        table_sheets=parts(_rows(cards, event, ChainMap(*(dict(words(view)) for view in views))), TABLES_A_SHEET),
        places_sheets=_sheets(places, "places") if over else _stages_sheets(in_play),
        brackets=stage_brackets(in_play),
        clocks=[(view.stage, view.clock) for view in views if view.clock],
        in_play=len(in_play),
    )


def _in_play(stages: list[Stage]) -> Stage | None:
    begun = [stage for stage in stages if stage.status != Stage.Status.PLANNED]
    return begun[-1] if begun else next(iter(stages), None)


def _rows(cards: list[TableCard], event: Event, matches: Mapping[int, str]) -> list[LiveRow]:
    """The rows of the cards; that of a card and match that are the same (`shown_cards`) stays."""
    stored: dict[int, tuple[TableCard, LiveRow]] = kept_for_tables(event, ("wall", get_language()), dict)
    rows = []
    for card in cards:
        match = matches.get(card.id, "")
        stored_card, row = stored.get(card.id, (None, None))
        if row is None or stored_card is not card or row.facts["match"] != match:
            row = table_row(card, match=match)
            stored[card.id] = card, row
        rows.append(row)
    return rows


def _stages_sheets(states: Sequence[StageState]) -> list[PlacesSheet]:
    return [sheet for state in states for sheet in _stage_sheets(shown_section(state))]


def _stage_sheets(section: StageSection | None) -> list[PlacesSheet]:
    """A bracket tells by itself who is out; before the first round nobody stands anywhere."""
    if section is None or section.bracket or not section.rounds:
        return []
    stage = section.stage
    key = ("sheets", stage.pk, get_language())
    return kept(stage.event, key, lambda: _sheets(section.groups, section.counted, stage.number))


def _sheets(groups: list[GroupPlaces], counted: str, stage: int | None = None) -> list[PlacesSheet]:
    sheets = []
    for group in groups:
        cut = parts(group.rows, 2 * ROWS_A_COLUMN)
        first = [key for key in group.columns if key == "starting-points"]
        figure = next((key for key in (*first, *group.columns) if not TIEBREAKS[key].within_ties), "")
        for number, rows in enumerate(cut, start=1):
            columns = parts(rows, ROWS_A_COLUMN)
            sheets.append(PlacesSheet(columns, group.number, number, len(cut), counted, figure, stage))
    return sheets
