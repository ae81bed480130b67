"""How strong a club's players are at a game, and how well that has foretold."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import reduce

from django.utils import timezone

from tournaments.formats.ratings.forecasts import Forecasts, read_forecasts
from tournaments.formats.ratings.strengths import Strength
from tournaments.models import Club, ClubRating, Event, EventForecast, RatingsFor, name_order
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.ratings.spans import Span, span_now
from tournaments.selectors.ratings.tables import betas
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, tag

SETTLED = 15  # tables
SURE = 66.0  # points that two thirds of all guesses lie within
AWAY = timedelta(days=183)


def is_away(latest: date, span: Span) -> bool:
    """Or has not come since ratings began anew."""
    return timezone.localdate() - latest > AWAY or not span.holds(latest)


def is_settled(strength: Strength) -> bool:
    return strength.tables >= SETTLED and strength.sigma <= SURE


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
        """Nineteen guesses of twenty lie within so much of the number."""
        return round(2 * self.strength.sigma)

    @property
    def is_settled(self) -> bool:
        return is_settled(self.strength)


@dataclass(frozen=True)
class RatingsPage:
    club: Club
    game: str
    games: list[str]  # all those with ratings
    rows: list[RatedPlayer]
    newest: Event | None
    forecasts: Forecasts
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
    # One that is hidden from who looks moves numbers, but is not named.
    rated = Event.objects.filter(
        open_events(stricter), pk__in=ClubRating.objects.filter(club=club, game=game).values("event")
    )
    newest = rated.order_by("date", "pk").last()
    fits = betas(club, game)
    return RatingsPage(
        club=club,
        game=game,
        games=games,
        rows=ranking(club, game, moved=_moved_by(newest) if newest else {}),
        newest=newest,
        forecasts=forecasts(club, game),
        beta=fits[-1][1] if fits else None,
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
    here = [row for row in in_order if row.is_settled and not row.is_away]
    numbers = [row.number for row in here]
    ranked = [replace(row, rank=numbers.index(row.number) + 1) for row in here]
    tentative = [row for row in in_order if not row.is_settled and not row.is_away]
    return ranked + tentative + [row for row in in_order if row.is_away]


def _moved_by(event: Event) -> dict[int, float]:
    return {who: mu - before for who, mu, before in event.ratings.values_list("player_id", "mu", "before_mu")}


def forecasts(club: Club, game: str) -> Forecasts:
    of_game = EventForecast.objects.filter(event__club=club, event__game=game).order_by("event")
    return reduce(Forecasts.plus, map(read_forecasts, of_game.values_list("sums", flat=True)), Forecasts())
