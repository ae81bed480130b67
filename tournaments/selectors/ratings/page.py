"""How strong a club's players are at a game, how well that has foretold, and what events have made of one player's
rating.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce

from django.db.models import Q
from django.utils import timezone

from tournaments.formats.acceleration import HandicapTrial, read_trial
from tournaments.formats.ratings import AWAY, NEW, Duel, Forecasts, Strength, rated, read_forecasts, steps
from tournaments.models import Club, ClubRating, Event, EventForecast, EventRating, Player, RatingsFor, name_order
from tournaments.models.event import WITH_ROUNDS, WITHOUT_ROUNDS
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.ratings.tables import Span, fit_at, fits_of, rated_at, span_now, tables_of
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, player_tag, tag


def is_away(latest: date, span: Span) -> bool:
    """Whether a player is away: long not there, or not since ratings began anew."""
    return timezone.localdate() - latest > AWAY or not span.holds(latest)


@dataclass(frozen=True)
class RatedPlayer:
    """``rank``: of those who are settled and have come of late; they alone have one."""

    player: PlayerTag
    strength: Strength
    latest: date
    moved: float | None  # by the newest event in which anybody was rated; None who was not there
    is_away: bool
    rank: int | None = None

    @property
    def number(self) -> int:
        return round(self.strength.mu)

    @property
    def band(self) -> int:
        return self.strength.band

    @property
    def is_settled(self) -> bool:
        return self.strength.is_settled


@dataclass(frozen=True)
class RatingsPage:
    club: Club
    game: str
    games: list[str]  # all those with ratings
    rows: list[RatedPlayer]
    newest: Event | None
    forecasts: Forecasts
    trial: HandicapTrial  # of events with rounds
    night_trial: HandicapTrial
    beta: float | None  # as it was fitted last
    begun: date | None  # anew, with a season


def are_shown(club: Club, *, inside: bool) -> bool:
    """As the club wishes; ``inside``: to members, and who holds a code."""
    return club.ratings_for == RatingsFor.ALL or (inside and club.ratings_for == RatingsFor.INSIDERS)


def rated_games(club: Club) -> list[str]:
    return sorted(ClubRating.objects.filter(club=club).order_by().values_list("game", flat=True).distinct())


def latest_is_hidden(club: Club, game: str) -> set[int]:
    """Whose newest rating, by player, is of an event that hides more than the club."""
    hidden = ClubRating.objects.filter(club=club, game=game).exclude(open_events(set(), path="event__"))
    return set(hidden.order_by().values_list("player", flat=True))


def ratings_page(slug: str, game: str = "", *, stricter: Set[int] | None = None) -> RatingsPage:
    """Of a game, else of the first; of events that hide more than the club those in ``stricter`` are shown, or all.

    Raises Club.DoesNotExist, and KeyError where the game has rated nobody.
    """
    club = Club.objects.get(slug=slug)
    games = rated_games(club)
    if game and game not in games:
        raise KeyError(game)
    game = game or next(iter(games), "")
    # One that is hidden from the reader moves numbers, but is not named.
    rated = Event.objects.filter(
        open_events(stricter), pk__in=ClubRating.objects.filter(club=club, game=game).values("event")
    )
    newest = rated.order_by("date", "pk").last()
    fits = fits_of(club, game)
    return RatingsPage(
        club=club,
        game=game,
        games=games,
        rows=ranking(club, game, moved=_moved_by(newest) if newest else {}),
        newest=newest,
        forecasts=forecasts(club, game),
        trial=handicap_trials(club, game, kinds=WITH_ROUNDS),
        night_trial=handicap_trials(club, game, kinds=WITHOUT_ROUNDS),
        beta=fits[-1].beta if fits else None,
        begun=span_now(club).starts,
    )


def ranking(club: Club, game: str, *, moved: Mapping[int, float]) -> list[RatedPlayer]:
    """Who has a rank first, then who will have one, then who comes no more; within each the strongest first. Who is
    anonymous, or wishes to be left out, goes on counting for the others, and is not named.
    """
    listed = ClubRating.objects.filter(club=club, game=game, player__unranked=False, player__anonymised_at=None)
    span = span_now(club)
    columns = ("mu", "sigma", "tables", "event__date", *(f"player__{column}" for column in PLAYER_COLUMNS))
    return _ranked(
        [
            RatedPlayer(tag(*player), Strength(mu, sigma, tables), day, moved.get(player[0]), is_away(day, span))
            for mu, sigma, tables, day, *player in listed.order_by().values_list(*columns)
        ]
    )


def _ranked(rows: list[RatedPlayer]) -> list[RatedPlayer]:
    in_order = sorted(rows, key=lambda row: (-row.number, name_order(row.player.name)))
    ranked_rows = [row for row in in_order if row.is_settled and not row.is_away]
    numbers = [row.number for row in ranked_rows]
    ranked = [replace(row, rank=numbers.index(row.number) + 1) for row in ranked_rows]
    tentative = [row for row in in_order if not row.is_settled and not row.is_away]
    return ranked + tentative + [row for row in in_order if row.is_away]


def _moved_by(event: Event) -> dict[int, float]:
    return {who: mu - old_mu for who, mu, old_mu in event.ratings.values_list("player_id", "mu", "before_mu")}


def forecasts(club: Club, game: str) -> Forecasts:
    of_game = EventForecast.objects.filter(event__club=club, event__game=game).order_by("event")
    return reduce(Forecasts.plus, map(read_forecasts, of_game.values_list("sums", flat=True)), Forecasts())


def handicap_trials(club: Club, game: str, *, kinds: Sequence[str]) -> HandicapTrial:
    """Of the events of these kinds, but for nights ranked by the average, of which points do not tell who was first."""
    of_game = EventForecast.objects.filter(event__club=club, event__game=game, event__kind__in=kinds)
    of_game = of_game.filter(handicap__isnull=False, event__by_average=False)
    stored = of_game.order_by("event").values_list("handicap", flat=True)
    return reduce(HandicapTrial.plus, (read_trial(trial) for trial in stored if trial), HandicapTrial())


LISTED = Q(player__unranked=False, player__anonymised_at=None)
POINTS = 40  # of a history


@dataclass(frozen=True)
class Against:
    player: PlayerTag
    number: int | None  # theirs, before the table; None of who is left out of the ranking
    step: Duel


@dataclass(frozen=True)
class TableChange:
    """``others``: best place first."""

    before: Strength
    after: Strength
    place: int
    seats: int
    others: list[Against]

    @property
    def moved(self) -> float:
        return self.after.mu - self.before.mu


@dataclass(frozen=True)
class RatingChange:
    player: Player
    event: Event
    tables: list[TableChange]

    @property
    def before(self) -> Strength:
        return self.tables[0].before

    @property
    def after(self) -> Strength:
        return self.tables[-1].after


@dataclass(frozen=True)
class RatedEvent:
    """A point of somebody's history."""

    event: int
    name: str
    date: date
    strength: Strength


