"""The projector's page of a tournament: its current round, how the stage stands, and the part of a bracket played."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import Event
from tournaments.selectors.bracket.stage_brackets import StageBracket, stage_brackets
from tournaments.selectors.kept import kept, kept_for_tables
from tournaments.selectors.night.opening import OpeningSheet
from tournaments.selectors.night.podium import OnPodium, Podium, podium_of
from tournaments.selectors.night.scoreboard import LiveRow, table_row
from tournaments.selectors.night.wall import ROWS_A_COLUMN, TABLES_A_SHEET, opening_sheets, parts
from tournaments.selectors.stage.chain import every_stage
from tournaments.selectors.stage.pairings import RoundView, current_round
from tournaments.selectors.stage.places import GroupPlaces, PlaceRow, StageSection, final_places, shown_section
from tournaments.selectors.table.cards import TableCard
from tournaments.selectors.table.clock_view import ClockView
from tournaments.selectors.tournament.page import begun_states


@dataclass(frozen=True, eq=False)
class PlacesSheet:
    columns: list[list[PlaceRow]]  # one or two
    group: int | None
    part: int
    of: int
    counted: str  # as in StageSection
    figure: str  # the first tie-break that tells everybody something, or empty


@dataclass(frozen=True)
class TournamentWall:
    event: Event
    revision: int
    here: int  # people who are to play
    round: int | None
    heading: str  # of its tables
    over: bool
    podium: Podium | None
    opening_sheets: list[OpeningSheet]  # of the round's tables that have not begun
    table_sheets: list[list[LiveRow]]
    places_sheets: list[PlacesSheet]
    brackets: list[StageBracket]  # that of the stage that is played, if it is a knockout
    clock: ClockView | None


def tournament_wall(event: Event, *, now: datetime) -> TournamentWall:
    stages = every_stage(event)
    states = begun_states(stages)
    over = event.status == Event.Status.FINISHED
    view = current_round(states[-1], event, now=now) if states and not over else None
    cards = _cards(view)
    places = [GroupPlaces(None, [], final_places(states))] if over else []
    section = shown_section(states[-1]) if states else None
    waiting = [card for card in cards if card.playing and not card.begun]
    return TournamentWall(
        event=event,
        revision=event.revision,
        here=0 if states else event.entrants.filter(present=True).count(),
        round=view.round.number if view else None,
        heading=view.round.title if view else "",
        over=over,
        podium=podium_of([OnPodium(row.place, row.person.tag) for each in places for row in each.rows if row.place]),
        opening_sheets=opening_sheets([(seat.player, card.number) for card in waiting for seat in card.seats]),
        table_sheets=parts(_rows(cards, event), TABLES_A_SHEET),
        places_sheets=_sheets(places, "places") if over else _stage_sheets(section),
        brackets=stage_brackets(states[-1:]),
        clock=view.clock if view else None,
    )


def _cards(view: RoundView | None) -> list[TableCard]:
    return [table.card for table in (*view.late, *view.tables)] if view else []


def _rows(cards: list[TableCard], event: Event) -> list[LiveRow]:
    """That of a card that is the same (`shown_cards`) stays."""
    known: dict[int, tuple[TableCard, LiveRow]] = kept_for_tables(event, ("wall", get_language()), dict)
    rows = []
    for card in cards:
        before, row = known.get(card.id, (None, None))
        if row is None or before is not card:
            row = table_row(card)
            known[card.id] = card, row
        rows.append(row)
    return rows


def _stage_sheets(section: StageSection | None) -> list[PlacesSheet]:
    """A bracket tells by itself who is out; before the first round nobody stands anywhere."""
    if section is None or section.bracket or not section.rounds:
        return []
    stage = section.stage
    made = ("sheets", stage.pk, get_language())
    return kept(stage.event, made, lambda: _sheets(section.groups, section.counted))


def _sheets(groups: list[GroupPlaces], counted: str) -> list[PlacesSheet]:
    sheets = []
    for group in groups:
        cut = parts(group.rows, 2 * ROWS_A_COLUMN)
        figure = next((key for key in group.columns if not TIEBREAKS[key].within_ties), "")
        for number, rows in enumerate(cut, start=1):
            columns = parts(rows, ROWS_A_COLUMN)
            sheets.append(PlacesSheet(columns, group.number, number, len(cut), counted, figure))
    return sheets
