"""How strong everybody is at the games of a club, kept up event by event; and the places of teams in events that are
over, which seasons count.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import timedelta
from itertools import chain
from typing import NamedTuple

from tournaments.formats.acceleration import HandicapTrial, read_trial
from tournaments.formats.ratings import (
    NEW,
    Forecasts,
    Strength,
    fitted,
    fitted_shrink,
    foretold,
    read_forecasts,
    replayed,
)
from tournaments.models import Club, ClubRating, Event, EventForecast, EventRating, RatingModel, Stage, Team
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.ratings.tables import (
    Rated,
    Span,
    Tables,
    begin_days,
    events_before,
    fit_at,
    fits_of,
    rated_at,
    rated_events,
    rated_later,
    span_at,
    strengths_at,
    strengths_before,
    strengths_now,
    tables_of,
)
from tournaments.selectors.stage.beginning import handicap_trial
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.teams import night_teams, tournament_teams
from tournaments.services.summaries.players import Drift, differences

LEAST = 50  # tables, before anything is fitted on them
MOST = 1000
GOOD_FOR = timedelta(days=365)


class Ratings(NamedTuple):
    """Of a club's players at a game: what they were after each event, what they are now, what was said beforehand, and
    what handicaps would have made of each.
    """

    events: dict[int, dict[int, Rated]]
    newest: dict[int, Strength]
    forecasts: dict[int, Forecasts]
    trials: dict[int, HandicapTrial]


def update_ratings(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again: of this event, and of
    what rests on it in later ones.
    """
    events = rated_events(event.club, event.game, since=event)
    if events == [event]:
        _fit(event)
    span = span_at(event.date, begin_days(event.club))
    events = [event for event in events if span.holds(event.date)]
    # Of one that is open again nothing is kept.
    later = events if event in events else [event, *events]
    stored, fits = rated_at(later), fits_of(event.club, event.game)
    strengths, moved = strengths_before(event, [stored[later_event.pk] for later_event in later], span), set[int]()
    ratings, sat_last = Ratings({}, {}, {}, {}), dict[int, int]()
    # The tables of later events are read once it is known that somebody has moved.
    for later_event, tables in chain(_with_tables(later[:1]), _with_tables(later[1:])):
        was = stored[later_event.pk]
        sitting = {who for table in tables if len(table) > 1 for who, _ in table}
        if later_event != event and not sitting & moved:
            strengths |= {who: rated.after for who, rated in was.items()}
            sat_last |= dict.fromkeys(was, later_event.pk)
            continue
        fit = fit_at(later_event, fits)
        now = _rated(tables, sitting if later_event in events else set(), strengths, beta=fit.beta)
        moved |= {who for who in was.keys() | now.keys() if was.get(who) != now.get(who)}
        if now:
            ratings.trials[later_event.pk] = handicap_trial(later_event, _of(sitting, strengths), fit)
        if not moved:
            # Byes, forfeits and many corrections move points, and no rating. A night without a trial has none still.
            if event.has_rounds or any(trial.fields for trial in ratings.trials.values()):
                _write_trial(ratings.trials)
            return
        ratings.events[later_event.pk] = now
        if now:
            ratings.forecasts[later_event.pk] = foretold(tables, beta=fit.beta, shrink=fit.shrink, before=strengths)
        strengths |= {who: rated.after for who, rated in now.items()}
        sat_last |= dict.fromkeys(now, later_event.pk)
    _write(stored, ratings)
    if span.ends:
        moved -= rated_later(event, moved, span.ends)
    earlier = events_before(event, moved - sat_last.keys())
    newest = {who: strengths.get(who, NEW) for who in moved} | strengths_at(earlier)
    _write_newest(event.club, event.game, newest, earlier | sat_last)


def _of(players: set[int], strengths: Mapping[int, Strength]) -> dict[int, Strength]:
    return {who: strengths[who] for who in players if who in strengths}


