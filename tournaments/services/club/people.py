"""Players are merged and parted, and made anonymous: results stay, the name goes from every page at once and after a
while from all that is stored. A club's own rule says how long it stores what; without one it stores everything.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.core.cache import caches
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from tournaments import audit
from tournaments.audit import SYSTEM, Actor, Details, the_player, the_stay
from tournaments.limits import UNDO_PERSON
from tournaments.models import (
    CategoryStay,
    Claim,
    ClaimedHistory,
    Club,
    Colour,
    Confirmation,
    Contribution,
    Deal,
    Entrant,
    Event,
    Ladder,
    League,
    Member,
    NameAside,
    NightAnswer,
    Player,
    PlayerMerge,
    ProposedCorrection,
    Registration,
    Seat,
)
from tournaments.models.fields import ANONYMOUS
from tournaments.selectors.club.people import (
    Moves,
    absent_for,
    all_of,
    both_in,
    has_taken_part,
    months_before,
    moves_of,
    naming,
    stands_against,
)
from tournaments.services.change import lock_events, redraw
from tournaments.services.club.clubs import refuse_if_here
from tournaments.services.club.forgetting import forget_name, forget_names, lock_for_forgetting
from tournaments.services.refusals import Missing, Refused
from tournaments.services.summaries.events import write_ladder, write_league
from tournaments.services.summaries.registry import update_summaries


@transaction.atomic
def merge(*, into: Player, gone: Player, actor: Actor) -> PlayerMerge:
    """Everything of `gone` is `into`'s from now on; its row stays, out of every list."""
    lock_events(_concerned(moves_of(gone, to=into)) | naming(into))
    player, other = _lock_both(into, gone)
    if code := stands_against(player, other):
        raise Refused(code, name=other.name, other=player.name)
    if events := both_in(player, other):
        raise Refused("merge-met", name=other.name, other=player.name, events=[event.name for event in events])
    moves = moves_of(other, to=player)
    record = PlayerMerge.objects.create(gone=other, into=player, archived_at=other.archived_at, **moves._asdict())
    _give(moves, to=player)
    Player.objects.filter(pk=other.pk).update(archived_at=other.archived_at or record.at)
    if not other.archived_at:
        Player.objects.filter(pk=player.pk).update(archived_at=None)
    _keep_wishes(player, other)
    _keep_categories(player, other, actor=actor)
    _update_summaries(moves)
    _keep_leagues([*all_of(player), *all_of(other)])
    facts: Details = {"player": the_player(other.pk), "into": the_player(player.pk)}
    audit.record(actor, "players-merged", club=player.club, before=facts, after=facts)
    return record


@transaction.atomic
def part(*, gone: Player, actor: Actor) -> Player:
    """Exactly what was moved goes back; what has been played since stays where it was played. Says who kept it."""
    record = PlayerMerge.objects.select_related("into").filter(gone=gone.pk).first()
    if record is None:
        raise Missing
    lock_events(_concerned(_moved(record)))
    player, other = _lock_both(record.into, gone)
    if PlayerMerge.objects.filter(gone=player).exists():
        raise Refused("merged-further", name=player.name, other=player.one.name)
    if player.anonymised_at:
        raise Refused("merged-anonymous", name=player.name)
    moves = _moved(record)
    _give(moves, to=other)
    Player.objects.filter(pk=other.pk).update(archived_at=record.archived_at)
    record.delete()
    _update_summaries(moves)
    _keep_leagues([*all_of(player), *all_of(other)])
    facts: Details = {"player": the_player(other.pk), "into": the_player(player.pk)}
    audit.record(actor, "players-parted", club=player.club, before=facts, after=facts)
    return player


def _lock_both(*players: Player) -> tuple[Player, ...]:
    """As they are once nobody else changes the list."""
    Club.objects.select_for_update(no_key=True).get(pk=players[0].club_id)
    locked_players = Player.objects.select_related("club", "merge__into").in_bulk([player.pk for player in players])
    return tuple(locked_players[player.pk] for player in players)


def _give(moves: Moves, *, to: Player) -> None:
    Entrant.objects.filter(pk__in=moves.entries).update(player=to)
    Entrant.objects.filter(pk__in=moves.substitutes).update(substitute=to)
    Seat.objects.filter(pk__in=moves.seats).update(substitute=to)
    Member.objects.filter(pk__in=moves.members).update(player=to)
    Member.objects.filter(pk__in=moves.asking).update(says_player=to)
    NightAnswer.objects.filter(pk__in=moves.answers).update(player=to)


def _keep_wishes(player: Player, other: Player) -> None:
    """What one of the two has asked for in privacy; parted again, both have it until they say otherwise."""
    wishes = {"unranked": player.unranked or other.unranked, "shown_names": player.shown_names or other.shown_names}
    Player.objects.filter(pk=player.pk).update(**wishes)


