"""Summaries that follow from events: reports, chances at tables, and what seasons, leagues and ladders count. Each has
what brings it up to date after a change and what rebuilds it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from scoring.win_probability.story import bend_at, written_steps
from tournaments.audit import the_player
from tournaments.models import (
    HOSTS_MATCHES,
    Challenge,
    ChallengeTable,
    Club,
    Deal,
    Event,
    EventReport,
    Ladder,
    LadderMove,
    League,
    LeagueTable,
    Season,
    SeasonEvent,
    SeasonPoints,
    Stage,
    TableBend,
)
from tournaments.selectors.ladder import challenges_of, climbed_so_far
from tournaments.selectors.ladder import counts_for as counts_for_ladder
from tournaments.selectors.ladder import tables_for as challenge_tables
from tournaments.selectors.league.results import Sitting, counting_events, kept_tables, leagues_of, sets_of
from tournaments.selectors.league.results import counts_for as counts_for_league
from tournaments.selectors.league.results import tables_for as fixture_tables
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.report import KeptPlace, KeptReport, as_stored, moments_at_tables
from tournaments.selectors.season.standing import (
    EventPoints,
    counting,
    event_points,
    kept_points,
    made_late,
    results_of,
    seasons_counting,
)
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.win_probability import newest_deals, newest_waiting, waiting_tables
from tournaments.services.summaries.players import Drift, differences


def update_report(event: Event) -> None:
    """Brings an event's report up to date: part of every change of an event that is over, and of the one by which it is
    open again.
    """
    was = EventReport.objects.filter(event=event).first()
    if event.status != Event.Status.FINISHED:
        if was:
            was.delete()
        return
    now, report = timezone.now(), as_stored(report_of(event))
    if was is None:
        over = _over_since(event)
        corrected = _corrected_at(event, after=over) if over else None
        EventReport.objects.create(event=event, made_at=corrected or over or now, revised_at=corrected, **report)
    elif _stored(was) != report:
        EventReport.objects.filter(pk=was.pk).update(made_at=now, revised_at=now, **report)


def _over_since(event: Event) -> datetime | None:
    """By the log; None where it is just being finished."""
    latest = event.audit_entries.filter(action__in=("event-finished", "event-reopened")).first()
    return latest.at if latest and latest.action == "event-finished" else None


def _corrected_at(event: Event, *, after: datetime) -> datetime | None:
    newest: datetime | None = Deal.objects.filter(table__event=event, created_at__gt=after).aggregate(
        latest=Max("created_at")
    )["latest"]
    return newest


def report_of(event: Event) -> KeptReport:
    return KeptReport(_places(event), moments_at_tables(event))


def _places(event: Event) -> list[KeptPlace]:
    if event.has_rounds:
        begun = event.stages.exclude(status=Stage.Status.PLANNED)
        states = [stage_state(stage, at=event.settled_at) for stage in begun]
        return [KeptPlace(row.place, row.person.tag.id) for row in final_places(states) if row.place]
    return [
        KeptPlace(row.rank, row.player.id, str(row.points), row.exact, row.deals)
        for row in event_standings(event)
        if row.has_place
    ]


def make_missing_reports(*, most: int) -> int:
    """Makes the reports of events that were over before reports were made, the latest first. Returns how many."""
    over = Event.objects.filter(status=Event.Status.FINISHED, report=None)
    newest = over.order_by("-date", "-id").values_list("pk", flat=True)
    reports = list(newest[:most])
    for pk in reports:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=pk)
            if not EventReport.objects.filter(event=event).exists():  # by another server
                update_report(event)
    return len(reports)


def rebuild_reports(club: Club) -> list[Drift]:
    """Each that has been made tells what its event's tables give."""
    differing = []
    for was in EventReport.objects.filter(event__club=club, event__status=Event.Status.FINISHED):
        report = as_stored(report_of(was.event))
        if _stored(was) != report:
            differing.append(Drift(str(was), None, {"report": str(_stored(was))}, {"report": str(report)}))
            EventReport.objects.filter(pk=was.pk).update(**report)
    return differing


def _stored(report: EventReport) -> dict[str, object]:
    return {"places": report.places, "moments": report.moments}


AT_ONCE = 16  # tables: a few seconds