def _write_trial(trials: Mapping[int, HandicapTrial]) -> None:
    for event, trial in trials.items():
        EventForecast.objects.filter(event=event).update(handicap=asdict(trial))


def _rated(tables: Tables, players: set[int], strengths: Mapping[int, Strength], *, beta: float) -> dict[int, Rated]:
    after = replayed(tables, beta=beta, before=strengths) if players else {}
    return {who: Rated(*after[who], *strengths.get(who, NEW)) for who in players}


def _with_tables(events: list[Event]) -> Iterator[tuple[Event, Tables]]:
    tables = tables_of(event.pk for event in events)
    for event in events:
        yield event, tables.get(event.pk, [])


def _write(was: Mapping[int, dict[int, Rated]], now: Ratings) -> None:
    """Of these events, in as few statements as can be: a late correction moves all that rests on it."""
    changed = []
    for event, players in now.events.items():
        old_ratings = was.get(event, {})
        for who, rated in players.items():
            if old_ratings.get(who) != rated:
                changed.append(EventRating(event_id=event, player_id=who, **rated._asdict()))
    EventRating.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["event", "player"], update_fields=Rated._fields
    )
    for event, players in now.events.items():
        if old_players := was.get(event, {}).keys() - players.keys():
            EventRating.objects.filter(event=event, player__in=old_players).delete()
    forecasts = [
        EventForecast(event_id=event, sums=asdict(forecasts_of_event), handicap=asdict(now.trials[event]))
        for event, forecasts_of_event in now.forecasts.items()
    ]
    EventForecast.objects.bulk_create(
        forecasts, update_conflicts=True, unique_fields=["event"], update_fields=["sums", "handicap"]
    )
    EventForecast.objects.filter(event__in=now.events.keys() - now.forecasts.keys()).delete()


def _write_newest(club: Club, game: str, newest: Mapping[int, Strength], sat_last: Mapping[int, int]) -> None:
    """``sat_last``: the latest event of each; who sat nowhere is kept no longer."""
    ClubRating.objects.bulk_create(
        [
            ClubRating(club=club, game=game, event_id=sat_last[who], player_id=who, **strength._asdict())
            for who, strength in newest.items()
            if who in sat_last
        ],
        update_conflicts=True,
        unique_fields=["club", "game", "player"],
        update_fields=["event", *Strength._fields],
    )
    ClubRating.objects.filter(club=club, game=game, player__in=newest.keys() - sat_last.keys()).delete()


def _fit(event: Event) -> None:
    """Once a year, on the tables until then, with the newest event; what is rated already stays as it is."""
    latest_fit = RatingModel.objects.filter(club=event.club, game=event.game).order_by("event__date", "event_id").last()
    if latest_fit and latest_fit.event.date + GOOD_FOR > event.date:
        return
    *earlier, _newest = rated_events(event.club, event.game)
    tables = [table for _, played in _with_tables(earlier[-MOST:]) for table in played][-MOST:]
    if len(tables) >= LEAST:
        beta = fitted(tables)
        shrink = fitted_shrink(tables, beta=beta)
        loss = foretold(tables, beta=beta, shrink=shrink).mean_loss
        model = RatingModel(club=event.club, game=event.game, event=event, beta=beta, shrink=shrink, loss=loss)
        model.save()


def kept_ratings(club: Club, game: str) -> Ratings:
    stored = rated_at(club.events.filter(game=game))
    forecasts = EventForecast.objects.filter(event__club=club, event__game=game)
    rows = list(forecasts.values_list("event_id", "sums", "handicap"))
    return Ratings(
        dict(stored),
        strengths_now(club, game),
        {event: read_forecasts(sums) for event, sums, _ in rows},
        {event: read_trial(trial) for event, _, trial in rows if trial is not None},
    )


