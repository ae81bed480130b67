"""Summaries by player: what deals and events come to, who has met whom, and achievements, which are told once and for
good. Each has what brings it up to date after a change and what rebuilds it. And where what is kept is not what it
comes from, by player.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.db.models import Q

from scoring.statistics import Counts, added, less
from tournaments.audit import the_player
from tournaments.formats.head_to_head import NEVER, Met, Pair, meetings
from tournaments.formats.ratings import Strength
from tournaments.models import (
    Club,
    ClubCounts,
    ClubMeeting,
    ContestTally,
    Event,
    EventCounts,
    EventFeat,
    EventMeeting,
    EventTally,
    Player,
    ToldAchievement,
)
from tournaments.selectors.club.standings import ContestKey, Tally, brought, key_of_event, settled_at, stored_tallies
from tournaments.selectors.head_to_head import MeetingRow, by_pair, met_at
from tournaments.selectors.ratings.tables import Rated, tables_of
from tournaments.selectors.season.standing import EventPoints
from tournaments.selectors.statistics.counting import MADE, OF_KIND, DoneFeat, count_event, kept_of_club, kept_of_event

Figures = Tally | Strength | Rated | EventPoints


@dataclass(frozen=True)
class Drift:
    subject: str  # a table, an event or a contest
    seat: int | None
    kept: dict[str, object]
    rebuilt: dict[str, object]


def differences(subject: str, was: Mapping[int, Figures], now: Mapping[int, Figures]) -> list[Drift]:
    """What differs between two sets of figures, by player."""
    names = dict(Player.objects.filter(pk__in=was.keys() | now.keys()).values_list("pk", "name"))
    differing = []
    for player in was.keys() | now.keys():
        old, new = was.get(player), now.get(player)
        if old != new:
            label = f"{subject}, {names[player]}"
            differing.append(Drift(label, None, _facts_of_figures(player, old), _facts_of_figures(player, new)))
    return differing


def _facts_of_figures(player: int, row: Figures | None) -> dict[str, object]:
    figures = {name: str(value) for name, value in row._asdict().items()} if row else {"tables": "0"}
    return {"player": the_player(player), **figures}


NOTHING = Tally()
Kept = TypeVar("Kept", EventTally, ContestTally)


def update_tallies(event: Event) -> None:
    """Brings tallies up to date: part of every change of an event that is over, and of the one by which it is open
    again.
    """
    # Two events of the club may be over at once.
    Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
    event.settled_at = settled_at(event)
    event.save(update_fields=["settled_at"])
    was, now = stored_tallies(event.tallies.all()), brought(event)
    changed = [player for player in was | now if was.get(player) != now.get(player)]
    if not changed:
        return
    _write_tallies(EventTally, {player: now.get(player, NOTHING) for player in changed}, event=event)
    game, unit = key_of_event(event)
    sums = stored_tallies(event.club.tallies.filter(game=game, unit=unit, player__in=changed))
    for player in changed:
        gained = now.get(player, NOTHING).plus(was.get(player, NOTHING), times=-1)
        sums[player] = sums.get(player, NOTHING).plus(gained)
    write_contest(event.club, game, unit, sums)


def write_contest(club: Club, game: str, unit: str, tallies: Mapping[int, Tally]) -> None:
    _write_tallies(ContestTally, tallies, club=club, game=game, unit=unit)


def _write_tallies(model: type[Kept], tallies: Mapping[int, Tally], **owner: Any) -> None:
    """In place of what was kept; a player without a table is kept no longer."""
    model._default_manager.bulk_create(
        [model(player_id=player, **owner, **tally._asdict()) for player, tally in tallies.items()],
        update_conflicts=True,
        unique_fields=[*owner, "player"],
        update_fields=Tally._fields,
    )
    model._default_manager.filter(**owner, tables=0).delete()


def rebuild_tallies(club: Club) -> list[Drift]:
    """Each contest's tallies are the sums of those of its events."""
    sums: defaultdict[ContestKey, dict[int, Tally]] = defaultdict(dict)
    for event in club.events.all():
        of_contest = sums[key_of_event(event)]
        for player, tally in stored_tallies(event.tallies.all()).items():
            of_contest[player] = of_contest.get(player, NOTHING).plus(tally)
    for key in club.tallies.order_by().values_list("game", "unit").distinct():
        sums.setdefault(key, {})
    differing = []
    for (game, unit), now in sums.items():
        was = stored_tallies(club.tallies.filter(game=game, unit=unit))
        if different := differences(f"{club}, {game} {unit}".strip(), was, now):
            write_contest(club, game, unit, {player: now.get(player, NOTHING) for player in was.keys() | now.keys()})
            differing += different
    return differing


