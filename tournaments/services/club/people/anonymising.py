"""Results stay, the name goes: at once from every page, and after a while from all that is stored."""

from datetime import datetime, timedelta

from django.core.cache import caches
from django.db import transaction

from tournaments import audit
from tournaments.audit import SYSTEM, Actor, Details, the_player
from tournaments.models import ClaimedHistory, Club, Colour, Member, NameAside, Player, Registration
from tournaments.models.fields import ANONYMOUS
from tournaments.selectors.club.people.same import all_of, naming
from tournaments.services.change import lock_events, redraw
from tournaments.services.club.clubs import refuse_if_here
from tournaments.services.club.forgetting import forget_name
from tournaments.services.club.people.forgetting import forget_names, lock_for_forgetting
from tournaments.services.refusals import Missing, Refused

UNDO_FOR = timedelta(days=7)
COLOUR = Colour.SLATE


@transaction.atomic
def anonymise(*, player: Player, actor: Actor, now: datetime) -> None:
    """Also of the rows that were merged into this one: they are the same person."""
    known = _lock(player)
    if known.anonymised_at:
        return
    refuse_if_here(known)
    for each in all_of(known):
        _put_aside(each, now)
    transaction.on_commit(forget_pictures)
    before, after = _facts(known, anonymous=False), _facts(known, anonymous=True)
    audit.record(actor, "player-anonymised", club=known.club, before=before, after=after)


@transaction.atomic
def give_name_back(*, player: Player, actor: Actor) -> None:
    """Exactly as it was, as long as it is kept aside."""
    known = _lock(player)
    if not known.anonymised_at:
        return
    rows = all_of(known)
    aside = {each.player_id: each for each in NameAside.objects.filter(player__in=rows)}
    if len(aside) < len(rows):
        raise Refused("name-gone")
    others = Player.objects.filter(club=known.club_id).exclude(pk__in=aside)
    taken = {name.casefold() for name in others.values_list("name", flat=True)}
    for each in aside.values():
        if each.name.casefold() in taken:
            raise Refused("name-taken", name=each.name)
        _put_back(each)
    before, after = _facts(known, anonymous=True), _facts(known, anonymous=False)
    audit.record(actor, "player-named-again", club=known.club, before=before, after=after)


def forget_names_aside(*, now: datetime) -> int:
    """Those whose time is over go for good, wherever they stand. Says how many."""
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
        Registration.objects.filter(entrant__player=player).update(name="")  # however it was written at a door
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
    known = Player.objects.select_related("club").get(pk=player.pk)
    if known.one != known:
        raise Missing
    return known


def _put_aside(player: Player, now: datetime) -> None:
    members, asking = Member.objects.filter(player=player), Member.objects.filter(says_player=player)
    NameAside.objects.create(
        player=player,
        until=now + UNDO_FOR,
        name=player.name,
        nickname=player.nickname,
        colour=player.colour,
        archived_at=player.archived_at,
        members=list(members.values_list("pk", flat=True)),
        asking=list(asking.values_list("pk", flat=True)),
    )
    members.update(player=None)
    asking.update(says_player=None)
    shown = {"name": f"{ANONYMOUS}{player.pk}", "nickname": "", "colour": COLOUR}
    Player.objects.filter(pk=player.pk).update(**shown, anonymised_at=now, archived_at=player.archived_at or now)
    redraw(naming(player))


def _put_back(aside: NameAside) -> None:
    shown = {"name": aside.name, "nickname": aside.nickname, "colour": aside.colour}
    Player.objects.filter(pk=aside.player_id).update(**shown, anonymised_at=None, archived_at=aside.archived_at)
    Member.objects.filter(pk__in=aside.members, player=None).update(player=aside.player_id)
    Member.objects.filter(pk__in=aside.asking, player=None, says_player=None).update(says_player=aside.player_id)
    redraw(naming(aside.player))
    aside.delete()


def _facts(player: Player, *, anonymous: bool) -> Details:
    return {"player": the_player(player.pk), "anonymous": anonymous}
