"""Keeping up how strong everybody is at the games of a club, event by event."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import NamedTuple

from tournaments.formats.ratings.forecasts import Forecasts, fitted, foretold, read_forecasts
from tournaments.formats.ratings.strengths import Strength, replayed
from tournaments.models import Club, ClubRating, Event, EventForecast, EventRating, RatingModel
from tournaments.selectors.ratings.tables import (
    beta_at,
    betas,
    in_turn,
    rated_events,
    strengths_after,
    strengths_before,
    strengths_now,
    tables_of,
)
from tournaments.services.kept.differences import Difference, differences

LEAST = 50  # tables, before anything is fitted on them
MOST = 1000
COPIED = ("player_id", *Strength._fields)
GOOD_FOR = timedelta(days=365)


class Ratings(NamedTuple):
    """Of a club's players at a game: what they were after each event, what they are now, what was said beforehand."""

    events: dict[int, dict[int, Strength]]
    newest: dict[int, Strength]
    forecasts: dict[int, Forecasts]


def keep_ratings(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again: of this event, and of
    what rests on it in later ones.
    """
    events = rated_events(event.club, event.game)
    if event.status == Event.Status.FINISHED:
        _fit(event, events)
    later = [each for each in events if in_turn(each) >= in_turn(event)]
    if event not in later:
        later.insert(0, event)  # it is open again
    known, moved = strengths_before(event), set[int]()
    kept, fits = strengths_after(later), betas(event.club, event.game)
    for each, tables in _with_tables(later):
        sitting = {who for table in tables if len(table) > 1 for who, _ in table}
        if each != event and not sitting & moved:
            known |= kept[each.pk]
            continue
        was = kept[each.pk]
        beta = beta_at(each, fits)
        after = replayed(tables, beta=beta, before=known)
        now = {who: after[who] for who in sitting} if each in events else {}
        moved |= {who for who in was.keys() | now.keys() if was.get(who) != now.get(who)}
        if not moved:
            return
        _write(each, was, now)
        _write_forecast(each, foretold(tables, beta=beta, before=known) if now else None)
        known |= now
    _keep_newest(event.club, event.game, moved)


def _with_tables(events: list[Event]) -> Iterator[tuple[Event, list[list[tuple[int, int]]]]]:
    tables = tables_of(event.pk for event in events)
    for event in events:
        yield event, tables.get(event.pk, [])


def _write(event: Event, was: dict[int, Strength], now: dict[int, Strength]) -> None:
    changed = [who for who in now if was.get(who) != now[who]]
    EventRating.objects.bulk_create(
        [EventRating(event=event, player_id=who, **now[who]._asdict()) for who in changed],
        update_conflicts=True,
        unique_fields=["event", "player"],
        update_fields=Strength._fields,
    )
    if was.keys() - now.keys():
        event.ratings.filter(player__in=was.keys() - now.keys()).delete()


def _write_forecast(event: Event, found: Forecasts | None) -> None:
    if found is None:
        EventForecast.objects.filter(event=event).delete()
    else:
        EventForecast.objects.update_or_create(event=event, defaults={"sums": asdict(found)})


def _keep_newest(club: Club, game: str, players: set[int]) -> None:
    rows = EventRating.objects.filter(event__club=club, event__game=game, player__in=players)
    newest = {row.player_id: row for row in rows.order_by("event__date", "event_id")}
    ClubRating.objects.bulk_create(
        [
            ClubRating(club=club, game=game, event_id=row.event_id, **{name: getattr(row, name) for name in COPIED})
            for row in newest.values()
        ],
        update_conflicts=True,
        unique_fields=["club", "game", "player"],
        update_fields=["event", *Strength._fields],
    )
    ClubRating.objects.filter(club=club, game=game, player__in=players - newest.keys()).delete()


def _fit(event: Event, events: list[Event]) -> None:
    """Once a year, on the tables until then; what is rated already stays as it is."""
    *earlier, newest = events
    if newest != event:
        return
    made = RatingModel.objects.filter(club=event.club, game=event.game).order_by("event__date", "event_id").last()
    if made and made.event.date + GOOD_FOR > event.date:
        return
    tables = [table for _, found in _with_tables(earlier[-MOST:]) for table in found][-MOST:]
    if len(tables) >= LEAST:
        beta = fitted(tables)
        loss = foretold(tables, beta=beta).mean_loss
        RatingModel.objects.create(club=event.club, game=event.game, event=event, beta=beta, loss=loss)


def kept_ratings(club: Club, game: str) -> Ratings:
    kept = strengths_after(club.events.filter(game=game))
    forecasts = EventForecast.objects.filter(event__club=club, event__game=game).values_list("event_id", "sums")
    return Ratings(dict(kept), strengths_now(club, game), {event: read_forecasts(sums) for event, sums in forecasts})


def rebuilt_ratings(club: Club, game: str) -> Ratings:
    """From all tables once more."""
    found = Ratings({}, {}, {})
    fits = betas(club, game)
    for event, tables in _with_tables(rated_events(club, game)):
        if sitting := {who for table in tables if len(table) > 1 for who, _ in table}:
            beta = beta_at(event, fits)
            found.forecasts[event.pk] = foretold(tables, beta=beta, before=found.newest)
            found.newest.update(replayed(tables, beta=beta, before=found.newest))
            found.events[event.pk] = {who: found.newest[who] for who in sitting}
    return found


def write_ratings(club: Club, game: str, ratings: Ratings) -> None:
    """In place of what is kept."""
    was = kept_ratings(club, game)
    for event in club.events.filter(game=game):
        _write(event, was.events.get(event.pk, {}), ratings.events.get(event.pk, {}))
        _write_forecast(event, ratings.forecasts.get(event.pk))
    players = {who for known in (*was.events.values(), *ratings.events.values()) for who in known}
    _keep_newest(club, game, players | was.newest.keys())


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
