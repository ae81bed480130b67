"""The brackets of a tournament as its pages draw them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.formats.draw import Id
from tournaments.formats.record import TableRecord
from tournaments.formats.stages import StageRecord, bracket_progress
from tournaments.models import Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.bracket.boxes import SeatName, TableLink
from tournaments.selectors.bracket.view import BracketView, bracket_view
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.people import person
from tournaments.selectors.stage.records import StageState, has_result
from tournaments.selectors.table.confirmations import is_stopped


@dataclass(frozen=True)
class StageBracket:
    stage: Stage
    id: str  # of its part of the page
    view: BracketView


def stage_brackets(states: Sequence[StageState]) -> list[StageBracket]:
    """Of every stage that is a knockout, the latest first."""
    return [
        StageBracket(state.stage, f"bracket-{state.stage.number}", view)
        for state in reversed(states)
        if (view := _view(state)) is not None
    ]


def _view(state: StageState) -> BracketView | None:
    if state.plan.form.bracket is None:
        return None
    (group,) = state.groups
    bracket = state.plan.form.bracket(len(group.entrants), state.plan.options)
    return bracket_view(bracket, bracket_progress(group, bracket), _names(state), tables=_links(state, group))


def _names(state: StageState) -> dict[Id, SeatName]:
    names = {}
    for entry in state.entries:
        them = person(entry.entrant)
        words = {"name": them.tag.name, "other": them.stands_in_for}
        name = _("%(name)s for %(other)s") % words if them.stands_in_for else them.tag.name
        url = reverse("player", args=[them.tag.id])
        names[them.id] = SeatName(name, them.tag.short_name, url, entry.seed)
    return names


def _links(state: StageState, group: StageRecord) -> dict[int, TableLink]:
    """By match, the table at which it was played last."""
    links = {}
    for round_, played in zip(state.rounds, group.rounds, strict=True):
        for table, record in zip(state.tables[round_.pk], played.tables, strict=True):
            if table.match:
                links[table.match] = _link(table, record, state)
    return links


def _link(table: Table, record: TableRecord, state: StageState) -> TableLink:
    scores = {seat.entrant_id: number_text(seat.score) for seat in table.seats.all()} if table.deal_count else {}
    return TableLink(
        url=reverse("table", args=[table.pk]),
        number=table.number,
        state=_link_state(table, record, state),
        scores=scores,
        forfeited=record.forfeited,
    )


def _link_state(
    table: Table, record: TableRecord, state: StageState
) -> Literal["playing", "adjourned", "over", "walk-over"]:
    if has_result(table, state.rulings.get(table.pk, [])) or (table.status in ENDED and not is_stopped(table)):
        return "walk-over" if len(record.present) < 2 else "over"
    return "adjourned" if table.status == Table.Status.ADJOURNED else "playing"