def update_bends(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again: what was reckoned of
    other deals is told no more.
    """
    of_event = Q(table__event=event)
    _write(_kept(of_event), newest_deals(of_event))


def _kept(wanted: Q) -> dict[int, int]:
    return dict(TableBend.objects.filter(wanted).values_list("table_id", "made_of"))


def _write(was: Mapping[int, int], now: Mapping[int, int]) -> None:
    TableBend.objects.bulk_create(
        [TableBend(table_id=table, made_of=newest) for table, newest in now.items() if was.get(table) != newest],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["made_of", "waits", "story", "steps"],
    )
    if old_keys := was.keys() - now.keys():
        TableBend.objects.filter(table__in=old_keys).delete()


def make_bends(*, through: Callable[..., Iterable[Any]] = map) -> bool:
    """Of some tables that wait, those of the newest event; whether there were any. ``through``: what maps, maybe in a
    process of its own.
    """
    event = newest_waiting()
    if event is None:
        return False
    waiting = waiting_tables(event, most=AT_ONCE)
    games = [event.game] * len(waiting)
    bends = through(bend_at, games, [table.recorded for table in waiting], [table.known for table in waiting])
    for table, bend in zip(waiting, bends, strict=True):
        # Whose deals are others by now waits on.
        row = TableBend.objects.filter(table=table.table, made_of=table.made_of)
        facts = {"story": bend.story.as_dict(), "steps": written_steps(bend.steps)} if bend else {}
        row.update(waits=False, **facts)
    return True


def rebuild_bends(club: Club) -> list[Drift]:
    """Every table of an event that is over has a bend, reckoned of its newest deals or waiting."""
    of_club = Q(table__event__club=club)
    was, now = _kept(of_club), newest_deals(of_club)
    wrong = [table for table in was.keys() | now.keys() if was.get(table) != now.get(table)]
    _write(was, now)
    return [
        Drift(f"{club}, table {table}", None, {"deals": str(was.get(table))}, {"deals": str(now.get(table))})
        for table in wrong
    ]


def update_seasons(event: Event) -> None:
    """Brings seasons up to date: part of every change of an event that is over, and of the one by which it is open
    again.
    """
    counts = seasons_counting(event) if event.status == Event.Status.FINISHED else []
    counted = Season.objects.filter(points__event=event).distinct()
    results = results_of(event) if counts else []
    for season in {*counts, *counted}:
        keep_event(season, event, event_points(results, season.season_rules) if season in counts else {})


def keep_event(season: Season, event: Event, now: dict[int, EventPoints]) -> None:
    rows = season.points.filter(event=event)
    was = {player: EventPoints._make(facts) for player, *facts in rows.values_list("player", *EventPoints._fields)}
    if was == now:
        return
    changed = {player: facts for player, facts in now.items() if was.get(player) != facts}
    SeasonPoints.objects.bulk_create(
        [
            SeasonPoints(season=season, event=event, player_id=who, **points._asdict())
            for who, points in changed.items()
        ],
        update_conflicts=True,
        unique_fields=["season", "event", "player"],
        update_fields=EventPoints._fields,
    )
    rows.filter(player__in=was.keys() - now.keys()).delete()
    Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)


def rebuilt_points(season: Season) -> dict[int, dict[int, EventPoints]]:
    """The points of a season, computed from its events once more, by event and player."""
    rules = season.season_rules
    over = [event for event in counting(season) if event.status == Event.Status.FINISHED]
    return {event.pk: event_points(results_of(event), rules) for event in over}


def write_season(season: Season) -> list[Drift]:
    """What is kept of a published season becomes what its events give."""
    was, now = kept_points(season), rebuilt_points(season)
    rebuilt: list[Drift] = []
    for event in Event.objects.filter(pk__in=was.keys() | now.keys()):
        rebuilt += differences(f"{season}, {event}", was.get(event.pk, {}), now.get(event.pk, {}))
        keep_event(season, event, now.get(event.pk, {}))
    return rebuilt


def count_by_day(club: Club, *, seasons: Collection[int], events: Collection[int]) -> None:
    """These (ids) have come into the club from another one's file: seasons that are over, its own and those, count what
    the other has played on their days, whenever it was made. What was made late in its own club counts no more by that.
    """
    for season in club.seasons.exclude(archived_at=None):
        late = [event for event in made_late(season) if (event.pk in events) != (season.pk in seasons)]
        SeasonEvent.objects.bulk_create(SeasonEvent(season=season, event=event) for event in late)


def rebuild_seasons(club: Club) -> list[Drift]:
    """Every event brought in a season what its results give by the season's rules."""
    return [difference for season in club.seasons.exclude(published_at=None) for difference in write_season(season)]


def update_leagues(event: Event) -> None:
    """Brings leagues up to date: part of every change of an event that is over, and of the one by which it is open
    again.
    """
    for league in leagues_of(event):
        tables = fixture_tables(sets_of(league), [event]) if counts_for_league(event, league) else {}
        _update_league(league, event.pk, tables.get(event.pk, {}))


def _update_league(league: League, event: int, now: Mapping[int, Sitting]) -> None:
    rows = LeagueTable.objects.filter(league=league, event=event)
    was = dict(rows.values_list("table", "sitting"))
    changed = {table: sitting for table, sitting in now.items() if was.get(table) != sitting}
    LeagueTable.objects.bulk_create(
        [LeagueTable(league=league, event_id=event, table_id=pk, sitting=sitting) for pk, sitting in changed.items()],
        update_conflicts=True,
        unique_fields=["league", "table"],
        update_fields=["event", "sitting"],
    )
    rows.filter(table__in=was.keys() - now.keys()).delete()


def write_league(league: League) -> list[Drift]:
    """What is kept of it becomes what its nights give, of whom it is drawn for by now."""
    was, now = kept_tables(league), {}
    if league.drawn_at:
        now = fixture_tables(sets_of(league), counting_events(league))
    differing = []
    for event in was.keys() | now.keys():
        before, after = was.get(event, {}), now.get(event, {})
        if before != after:
            _update_league(league, event, after)
            stored, rebuilt = ({"tables": str(sorted(results.items()))} for results in (before, after))
            differing.append(Drift(f"{league}, {event}", None, {**stored}, {**rebuilt}))
    return differing


def rebuild_leagues(club: Club) -> list[Drift]:
    """The tables of every fixture are those at which exactly its players sat."""
    leagues = League.objects.filter(season__club=club).select_related("season")
    return [difference for league in leagues for difference in write_league(league)]


Rows = dict[int, tuple[int, bool]]
"""By table: its event, and whether the challenger won there."""


def update_ladders(event: Event) -> None:
    """Brings ladders up to date: part of every change of an event that is over, and of the one by which it is open
    again. A ladder is climbed anew only where a table of this event has come, gone or turned.
    """
    challenges = challenges_of(event)
    tables = challenge_tables(
        [challenge for challenge in challenges if counts_for_ladder(event, challenge)], [event.pk]
    )
    moved = {
        challenge.ladder
        for challenge in challenges
        if _update_ladder(challenge, event.pk, tables.get(challenge.pk, {}))
    }
    for ladder in moved:
        climb(ladder)


def _update_ladder(challenge: Challenge, event: int, now: Rows) -> bool:
    rows = ChallengeTable.objects.filter(challenge=challenge, event=event)
    was = {table: (event, won) for table, won in rows.values_list("table", "won")}
    if was == now:
        return False
    ChallengeTable.objects.bulk_create(
        [
            ChallengeTable(challenge=challenge, event_id=event, table_id=table, won=won)
            for table, (_, won) in now.items()
        ],
        update_conflicts=True,
        unique_fields=["challenge", "table"],
        update_fields=["event", "won"],
    )
    rows.filter(table__in=was.keys() - now.keys()).delete()
    return True


def climb(ladder: Ladder) -> list[Drift]:
    """The order and the moves become what was done and played."""
    climb_so_far, stored = climbed_so_far(ladder), _kept_moves(ladder)
    now: list[Row] = [(*source, move.was, move.now) for source, move in climb_so_far.moves]
    if climb_so_far.order == ladder.order and now == stored:
        return []
    was = list(ladder.order)
    Ladder.objects.filter(pk=ladder.pk).update(order=climb_so_far.order)
    ladder.order = climb_so_far.order
    same = next((index for index, (one, other) in enumerate(zip(stored, now, strict=False)) if one != other), None)
    first = min(len(stored), len(now)) if same is None else same
    LadderMove.objects.filter(ladder=ladder, number__gt=first).delete()
    LadderMove.objects.bulk_create(
        LadderMove(
            ladder=ladder, number=number, at=done_at, act_id=act, challenge_id=challenge, won=won, was=was, now=now
        )
        for number, (done_at, act, challenge, won, was, now) in enumerate(now[first:], start=first + 1)
    )
    before, after = ([the_player(pk) for pk in order] for order in (was, climb_so_far.order))
    return [Drift(str(ladder), None, {"order": before}, {"order": after})]


Row = tuple[datetime, int | None, int | None, bool | None, int | None, int | None]


def _kept_moves(ladder: Ladder) -> list[Row]:
    rows = LadderMove.objects.filter(ladder=ladder).order_by("number")
    return list(rows.values_list("at", "act", "challenge", "won", "was", "now"))


def write_ladder(ladder: Ladder) -> list[Drift]:
    """Everything that is kept of it once more."""
    people = ladder.challenges.select_related("ladder", "challenger__merge__into", "challenged__merge__into")
    differing = []
    for challenge in people:
        rows = ChallengeTable.objects.filter(challenge=challenge)
        was = {table: (event, won) for table, event, won in rows.values_list("table", "event", "won")}
        now = _tables_of(challenge)
        if was != now:
            differing.append(Drift(f"{ladder}: {challenge.pk}", None, {"tables": str(was)}, {"tables": str(now)}))
            for event in {event for event, _ in [*was.values(), *now.values()]}:
                _update_ladder(challenge, event, {table: row for table, row in now.items() if row[0] == event})
    return differing + climb(ladder)


def _tables_of(challenge: Challenge) -> Mapping[int, tuple[int, bool]]:
    if challenge.withdrawn_at:
        return {}
    nights = Event.objects.filter(club=challenge.ladder.club_id, game=challenge.ladder.game)
    over = nights.filter(kind__in=HOSTS_MATCHES, status=Event.Status.FINISHED, date__lte=challenge.last_day)
    events = over.filter(tables__opened_at__gte=challenge.made_at).distinct().values_list("pk", flat=True)
    return challenge_tables([challenge], list(events)).get(challenge.pk, {})


def rebuild_ladders(club: Club) -> list[Drift]:
    """Every challenge counts the tables at which its two sat, and every order is what was done and played."""
    return [difference for ladder in club.ladders.all() for difference in write_ladder(ladder)]
