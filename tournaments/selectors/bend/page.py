"""What is kept of the chances at tables that are over, with who sat there."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.bend.course import ChancesAfter
from scoring.bend.story import TableStory, read_steps, read_story
from tournaments.models import Event, TableBend
from tournaments.selectors.table.cards import PlayerTag, by_table, seat_rows
from tournaments.selectors.table.page import TablePage

MOST = 30  # tables, those that turned most


@dataclass(frozen=True)
class ToldTable:
    id: int
    number: int
    players: Sequence[PlayerTag]  # by seat
    story: TableStory
    round: int | None = None  # of a tournament

    @property
    def rise(self) -> float:
        return swing(self.story)


@dataclass(frozen=True)
class ToldBend:
    table: ToldTable
    steps: list[ChancesAfter]


def swing(story: TableStory) -> float:
    return story.turn.after - story.turn.before if story.turn else 0.0


def table_bend(page: TablePage) -> ToldBend | None:
    """Nothing is told of an event that is not over."""
    if page.event.status != Event.Status.FINISHED:
        return None
    story, steps = _told(Q(table=page.table)).values_list("story", "steps").first() or (None, None)
    if story is None or steps is None:
        return None
    players = [seat.player for seat in page.card.seats]
    return ToldBend(ToldTable(page.table.pk, page.table.number, players, read_story(story)), read_steps(steps))


def told_tables(event: Event, *, most: int = MOST) -> list[ToldTable]:
    """Those that turned, the most first."""
    if event.status != Event.Status.FINISHED:
        return []
    known = _told(Q(table__event=event)).order_by("table__number", "table")
    rows = list(known.values_list("table_id", "story", "table__round__number"))
    stories = {table: read_story(story) for table, story, _ in rows if story}
    rounds = {table: number for table, _, number in rows}
    turned = sorted((table for table in stories if stories[table].turn), key=lambda table: -swing(stories[table]))
    sitting = {seats[0].table_id: seats for seats in by_table(seat_rows(Q(table__in=turned[:most])))}
    return [
        ToldTable(
            table, sitting[table][0].number, [seat.player for seat in sitting[table]], stories[table], rounds[table]
        )
        for table in turned[:most]
    ]


def _told(wanted: Q) -> QuerySet[TableBend]:
    return TableBend.objects.filter(wanted, waits=False, story__isnull=False)
