"""A club and its list of players, who sees them and their ratings; its picture and codes."""

from base64 import b64encode
from collections.abc import Iterable
from itertools import count

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.text import slugify

from tournaments import audit
from tournaments.audit import Actor, Details, the_account, the_player
from tournaments.limits import LONGEST_SLUG, numbered
from tournaments.models import (
    Club,
    ClubLogo,
    Colour,
    Entrant,
    Event,
    Member,
    Player,
    RatingsBegin,
    RatingsFor,
    RoomTable,
    Seat,
    Stage,
    Table,
    Visibility,
    tidy_name,
)
from tournaments.selectors.club.people import all_of, naming
from tournaments.services.change import commit_change, lock_event, lock_events, redraw
from tournaments.services.refusals import Refused
from tournaments.services.summaries.ratings import rebuild_ratings


@transaction.atomic
def create_club(*, name: str, owner: User, actor: Actor) -> Club:
    # Where everybody can reach the server, nobody's people are listed before the club says so.
    visibility = Visibility.UNLISTED if settings.PUBLIC_ADDRESS else Visibility.PUBLIC
    club = Club.objects.create(name=name, slug=free_slug(name), visibility=visibility)
    Member.objects.create(club=club, user=owner, role=Member.Role.OWNER)
    after: Details = {"name": name, "address": club.slug, "owner": the_account(owner)}
    audit.record(actor, "club-created", club=club, after=after)
    return club


@transaction.atomic
def edit_club(*, club: Club, name: str, slug: str, actor: Actor) -> Club:
    locked_club = Club.objects.select_for_update().get(pk=club.pk)
    old_facts: Details = {"name": locked_club.name, "address": locked_club.slug}
    new_facts: Details = {"name": name, "address": slug}
    locked_club.name, locked_club.slug = name, slug
    locked_club.save(update_fields=["name", "slug"])
    audit.record(actor, "club-edited", club=locked_club, before=old_facts, after=new_facts)
    return locked_club


def add_players(*, club: Club, names: Iterable[str], actor: Actor) -> list[Player]:
    """The club's players of these names, those not yet on the roster added to it; the order of `names` is kept."""
    return list(players_named(club=club, names=names, actor=actor).values())


@transaction.atomic
def players_named(*, club: Club, names: Iterable[str], actor: Actor) -> dict[str, Player]:
    """The club's players of these names, by name without capitals; those not yet on the list are added, and somebody
    merged into another player is that one.
    """
    # Two events of the club may learn of the same new name at once.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    named = club.players.filter(anonymised_at=None).select_related("merge__into")
    roster = {player.name.casefold(): player.one for player in named}
    colours = list(Colour)
    players: dict[str, Player] = {}
    added: list[Player] = []
    for name in dict.fromkeys(map(tidy_name, names)):
        key = name.casefold()
        if key not in roster:
            roster[key] = Player(club=club, name=name, colour=colours[len(roster) % len(colours)])
            added.append(roster[key])
        players[key] = roster[key]
    Player.objects.bulk_create(added)
    for player in players.values():
        if player.archived_at:
            archive_player(player=player, archived=False, actor=actor)
    if added:
        audit.record(actor, "players-added", club=club, after={"names": [the_player(player.pk) for player in added]})
    return players


@transaction.atomic
def edit_player(
    *,
    player: Player,
    name: str,
    nickname: str,
    colour: str,
    actor: Actor,
    shown_names: str | None = None,
    federation_number: str | None = None,
) -> Player:
    """Changes a player; ``shown_names`` and ``federation_number`` stay as they are where they are None."""
    lock_events(naming(player))
    locked_player = Player.objects.select_for_update(of=["self"]).select_related("merge__into").get(pk=player.pk)
    if locked_player.anonymised_at or locked_player.one != locked_player:
        raise Refused("player-gone")
    called = {"name": name, "nickname": nickname}
    if federation_number is not None:
        called["federation_number"] = federation_number
    # What somebody was called before is nobody's business afterwards: the log says that it was changed.
    edited = [field for field, now in called.items() if getattr(locked_player, field) != now]
    shown: Details = {} if shown_names is None else {"shown_names": shown_names}
    was_shown: Details = {} if shown_names is None else {"shown_names": locked_player.shown_names}
    Player.objects.filter(pk=player.pk).update(**called, colour=colour, **shown)
    redraw(naming(locked_player))
    subject: Details = {"player": the_player(locked_player.pk)}
    old_facts: Details = {**subject, "colour": locked_player.colour, **was_shown}
    new_facts: Details = {**subject, "edited": edited, "colour": colour, **shown}
    audit.record(actor, "player-edited", club=player.club, before=old_facts, after=new_facts)
    player.refresh_from_db()
    return player


