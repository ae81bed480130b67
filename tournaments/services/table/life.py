"""What happens to tables besides their deals: they end, are adjourned and carried on, and the codes of their pads are
renewed. From then on an old card opens nothing.
"""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from tournaments.audit import Actor, Details
from tournaments.models import Entrant, Event, PadLink, Ruling, Seat, SeatPhone, Table
from tournaments.models.event import GRACE
from tournaments.models.table import ENDED
from tournaments.selectors.night.desk import free_numbers, numbers_in_use
from tournaments.selectors.stage.stages import PlayedMatch, newest, played_match
from tournaments.selectors.table.deals import current_deals, has_later_round, score_table
from tournaments.services.change import commit_change, commit_table_change, lock_event, lock_table
from tournaments.services.handicaps import give_handicaps
from tournaments.services.opening import require_free
from tournaments.services.refusals import Missing, Refused
from tournaments.services.table.judging import end_early, keep_scores


@transaction.atomic
def end_table(*, table_id: int, actor: Actor) -> Table:
    """Ends a table, whose players get up: finished where the game has no length of its own, else closed unfinished
    (V10).
    """
    table = lock_table(table_id)
    if table.status not in (Table.Status.PLAYING, Table.Status.ADJOURNED):
        raise Refused("table-over")
    seats = list(table.seats.order_by("index"))
    sheet = current_deals(table, seats=len(seats))
    end_early(table, seats, sheet, score_table(table, sheet, seats=len(seats)))
    commit_table_change(table, actor, "table-ended")
    return table


def end_boards(*, table_id: int, actor: Actor) -> None:
    """Those of the match of teams to which the table belongs, if it does, that have not ended."""
    if match := _match_of_teams(table_id):
        for board in match.games:
            if board.status not in ENDED:
                end_table(table_id=board.pk, actor=actor)


@transaction.atomic
def adjourn_table(*, table_id: int, actor: Actor) -> None:
    table = lock_table(table_id)
    if table.status != Table.Status.PLAYING:
        raise Refused("table-over")
    table.status = Table.Status.ADJOURNED
    commit_table_change(table, actor, "table-adjourned")


@transaction.atomic
def resume_table(*, table_id: int, event_id: int, actor: Actor) -> Table:
    """An adjourned table goes on with its seats, dealer and sheets: on its own night, or carried on to another."""
    table = lock_table(table_id, going_to=event_id)
    origin = table.event
    event = origin if origin.pk == event_id else lock_event(event_id)
    if event.club_id != origin.club_id:
        raise Missing
    if table.status != Table.Status.ADJOURNED:
        raise Refused("table-not-adjourned")
    if event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    if event.pk != origin.pk and (event.has_rounds or origin.has_rounds):
        raise Refused("no-night")
    if (event.game, event.game_rules) != (origin.game, origin.game_rules):
        raise Refused("other-game")
    seats = list(table.seats.select_related("entrant__player"))
    require_free(event, [seat.entrant.player_id for seat in seats])
    given = _carry_on(table, seats, event, actor) if event.pk != origin.pk else {}
    # The cards are dealt anew: what neighbours asked of a phone before, and were allowed, was of others.
    phones = SeatPhone.objects.filter(seat__table=table)
    phones.update(asked_at=None, asked_by=None, lets_neighbours=False, agreed_number=None, agreed_recorded=None)
    table.status = Table.Status.PLAYING
    commit_table_change(table, actor, "table-resumed", after=given)
    return table


@transaction.atomic
def reopen_table(*, table_id: int, actor: Actor) -> None:
    """Take back that a table was ended, or that it was taken back: it plays on as it was, from the same pad. A game
    that is over by itself stays over.
    """
    table = lock_table(table_id)
    if not (table.status in ENDED or (table.status == Table.Status.UNDONE and table.round_id is None)):
        raise Refused("table-not-ended")
    if table.event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    if has_later_round(table):
        raise Refused("later-round")
    seats = list(table.seats.select_related("entrant").order_by("index"))
    sheet = current_deals(table, seats=len(seats))
    taken_back_at = table.ended_at if table.status == Table.Status.UNDONE else None
    table.status, table.ended_at = Table.Status.PLAYING, None
    result = score_table(table, sheet, seats=len(seats))
    if result.finished:
        raise Refused("game-over")
    require_free(table.event, [seat.entrant.player_id for seat in seats], going_on=table)
    if taken_back_at and not table.pad_links.filter(revoked_at=None).exists():
        table.pad_links.filter(revoked_at=taken_back_at).update(revoked_at=None)
    keep_scores(table, seats, sheet, result)
    commit_table_change(table, actor, "table-reopened")


def reopen_boards(*, table_id: int, actor: Actor) -> None:
    """Once nothing is ruled on a match of teams any more, its boards without a deal or a ruling of their own play."""
    match = _match_of_teams(table_id)
    if match is None or match.is_ruled:
        return
    for board in match.games:
        word = newest(match.rulings.get(board.pk, ()))
        if board.status in ENDED and not board.deal_count and (word is None or word.kind == Ruling.Kind.LIFTED):
            reopen_table(table_id=board.pk, actor=actor)