Meetings = dict[Pair, Met]


def update_meetings(event: Event) -> None:
    """Brings meetings up to date: part of every change of an event that is over, and of the one by which it is open
    again.
    """
    was, now = by_pair(event.meetings.all()), met_at(event)
    changed = _changed(was, now)
    if not changed:
        return
    _write_meetings(EventMeeting, {pair: now.get(pair, NEVER) for pair in changed}, event=event)
    players = {who for pair in changed for who in pair}
    sums = by_pair(event.club.meetings.filter(game=event.game, low__in=players, high__in=players))
    gained = {pair: now.get(pair, NEVER).plus(was.get(pair, NEVER), times=-1) for pair in changed}
    moved = {pair: sums.get(pair, NEVER).plus(gain) for pair, gain in gained.items()}
    _write_meetings(ClubMeeting, moved, club=event.club, game=event.game)


def _changed(was: Mapping[Pair, Met], now: Mapping[Pair, Met]) -> list[Pair]:
    return sorted(pair for pair in was.keys() | now.keys() if was.get(pair) != now.get(pair))


def _write_meetings(model: type[MeetingRow], meetings: Mapping[Pair, Met], **owner: Any) -> None:
    """In place of what was kept; who have not met are kept no longer."""
    model._default_manager.bulk_create(
        [model(low_id=low, high_id=high, **owner, **meeting._asdict()) for (low, high), meeting in meetings.items()],
        update_conflicts=True,
        unique_fields=[*owner, "low", "high"],
        update_fields=Met._fields,
    )
    if NEVER in meetings.values():
        model._default_manager.filter(**owner, tables=0).delete()


def rebuild_meetings(club: Club) -> list[Drift]:
    """Works out all meetings anew: those of every event from its tables, those of a game as their sums."""
    differing: list[Drift] = []
    sums: defaultdict[str, Meetings] = defaultdict(dict)
    events = list(club.events.all())
    tables = tables_of(event.pk for event in events if event.status == Event.Status.FINISHED)
    for event in events:
        now = meetings(tables.get(event.pk, []))
        differing += _rebuilt(EventMeeting, by_pair(event.meetings.all()), now, event=event)
        of_game = sums[event.game]
        for pair, meeting in now.items():
            of_game[pair] = of_game.get(pair, NEVER).plus(meeting)
    for game, now in sums.items():
        was = by_pair(club.meetings.filter(game=game))
        differing += _rebuilt(ClubMeeting, was, now, club=club, game=game)
    return differing


def _rebuilt(model: type[MeetingRow], was: Meetings, now: Meetings, **owner: Any) -> list[Drift]:
    changed = _changed(was, now)
    if changed:
        _write_meetings(model, {pair: now.get(pair, NEVER) for pair in changed}, **owner)
    names = dict(Player.objects.filter(pk__in={who for pair in changed for who in pair}).values_list("pk", "name"))
    subject = ", ".join(map(str, owner.values()))
    differing = []
    for low, high in changed:
        seats = {"seats": [the_player(low), the_player(high)]}
        old, new = (_meeting_facts(figures.get((low, high), NEVER)) for figures in (was, now))
        label = f"{subject}: {names[low]} and {names[high]}"
        differing.append(Drift(label, None, {**seats, **old}, {**seats, **new}))
    return differing


def _meeting_facts(meeting: Met) -> dict[str, object]:
    return {name: str(value) for name, value in meeting._asdict().items()}


COPIED = ("table_id", "player_id", "kind", "value", "deal", "detail", "date")

Facts = dict[str, object]


class _Moved(NamedTuple):
    """What was and what is, by player."""

    was: Counts
    now: Counts


