"""The director's word on a table or a tie, kept beside the deals, which stay what they are."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.audit import Actor, Details, players_of, seated_at, the_player
from tournaments.models import PadLink, Round, Ruling, Seat, Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.records import newest
from tournaments.selectors.table.deal_history import UNDO_FOR, deal_history, last_change
from tournaments.selectors.table.later_rounds import has_later_round
from tournaments.services.change import commit_change, commit_table_change, load, lock_table
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import lock_stage
from tournaments.services.table.confirmations import stand_by_ruling
from tournaments.services.table.judging import rescore
from tournaments.services.table.new_tables import make_place


@transaction.atomic
def decide_places(*, table_id: int, places: Sequence[int], reason: str, actor: Actor, late: bool = False) -> None:
    """The table ended like this: the place of each seat, equal ones shared, 1 the best."""
    table = _lock(table_id, late=late)
    if len(places) != table.seats.count() or any(p != 1 + sum(q < p for q in places) for p in places):
        raise Refused("places-wrong")
    before = _ruled(table)
    _rule(table, Ruling.Kind.DECISION, list(places), reason, actor)
    _end(table)
    _commit(table, Ruling.Kind.DECISION, list(places), reason, actor, before=before)


@transaction.atomic
def forfeit(*, table_id: int, seats: Collection[int], reason: str, actor: Actor, late: bool = False) -> None:
    """These seats (indexes) did not play, or not to the end. All of them: a double forfeit.

    Where nothing has been recorded yet and enough stay for the game, they play it without the missing.
    """
    table = _lock(table_id, late=late)
    sitting = list(table.seats.order_by("index"))
    missing = sorted(set(seats))
    if not missing or not set(missing) <= {seat.index for seat in sitting}:
        raise Refused("seat-missing")
    before = _ruled(table)
    staying = len(sitting) - len(missing)
    if table.deal_count == 0 and table.status in ENDED and staying >= 2:
        raise Refused("ended-without-deals")
    if staying >= 2 and not table.deals.exists():  # deals name seats by their index, even when voided
        counts = newest(list(table.rulings.all()))
        if counts and counts.kind != Ruling.Kind.LIFTED:
            _rule(table, Ruling.Kind.LIFTED, [], reason, actor)
        _go_on_without(table, sitting, missing)
    else:
        _rule(table, Ruling.Kind.FORFEIT, missing, reason, actor)
        if staying < 2:
            _end(table)
    _commit(table, Ruling.Kind.FORFEIT, missing, reason, actor, before=before)


@transaction.atomic
def lift_ruling(*, table_id: int, reason: str, actor: Actor) -> None:
    """What was ruled on the table counts no more; its deals do, and without any the table plays."""
    table = _lock(table_id, late=False)
    before = _ruled(table)
    _rule(table, Ruling.Kind.LIFTED, [], reason, actor)
    if table.deal_count == 0 and table.status in ENDED:
        table.status, table.ended_at = Table.Status.PLAYING, None
        if not table.pad_links.filter(revoked_at=None).exists():
            PadLink.objects.create(table=table)
    _commit(table, Ruling.Kind.LIFTED, [], reason, actor, before=before)


@transaction.atomic
def unrule(*, table_id: int, ruling_id: int, actor: Actor) -> None:
    """This ruling on the table, its newest, was none: what was ruled before counts, or else its deals."""
    table = _lock(table_id, late=False)
    words = list(_words_on(table))
    if not words or words[-1].pk != ruling_id:
        raise Refused("list-changed")
    earlier = words[-2] if len(words) > 1 else None
    if earlier is None or earlier.kind == Ruling.Kind.LIFTED:
        lift_ruling(table_id=table_id, reason="", actor=actor)
        return
    before, kind = _ruled(table), Ruling.Kind(earlier.kind)
    _rule(table, kind, earlier.value, earlier.reason, actor)
    if kind == Ruling.Kind.DECISION or table.seats.count() - len(earlier.value) < 2:
        _end(table)
    _commit(table, kind, earlier.value, earlier.reason, actor, before=before)


def is_ruled_last(table_id: int) -> bool:
    """Whether the director's word is the latest change at the table, and no deal."""
    word = _words_on(Table.objects.get(pk=table_id)).last()
    last = last_change(deal_history(table_id))
    return word is not None and (last is None or last.at < word.created_at)


@transaction.atomic
def undo_ruling(*, table_id: int, revision: int, actor: Actor) -> None:
    """The newest ruling on a result that later rounds rest on, a minute old at most: what was ruled before counts."""
    table = _lock(table_id, late=True)
    *earlier, newest = _words_on(table)
    if table.revision != revision:
        raise Refused("undo-overtaken")
    if timezone.now() - newest.created_at > UNDO_FOR:
        raise Refused("undo-late")
    before = _ruled(table)
    kind, value = (earlier[-1].kind, earlier[-1].value) if earlier else (Ruling.Kind.LIFTED, [])
    _rule(table, Ruling.Kind(kind), value, "", actor)
    _commit(table, Ruling.Kind(kind), value, "", actor, before=before)


