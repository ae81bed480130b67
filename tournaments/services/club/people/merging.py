"""Two rows of the list become one person, and two again if they were not."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import Club, Entrant, Event, Ladder, League, Member, NightAnswer, Player, PlayerMerge, Seat
from tournaments.selectors.club.people.merging import Moves, both_in, moves_of, stands_against
from tournaments.selectors.club.people.same import all_of
from tournaments.services.change import lock_events, redraw
from tournaments.services.kept.keeping import keep_up
from tournaments.services.kept.ladders import write_ladder
from tournaments.services.kept.leagues import write_league
from tournaments.services.refusals import Missing, Refused


@transaction.atomic
def merge(*, into: Player, gone: Player, actor: Actor) -> PlayerMerge:
    """Everything of `gone` is `into`'s from now on; its row stays, out of every list."""
    lock_events(_concerned(moves_of(gone, to=into)))
    kept, other = _lock(into, gone)
    if code := stands_against(kept, other):
        raise Refused(code, name=other.name, other=kept.name)
    if events := both_in(kept, other):
        raise Refused("merge-met", name=other.name, other=kept.name, events=[event.name for event in events])
    moves = moves_of(other, to=kept)
    record = PlayerMerge.objects.create(gone=other, into=kept, archived_at=other.archived_at, **moves._asdict())
    _give(moves, to=kept)
    Player.objects.filter(pk=other.pk).update(archived_at=other.archived_at or record.at)
    if not other.archived_at:
        Player.objects.filter(pk=kept.pk).update(archived_at=None)
    _keep_wishes(kept, other)
    _keep_up(moves)
    _keep_leagues([*all_of(kept), *all_of(other)])
    facts: Details = {"player": the_player(other.pk), "into": the_player(kept.pk)}
    audit.record(actor, "players-merged", club=kept.club, before=facts, after=facts)
    return record


@transaction.atomic
def part(*, gone: Player, actor: Actor) -> Player:
    """Exactly what was moved goes back; what has been played since stays where it was played. Says who kept it."""
    record = PlayerMerge.objects.select_related("into").filter(gone=gone.pk).first()
    if record is None:
        raise Missing
    lock_events(_concerned(_moved(record)))
    kept, other = _lock(record.into, gone)
    if PlayerMerge.objects.filter(gone=kept).exists():
        raise Refused("merged-further", name=kept.name, other=kept.one.name)
    if kept.anonymised_at:
        raise Refused("merged-anonymous", name=kept.name)
    moves = _moved(record)
    _give(moves, to=other)
    Player.objects.filter(pk=other.pk).update(archived_at=record.archived_at)
    record.delete()
    _keep_up(moves)
    _keep_leagues([*all_of(kept), *all_of(other)])
    facts: Details = {"player": the_player(other.pk), "into": the_player(kept.pk)}
    audit.record(actor, "players-parted", club=kept.club, before=facts, after=facts)
    return kept


def _lock(*players: Player) -> tuple[Player, ...]:
    """As they are once nobody else changes the list."""
    Club.objects.select_for_update(no_key=True).get(pk=players[0].club_id)
    known = Player.objects.select_related("club", "merge__into").in_bulk([player.pk for player in players])
    return tuple(known[player.pk] for player in players)


def _give(moves: Moves, *, to: Player) -> None:
    Entrant.objects.filter(pk__in=moves.entries).update(player=to)
    Entrant.objects.filter(pk__in=moves.substitutes).update(substitute=to)
    Seat.objects.filter(pk__in=moves.seats).update(substitute=to)
    Member.objects.filter(pk__in=moves.members).update(player=to)
    Member.objects.filter(pk__in=moves.asking).update(says_player=to)
    NightAnswer.objects.filter(pk__in=moves.answers).update(player=to)


def _keep_wishes(kept: Player, other: Player) -> None:
    """What one of the two has asked for in privacy; parted again, both have it until they say otherwise."""
    wishes = {"unranked": kept.unranked or other.unranked, "shown_names": kept.shown_names or other.shown_names}
    Player.objects.filter(pk=kept.pk).update(**wishes)


def _keep_up(moves: Moves) -> None:
    """What is kept of the events concerned, and what pages show of those that are open."""
    concerned = _concerned(moves)
    for event in Event.objects.filter(concerned, settled_at__isnull=False).distinct().order_by("date", "pk"):
        keep_up(event)
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
