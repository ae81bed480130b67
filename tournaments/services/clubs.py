from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from tournaments import audit
from tournaments.audit import Actor
from tournaments.models import Club, Colour, Member, Player, tidy_name


@transaction.atomic
def create_club(*, name: str, owner: User, actor: Actor) -> Club:
    club = Club.objects.create(name=name, slug=_free_slug(name))
    Member.objects.create(club=club, user=owner, role=Member.Role.OWNER)
    after = {"name": name, "address": club.slug, "owner": owner.get_username()}
    audit.record(actor, "club-created", club=club, after=after)
    return club


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str], actor: Actor) -> list[Player]:
    """The club's players of these names, those not yet on the roster added to it; the order of `names` is kept."""
    # Two events of the club may learn of the same new name at once.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    roster = {player.name.casefold(): player for player in club.players.all()}
    colours = list(Colour)
    found, added = [], []
    for name in dict.fromkeys(map(tidy_name, names)):
        player = roster.get(name.casefold())
        if player is None:
            player = Player.objects.create(club=club, name=name, colour=colours[len(roster) % len(colours)])
            roster[name.casefold()] = player
            added.append(name)
        if player not in found:
            found.append(player)
    if added:
        audit.record(actor, "players-added", club=club, after={"names": added})
    return found


@transaction.atomic
def edit_player(*, player: Player, name: str, nickname: str, colour: str, actor: Actor) -> Player:
    before = {"name": player.name, "nickname": player.nickname, "colour": player.colour}
    after = {"name": name, "nickname": nickname, "colour": colour}
    Player.objects.filter(pk=player.pk).update(**after)
    audit.record(actor, "player-edited", club=player.club, before=before, after={"player": player.pk, **after})
    player.refresh_from_db()
    return player


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "club"
    slug, number = stem, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