@transaction.atomic
def archive_player(*, player: Player, archived: bool, actor: Actor) -> None:
    """Archives a player, who is not offered any more; or, with ``archived`` false, brings them back. Everything played
    stays where it is.
    """
    locked_player = (
        Player.objects.select_for_update(of=["self"]).select_related("club", "merge__into").get(pk=player.pk)
    )
    if (
        (locked_player.archived_at is not None) == archived
        or locked_player.anonymised_at
        or locked_player.one != locked_player
    ):
        return
    if archived:
        refuse_if_here(locked_player)
    subject: Details = {"player": the_player(locked_player.pk)}
    old_facts: Details = {**subject, "archived": not archived}
    player.archived_at = locked_player.archived_at = timezone.now() if archived else None
    locked_player.save(update_fields=["archived_at"])
    action = "player-archived" if archived else "player-returned"
    audit.record(actor, action, club=locked_player.club, before=old_facts, after={**subject, "archived": archived})


def refuse_if_here(player: Player) -> None:
    """Refuses where the player is here tonight, also as a substitute."""
    entries = Entrant.objects.filter(Q(player=player) | Q(substitute=player))
    if entries.filter(event__status=Event.Status.OPEN, present=True).exists():
        raise Refused("player-here", name=player.name)
    seats = Seat.objects.filter(Q(entrant__in=entries) | Q(substitute=player))
    if seat := seats.filter(table__status=Table.Status.PLAYING).select_related("table").first():
        raise Refused("still-seated", table=seat.table.number)
    running = entries.filter(event__status=Event.Status.OPEN, stage_entries__stage__status=Stage.Status.RUNNING)
    if running.filter(status=Entrant.Status.ACTIVE).exists():
        raise Refused("player-due", name=player.name)


def free_slug(name: str) -> str:
    stem = slugify(name) or "club"
    slugs = (numbered(stem, number, LONGEST_SLUG) for number in count(1))
    return next(slug for slug in slugs if not Club.objects.filter(slug=slug).exists())


@transaction.atomic
def set_club_visibility(*, club: Club, visibility: str, shown_names: str, actor: Actor) -> None:
    lock_events(Q(club=club))
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old_facts: Details = {"visibility": locked_club.visibility, "shown_names": locked_club.shown_names}
    new_facts: Details = {"visibility": visibility, "shown_names": shown_names}
    if old_facts == new_facts:
        return
    Club.objects.filter(pk=locked_club.pk).update(**new_facts)
    redraw(Q(club=locked_club))
    audit.record(actor, "club-visibility-set", club=locked_club, before=old_facts, after=new_facts)


@transaction.atomic
def set_event_visibility(*, event_id: int, visibility: str, actor: Actor) -> None:
    """Sets who sees an event; empty: as the club."""
    event = lock_event(event_id)
    if event.visibility == visibility:
        return
    old_facts: Details = {"visibility": event.visibility}
    event.visibility = Visibility(visibility) if visibility else ""
    event.save(update_fields=["visibility"])
    commit_change(event, actor, "event-visibility-set", before=old_facts, after={"visibility": visibility})


