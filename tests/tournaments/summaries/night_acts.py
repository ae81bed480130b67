"""What happens at nights and among the people of a club: in any order, whether it may or not."""

import uuid
from datetime import timedelta

from django.utils import timezone

from scoring.games import GAMES
from tests.tournaments.summaries.year_walk import FIRST, GAME_RULES, Walk
from tournaments.audit import SYSTEM, Actor
from tournaments.management.demo_deals import ANYBODY, next_deal
from tournaments.models import Confirmation, Event, Player, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.deals import current_deals, deal_history, newest_versions, score_table
from tournaments.services import night as nights
from tournaments.services.club.clubs import add_players, archive_player
from tournaments.services.club.people import anonymise, merge, part
from tournaments.services.night import open_tables
from tournaments.services.refusals import Missing
from tournaments.services.table import life
from tournaments.services.table.confirmations import confirm_or_dispute, rule, set_confirmation
from tournaments.services.table.deals import correct_deal, record_deal


def open_night(walk: Walk) -> None:
    game = walk.random.choice(list(GAME_RULES))
    on = FIRST + timedelta(weeks=walk.random.randrange(12))
    night = nights.create_club_night(
        club=walk.club, name="Night", game=game, rules=GAME_RULES[game], date=on, actor=SYSTEM
    )
    nights.add_entrants(event_id=night.pk, players=walk.people(9), actor=SYSTEM)
    if walk.random.random() < 0.4:
        ask(walk, night)
    seat(walk, night)
    for table in night.tables.order_by("pk"):
        play(walk, table, whole=walk.random.random() < 0.8)


def ask(walk: Walk, event: Event | None = None) -> None:
    event = event or walk.any_event()
    mode = walk.random.choice(list(Event.ConfirmationMode))
    set_confirmation(
        event_id=event.pk,
        mode=mode,
        accept_minutes=walk.random.choice([10, 40, None]),
        correction_minutes=30,
        actor=SYSTEM,
    )


def seat(walk: Walk, night: Event | None = None) -> None:
    night = night or walk.any_event(kind=Event.Kind.CLUB_NIGHT, status=Event.Status.OPEN)
    busy = night.tables.filter(status=Table.Status.PLAYING).values("seats__entrant")
    free = list(night.entrants.filter(present=True).exclude(pk__in=busy).order_by("pk").values_list("pk", flat=True))
    walk.random.shuffle(free)
    game = GAMES[night.game]
    groups = []
    while len(free) >= game.min_seats and len(groups) < 3:
        size = walk.random.randint(game.min_seats, game.max_seats)
        if len(free) >= size:
            groups.append([free.pop() for _ in range(size)])
        else:
            break
    if groups:
        open_tables(event_id=night.pk, groups=groups, actor=SYSTEM)


def play(walk: Walk, table: Table | None = None, *, whole: bool = True) -> None:
    table = table or walk.any_table(status=Table.Status.PLAYING)
    if table.status != Table.Status.PLAYING:
        raise Missing
    seats = table.seats.count()
    vilnius = table.event.game == "vilnius"
    most = walk.random.randint(1, 5) if vilnius or not whole else 12
    for _ in range(most):
        deals = current_deals(table, seats=seats)
        result = score_table(table, deals, seats=seats)
        if result.finished:
            break
        deal = next_deal(table.event, [ANYBODY] * seats, result, len(deals), walk.random)
        record_deal(
            table_id=table.pk, payload=deal.as_payload(), client_id=uuid.uuid4(), base_revision=None, actor=SYSTEM
        )
    table.refresh_from_db()
    if table.status == Table.Status.PLAYING and walk.random.random() < 0.7:
        life.end_table(table_id=table.pk, actor=SYSTEM)


def end(walk: Walk) -> None:
    life.end_table(table_id=walk.any_table(status=Table.Status.PLAYING).pk, actor=SYSTEM)


def adjourn(walk: Walk) -> None:
    life.adjourn_table(table_id=walk.any_table(status=Table.Status.PLAYING).pk, actor=SYSTEM)


