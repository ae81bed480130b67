"""Keeping up how strong everybody is at the games of a club, event by event."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import timedelta
from itertools import chain
from typing import NamedTuple

from tournaments.formats.ratings.forecasts import Forecasts, fitted, foretold, read_forecasts
from tournaments.formats.ratings.strengths import NEW, Strength, replayed
from tournaments.models import Club, ClubRating, Event, EventForecast, EventRating, RatingModel
from tournaments.selectors.ratings.spans import Span, begin_days, span_at
from tournaments.selectors.ratings.tables import (
    Rated,
    Tables,
    beta_at,
    betas,
    events_before,
    rated_at,
    rated_events,
    rated_later,
    strengths_at,
    strengths_before,
    strengths_now,
    tables_of,
)
from tournaments.services.kept.differences import Difference, differences

LEAST = 50  # tables, before anything is fitted on them
MOST = 1000
GOOD_FOR = timedelta(days=365)


class Ratings(NamedTuple):
    """Of a club's players at a game: what they were after each event, what they are now, what was said beforehand."""

    events: dict[int, dict[int, Rated]]
    newest: dict[int, Strength]
    forecasts: dict[int, Forecasts]


def keep_ratings(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again: of this event, and of
    what rests on it in later ones.
    """
    events = rated_events(event.club, event.game, since=event)
    if events == [event]:
        _fit(event)
    span = span_at(event.date, begin_days(event.club))
    events = [each for each in events if span.holds(each.date)]
    # Of one that is open again nothing is kept.
    later = events if event in events else [event, *events]
    kept, fits = rated_at(later), betas(event.club, event.game)
    known, moved = strengths_before(event, [kept[each.pk] for each in later], span), set[int]()
    found, sat_last = Ratings({}, {}, {}), dict[int, int]()
    # The tables of later events are read once it is known that somebody has moved.
    for each, tables in chain(_with_tables(later[:1]), _with_tables(later[1:])):
        was = kept[each.pk]
        sitting = {who for table in tables if len(table) > 1 for who, _ in table}
        if each != event and not sitting & moved:
            known |= {who: rated.after for who, rated in was.items()}
            sat_last |= dict.fromkeys(was, each.pk)
            continue
        beta = beta_at(each, fits)
        now = _rated(tables, sitting if each in events else set(), known, beta=beta)
        moved |= {who for who in was.keys() | now.keys() if was.get(who) != now.get(who)}
        if not moved:
            return
        found.events[each.pk] = now
        if now:
            found.forecasts[each.pk] = foretold(tables, beta=beta, before=known)
        known |= {who: rated.after for who, rated in now.items()}
        sat_last |= dict.fromkeys(now, each.pk)
    _write(kept, found)
    if span.ends:
        moved -= rated_later(event, moved, span.ends)
    earlier = events_before(event, moved - sat_last.keys())
    newest = {who: known.get(who, NEW) for who in moved} | strengths_at(earlier)
    _write_newest(event.club, event.game, newest, earlier | sat_last)


def _rated(tables: Tables, players: set[int], known: Mapping[int, Strength], *, beta: float) -> dict[int, Rated]:
    after = replayed(tables, beta=beta, before=known) if players else {}
    return {who: Rated(*after[who], *known.get(who, NEW)) for who in players}


def _with_tables(events: list[Event]) -> Iterator[tuple[Event, Tables]]:
    tables = tables_of(event.pk for event in events)
    for event in events:
        yield event, tables.get(event.pk, [])


def _write(was: Mapping[int, dict[int, Rated]], now: Ratings) -> None:
    """Of these events, in as few statements as can be: a late correction moves all that rests on it."""
    changed = [
        EventRating(event_id=event, player_id=who, **rated._asdict())
        for event, players in now.events.items()
        for who, rated in players.items()
        if was.get(event, {}).get(who) != rated
    ]
    EventRating.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["event", "player"], update_fields=Rated._fields
    )
    for event, players in now.events.items():
        if gone := was.get(event, {}).keys() - players.keys():
            EventRating.objects.filter(event=event, player__in=gone).delete()
    forecasts = [EventForecast(event_id=event, sums=asdict(each)) for event, each in now.forecasts.items()]
    EventForecast.objects.bulk_create(forecasts, update_conflicts=True, unique_fields=["event"], update_fields=["sums"])
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
    made = RatingModel.objects.filter(club=event.club, game=event.game).order_by("event__date", "event_id").last()
    if made and made.event.date + GOOD_FOR > event.date:
        return
    *earlier, _newest = rated_events(event.club, event.game)
    tables = [table for _, found in _with_tables(earlier[-MOST:]) for table in found][-MOST:]
    if len(tables) >= LEAST:
        beta = fitted(tables)
        loss = foretold(tables, beta=beta).mean_loss
        RatingModel.objects.create(club=event.club, game=event.game, event=event, beta=beta, loss=loss)


def kept_ratings(club: Club, game: str) -> Ratings:
    kept = rated_at(club.events.filter(game=game))
    forecasts = EventForecast.objects.filter(event__club=club, event__game=game).values_list("event_id", "sums")
    return Ratings(dict(kept), strengths_now(club, game), {event: read_forecasts(sums) for event, sums in forecasts})


def rebuilt_ratings(club: Club, game: str) -> Ratings:
    """From all tables once more."""
    found = Ratings({}, {}, {})
    fits, days = betas(club, game), begin_days(club)
    known, span = dict[int, Strength](), Span()
    for event, tables in _with_tables(rated_events(club, game)):
        if (at := span_at(event.date, days)) != span:
            known, span = {}, at
        if sitting := {who for table in tables if len(table) > 1 for who, _ in table}:
            beta = beta_at(event, fits)
            found.forecasts[event.pk] = foretold(tables, beta=beta, before=known)
            found.events[event.pk] = _rated(tables, sitting, known, beta=beta)
            known |= {who: rated.after for who, rated in found.events[event.pk].items()}
            found.newest.update((who, known[who]) for who in found.events[event.pk])
    return found


def write_ratings(club: Club, game: str, ratings: Ratings) -> None:
    """In place of what is kept."""
    was = kept_ratings(club, game)
    everywhere = {event: ratings.events.get(event, {}) for event in was.events.keys() | ratings.events.keys()}
    _write(was.events, ratings._replace(events=everywhere))
    EventForecast.objects.filter(event__in=was.forecasts.keys() - ratings.forecasts.keys()).delete()
    sat_last = {who: event for event, players in ratings.events.items() for who in players}
    gone = dict.fromkeys(was.newest.keys() - ratings.newest.keys(), NEW)
    _write_newest(club, game, gone | ratings.newest, sat_last)


def rebuild_ratings(club: Club) -> list[Difference]:
    """Every strength is what the tables until then give, and the newest ones are those of the newest events."""
    found: list[Difference] = []
    for game in club.events.order_by().values_list("game", flat=True).distinct():
        was, now = kept_ratings(club, game), rebuilt_ratings(club, game)
        subject = f"{club}, {game}"
        for event in was.events.keys() | now.events.keys():
            found += differences(subject, was.events.get(event, {}), now.events.get(event, {}))
        found += differences(subject, was.newest, now.newest)
        if was.forecasts != now.forecasts:
            before, after = ({"forecasts": str(each.forecasts)} for each in (was, now))
            found.append(Difference(subject, None, {**before}, {**after}))
        if was != now:
            write_ratings(club, game, now)
    return found
