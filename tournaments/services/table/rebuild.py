"""What is kept for reading, proved against what it comes from: scores, confirmations, tallies."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Model

from tournaments import audit
from tournaments.audit import SYSTEM, Details, seated_at, the_player
from tournaments.formats.ratings.strengths import Strength
from tournaments.models import Club, Event, Player, Table
from tournaments.selectors.club.contests import ContestKey, key_of_event
from tournaments.selectors.club.tallies import brought, kept, settled_at
from tournaments.selectors.club.tally import Tally
from tournaments.services.change import commit_change, commit_table_change, keep_confirmation, lock_event, lock_table
from tournaments.services.ratings import kept_ratings, rebuilt_ratings, write_ratings
from tournaments.services.table.judging import rescore
from tournaments.services.tallies import keep_tallies, write_contest

Kept = dict[int | None, dict[str, object]]
"""By seat; under None what was confirmed and disputed at the table comes to."""


@dataclass(frozen=True)
class Difference:
    subject: str  # a table, an event or a contest
    seat: int | None
    kept: dict[str, object]
    rebuilt: dict[str, object]


def rebuild_scores(*, keep: bool) -> Iterator[Difference]:
    """Every seat whose kept score is not what the deals give, every table of which something else is said than its
    confirmations come to, and the tallies that are not those of the seats; with `keep` the rebuilt ones stay.
    """
    steps: list[tuple[type[Model], Callable[[int], list[Difference]]]] = [
        (Table, _rebuild_table),
        (Event, _rebuild_event),
        (Club, _rebuild_contests),
        (Club, _rebuild_ratings),
    ]
    for model, rebuild in steps:
        for pk in model._default_manager.order_by("pk").values_list("pk", flat=True):
            with transaction.atomic():
                yield from rebuild(pk)
                if not keep:
                    transaction.set_rollback(True)


def _rebuild_table(table_id: int) -> list[Difference]:
    table = lock_table(table_id)
    before = _kept(table)
    rescore(table)
    keep_confirmation(table)
    table.save(update_fields=["deal_count"])
    after = _kept(table)
    found = [Difference(str(table), seat, before[seat], after[seat]) for seat in before if before[seat] != after[seat]]
    if found:
        was, now = (_by_player(table, found, kept) for kept in (before, after))
        commit_table_change(table, SYSTEM, "scores-rebuilt", before={"scores": was}, after={"scores": now})
    return found


def _rebuild_event(event_id: int) -> list[Difference]:
    event = lock_event(event_id)
    was, now = kept(event.tallies.all()), brought(event)
    found = _differences(str(event), was, now)
    if event.settled_at != settled_at(event):
        found.append(Difference(str(event), None, {"at": str(event.settled_at)}, {"at": str(settled_at(event))}))
    if found:
        keep_tallies(event)
        commit_change(event, SYSTEM, "scores-rebuilt", before=_logged(found, "kept"), after=_logged(found, "rebuilt"))
    return found


def _rebuild_contests(club_id: int) -> list[Difference]:
    """Each contest's tallies are the sums of those of its events."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    sums: defaultdict[ContestKey, dict[int, Tally]] = defaultdict(dict)
    for event in club.events.all():
        of_contest = sums[key_of_event(event)]
        for player, tally in kept(event.tallies.all()).items():
            of_contest[player] = of_contest.get(player, Tally()).plus(tally)
    for key in club.tallies.order_by().values_list("game", "unit").distinct():
        sums.setdefault(key, {})
    found = []
    for (game, unit), now in sums.items():
        was = kept(club.tallies.filter(game=game, unit=unit))
        if different := _differences(f"{club}, {game} {unit}".strip(), was, now):
            write_contest(club, game, unit, {player: now.get(player, Tally()) for player in was.keys() | now.keys()})
            found += different
    if found:
        before, after = (_logged(found, which) for which in ("kept", "rebuilt"))
        audit.record(SYSTEM, "scores-rebuilt", club=club, before=before, after=after)
    return found


def _rebuild_ratings(club_id: int) -> list[Difference]:
    """Every strength is what the tables until then give, and the newest ones are those of the newest events."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    found: list[Difference] = []
    for game in club.events.order_by().values_list("game", flat=True).distinct():
        was, now = kept_ratings(club, game), rebuilt_ratings(club, game)
        subject = f"{club}, {game}"
        for event in was.events.keys() | now.events.keys():
            found += _differences(subject, was.events.get(event, {}), now.events.get(event, {}))
        found += _differences(subject, was.newest, now.newest)
        if was.forecasts != now.forecasts:
            before, after = ({"forecasts": str(each.forecasts)} for each in (was, now))
            found.append(Difference(subject, None, {**before}, {**after}))
        if was != now:
            write_ratings(club, game, now)
    if found:
        was_logged, now_logged = (_logged(found, which) for which in ("kept", "rebuilt"))
        audit.record(SYSTEM, "scores-rebuilt", club=club, before=was_logged, after=now_logged)
    return found


def _differences(
    subject: str, was: Mapping[int, Tally | Strength], now: Mapping[int, Tally | Strength]
) -> list[Difference]:
    names = dict(Player.objects.filter(pk__in=was.keys() | now.keys()).values_list("pk", "name"))
    return [
        Difference(f"{subject}, {names[player]}", None, *(_facts(player, each.get(player)) for each in (was, now)))
        for player in was.keys() | now.keys()
        if was.get(player) != now.get(player)
    ]


def _facts(player: int, kept: Tally | Strength | None) -> dict[str, object]:
    figures = {name: str(value) for name, value in kept._asdict().items()} if kept else {"tables": "0"}
    return {"player": the_player(player), **figures}


def _logged(found: list[Difference], which: str) -> Details:
    return {"scores": [getattr(each, which) for each in found]}


def _kept(table: Table) -> Kept:
    kept: Kept = {
        seat.index: {
            "score": str(seat.score),
            "place": seat.place,
            "deals": seat.deals,
            "exact": seat.exact,
            "net": seat.net,
            "won": seat.won,
        }
        for seat in table.seats.order_by("index")
    }
    accepted_at = table.accepted_at.isoformat() if table.accepted_at else None
    return {**kept, None: {"opinion": str(table.confirmation), "accepted_at": accepted_at, "deals": table.deal_count}}


def _by_player(table: Table, found: list[Difference], kept: Kept) -> list[dict[str, object]]:
    players = seated_at(table)
    return [{"player": players[each.seat], **kept[each.seat]} for each in found if each.seat is not None]
