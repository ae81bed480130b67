"""What an event has made of somebody's rating, table by table and seat by seat; and how it went over the events."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.formats.ratings.strengths import NEW, Duel, Strength, rated, steps
from tournaments.models import Event, EventRating, Player
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.ratings.tables import beta_at, betas, rated_at, tables_of
from tournaments.selectors.table.cards import PlayerTag, player_tag

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
    kept = rows.get(event=event_id, player=player_id)
    event = kept.event
    tables = tables_of([event.pk])[event.pk]
    sitting = {who for table in tables for who, _ in table}
    known = {who: rated.before for who, rated in rated_at([event])[event.pk].items()}
    players = Player.objects.in_bulk(sitting)
    beta = beta_at(event, betas(event.club, event.game))
    found = []
    for table in tables:
        if len(table) < 2:
            continue
        after = rated(table, known, beta=beta)
        if player_id in after:
            made_of = steps(player_id, table, known, beta=beta)
            others = [_against(players[each.other], known.get(each.other, NEW), each) for each in made_of]
            place = dict(table)[player_id]
            found.append(TableChange(known.get(player_id, NEW), after[player_id], place, len(table), others))
        known |= after
    return RatingChange(kept.player, event, found)


def _against(player: Player, strength: Strength, step: Duel) -> Against:
    is_named = not player.unranked and not player.anonymised_at
    return Against(player_tag(player), round(strength.mu) if is_named else None, step)


def rating_history(player: Player, game: str, *, stricter: Set[int] | None = None) -> Sequence[RatedEvent]:
    """The newest, in turn."""
    rows = EventRating.objects.filter(open_events(stricter, path="event__"), player=player, event__game=game)
    columns = ("event_id", "event__name", "event__date", *Strength._fields)
    newest = rows.order_by("-event__date", "-event_id").values_list(*columns)[:POINTS]
    return [RatedEvent(event, name, day, Strength(*found)) for event, name, day, *found in reversed(newest)]
