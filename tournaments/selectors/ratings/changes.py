"""What an event has made of somebody's rating, table by table and seat by seat; and how it went over the events."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date

from tournaments.formats.ratings.strengths import NEW, Duel, Strength, rated, steps
from tournaments.models import Event, EventRating, Player
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.ratings.tables import beta_at, betas, strengths_before, tables_of
from tournaments.selectors.table.cards import PlayerTag, player_tag


@dataclass(frozen=True)
class Against:
    player: PlayerTag
    number: int  # theirs, before the table
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
    game: str
    strength: Strength


def rating_change(player_id: int, event_id: int) -> RatingChange:
    """Raises EventRating.DoesNotExist where the event has not rated the player."""
    rows = EventRating.objects.select_related("player__club", "event__club")
    kept = rows.get(event=event_id, player=player_id)
    event = kept.event
    tables = tables_of([event.pk])[event.pk]
    sitting = {who for table in tables for who, _ in table}
    known = strengths_before(event, players=sitting)
    tags = {each.pk: player_tag(each) for each in Player.objects.filter(pk__in=sitting)}
    beta = beta_at(event, betas(event.club, event.game))
    found = []
    for table in tables:
        if len(table) < 2:
            continue
        after = rated(table, known, beta=beta)
        if player_id in after:
            made_of = steps(player_id, table, known, beta=beta)
            others = [Against(tags[each.other], round(known.get(each.other, NEW).mu), each) for each in made_of]
            place = dict(table)[player_id]
            found.append(TableChange(known.get(player_id, NEW), after[player_id], place, len(table), others))
        known |= after
    return RatingChange(kept.player, event, found)


def rating_history(player: Player, *, stricter: Set[int] | None = None) -> dict[str, Sequence[RatedEvent]]:
    """By game, in turn."""
    rows = EventRating.objects.filter(open_events(stricter, path="event__"), player=player)
    rows = rows.order_by("event__date", "event_id").select_related("event")
    found: dict[str, list[RatedEvent]] = {}
    for row in rows:
        strength = Strength(row.mu, row.sigma, row.tables)
        point = RatedEvent(row.event_id, row.event.name, row.event.date, row.event.game, strength)
        found.setdefault(row.event.game, []).append(point)
    return dict(found)
