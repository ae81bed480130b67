"""An evening that was played on paper becomes tables of its night."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from tournaments.audit import Actor
from tournaments.models import Deal, Table
from tournaments.selectors.table.deal_history import current_deals, score_table
from tournaments.services.change import commit_table_change, lock_night
from tournaments.services.club.clubs import players_named
from tournaments.services.night.nights import add_entrants
from tournaments.services.night.seating import open_tables
from tournaments.services.refusals import Refused
from tournaments.services.table.judging import end_early, keep_scores

Tell = Callable[[int, int], None]
"""How many of how many are done. It may raise Refused: then nothing of it stays."""


class PaperTable(NamedTuple):
    """``players`` by seat, ``deals`` in order, None one that was struck out; ``ended`` also before its game was."""

    number: int
    players: tuple[str, ...]
    first_dealer: int
    deals: tuple[Mapping[str, Any] | None, ...]
    ended: bool = True


@transaction.atomic
def bring_paper(
    *,
    event_id: int,
    tables: Sequence[PaperTable],
    file: str,
    actor: Actor,
    tell: Tell = lambda done, count: None,
) -> int:
    """All of them or none, each ended; how many deals. ``file``: by what it waited, since it is brought once, however
    often its button was tapped. Raises ScoringError or Refused.
    """
    event = lock_night(event_id)
    ids = [deal_ids(file, str(place), len(table.deals)) for place, table in enumerate(tables)]
    if Deal.objects.filter(client_id__in=[each for of_table in ids for each in of_table[:1]]).exists():
        raise Refused("file-gone")
    names = list(dict.fromkeys(name for table in tables for name in table.players))
    players = players_named(club=event.club, names=names, actor=actor)
    add_entrants(event_id=event.pk, players=players.values(), actor=actor)
    entrants = dict(event.entrants.values_list("player", "pk"))
    for done, (table, of_table) in enumerate(zip(tables, ids, strict=True), start=1):
        group = [entrants[players[name.casefold()].pk] for name in table.players]
        (opened,) = open_tables(event_id=event.pk, groups=[group], numbers=[table.number], actor=actor)
        write_sheet(opened.pk, table, of_table, actor)
        tell(done, len(tables))
    return sum(deal is not None for table in tables for deal in table.deals)


def deal_ids(file: str, table: str, count: int) -> list[UUID]:
    """Of the deals of one of its tables: the same whenever the file is brought."""
    return [uuid5(NAMESPACE_URL, f"{file}/{table}/{number}") for number in range(count)]


def write_sheet(table_id: int, paper: PaperTable, ids: Sequence[UUID], actor: Actor) -> None:
    table = Table.objects.select_related("event").get(pk=table_id)
    table.first_dealer = paper.first_dealer
    seats = list(table.seats.order_by("index"))
    version = {"table": table, "version": 1, "revision": table.event.revision + 1, "user": actor.user}
    Deal.objects.bulk_create(
        Deal(number=number, payload=payload, client_id=client_id, **version)
        for number, (payload, client_id) in enumerate(zip(paper.deals, ids, strict=True), start=1)
    )
    sheet = current_deals(table, seats=len(seats))
    result = score_table(table, sheet, seats=len(seats))
    keep_scores(table, seats, sheet, result)
    if result.finished:
        table.status, table.ended_at = Table.Status.FINISHED, table.opened_at
    elif paper.ended:
        end_early(table, seats, sheet, result)
    logged = [{"deal": number, "payload": payload} for number, payload in enumerate(paper.deals, start=1)]
    commit_table_change(table, actor, "paper-brought", after={"deal": len(paper.deals), "deals": logged})
