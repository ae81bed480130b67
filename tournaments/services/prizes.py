"""The categories of a club, who is in them, and the prize list of an event."""

from collections.abc import Collection, Mapping
from datetime import date
from itertools import chain

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details, the_player, the_stay
from tournaments.formats.prizes import Days, rises_at
from tournaments.limits import LONGEST_NAME, MOST_CATEGORIES
from tournaments.models import CategoryStay, Club, Event, Player, PlayerCategory, Season, tidy_name
from tournaments.selectors.club.people import naming
from tournaments.selectors.prizes import (
    DaysByPlayer,
    PrizeList,
    categories_revision,
    days_by_player,
    prize_list,
    prizes_revision,
)
from tournaments.services.change import commit_change, load, lock_event, lock_events, redraw
from tournaments.services.club.clubs import players_named
from tournaments.services.refusals import Refused, Stale, fitting


@transaction.atomic
def add_category(*, club: Club, name: str, actor: Actor) -> PlayerCategory:
    locked_club = _lock(club)
    _refuse_taken(locked_club, name)
    if locked_club.categories.count() >= MOST_CATEGORIES:
        raise Refused("categories-many", most=MOST_CATEGORIES)
    category = PlayerCategory.objects.create(club=locked_club, name=fitting(name, LONGEST_NAME))
    audit.record(actor, "category-named", club=locked_club, before={"name": ""}, after={"name": name})
    return category


@transaction.atomic
def rename_category(*, club: Club, category_id: int, name: str, actor: Actor) -> None:
    locked_club = _lock(club)
    category = load(locked_club.categories.all(), pk=category_id)
    if category.name == name:
        return
    _refuse_taken(locked_club, name, but=category)
    before: Details = {"name": category.name}
    category.name = fitting(name, LONGEST_NAME)
    category.save(update_fields=["name"])
    audit.record(actor, "category-named", club=locked_club, before=before, after={"name": name})


@transaction.atomic
def remove_category(*, club: Club, category_id: int, actor: Actor) -> None:
    """With all that says who is in it. Refused while an event has a prize for it."""
    locked_club = _lock(club)
    category = load(locked_club.categories.all(), pk=category_id)
    with_prizes = (locked_club.events.filter(prizes__isnull=False), locked_club.seasons.filter(prizes__isnull=False))
    for of in chain[Event | Season](*with_prizes):
        listed = prize_list(of)
        if listed and any(prize.category == category.pk for prize in listed.prizes):
            raise Refused("category-of-prizes", name=category.name, event=of.name)
    category.stays.all().delete()
    category.delete()
    audit.record(actor, "category-removed", club=locked_club, before={"name": category.name}, after={})


def _lock(club: Club) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _refuse_taken(club: Club, name: str, *, but: PlayerCategory | None = None) -> None:
    others = club.categories.exclude(pk=but.pk if but else 0).values_list("name", flat=True)
    if name.casefold() in map(str.casefold, others):
        raise Refused("category-taken", name=name)


@transaction.atomic
def set_categories(*, player: Player, days: Mapping[int, Days], actor: Actor, base_revision: int | None = None) -> None:
    """Of which categories (ids) a player is, and when; of no other one any more. Raises Stale where they were changed
    after ``base_revision``, as `categories_revision` tells it.
    """
    lock_events(naming(player))
    club = _lock(player.club)
    locked_player = load(Player.objects.select_related("merge__into"), pk=player.pk)
    if locked_player.anonymised_at or locked_player.one != locked_player:
        raise Refused("player-gone")
    if base_revision is not None and (revision := categories_revision(player)) > base_revision:
        raise Stale(base_revision=base_revision, revision=revision)
    _exchange(club, {player.pk: days}, stored=days_by_player([player.pk]), actor=actor)


@transaction.atomic
def change_category(
    *,
    category: PlayerCategory,
    joining: Collection[int],
    leaving: Collection[int],
    days: Days,
    last_day: date | None,
    today: date,
    actor: Actor,
) -> None:
    """Players (ids) join a category for these days, or leave it after ``last_day``; without one, or where they were to
    join later, as if they had never been in it. Who is in it already, or is not any more, stays as they are. Who comes
    back keeps their first day; refused where they would lose days that they were in it.
    """
    players = {*joining, *leaving}
    lock_events(naming(*Player.objects.filter(pk__in=players)))
    club = _lock(category.club)
    if club.players.filter(pk__in=players, anonymised_at=None, merge=None).count() < len(players):
        raise Refused("list-changed")
    stored = days_by_player(players)
    changed: dict[int, dict[int, Days]] = {}
    new: Days | None
    back: list[int] = []
    begun: list[int] = []
    for player in players:
        own = dict(stored.get(player, {}))
        stay = own.pop(category.pk, None)
        is_in = stay is not None and stay.last_until(today)
        if is_in == (player in joining):
            continue
        if player in joining:
            new = days.following(stay)
            back += [player] if stay and not new.hold(stay) else []
        else:
            new = stay and stay.ended(last_day)
            begun += [player] if stay and last_day and stay.since and last_day < stay.since < today else []
        changed[player] = own | ({category.pk: new} if new else {})
    if back:
        raise Refused("category-again", names=_names(back))
    if begun:
        raise Refused("category-begun", names=_names(begun))
    _exchange(club, changed, stored=stored, actor=actor)


def _names(players: Collection[int]) -> list[str]:
    return [player.name for player in Player.objects.filter(pk__in=players)]


