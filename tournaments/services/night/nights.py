import datetime
from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.utils import timezone

from scoring.games import GAMES
from tournaments.audit import Actor, Details, players_of, the_player
from tournaments.models import Club, Entrant, Event, Player, Seat, Table
from tournaments.models.event import GRACE
from tournaments.models.table import ENDED
from tournaments.selectors.table.confirmations import is_stopped
from tournaments.services.change import commit_change, load, lock_event, lock_night
from tournaments.services.club.clubs import add_players
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import ConfirmationRule, set_confirmation
from tournaments.services.table.life import take_back_table


@transaction.atomic
def create_club_night(
    *,
    club: Club,
    name: str,
    game: str,
    rules: Mapping[str, object],
    date: datetime.date,
    actor: Actor,
    confirmation: ConfirmationRule | None = None,
) -> Event:
    """Raises ScoringError where the rules are not among the game's options."""
    event = Event.objects.create(
        club=club,
        kind=Event.Kind.CLUB_NIGHT,
        name=name,
        game=game,
        rules=GAMES[game].check_rules(rules),
        date=date,
    )
    after: Details = {"name": name, "date": date.isoformat(), "game": game, "rules": event.game_rules}
    commit_change(event, actor, "event-created", after=after)
    if confirmation:
        set_confirmation(event_id=event.pk, actor=actor, **confirmation)
    return event


@transaction.atomic
def mark_here(*, event_id: int, players: Collection[Player], names: Collection[str], actor: Actor) -> list[int]:
    """Some known by themselves, some by name. Tells who came by that (entrants, ids)."""
    here = lock_event(event_id).entrants.filter(present=True).values_list("pk", flat=True)
    before = set(here)
    if players:
        add_entrants(event_id=event_id, players=players, actor=actor)
    if names:
        add_entrants_by_name(event_id=event_id, names=names, actor=actor)
    return sorted(set(here.all()) - before)


@transaction.atomic
def mark_not_here(*, event_id: int, entrants: Collection[int], actor: Actor) -> None:
    """These (ids) had not come after all; who has sat at a table tonight has left."""
    event = lock_night(event_id)
    named = event.entrants.filter(pk__in=entrants, present=True)
    seats = Seat.objects.filter(entrant__in=named)
    if seat := seats.filter(table__status=Table.Status.PLAYING).select_related("table").first():
        raise Refused("still-seated", table=seat.table.number)
    subject: Details = {"players": players_of(named.order_by("pk").values_list("pk", flat=True))}
    sat = set(seats.values_list("entrant", flat=True))
    named.exclude(pk__in=sat).delete()
    event.entrants.filter(pk__in=sat).update(present=False, left_at=timezone.now())
    commit_change(event, actor, "checked-out", before={**subject, "present": True}, after={**subject, "present": False})


@transaction.atomic
def add_entrants(*, event_id: int, players: Iterable[Player], actor: Actor) -> list[Entrant]:
    """These players are here now: new tonight, or back again."""
    event = lock_night(event_id)
    coming = list({player.pk: player for player in players}.values())
    known = {entrant.player_id: entrant for entrant in event.entrants.filter(player__in=coming)}
    came = [player for player in coming if player.pk not in known or not known[player.pk].present]
    event.entrants.filter(player__in=came).update(present=True, left_at=None)
    Entrant.objects.bulk_create(Entrant(event=event, player=player) for player in came if player.pk not in known)
    subject: Details = {"players": [the_player(player.pk) for player in came]}
    commit_change(
        event, actor, "players-here", before={**subject, "present": False}, after={**subject, "present": True}
    )
    here = {entrant.player_id: entrant for entrant in event.entrants.filter(player__in=coming)}
    return [here[player.pk] for player in coming]


@transaction.atomic
def add_entrants_by_name(*, event_id: int, names: Iterable[str], actor: Actor) -> list[Entrant]:
    event = lock_night(event_id)
    players = add_players(club=event.club, names=names, actor=actor)
    return add_entrants(event_id=event_id, players=players, actor=actor)


