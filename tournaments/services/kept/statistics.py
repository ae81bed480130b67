"""Keeping up what deals come to for who played them, event by event and summed up, and what may be a record."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from scoring.statistics import Counts, added, less
from tournaments.audit import the_player
from tournaments.models import Club, ClubCounts, Event, EventCounts, EventFeat
from tournaments.selectors.statistics.counting import DoneFeat, count_event, kept_of_club, kept_of_event
from tournaments.services.kept.differences import Difference

COPIED = ("table_id", "player_id", "kind", "value", "deal", "detail", "date")

Facts = dict[str, object]


class _Moved(NamedTuple):
    """What was and what is, by player."""

    was: Counts
    now: Counts


def keep_statistics(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again. The club is locked."""
    found = count_event(event)
    moved = _moved(kept_of_event(event), found.players)
    if moved:
        _write_event(event, {player: each.now for player, each in moved.items()})
        _move_club(event.club, event.game, moved)
    _write_feats(event, [_facts_of(event, done) for done in found.feats])


def _moved(was: Mapping[int, Counts], now: Mapping[int, Counts]) -> dict[int, _Moved]:
    found = {player: _Moved(was.get(player, {}), now.get(player, {})) for player in was.keys() | now.keys()}
    return {player: each for player, each in found.items() if each.was != each.now}


def _write_event(event: Event, players: Mapping[int, Counts]) -> None:
    EventCounts.objects.bulk_create(
        [EventCounts(event=event, player_id=player, counts=counts) for player, counts in players.items() if counts],
        update_conflicts=True,
        unique_fields=["event", "player"],
        update_fields=["counts"],
    )
    event.counts.filter(player__in=[player for player, counts in players.items() if not counts]).delete()


def _move_club(club: Club, game: str, moved: Mapping[int, _Moved]) -> None:
    sums = kept_of_club(club, game, players=[*moved, None])
    everybody = sums.get(None, {})
    now: dict[int | None, Counts] = {}
    for player, each in moved.items():
        now[player] = less(added(sums.get(player, {}), each.now), each.was)
        everybody = less(added(everybody, each.now), each.was)
    _write_club(club, game, {**now, None: everybody})


def _write_club(club: Club, game: str, sums: Mapping[int | None, Counts]) -> None:
    ClubCounts.objects.bulk_create(
        [
            ClubCounts(club=club, game=game, player_id=player, counts=counts)
            for player, counts in sums.items()
            if player and counts
        ],
        update_conflicts=True,
        unique_fields=["club", "game", "player"],
        update_fields=["counts"],
    )
    if sums.get(None):
        ClubCounts.objects.update_or_create(club=club, game=game, player=None, defaults={"counts": sums[None]})
    gone = [player for player, counts in sums.items() if player and not counts]
    ClubCounts.objects.filter(club=club, game=game, player__in=gone).delete()
    if None in sums and not sums[None]:
        ClubCounts.objects.filter(club=club, game=game, player=None).delete()


def _facts_of(event: Event, done: DoneFeat) -> Facts:
    feat = done.feat
    facts = (done.table, done.player, feat.kind, feat.value, feat.deal, dict(feat.detail), event.date)
    return dict(zip(COPIED, facts, strict=True))


def _write_feats(event: Event, now: list[Facts]) -> None:
    gone, new = _exchanged(event, now)
    if gone:
        EventFeat.objects.filter(pk__in=gone).delete()
    EventFeat.objects.bulk_create(
        EventFeat(event=event, club_id=event.club_id, game=event.game, **each) for each in new
    )


def _exchanged(event: Event, now: list[Facts]) -> tuple[list[int], list[Facts]]:
    """Rows that are true no longer, by id; and what is true and has no row."""
    gone, new = [], list(now)
    for row in event.feats.values("pk", *COPIED):
        pk = row.pop("pk")
        if row in new:
            new.remove(row)
        else:
            gone.append(pk)
    return gone, new


def rebuild_statistics(club: Club) -> list[Difference]:
    """Every event's counts and feats are those of its deals, and the club's counts are the sums of its events'."""
    found: list[Difference] = []
    sums: defaultdict[str, dict[int | None, Counts]] = defaultdict(dict)
    for event in club.events.order_by("pk"):
        was, counted = kept_of_event(event), count_event(event)
        facts = [_facts_of(event, done) for done in counted.feats]
        gone, new = _exchanged(event, facts)
        if moved := _moved(was, counted.players):
            found += [_difference(str(event), player, each) for player, each in moved.items()]
            _write_event(event, {player: each.now for player, each in moved.items()})
        if gone or new:
            found.append(Difference(str(event), None, {"feats": str(len(gone))}, {"feats": str(len(new))}))
            _write_feats(event, facts)
        _add(sums[event.game], counted.players)
    for game, players in sums.items():
        found += _rebuild_sums(club, game, players)
    return found


def _add(sums: dict[int | None, Counts], players: Mapping[int, Counts]) -> None:
    for player, counts in players.items():
        sums[player] = added(sums.get(player, {}), counts)
        sums[None] = added(sums.get(None, {}), counts)


def _rebuild_sums(club: Club, game: str, sums: Mapping[int | None, Counts]) -> list[Difference]:
    was: dict[int | None, Counts] = dict(
        ClubCounts.objects.filter(club=club, game=game).values_list("player_id", "counts")
    )
    wrong = {player for player in was.keys() | sums.keys() if was.get(player, {}) != sums.get(player, {})}
    if not wrong:
        return []
    _write_club(club, game, {player: sums.get(player, {}) for player in wrong})
    subject = f"{club}, {game}"
    return [_difference(subject, player, _Moved(was.get(player, {}), sums.get(player, {}))) for player in wrong]


def _difference(subject: str, player: int | None, moved: _Moved) -> Difference:
    keys = sorted(key for key in moved.was.keys() | moved.now.keys() if moved.was.get(key) != moved.now.get(key))
    whose: Facts = {"player": the_player(player)} if player else {}
    was, now = (whose | {"counts": " ".join(f"{key}={each.get(key, 0)}" for key in keys)} for each in moved)
    return Difference(subject, None, was, now)