def _exchange(club: Club, days: DaysByPlayer, *, stored: DaysByPlayer, actor: Actor) -> None:
    """The days of players whose events are locked, as their club is, for what is ``stored``: in as many
    statements for one as for many, with an entry in the log for each.
    """
    categories = {category.pk: category for category in club.categories.all()}
    changed = {player: own for player, own in sorted(days.items()) if own != stored.get(player, {})}
    if not {*chain.from_iterable(days.values())} <= categories.keys():
        raise Refused("category-gone")
    if not all(stay.in_order for own in days.values() for stay in own.values()):
        raise Refused("category-days")
    if not changed:
        return
    CategoryStay.objects.filter(player__in=changed).delete()
    CategoryStay.objects.bulk_create(
        CategoryStay(player_id=player, category_id=pk, since=stay.since, until=stay.until)
        for player, own in changed.items()
        for pk, stay in sorted(own.items())
    )
    redraw(naming(*Player.objects.filter(pk__in=changed)))
    facts = [
        (_facts(player, categories, stored.get(player, {})), _facts(player, categories, own))
        for player, own in changed.items()
    ]
    audit.record_all(actor, "player-categories-set", facts, club=club)


def lock_events_of(*, club: Club, names: Collection[str]) -> None:
    """Of the players on the list of these names: an event is locked before its club."""
    wanted = {tidy_name(name).casefold() for name in names}
    listed = club.players.filter(anonymised_at=None).select_related("merge__into") if wanted else ()
    lock_events(naming(*(player.one for player in listed if player.name.casefold() in wanted)))


@transaction.atomic
def join_categories(*, club: Club, categories: Mapping[str, Collection[str]], actor: Actor) -> None:
    """Players of the club, by name, are of these categories (names) from now on, besides those they are of."""
    if not categories:
        return
    ids = {category.name.casefold(): category.pk for category in club.categories.all()}
    players = players_named(club=club, names=list(categories), actor=actor)
    for name, names in categories.items():
        player = players[tidy_name(name).casefold()]
        if not all(of.casefold() in ids for of in names):
            raise Refused("category-gone")
        stored = days_by_player([player.pk]).get(player.pk, {})
        new = {ids[of.casefold()]: Days() for of in names}
        set_categories(player=player, days={**new, **stored}, actor=actor)


def _facts(player: int, categories: Mapping[int, PlayerCategory], days: Mapping[int, Days]) -> Details:
    stays = [
        CategoryStay(category=categories[pk], since=since, until=until) for pk, (since, until) in sorted(days.items())
    ]
    return {"player": the_player(player), "categories": [the_stay(stay) for stay in stays]}


@transaction.atomic
def set_prizes(*, event_id: int, prizes: PrizeList | None, actor: Actor, base_revision: int | None = None) -> None:
    """Of an event that is over too: who gets them follows. None takes the list away. Raises Stale where another list
    was set after ``base_revision``.
    """
    event = lock_event(event_id)
    lists = event.audit_entries.filter(action="prizes-set")
    if base_revision is not None and lists.filter(revision__gt=base_revision).exists():
        raise Stale(base_revision=base_revision, revision=event.revision)
    if event.status == Event.Status.DISCARDED:
        raise Refused("event-finished")
    names = _require_possible(prizes, event.club)
    before = prize_list(event)
    if before == prizes:
        return
    event.prizes = prizes.stored if prizes else None
    event.save(update_fields=["prizes"])
    old_facts: Details = {"prizes": _told(before, names)}
    commit_change(event, actor, "prizes-set", before=old_facts, after={"prizes": _told(prizes, names)})


@transaction.atomic
def set_season_prizes(*, pk: int, prizes: PrizeList | None, actor: Actor, base_revision: int | None = None) -> None:
    """Of a season, as of an event; ``base_revision`` as `prizes_revision` tells it."""
    season = load(Season.objects.select_related("club"), pk=pk)
    names = _require_possible(prizes, _lock(season.club))
    if base_revision is not None and (revision := prizes_revision(season)) > base_revision:
        raise Stale(base_revision=base_revision, revision=revision)
    season.refresh_from_db(fields=["prizes"])
    before = prize_list(season)
    if before == prizes:
        return
    season.prizes = prizes.stored if prizes else None
    season.save(update_fields=["prizes"])
    subject: Details = {"season": season.pk, "name": season.name}
    was: Details = {**subject, "prizes": _told(before, names)}
    audit.record(
        actor, "season-edited", club=season.club, before=was, after={**subject, "prizes": _told(prizes, names)}
    )


def _require_possible(prizes: PrizeList | None, club: Club) -> dict[int, str]:
    """The names of the club's categories."""
    names = dict(PlayerCategory.objects.filter(club=club).values_list("pk", "name"))
    listed = prizes.prizes if prizes else ()
    for prize in listed:
        fitting(prize.name, LONGEST_NAME)
    if (at := rises_at(listed)) is not None:
        raise Refused("prize-rises", name=listed[at].name)
    if not {prize.category for prize in listed} <= {None, *names}:
        raise Refused("category-gone")
    return names


def _told(prizes: PrizeList | None, names: Mapping[int, str]) -> dict[str, object] | None:
    if prizes is None:
        return None
    facts = prizes.stored
    facts["prizes"] = [
        {**prize, "category": names.get(prize["category"], "") if prize["category"] else None}
        for prize in facts["prizes"]
    ]
    return facts
