from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.models import Club, Colour, Event, Member, Player, tidy_name
from tournaments.services.change import redraw
from tournaments.services.refusals import Refused


@transaction.atomic
def create_club(*, name: str, owner: User, actor: Actor) -> Club:
    club = Club.objects.create(name=name, slug=_free_slug(name))
    Member.objects.create(club=club, user=owner, role=Member.Role.OWNER)
    after: Details = {"name": name, "address": club.slug, "owner": owner.get_username()}
    audit.record(actor, "club-created", club=club, after=after)
    return club


@transaction.atomic
def edit_club(*, club: Club, name: str, slug: str, actor: Actor) -> Club:
    known = Club.objects.select_for_update().get(pk=club.pk)
    before: Details = {"name": known.name, "address": known.slug}
    after: Details = {"name": name, "address": slug}
    known.name, known.slug = name, slug
    known.save(update_fields=["name", "slug"])
    audit.record(actor, "club-edited", club=known, before=before, after=after)
    return known


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str], actor: Actor) -> list[Player]:
    """The club's players of these names, those not yet on the roster added to it; the order of `names` is kept."""
    # Two events of the club may learn of the same new name at once.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    roster = {player.name.casefold(): player for player in club.players.all()}
    colours = list(Colour)
    found: dict[str, Player] = {}
    added: list[Player] = []
    for name in dict.fromkeys(map(tidy_name, names)):
        key = name.casefold()
        if key not in roster:
            roster[key] = Player(club=club, name=name, colour=colours[len(roster) % len(colours)])
            added.append(roster[key])
        found[key] = roster[key]
    Player.objects.bulk_create(added)
    for player in found.values():
        if player.archived_at:
            archive_player(player=player, archived=False, actor=actor)
    if added:
        audit.record(actor, "players-added", club=club, after={"names": [player.name for player in added]})
    return list(found.values())


@transaction.atomic
def edit_player(*, player: Player, name: str, nickname: str, colour: str, actor: Actor) -> Player:
    known = Player.objects.select_for_update().get(pk=player.pk)
    before: Details = {"name": known.name, "nickname": known.nickname, "colour": known.colour}
    after: Details = {"name": name, "nickname": nickname, "colour": colour}
    Player.objects.filter(pk=player.pk).update(**after)
    redraw(Q(entrants__player=known) | Q(entrants__substitute=known) | Q(tables__seats__substitute=known))
    audit.record(actor, "player-edited", club=player.club, before=before, after=after)
    player.refresh_from_db()
    return player


@transaction.atomic
def archive_player(*, player: Player, archived: bool, actor: Actor) -> None:
    """Who comes no more is not offered any more, or is again. Everything played stays where it is."""
    known = Player.objects.select_for_update().select_related("club").get(pk=player.pk)
    if (known.archived_at is not None) == archived:
        return
    if archived and known.entries.filter(event__status=Event.Status.OPEN, present=True).exists():
        raise Refused("player-here", name=known.name)
    subject: Details = {"player": known.name}
    before: Details = {**subject, "archived": not archived}
    player.archived_at = known.archived_at = timezone.now() if archived else None
    known.save(update_fields=["archived_at"])
    action = "player-archived" if archived else "player-returned"
    audit.record(actor, action, club=known.club, before=before, after={**subject, "archived": archived})


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "club"
    slug, number = stem, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
