"""What the deals of an event come to for who played them: added up from the tables, or read where it is kept."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q

from scoring.errors import ScoringError
from scoring.games import GAMES
from scoring.options import Rules
from scoring.statistics import Counts, Feat, TableCounts, added
from tournaments.models import Club, ClubCounts, Event, EventCounts, Player, Seat
from tournaments.selectors.pictures.course import RecordedTexts, RuleItems, read_recorded, recorded_texts
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED
from tournaments.selectors.table.confirmations import counts


class DoneFeat(NamedTuple):
    """A feat of somebody's at a table."""

    table: int
    player: int
    feat: Feat


@dataclass
class Counted:
    """By player; and what may be a record."""

    players: dict[int, Counts] = field(default_factory=dict)
    feats: list[DoneFeat] = field(default_factory=list)


def count_event(event: Event) -> Counted:
    """Of an event that is over, from the deals of its tables that count, or will unless somebody objects."""
    found = Counted()
    if event.status != Event.Status.FINISHED or not GAMES[event.game].count_names:
        return found
    sitting, rules = _sitting(event), tuple(sorted(event.game_rules.items()))
    for table, recorded in recorded_texts(_counting(event)):
        players = sitting[table]
        try:
            counted = count_table(event.game, rules, len(players), recorded)
        except ScoringError:  # recorded before there was the rule that it breaks
            continue
        for player, gained in zip(players, counted.seats, strict=True):
            if gained:
                found.players[player] = added(found.players.get(player, {}), gained)
        found.feats += [DoneFeat(table, players[feat.seat], feat) for feat in counted.feats]
    return found


@lru_cache(maxsize=512)
def count_table(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> TableCounts:
    """Once while the table stands as it does: a change of an event moves few of its tables."""
    played = read_recorded(game, Rules(dict(rules)), recorded, seats=seats)
    return GAMES[game].counted(played, GAMES[game].score(played))


def _counting(event: Event) -> Q:
    return Q(table__event=event) & counts(now=NOT_YET_DISPUTED, prefix="table__")


def _sitting(event: Event) -> dict[int, list[int]]:
    """Who really sat at each table, by seat."""
    rows = Seat.objects.filter(_counting(event)).order_by("table_id", "index")
    found: dict[int, list[int]] = defaultdict(list)
    for table, substitute, player in rows.values_list("table_id", "substitute_id", "entrant__player_id"):
        found[table].append(substitute or player)
    return found


def kept_of_event(event: Event) -> dict[int, Counts]:
    return dict(event.counts.values_list("player_id", "counts"))


def kept_of_club(club: Club, game: str, *, players: Iterable[int | None]) -> dict[int | None, Counts]:
    """Under None everybody's."""
    wanted = set(players)
    asked = Q(player__in=wanted - {None}) | (Q(player=None) if None in wanted else Q(pk__in=[]))
    return dict(ClubCounts.objects.filter(asked, club=club, game=game).values_list("player_id", "counts"))


def counts_of(player: Player) -> dict[str, Counts]:
    """By game."""
    return dict(ClubCounts.objects.filter(player=player).values_list("game", "counts"))


def over_events(events: Iterable[int]) -> dict[int, Counts]:
    """By player, what is kept of these events: a season, say."""
    found: dict[int, list[Counts]] = defaultdict(list)
    for player, counts_there in EventCounts.objects.filter(event__in=events).values_list("player_id", "counts"):
        found[player].append(counts_there)
    return {player: added(*each) for player, each in found.items()}