@transaction.atomic
def take_back_table(*, table_id: int, actor: Actor) -> None:
    """A table of a night that was opened by mistake is as if it had never been, until it is reopened."""
    table = lock_table(table_id)
    if table.round_id:
        raise Refused("no-night")
    if table.event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    if table.status == Table.Status.UNDONE:
        raise Refused("table-over")
    if table.deal_count:
        raise Refused("table-begun", table=table.number)
    table.status, table.ended_at = Table.Status.UNDONE, timezone.now()
    table.pad_links.filter(revoked_at=None).update(revoked_at=table.ended_at)
    commit_table_change(table, actor, "table-taken-back")


@transaction.atomic
def renew_pad_link(*, table_id: int, actor: Actor) -> PadLink:
    table = lock_table(table_id)
    old_link = _revoke(table)
    link = PadLink.objects.create(table=table)
    commit_change(
        table.event, actor, "pad-link-renewed", table=table, before={"link": old_link}, after={"link": link.pk}
    )
    return link


@transaction.atomic
def revoke_pad_link(*, table_id: int, actor: Actor) -> None:
    table = lock_table(table_id)
    old_link = _revoke(table)
    commit_change(table.event, actor, "pad-link-revoked", table=table, before={"link": old_link}, after={"link": None})


@transaction.atomic
def renew_codes(*, event_id: int, tables: Collection[int], newest: int, actor: Actor) -> int:
    """Makes the codes of these tables (ids) new, but for those renewed since: `newest` is the latest link (id) that was
    seen, so that a second tap does nothing. Returns how many.
    """
    event = lock_event(event_id)
    tables_seen = event.tables.filter(pk__in=tables).exclude(status=Table.Status.UNDONE)
    renewed = list(tables_seen.exclude(pad_links__pk__gt=newest).order_by("number"))
    valid = PadLink.objects.filter(table__in=renewed, revoked_at=None)
    had = set(valid.values_list("table", flat=True))
    old_facts: Details = {"tables": [table.number for table in renewed if table.pk in had]}
    valid.update(revoked_at=timezone.now())
    PadLink.objects.bulk_create(PadLink(table=table) for table in renewed)
    new_facts: Details = {"tables": [table.number for table in renewed]}
    if renewed:
        commit_change(event, actor, "codes-renewed", before=old_facts, after=new_facts)
    return len(renewed)


@transaction.atomic
def make_codes_good_again(*, event_id: int, actor: Actor) -> None:
    """Makes an event's codes good for a day, so that a table can put right what is wrong, or a phone send what it has
    kept.
    """
    event = lock_event(event_id)
    if event.codes_end_at is None:
        raise Refused("codes-good")
    old_codes_end_at, event.codes_end_at = event.codes_end_at, timezone.now() + GRACE
    event.save(update_fields=["codes_end_at"])
    until: Details = {"until": event.codes_end_at.isoformat()}
    commit_change(event, actor, "codes-good-again", before={"until": old_codes_end_at.isoformat()}, after=until)


def _revoke(table: Table) -> int | None:
    """The link (id) that opened the pad until now."""
    valid = table.pad_links.filter(revoked_at=None)
    link = valid.values_list("pk", flat=True).first()
    valid.update(revoked_at=timezone.now())
    return link


def _match_of_teams(table_id: int) -> PlayedMatch | None:
    table = lock_table(table_id)
    return played_match(table) if table.is_board else None


def _carry_on(table: Table, seats: list[Seat], event: Event, actor: Actor) -> Details:
    """Tells what the log says of those who come with it."""
    origin, number = table.event, table.number
    for seat in seats:
        entrant, _ = Entrant.objects.get_or_create(event=event, player_id=seat.entrant.player_id)
        if not entrant.present:
            entrant.present, entrant.left_at = True, None
            entrant.save(update_fields=["present", "left_at"])
        seat.entrant = entrant
        seat.save(update_fields=["entrant"])
    given = give_handicaps(event)  # before it is among the event's tables, whose first deal would be dealt already
    table.began_in = table.began_in or origin
    table.event = event
    (table.number,) = free_numbers(numbers_in_use(event), wanted=1)
    # What is kept of the old night is read without it.
    table.save(update_fields=["began_in", "event", "number"])
    # The table's deals carry the old night's revisions; the new one must not count below them.
    event.revision = max(event.revision, origin.revision)
    old_facts: Details = {"night": origin.name, "table": number}
    new_facts: Details = {"night": event.name, "event": event.pk, "table": table.number}
    commit_change(origin, actor, "table-carried-on", table=table, before=old_facts, after=new_facts)
    return given


def make_place(table: Table, index: int | None) -> int:
    """Where a seat can be added: last, or at this `index`, from which the others move on."""
    seats = list(table.seats.order_by("-index"))
    place = len(seats) if index is None else min(index, len(seats))
    for seat in seats:
        if seat.index >= place:
            Seat.objects.filter(pk=seat.pk).update(index=seat.index + 1)
    return place