@transaction.atomic
def come_oneself(*, event_id: int, name: str, actor: Actor) -> Entrant:
    event = lock_night(event_id)
    (player,) = add_players(club=event.club, names=[name], actor=actor)
    known = event.entrants.filter(player=player).first()
    came = known or Entrant(event=event, player=player, present=False)
    before: Details = {"players": [the_player(player.pk)], "present": came.present}
    came.present, came.left_at = True, None
    came.save()
    commit_change(event, actor, "registered", before=before, after={**before, "present": True})
    return came


@transaction.atomic
def mark_left(*, event_id: int, entrant_id: int, actor: Actor) -> None:
    """Somebody goes home. Who still sits at a running table must have it ended or adjourned first."""
    event = lock_night(event_id)
    entrant = load(event.entrants.all(), pk=entrant_id)
    seat = Seat.objects.filter(entrant=entrant, table__status=Table.Status.PLAYING).select_related("table").first()
    if seat:
        raise Refused("still-seated", table=seat.table.number)
    subject: Details = {"player": the_player(entrant.player_id)}
    before: Details = {**subject, "present": entrant.present}
    entrant.present, entrant.left_at = False, timezone.now()
    entrant.save(update_fields=["present", "left_at"])
    commit_change(event, actor, "player-left", before=before, after={**subject, "present": False})


@transaction.atomic
def finish_event(*, event_id: int, actor: Actor) -> None:
    event = _open_event(event_id)
    playing = list(event.tables.filter(status=Table.Status.PLAYING).values_list("number", flat=True))
    if playing:
        raise Refused("tables-playing", tables=playing)
    _require_settled(event)
    _set_status(event, Event.Status.FINISHED, actor, "event-finished")


def _require_settled(event: Event) -> None:
    """No dispute is left open, and nothing waits for a word that nobody has to give any more."""
    claiming = event.tables.filter(claims__answer="").exclude(status=Table.Status.UNDONE)
    if claims := list(claiming.values_list("number", flat=True)):
        raise Refused("claims-open", tables=claims)
    stopped = [table for table in event.tables.filter(status__in=ENDED) if is_stopped(table)]
    if disputed := [table.number for table in stopped if table.confirmation == Table.ConfirmationState.DISPUTED]:
        raise Refused("tables-disputed", tables=disputed)
    if waiting := [table.number for table in stopped if table.accepted_at is None]:
        raise Refused("tables-unconfirmed", tables=waiting)


@transaction.atomic
def discard_event(*, event_id: int, actor: Actor) -> list[int]:
    """Opened by mistake: no list shows it any more until it is reopened. Tells which tables (ids) it took back."""
    event = _open_event(event_id)
    if event.tables.filter(deals__isnull=False).exists() or event.tables_carried_on.exists():
        raise Refused("event-played")
    waiting = event.tables.exclude(status=Table.Status.UNDONE)
    if published := list(waiting.exclude(round=None).values_list("number", flat=True)):
        raise Refused("round-waits", tables=published)
    taken_back = list(waiting.values_list("pk", flat=True))
    for table in taken_back:
        take_back_table(table_id=table, actor=actor)
    event = lock_event(event_id)
    _set_status(event, Event.Status.DISCARDED, actor, "event-discarded")
    return taken_back


@transaction.atomic
def reopen_event(*, event_id: int, actor: Actor) -> None:
    _set_status(lock_event(event_id), Event.Status.OPEN, actor, "event-reopened")


def _set_status(event: Event, status: Event.Status, actor: Actor, action: str) -> None:
    """The codes of its pads last as long as it is open, and a day longer."""
    before, event.status = event.status, status
    event.codes_end_at = None if status == Event.Status.OPEN else timezone.now() + GRACE
    event.save(update_fields=["codes_end_at"])
    commit_change(event, actor, action, before={"status": before}, after={"status": event.status})


def _open_event(event_id: int) -> Event:
    event = lock_event(event_id)
    if event.status != Event.Status.OPEN:
        raise Refused("event-finished")
    return event
