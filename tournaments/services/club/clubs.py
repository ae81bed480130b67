from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from tournaments import audit
from tournaments.audit import Actor, Details, the_account, the_player
from tournaments.models import Club, Colour, Entrant, Event, Member, Player, Seat, Stage, Table, Visibility, tidy_name
from tournaments.selectors.club.people.same import naming
from tournaments.services.change import lock_events, redraw
from tournaments.services.refusals import Refused


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
    known = Club.objects.select_for_update().get(pk=club.pk)
    before: Details = {"name": known.name, "address": known.slug}
    after: Details = {"name": name, "address": slug}
    known.name, known.slug = name, slug
    known.save(update_fields=["name", "slug"])
    audit.record(actor, "club-edited", club=known, before=before, after=after)
    return known


def add_players(*, club: Club, names: Iterable[str], actor: Actor) -> list[Player]:
    """The club's players of these names, those not yet on the roster added to it; the order of `names` is kept."""
    return list(players_named(club=club, names=names, actor=actor).values())


@transaction.atomic
def players_named(*, club: Club, names: Iterable[str], actor: Actor) -> dict[str, Player]:
    """The same by name, without capitals; who was merged into another one is that one."""
    # Two events of the club may learn of the same new name at once.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    named = club.players.filter(anonymised_at=None).select_related("merge__into")
    roster = {player.name.casefold(): player.one for player in named}
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
        audit.record(actor, "players-added", club=club, after={"names": [the_player(player.pk) for player in added]})
    return found


@transaction.atomic
def edit_player(
    *, player: Player, name: str, nickname: str, colour: str, actor: Actor, shown_names: str | None = None
) -> Player:
    """Without ``shown_names`` strangers go on reading the name as before."""
    lock_events(naming(player))
    known = Player.objects.select_for_update(of=["self"]).select_related("merge__into").get(pk=player.pk)
    if known.anonymised_at or known.one != known:
        raise Refused("player-gone")
    called = {"name": name, "nickname": nickname}
    # What somebody was called before is nobody's business afterwards: the log says that it was changed.
    edited = [field for field, now in called.items() if getattr(known, field) != now]
    shown: Details = {} if shown_names is None else {"shown_names": shown_names}
    was_shown: Details = {} if shown_names is None else {"shown_names": known.shown_names}
    Player.objects.filter(pk=player.pk).update(**called, colour=colour, **shown)
    redraw(naming(known))
    subject: Details = {"player": the_player(known.pk)}
    before: Details = {**subject, "colour": known.colour, **was_shown}
    after: Details = {**subject, "edited": edited, "colour": colour, **shown}
    audit.record(actor, "player-edited", club=player.club, before=before, after=after)
    player.refresh_from_db()
    return player


@transaction.atomic
def archive_player(*, player: Player, archived: bool, actor: Actor) -> None:
    """Who comes no more is not offered any more, or is again. Everything played stays where it is."""
    known = Player.objects.select_for_update(of=["self"]).select_related("club", "merge__into").get(pk=player.pk)
    if (known.archived_at is not None) == archived or known.anonymised_at or known.one != known:
        return
    if archived:
        refuse_if_here(known)
    subject: Details = {"player": the_player(known.pk)}
    before: Details = {**subject, "archived": not archived}
    player.archived_at = known.archived_at = timezone.now() if archived else None
    known.save(update_fields=["archived_at"])
    action = "player-archived" if archived else "player-returned"
    audit.record(actor, action, club=known.club, before=before, after={**subject, "archived": archived})


def refuse_if_here(player: Player) -> None:
    """Also who plays for somebody else."""
    entries = Entrant.objects.filter(Q(player=player) | Q(substitute=player))
    if entries.filter(event__status=Event.Status.OPEN, present=True).exists():
        raise Refused("player-here", name=player.name)
    seats = Seat.objects.filter(Q(entrant__in=entries) | Q(substitute=player))
    if seat := seats.filter(table__status=Table.Status.PLAYING).select_related("table").first():
        raise Refused("still-seated", table=seat.table.number)
    due = entries.filter(status=Entrant.Status.ACTIVE, stage_entries__stage__status=Stage.Status.RUNNING)
    if due.exists():
        raise Refused("player-due", name=player.name)


def free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "club"
    slug, number = stem, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
