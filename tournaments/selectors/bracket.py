"""The brackets of a tournament: how far each has come, who plays in it, and at which tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.urls import reverse

from tournaments.formats.bracket.progress import Bracket, Progress
from tournaments.formats.record import Id, StageRecord, TableRecord
from tournaments.formats.stages import bracket_progress
from tournaments.models import Ruling, Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import ON_PLACES, has_result, newest, person
from tournaments.selectors.table.cards import SeatRow, by_table, number_text, rows_playing
from tournaments.selectors.table.confirmations import is_stopped


@dataclass(frozen=True)
class SeatName:
    name: str
    short: str
    url: str = ""
    seed: int | None = None
    stands_in_for: str = ""


@dataclass(frozen=True)
class TableLink:
    """The table at which a match is or was played; ``scores`` as text, by who sits there: of several games how many
    each has won. ``extra``: one is played that was added as they were level. ``ruling``: how the
    director decided it.
    """

    url: str
    number: int
    state: Literal["playing", "adjourned", "over", "walk-over"]
    scores: Mapping[Id, str] = field(default_factory=dict)
    forfeited: frozenset[Id] = frozenset()
    extra: bool = False
    ruling: str = ""


@dataclass(frozen=True)
class StageBracket:
    """A knockout stage with its bracket. ``tables`` by the number of the match: where it is or was last played."""

    stage: Stage
    bracket: Bracket
    progress: Progress
    names: Mapping[Id, SeatName]
    tables: Mapping[int, TableLink]


def stage_brackets(states: Sequence[StageState]) -> list[StageBracket]:
    """The brackets of every stage that is a knockout, the latest first."""
    return [bracket for state in reversed(states) if (bracket := _stage_bracket(state)) is not None]


def _stage_bracket(state: StageState) -> StageBracket | None:
    bracket = state.bracket
    if bracket is None:
        return None
    (group,) = state.groups
    progress = bracket_progress(group, bracket)
    return StageBracket(state.stage, bracket, progress, _names(state), _links(state, group))


def _names(state: StageState) -> dict[Id, SeatName]:
    names = {}
    for entry in state.entries:
        them = person(entry.entrant)
        url = reverse("player", args=[them.tag.id])
        names[them.id] = SeatName(them.tag.name, them.tag.short_name, url, entry.seed, them.stands_in_for)
    return names


def _links(state: StageState, group: StageRecord) -> dict[int, TableLink]:
    """By match, the table at which it was played last."""
    playing = {rows[0].table_id: rows for rows in by_table(rows_playing(state.stage.event_id))}
    links = {}
    for round_, played in zip(state.rounds, group.rounds, strict=False):
        for table, record in zip(state.tables[round_.pk], played.tables, strict=True):
            if table.match:
                links[table.match] = _link(table, playing.get(table.pk, ()), record, state)
    return links


def _link(table: Table, playing: Sequence[SeatRow], record: TableRecord, state: StageState) -> TableLink:
    deals, seats = (playing[0].deal_count, playing) if playing else (table.deal_count, table.seats.all())
    scores = {seat.entrant_id: number_text(seat.score) for seat in seats} if deals else {}
    if table.games > 1:
        # Over without a game won: the director decided the match, and 0–0 would read as a draw.
        decided = record.kind != "open" and not any(seat.wins for seat in record.seats)
        scores = {} if decided else {seat.id: number_text(seat.wins) for seat in record.seats}
    return TableLink(
        url=reverse("table", args=[table.pk]),
        number=table.number,
        state=_link_state(table, record, state),
        scores=scores,
        forfeited=record.forfeited,
        extra=table.extra_games > 0,
        ruling=_ruling(table, record, state),
    )


def _ruling(table: Table, record: TableRecord, state: StageState) -> str:
    """In words, where the places are the director's: of several games those of the match, on whichever it was ruled.
    Also a forfeit by which nobody moves: whoever forfeits has moved on.
    """
    kinds = [Ruling.Kind.MATCH] if table.games > 1 else [*ON_PLACES]
    if table.games == 1 and not record.forfeited:
        kinds.append(Ruling.Kind.FORFEIT)
    words_on = (newest(state.rulings.get(game.pk, [])) for game in state.games.get(table.pk, [table]))
    return next((str(ruling.get_kind_display()) for ruling in words_on if ruling and ruling.kind in kinds), "")


def _link_state(
    table: Table, record: TableRecord, state: StageState
) -> Literal["playing", "adjourned", "over", "walk-over"]:
    is_over = record.kind != "open" if table.games > 1 else has_result(table, state.rulings.get(table.pk, []))
    if is_over or (table.status in ENDED and not table.is_board and not is_stopped(table)):
        return "walk-over" if len(record.present) < 2 else "over"
    return "adjourned" if table.status == Table.Status.ADJOURNED and not table.is_board else "playing"