def _keep_categories(player: Player, other: Player, *, actor: Actor) -> None:
    """Who was in a category as one of the two was in it, with the days between; parted again, both were."""
    before, own = _categories(player), {stay.category_id: stay for stay in player.stays.all()}
    for stay in other.stays.all():
        days = {"since": stay.since, "until": stay.until}
        one = own.get(stay.category_id) or CategoryStay(category_id=stay.category_id, player=player, **days)
        one.since = one.since and stay.since and min(one.since, stay.since)
        one.until = one.until and stay.until and max(one.until, stay.until)
        one.save()
    after = _categories(player)
    if after != before:
        redraw(naming(player))
        audit.record(actor, "player-categories-set", club=player.club, before=before, after=after)


def _categories(player: Player) -> Details:
    stays = player.stays.select_related("category").order_by("category")
    return {"player": the_player(player.pk), "categories": [the_stay(stay) for stay in stays]}


def _update_summaries(moves: Moves) -> None:
    """What is kept of the events concerned, and what pages show of those that are open."""
    concerned = _concerned(moves)
    for event in Event.objects.filter(concerned, settled_at__isnull=False).distinct().order_by("date", "pk"):
        update_summaries(event)
    redraw(concerned)


def _keep_leagues(players: Iterable[Player]) -> None:
    """Of whom fixtures and challenges are, all that both played counts."""
    for league in League.objects.filter(players__player__in=players).distinct().select_related("season"):
        write_league(league)
    for ladder in Ladder.objects.filter(acts__player__in=players).distinct():
        write_ladder(ladder)


def _concerned(moves: Moves) -> Q:
    return Q(entrants__in=[*moves.entries, *moves.substitutes]) | Q(tables__seats__in=moves.seats)


def _moved(record: PlayerMerge) -> Moves:
    return Moves(*(getattr(record, field) for field in Moves._fields))


COLOUR = Colour.SLATE


@transaction.atomic
def anonymise(*, player: Player, actor: Actor, now: datetime) -> None:
    """Takes away the name of a player, and of the rows that were merged into this one: they are the same person."""
    locked_player = _lock(player)
    if locked_player.anonymised_at:
        return
    refuse_if_here(locked_player)
    for row in all_of(locked_player):
        _put_aside(row, now)
    locked_player.club.api_answers.all().delete()
    transaction.on_commit(forget_pictures)
    before, after = _facts(locked_player, anonymous=False), _facts(locked_player, anonymous=True)
    audit.record(actor, "player-anonymised", club=locked_player.club, before=before, after=after)


@transaction.atomic
def give_name_back(*, player: Player, actor: Actor) -> None:
    """Exactly as it was, as long as it is kept aside."""
    locked_player = _lock(player)
    if not locked_player.anonymised_at:
        return
    rows = all_of(locked_player)
    aside = {aside.player_id: aside for aside in NameAside.objects.filter(player__in=rows)}
    if len(aside) < len(rows):
        raise Refused("name-gone")
    others = Player.objects.filter(club=locked_player.club_id).exclude(pk__in=aside)
    other_names = {name.casefold() for name in others.values_list("name", flat=True)}
    for names in aside.values():
        if names.name.casefold() in other_names:
            raise Refused("name-taken", name=names.name)
        _put_back(names)
    before, after = _facts(locked_player, anonymous=True), _facts(locked_player, anonymous=False)
    audit.record(actor, "player-named-again", club=locked_player.club, before=before, after=after)


def forget_names_aside(*, now: datetime) -> int:
    """Forgets for good, wherever they stand, the names whose time is over. Says how many."""
    due = list(NameAside.objects.filter(until__lte=now).select_related("player__club").order_by("pk"))
    for aside in due:
        _forget(aside)
    return len(due)


def forget_pictures() -> None:
    """Whatever was drawn to be shared, and with whose name: what is asked for again is drawn again."""
    caches["pictures"].clear()


@transaction.atomic
def _forget(aside: NameAside) -> None:
    """Where it has been taken back meanwhile, or forgotten by another process, nothing is done."""
    if NameAside.objects.select_for_update().filter(pk=aside.pk, until=aside.until).exists():
        player = aside.player
        lock_for_forgetting(player.club)
        forget_name(club=player.club, player=player, names=[aside.name, *filter(None, [aside.nickname])])
        Registration.objects.filter(entrant__player=player).update(name="")  # however it was written at a registration
        forget_names(player.club, name=aside.name, nickname=aside.nickname, instead=number_of(player))
        ClaimedHistory.objects.filter(player=player).delete()  # which says where else somebody has played
        aside.delete()
        transaction.on_commit(forget_pictures)
        facts = _facts(player, anonymous=True)
        audit.record(SYSTEM, "player-forgotten", club=player.club, before=facts, after=facts)


def number_of(player: Player) -> str:
    """Who is anonymous, in what people typed: the same in every language."""
    return f"#{player.pk}"