@transaction.atomic
def choose_shown_name(*, player: Player, shown_names: str, actor: Actor) -> None:
    """A player chooses, with the permanent code, how strangers read their name; empty: as the club wishes."""
    lock_events(naming(player))
    locked_player = Player.objects.select_for_update(of=["self"]).select_related("club").get(pk=player.pk)
    if locked_player.shown_names == shown_names:
        return
    subject: Details = {"player": the_player(locked_player.pk)}
    Player.objects.filter(pk=locked_player.pk).update(shown_names=shown_names)
    redraw(naming(locked_player))
    old_facts: Details = {**subject, "shown_names": locked_player.shown_names}
    new_facts: Details = {**subject, "shown_names": shown_names}
    audit.record(actor, "player-name-shown", club=locked_player.club, before=old_facts, after=new_facts)


@transaction.atomic
def set_ratings_for(*, club: Club, ratings_for: str, ratings_begin: str, actor: Actor) -> None:
    """Sets who sees ratings, and whether they begin anew with every season; a change of that rebuilds all of them."""
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old_facts: Details = {"ratings_for": locked_club.ratings_for, "ratings_begin": locked_club.ratings_begin}
    new_facts: Details = {"ratings_for": ratings_for, "ratings_begin": ratings_begin}
    if old_facts == new_facts:
        return
    locked_club.ratings_for, locked_club.ratings_begin = RatingsFor(ratings_for), RatingsBegin(ratings_begin)
    locked_club.save(update_fields=["ratings_for", "ratings_begin"])
    if old_facts["ratings_begin"] != ratings_begin:
        rebuild_ratings(locked_club)
    audit.record(actor, "club-ratings-set", club=locked_club, before=old_facts, after=new_facts)


@transaction.atomic
def set_unranked(*, player: Player, unranked: bool, actor: Actor) -> None:
    """Leaves a player out of the ranking, as they wish; they go on being rated for the others' sake."""
    locked_player = Player.objects.select_for_update(of=["self"]).select_related("club").get(pk=player.pk)
    if locked_player.unranked == unranked:
        return
    subject: Details = {"player": the_player(locked_player.pk)}
    Player.objects.filter(pk=locked_player.pk).update(unranked=unranked)
    old_facts: Details = {**subject, "unranked": locked_player.unranked}
    new_facts: Details = {**subject, "unranked": unranked}
    audit.record(actor, "player-ranking-set", club=locked_player.club, before=old_facts, after=new_facts)


OWN, DRAWN = "own", "drawn"


@transaction.atomic
def set_logo(*, club: Club, png: bytes | None, actor: Actor) -> None:
    """Sets the club's logo; None: the one drawn from its name again."""
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    old_facts: Details = {"crest": OWN if ClubLogo.objects.filter(club=locked_club).exists() else DRAWN}
    new_facts: Details = {"crest": DRAWN if png is None else OWN}
    if png is None and old_facts == new_facts:
        return
    if png is None:
        ClubLogo.objects.filter(club=locked_club).delete()
    else:
        ClubLogo.objects.update_or_create(club=locked_club, defaults={"picture": b64encode(png).decode()})
    audit.record(actor, "crest-set", club=locked_club, before=old_facts, after=new_facts)


@transaction.atomic
def renew_table_code(*, club: Club, number: int, edition: int, actor: Actor) -> None:
    """Makes a table's code new. `edition`: that of the code that was seen, so that a second tap makes no other."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    room_table, _ = RoomTable.objects.get_or_create(club=club, number=number)
    if room_table.code_edition == edition:
        RoomTable.objects.filter(pk=room_table.pk).update(code_edition=edition + 1)
        _record_renewal(club, {"table": number}, edition, actor)


@transaction.atomic
def renew_player_code(*, player: Player, edition: int, actor: Actor) -> None:
    """Makes a player's code new, with those of players merged into this one, whose cards open the same."""
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    if Player.objects.filter(pk=player.pk, code_edition=edition).exists():
        Player.objects.filter(pk__in=[row.pk for row in all_of(player)]).update(code_edition=F("code_edition") + 1)
        _record_renewal(player.club, {"player": the_player(player.pk)}, edition, actor)


def _record_renewal(club: Club, owner: Details, edition: int, actor: Actor) -> None:
    old_facts: Details = {**owner, "version": edition + 1}
    new_facts: Details = {**owner, "version": edition + 2}
    audit.record(actor, "code-renewed", club=club, before=old_facts, after=new_facts)