def rebuilt_ratings(club: Club, game: str) -> Ratings:
    """A club's ratings at a game, computed from all tables once more."""
    ratings = Ratings({}, {}, {}, {})
    fits, days = fits_of(club, game), begin_days(club)
    strengths, span = dict[int, Strength](), Span()
    for event, tables in _with_tables(rated_events(club, game)):
        if (event_span := span_at(event.date, days)) != span:
            strengths, span = {}, event_span
        if sitting := {who for table in tables if len(table) > 1 for who, _ in table}:
            fit = fit_at(event, fits)
            ratings.forecasts[event.pk] = foretold(tables, beta=fit.beta, shrink=fit.shrink, before=strengths)
            ratings.trials[event.pk] = handicap_trial(event, _of(sitting, strengths), fit)
            ratings.events[event.pk] = _rated(tables, sitting, strengths, beta=fit.beta)
            strengths |= {who: rated.after for who, rated in ratings.events[event.pk].items()}
            ratings.newest.update((who, strengths[who]) for who in ratings.events[event.pk])
    return ratings


def write_ratings(club: Club, game: str, ratings: Ratings) -> None:
    """Stores these ratings in place of those that are kept."""
    was = kept_ratings(club, game)
    everywhere = {event: ratings.events.get(event, {}) for event in was.events.keys() | ratings.events.keys()}
    _write(was.events, ratings._replace(events=everywhere))
    EventForecast.objects.filter(event__in=was.forecasts.keys() - ratings.forecasts.keys()).delete()
    sat_last = {who: event for event, players in ratings.events.items() for who in players}
    unrated = dict.fromkeys(was.newest.keys() - ratings.newest.keys(), NEW)
    _write_newest(club, game, unrated | ratings.newest, sat_last)


def rebuild_ratings(club: Club) -> list[Drift]:
    """Every strength is what the tables until then give, and the newest ones are those of the newest events."""
    differing: list[Drift] = []
    for game in club.events.order_by().values_list("game", flat=True).distinct():
        was, now = kept_ratings(club, game), rebuilt_ratings(club, game)
        subject = f"{club}, {game}"
        for event in was.events.keys() | now.events.keys():
            differing += differences(subject, was.events.get(event, {}), now.events.get(event, {}))
        differing += differences(subject, was.newest, now.newest)
        if was.forecasts != now.forecasts:
            before, after = ({"forecasts": str(fit.forecasts)} for fit in (was, now))
            differing.append(Drift(subject, None, {**before}, {**after}))
        # An event from before trials were stored has none yet.
        if any(trial != now.trials.get(event) for event, trial in was.trials.items()):
            before, after = ({"handicaps": str(ratings.trials)} for ratings in (was, now))
            differing.append(Drift(subject, None, {**before}, {**after}))
        if was != now:
            write_ratings(club, game, now)
    return differing


def update_team_places(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    if event.has_teams:
        _write_team_places(event)


def rebuild_team_places(club: Club) -> list[Drift]:
    """Every place is what the event's tables give."""
    return [drift for event in club.events.exclude(team_best=None) for drift in _write_team_places(event)]


def _write_team_places(event: Event) -> list[Drift]:
    teams, places = list(event.teams.all()), _team_places(event)
    changed = [team for team in teams if team.place != places.get(team.pk)]
    drifts = [
        Drift(f"{event}, {team}", None, {"place": team.place}, {"place": places.get(team.pk)}) for team in changed
    ]
    for team in changed:
        team.place = places.get(team.pk)
    Team.objects.bulk_update(changed, ["place"])
    return drifts


def _team_places(event: Event) -> dict[int, int | None]:
    if event.status != Event.Status.FINISHED:
        return {}
    if event.has_rounds:
        begun = event.stages.exclude(status=Stage.Status.PLANNED).order_by("number")
        standing = tournament_teams(event, [stage_state(stage, at=event.settled_at) for stage in begun])
    else:
        standing = night_teams(event, event_standings(event))
    return {line.team.pk: line.row.place for line in standing.lines} if standing else {}