def _lock(player: Player) -> Player:
    lock_events(naming(*all_of(player)))
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    current = Player.objects.select_related("club").get(pk=player.pk)
    if current.one != current:
        raise Missing
    return current


def _put_aside(player: Player, now: datetime) -> None:
    members, asking = Member.objects.filter(player=player), Member.objects.filter(says_player=player)
    NameAside.objects.create(
        player=player,
        until=now + UNDO_PERSON,
        name=player.name,
        nickname=player.nickname,
        colour=player.colour,
        federation_number=player.federation_number,
        archived_at=player.archived_at,
        members=list(members.values_list("pk", flat=True)),
        asking=list(asking.values_list("pk", flat=True)),
    )
    members.update(player=None)
    asking.update(says_player=None)
    shown = {"name": f"{ANONYMOUS}{player.pk}", "nickname": "", "colour": COLOUR, "federation_number": ""}
    Player.objects.filter(pk=player.pk).update(**shown, anonymised_at=now, archived_at=player.archived_at or now)
    redraw(naming(player))


def _put_back(aside: NameAside) -> None:
    shown = {
        "name": aside.name,
        "nickname": aside.nickname,
        "colour": aside.colour,
        "federation_number": aside.federation_number,
    }
    Player.objects.filter(pk=aside.player_id).update(**shown, anonymised_at=None, archived_at=aside.archived_at)
    Member.objects.filter(pk__in=aside.members, player=None).update(player=aside.player_id)
    Member.objects.filter(pk__in=aside.asking, player=None, says_player=None).update(says_player=aside.player_id)
    redraw(naming(aside.player))
    aside.delete()


def _facts(player: Player, *, anonymous: bool) -> Details:
    return {"player": the_player(player.pk), "anonymous": anonymous}


SAID_ON_PHONES: tuple[type[Model], ...] = (Deal, Contribution, Confirmation, ProposedCorrection, Claim)


@transaction.atomic
def set_retention(*, club: Club, names_for_years: int | None, phones_for_months: int | None, actor: Actor) -> None:
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old_facts: Details = {"years": locked_club.names_for_years, "months": locked_club.phones_for_months}
    new_facts: Details = {"years": names_for_years, "months": phones_for_months}
    if old_facts != new_facts:
        rules = {"names_for_years": names_for_years, "phones_for_months": phones_for_months}
        Club.objects.filter(pk=club.pk).update(**rules)
        audit.record(actor, "retention-set", club=locked_club, before=old_facts, after=new_facts)


def see_to_people(*, now: datetime) -> int:
    """What the clubs' rules ask for, and names whose time is over. Says how many names are gone for good."""
    for club in Club.objects.exclude(names_for_years=None):
        _anonymise_absent(club, now)
    for club in Club.objects.exclude(phones_for_months=None):
        _forget_phones(club, now)
    return forget_names_aside(now=now)


def _anonymise_absent(club: Club, now: datetime) -> None:
    assert club.names_for_years
    for absent in absent_for(club, years=club.names_for_years, now=now):
        with suppress(Refused):  # came in this very moment
            anonymise(player=absent.player, actor=SYSTEM, now=now)


def _forget_phones(club: Club, now: datetime) -> None:
    """On which phone something was said; what was said stays."""
    assert club.phones_for_months
    limit = months_before(now, club.phones_for_months)
    for model in SAID_ON_PHONES:
        # Past the guards of what is only ever added to.
        rows: QuerySet[Any] = QuerySet(model).filter(table__event__club=club, created_at__lt=limit).exclude(phone="")
        over = rows.exclude(table__event__status=Event.Status.OPEN)
        if over.exists():
            over.update(phone="")


@transaction.atomic
def delete_player(*, player: Player, actor: Actor) -> None:
    """Deletes a player who never took part in anything, with the name in the log. Of who did, everything stays."""
    lock_for_forgetting(player.club)
    current = Player.objects.select_related("club", "merge__into").filter(pk=player.pk).first()
    if current is None or current.one != current:
        raise Missing
    rows = all_of(current)
    if has_taken_part(rows):
        raise Refused("player-played", name=current.name)
    aside = {aside.player_id: aside for aside in NameAside.objects.filter(player__in=rows)}
    for row in rows:
        called = aside.get(row.pk, row)
        forget_names(current.club, name=called.name, nickname=called.nickname, instead=number_of(row))
    Member.objects.filter(player__in=rows).update(player=None)
    Member.objects.filter(says_player__in=rows).update(says_player=None)
    NameAside.objects.filter(player__in=rows).delete()
    PlayerMerge.objects.filter(gone__in=rows).delete()
    NightAnswer.objects.filter(player__in=rows).delete()
    CategoryStay.objects.filter(player__in=rows).delete()
    ClaimedHistory.objects.filter(player__in=rows).delete()
    facts: Details = {"player": the_player(current.pk)}
    audit.record(actor, "player-deleted", club=current.club, before=facts, after=facts)
    Player.objects.filter(pk__in=[row.pk for row in rows]).delete()