def rating_change(player_id: int, event_id: int) -> RatingChange:
    """Raises EventRating.DoesNotExist where the event has not rated the player, or who is left out of the ranking."""
    rows = EventRating.objects.filter(LISTED).select_related("player__club", "event__club")
    rating = rows.get(event=event_id, player=player_id)
    event = rating.event
    tables = tables_of([event.pk])[event.pk]
    sitting = {who for table in tables for who, _ in table}
    strengths = {who: rated.before for who, rated in rated_at([event])[event.pk].items()}
    players = Player.objects.in_bulk(sitting)
    beta = fit_at(event, fits_of(event.club, event.game)).beta
    changes = []
    for table in tables:
        if len(table) < 2:
            continue
        after = rated(table, strengths, beta=beta)
        if player_id in after:
            made_of = steps(player_id, table, strengths, beta=beta)
            others = [
                _against(players[opponent.other], strengths.get(opponent.other, NEW), opponent) for opponent in made_of
            ]
            place = dict(table)[player_id]
            changes.append(TableChange(strengths.get(player_id, NEW), after[player_id], place, len(table), others))
        strengths |= after
    return RatingChange(rating.player, event, changes)


def _against(player: Player, strength: Strength, step: Duel) -> Against:
    is_named = not player.unranked and not player.anonymised_at
    return Against(player_tag(player), round(strength.mu) if is_named else None, step)


def rating_history(player: Player, game: str, *, stricter: Set[int] | None = None) -> Sequence[RatedEvent]:
    """The newest, in turn."""
    rows = EventRating.objects.filter(open_events(stricter, path="event__"), player=player, event__game=game)
    columns = ("event_id", "event__name", "event__date", *Strength._fields)
    newest = rows.order_by("-event__date", "-event_id").values_list(*columns)[:POINTS]
    return [RatedEvent(event, name, day, Strength(*values)) for event, name, day, *values in reversed(newest)]


COLUMNS = ("game", "event__date", *Strength._fields)


@dataclass(frozen=True)
class OwnRating:
    """``ranked``: how many have a rank at the game."""

    game: str
    rated: RatedPlayer
    ranked: int
    history: Sequence[RatedEvent]


def own_rating(
    player: Player, game: str = "", *, stricter: Set[int] | None = None, for_themselves: bool = False
) -> OwnRating | None:
    """At this game, else at the one most tables were rated at. None of who has none; to others also of who is
    anonymous, or wishes to be left out.
    """
    if player.anonymised_at or (player.unranked and not for_themselves):
        return None
    rows = ClubRating.objects.filter(club=player.club_id, player=player).order_by("-tables", "game")
    newest = rows.filter(game=game) if game else rows
    rating = newest.values_list(*COLUMNS).first()
    if rating is None:
        return None
    game, day, *values = rating
    strength = Strength(*values)
    listed = ranking(player.club, game, moved={})
    rank = next((row.rank for row in listed if row.player.id == player.pk), None)
    return OwnRating(
        game=game,
        rated=RatedPlayer(player_tag(player), strength, day, None, is_away(day, span_now(player.club)), rank),
        ranked=sum(row.rank is not None for row in listed),
        history=rating_history(player, game, stricter=stricter),
    )


def best_of(own: OwnRating) -> RatedEvent | None:
    """The event after which a settled player's number was highest, of the events shown."""
    settled = [point for point in own.history if point.strength.is_settled]
    return max(settled, key=lambda rating: rating.strength.mu, default=None)