def carry_on(walk: Walk) -> None:
    table = walk.any_table(status=Table.Status.ADJOURNED)
    event = walk.any_event(status=Event.Status.OPEN, game=table.event.game)
    life.resume_table(table_id=table.pk, event_id=event.pk, actor=SYSTEM)


def open_table_again(walk: Walk) -> None:
    life.reopen_table(table_id=walk.any_table(status__in=ENDED).pk, actor=SYSTEM)


def take_back(walk: Walk) -> None:
    life.take_back_table(table_id=walk.any_table(status=Table.Status.PLAYING).pk, actor=SYSTEM)


def correct(walk: Walk) -> None:
    table = walk.any_table(deal_count__gt=0)
    deals = current_deals(table, seats=table.seats.count())
    number = walk.random.randint(1, max(1, len(deals)))
    before = {each: deal for each, deal in deals.items() if each < number}
    table.status = Table.Status.PLAYING  # here alone: what could come next
    result = score_table(table, before, seats=table.seats.count())
    payload = None
    if walk.random.random() < 0.85:
        seats = [ANYBODY] * table.seats.count()
        payload = next_deal(table.event, seats, result, number - 1, walk.random).as_payload()
    correct_deal(
        table_id=table.pk, number=number, payload=payload, client_id=uuid.uuid4(), base_revision=None, actor=SYSTEM
    )


def give_word(walk: Walk) -> None:
    """A seat disputes or confirms, as its phone would."""
    table = walk.any_table(deal_count__gt=0, confirmation__in=["waiting", "disputed", "confirmed"])
    link = table.pad_links.filter(revoked_at=None).first()
    verdict = walk.random.choice([Confirmation.Verdict.DISPUTED, Confirmation.Verdict.CONFIRMED])
    seat_ = walk.random.randrange(table.seats.count())
    by_deal = table.event.confirmation == Event.ConfirmationMode.DEAL
    deals = [(each.number, each.version) for each in newest_versions(deal_history(table.pk))]
    confirm_or_dispute(
        table_id=table.pk,
        verdict=verdict,
        deals=deals[:1] if by_deal else None,
        base_revision=table.revision,
        reason="",
        actor=Actor(pad_link=link, seat=seat_, phone=f"phone {seat_}"),
    )


def rule_it(walk: Walk) -> None:
    rule(table_id=walk.any_table(confirmation__in=["waiting", "disputed"]).pk, reason="", actor=SYSTEM)


def time_passes(walk: Walk) -> None:
    walk.minutes += walk.random.choice([5, 15, 60])


def leave(walk: Walk) -> None:
    night = walk.any_event(kind=Event.Kind.CLUB_NIGHT, status=Event.Status.OPEN)
    nights.mark_left(event_id=night.pk, entrant_id=walk.one(list(night.entrants.filter(present=True))).pk, actor=SYSTEM)


def finish(walk: Walk) -> None:
    event = walk.any_event(status=Event.Status.OPEN)
    for table in event.tables.filter(status=Table.Status.PLAYING, round=None):
        life.end_table(table_id=table.pk, actor=SYSTEM)
    nights.finish_event(event_id=event.pk, actor=SYSTEM)


def reopen(walk: Walk) -> None:
    nights.reopen_event(event_id=walk.any_event(status=Event.Status.FINISHED).pk, actor=SYSTEM)


def discard(walk: Walk) -> None:
    nights.discard_event(event_id=walk.any_event(status=Event.Status.OPEN).pk, actor=SYSTEM)


def merge_two(walk: Walk) -> None:
    one, other = walk.people(2)
    merge(into=one, gone=other, actor=SYSTEM)


def part_two(walk: Walk) -> None:
    gone = walk.one(list(Player.objects.filter(club=walk.club, merge__isnull=False).order_by("pk")))
    part(gone=gone, actor=SYSTEM)


def add_somebody(walk: Walk) -> None:
    add_players(club=walk.club, names=[f"New {walk.random.randrange(10**6)}"], actor=SYSTEM)


def no_name(walk: Walk) -> None:
    (one,) = walk.people(1)
    anonymise(player=one, actor=SYSTEM, now=timezone.now())


def away(walk: Walk) -> None:
    (one,) = walk.people(1)
    archive_player(player=one, archived=True, actor=SYSTEM)