def _words_on(table: Table) -> QuerySet[Ruling]:
    return table.rulings.exclude(kind=Ruling.Kind.ADVANCED).order_by("pk")


@transaction.atomic
def sit_again(*, table_id: int, entrant_id: int, index: int, actor: Actor) -> None:
    """Who forfeited, so that the others play without, sits down after all, as long as they have not begun."""
    table = _lock(table_id, late=False)
    round_ = round_of(table)
    if table.deals.exists() or table.status != Table.Status.PLAYING:
        raise Refused("table-begun", table=table.number)
    if not any(entrant_id in each.forfeited for each in round_.seating.tables if each.number == table.number):
        raise Refused("list-changed")
    before = seated_at(table)
    tables = [each.back(entrant_id, index) if each.number == table.number else each for each in round_.seating.tables]
    round_.seating = replace(round_.seating, tables=tuple(tables))
    round_.save(update_fields=["seating"])
    entrant = load(table.event.entrants.select_related("player"), pk=entrant_id)
    place = make_place(table, index)
    seat = Seat.objects.create(table=table, index=place, entrant=entrant, substitute_id=entrant.substitute_id)
    after: Details = {"player": the_player(seat.player.pk), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-taken", before={"seats": before}, after=after)


@transaction.atomic
def settle_tie(*, stage_id: int, order: Sequence[int], reason: str, actor: Actor) -> Ruling:
    """Entrants (ids) who were level and settled it at the table, the best first."""
    stage = lock_stage(stage_id)
    groups = list(stage.entries.filter(entrant__in=order).values_list("group", flat=True))
    if len(set(order)) < 2 or len(groups) != len(order):
        raise Refused("list-changed")
    if len(set(groups)) > 1:
        raise Refused("other-group")
    ruling = Ruling(stage=stage, kind=Ruling.Kind.ORDER, value=list(order), reason=reason[:200], user=actor.user)
    ruling.save()
    after: Details = {"stage": stage.number, "order": list(order), "players": players_of(order), "reason": reason[:200]}
    commit_change(stage.event, actor, "tie-settled", after=after)
    return ruling


def keep_who_moved_on(*, stage: Stage, table: Table, order: Sequence[int], actor: Actor) -> None:
    """In a bracket, these (ids, best first) have moved on and stay where they are; an empty order ends that."""
    Ruling.objects.create(stage=stage, table=table, kind=Ruling.Kind.ADVANCED, value=list(order), user=actor.user)


def _lock(table_id: int, *, late: bool) -> Table:
    table = lock_table(table_id)
    round_of(table)
    if table.event.status != table.event.Status.OPEN:
        raise Refused("tournament-over")
    if not late and has_later_round(table):
        raise Refused("later-round")
    return table


def round_of(table: Table) -> Round:
    if table.round is None or table.status == Table.Status.UNDONE:
        raise Refused("no-tournament")
    return table.round


def _rule(table: Table, kind: Ruling.Kind, value: list[int], reason: str, actor: Actor) -> None:
    round_ = round_of(table)
    Ruling.objects.create(stage=round_.stage, table=table, kind=kind, value=value, reason=reason[:200], user=actor.user)


def _end(table: Table) -> None:
    if table.status in ENDED:
        return
    table.status, table.ended_at = Table.Status.CLOSED, timezone.now()
    if table.deal_count:  # closed unfinished, the deals give other places (V10)
        rescore(table)


def _ruled(table: Table) -> Details:
    """What counts until now, and whom its seats (indexes) mean."""
    newest = _words_on(table).last()
    ruled: Details = {"kind": newest.kind, "value": newest.value} if newest else {"kind": None, "value": []}
    return {**ruled, "seats": seated_at(table)}


def _commit(table: Table, kind: Ruling.Kind, value: list[int], reason: str, actor: Actor, *, before: Details) -> None:
    if kind != Ruling.Kind.LIFTED:
        stand_by_ruling(table, reason, actor)
    after: Details = {"kind": kind, "value": value, "reason": reason[:200], "seats": before["seats"]}
    commit_table_change(table, actor, "ruling", before=before, after=after)


def _go_on_without(table: Table, sitting: Sequence[Seat], missing: Sequence[int]) -> None:
    """Nobody has played yet: the missing get up, the others close ranks."""
    round_ = round_of(table)
    gone = [seat.entrant_id for seat in sitting if seat.index in missing]
    tables = tuple(each.without(gone) if each.number == table.number else each for each in round_.seating.tables)
    round_.seating = replace(round_.seating, tables=tables)
    round_.save(update_fields=["seating"])
    table.seats.filter(index__in=missing).delete()
    for index, seat in enumerate(seat for seat in sitting if seat.index not in missing):
        Seat.objects.filter(pk=seat.pk).update(index=index)
    table.first_dealer = 0