def update_statistics(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again. The club is locked."""
    counted = count_event(event)
    moved = _moved(kept_of_event(event), counted.players)
    if moved:
        _write_event(event, {player: move.now for player, move in moved.items()})
        _move_club(event.club, event.game, moved)
    _write_feats(event, [_facts_of(event, done) for done in counted.feats])


def _moved(was: Mapping[int, Counts], now: Mapping[int, Counts]) -> dict[int, _Moved]:
    moves = {player: _Moved(was.get(player, {}), now.get(player, {})) for player in was.keys() | now.keys()}
    return {player: move for player, move in moves.items() if move.was != move.now}


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
    for player, move in moved.items():
        now[player] = less(added(sums.get(player, {}), move.now), move.was)
        everybody = less(added(everybody, move.now), move.was)
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
    emptied = [player for player, counts in sums.items() if player and not counts]
    ClubCounts.objects.filter(club=club, game=game, player__in=emptied).delete()
    if None in sums and not sums[None]:
        ClubCounts.objects.filter(club=club, game=game, player=None).delete()


def _facts_of(event: Event, done: DoneFeat) -> Facts:
    feat = done.feat
    facts = (done.table, done.player, feat.kind, feat.value, feat.deal, dict(feat.detail), event.date)
    return dict(zip(COPIED, facts, strict=True))


def _write_feats(event: Event, now: list[Facts]) -> None:
    old_rows, new = _exchanged(event, now)
    if old_rows:
        EventFeat.objects.filter(pk__in=old_rows).delete()
    EventFeat.objects.bulk_create(
        EventFeat(event=event, club_id=event.club_id, game=event.game, **feat) for feat in new
    )


def _exchanged(event: Event, now: list[Facts]) -> tuple[list[int], list[Facts]]:
    """Rows that are true no longer, by id; and what is true and has no row."""
    old_feats, new = [], list(now)
    for row in event.feats.values("pk", *COPIED):
        pk = row.pop("pk")
        if row in new:
            new.remove(row)
        else:
            old_feats.append(pk)
    return old_feats, new


def rebuild_statistics(club: Club) -> list[Drift]:
    """Every event's counts and feats are those of its deals, and the club's counts are the sums of its events'."""
    differing: list[Drift] = []
    sums: defaultdict[str, dict[int | None, Counts]] = defaultdict(dict)
    for event in club.events.order_by("pk"):
        was, counted = kept_of_event(event), count_event(event)
        facts = [_facts_of(event, done) for done in counted.feats]
        old_rows, new = _exchanged(event, facts)
        if moved := _moved(was, counted.players):
            differing += [_difference(str(event), player, move) for player, move in moved.items()]
            _write_event(event, {player: move.now for player, move in moved.items()})
        if old_rows or new:
            differing.append(Drift(str(event), None, {"feats": str(len(old_rows))}, {"feats": str(len(new))}))
            _write_feats(event, facts)
        _add(sums[event.game], counted.players)
    for game, players in sums.items():
        differing += _rebuild_sums(club, game, players)
    return differing


def _add(sums: dict[int | None, Counts], players: Mapping[int, Counts]) -> None:
    for player, counts in players.items():
        sums[player] = added(sums.get(player, {}), counts)
        sums[None] = added(sums.get(None, {}), counts)


def _rebuild_sums(club: Club, game: str, sums: Mapping[int | None, Counts]) -> list[Drift]:
    was: dict[int | None, Counts] = dict(
        ClubCounts.objects.filter(club=club, game=game).values_list("player_id", "counts")
    )
    wrong = {player for player in was.keys() | sums.keys() if was.get(player, {}) != sums.get(player, {})}
    if not wrong:
        return []
    _write_club(club, game, {player: sums.get(player, {}) for player in wrong})
    subject = f"{club}, {game}"
    return [_difference(subject, player, _Moved(was.get(player, {}), sums.get(player, {}))) for player in wrong]


def _difference(subject: str, player: int | None, moved: _Moved) -> Drift:
    keys = sorted(key for key in moved.was.keys() | moved.now.keys() if moved.was.get(key) != moved.now.get(key))
    owner: Facts = {"player": the_player(player)} if player else {}

    def facts(figures: Counts) -> Facts:
        return owner | {"counts": " ".join(f"{key}={figures.get(key, 0)}" for key in keys)}

    return Drift(subject, None, facts(moved.was), facts(moved.now))


def update_achievements(event: Event) -> None:
    """Announces achievements that are new: part of every change of an event that is over, after its feats have been
    kept.
    """
    ToldAchievement.objects.bulk_create(_untold(Q(event=event)), ignore_conflicts=True)


def _untold(condition: Q) -> Iterator[ToldAchievement]:
    """Of these feats the first that make an achievement which was not told on yet."""
    rows = EventFeat.objects.filter(MADE, condition).order_by("date", "event", "deal", "pk")
    feats = list(rows.values_list("kind", "player", "event", "table"))
    achievements = ToldAchievement.objects.filter(player__in={player for _kind, player, _event, _table in feats})
    keys = set(achievements.values_list("player", "key"))
    for kind, player, event, table in feats:
        key = OF_KIND[kind].key
        if (player, key) not in keys:
            keys.add((player, key))
            yield ToldAchievement(player_id=player, key=key, event_id=event, table_id=table)


def rebuild_achievements(club: Club) -> list[Drift]:
    """Whatever the deals make an achievement has been told on. What was, stays, whatever became of it."""
    untold = list(_untold(Q(club=club)))
    ToldAchievement.objects.bulk_create(untold)
    return [
        Drift(
            str(achievement.event),
            None,
            {"player": the_player(achievement.player_id)},
            {"player": the_player(achievement.player_id), "achievement": achievement.key},
        )
        for achievement in untold
    ]
