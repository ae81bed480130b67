"""Who has met whom, who was ahead, and who sat at whose side: for one player, for two, for a few, and for a draw that
pays back a year. Players who are anonymous or merged into another row are not named.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import TypeVar

from django.db.models import Q, QuerySet, Sum

from tournaments.formats.head_to_head import NEVER, Met, Pair, between, meetings, nemesis, rival
from tournaments.formats.seating import seat_with_others, sit_round
from tournaments.models import Club, ClubMeeting, Entrant, Event, EventMeeting, Player, name_order, plain_letters
from tournaments.selectors.club.clubs import open_events
from tournaments.selectors.club.players import named_player
from tournaments.selectors.night.desk import met_lately
from tournaments.selectors.ratings.tables import tables_of
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, player_tag, tag
from tournaments.selectors.teams import as_mates

MeetingRow = TypeVar("MeetingRow", EventMeeting, ClubMeeting)
PAIR = ("low_id", "high_id")


def met_at(event: Event) -> dict[Pair, Met]:
    """What an event that is over brings: of the tables, and by the places, by which it rates."""
    return meetings(tables_of([event.pk])[event.pk]) if event.status == Event.Status.FINISHED else {}


def by_pair(rows: QuerySet[MeetingRow]) -> dict[Pair, Met]:
    """Stored meetings by pair: of one event, or of one game of one club."""
    return {(low, high): Met._make(sums) for low, high, *sums in rows.values_list(*PAIR, *Met._fields)}


def among(club: Club, players: Collection[int]) -> dict[str, dict[Pair, Met]]:
    """The meetings of every two of these players who have met, by game."""
    return _by_game(club.meetings.filter(low__in=players, high__in=players))


def others_met(club: Club, player: int) -> dict[str, dict[int, Met]]:
    """By game, what somebody has had with each other player, as they see it."""
    meetings: dict[str, dict[int, Met]] = defaultdict(dict)
    for game, pairs in _by_game(club.meetings.filter(Q(low=player) | Q(high=player))).items():
        for (low, high), meeting in pairs.items():
            meetings[game][high if low == player else low] = meeting if low == player else meeting.turned
    return dict(meetings)


def _by_game(rows: QuerySet[ClubMeeting]) -> dict[str, dict[Pair, Met]]:
    meetings: dict[str, dict[Pair, Met]] = defaultdict(dict)
    for game, low, high, *sums in rows.order_by("game").values_list("game", *PAIR, *Met._fields):
        meetings[game][low, high] = Met._make(sums)
    return dict(meetings)


def people_of(club: Club, players: Collection[int] | None = None) -> list[PlayerTag]:
    """All people of a club, or these, by name."""
    rows = _named(club) if players is None else _named(club).filter(pk__in=players)
    tags = [tag(*row) for row in rows.order_by().values_list(*PLAYER_COLUMNS)]
    return sorted(tags, key=lambda player_tag: name_order(player_tag.name))


def _named(club: Club) -> QuerySet[Player]:
    return club.players.filter(anonymised_at=None, merge=None)


NIGHTS = 24


@dataclass(frozen=True)
class Evening:
    event: int
    name: str
    date: date
    met: Met


@dataclass(frozen=True)
class HeadToHead:
    """What two players have played together, as the first sees it. ``evenings``: the latest with a table of this game,
    in turn.
    """

    club: Club
    one: PlayerTag
    other: PlayerTag
    games: dict[str, Met]
    game: str
    evenings: list[Evening]


def comparison(one: int, other: int, game: str = "", *, stricter: Set[int] | None = None) -> HeadToHead:
    """Two people of a club head to head. Raises Player.DoesNotExist where these are not two people of one club who are
    named; KeyError where they have never met at the game.
    """
    first, second = named_player(one), named_player(other)
    if first == second or first.club_id != second.club_id:
        raise Player.DoesNotExist
    meetings = among(first.club, {first.pk, second.pk})
    games = {key: between(pairs, first.pk, second.pk) for key, pairs in meetings.items()}
    if game and game not in games:
        raise KeyError(game)
    game = game or max(games, key=lambda key: games[key].tables, default="")
    evenings = _evenings(first, second, game, stricter) if game else []
    return HeadToHead(first.club, player_tag(first), player_tag(second), games, game, evenings)


def _evenings(one: Player, other: Player, game: str, stricter: Set[int] | None) -> list[Evening]:
    low, high = sorted((one.pk, other.pk))
    rows = EventMeeting.objects.filter(open_events(stricter, path="event__"), low=low, high=high, event__game=game)
    columns = ("event_id", "event__name", "event__date", *Met._fields)
    evenings = []
    for event, name, day, *sums in rows.order_by("-event_id").values_list(*columns)[:NIGHTS]:
        met = Met._make(sums)
        evenings.append(Evening(event, name, day, met if low == one.pk else met.turned))
    return sorted(evenings, key=lambda evening: (evening.date, evening.event))


FEWEST = 2
SHADES = 4


@dataclass(frozen=True)
class MatrixCell:
    """The meetings of a row's player with a column's. ``shade``: how often they have met, beside those who have most
    often.
    """

    met: Met
    shade: int


@dataclass(frozen=True)
class Matrix:
    """``rows``: a cell for each player, none with oneself. ``game`` is empty where all games are counted, which leaves
    the places aside.
    """

    game: str
    games: list[str]
    players: list[PlayerTag]
    rows: list[tuple[PlayerTag, list[MatrixCell | None]]]
    pairs: int
    most: tuple[PlayerTag, PlayerTag, int] | None
    never: list[tuple[PlayerTag, PlayerTag]]


@dataclass(frozen=True)
class GroupPage:
    club: Club
    people: list[PlayerTag]  # to choose from


def group_page(slug: str) -> GroupPage:
    """A club's people, of whom some can be compared. Raises Club.DoesNotExist."""
    club = Club.objects.get(slug=slug)
    return GroupPage(club, people_of(club))


def sought(people: Sequence[PlayerTag], text: str, *, chosen: Sequence[int]) -> list[PlayerTag]:
    """The players who are chosen first, then those whose name, as it is read here, has the text in it."""
    letters = plain_letters(text.strip())
    ticked = [person for person in people if person.id in chosen]
    hits = [person for person in people if letters in plain_letters(f"{person.name}\n{person.short_name}")]
    return ticked + [hit for hit in hits if hit.id not in chosen]


def matrix(club: Club, players: Sequence[PlayerTag], game: str = "") -> Matrix:
    """Everybody of these against everybody. Raises KeyError where none of them have met at the game."""
    all_met = among(club, [player.id for player in players])
    if game and game not in all_met:
        raise KeyError(game)
    meetings = all_met[game] if game else _together(all_met)
    most = max((meeting.tables for meeting in meetings.values()), default=0)
    rows = [(one, [_cell(meetings, one, other, most) for other in players]) for one in players]
    tables = {(one, other): between(meetings, one.id, other.id).tables for one, other in combinations(players, 2)}
    top = max(tables, key=lambda pair: tables[pair], default=None)
    return Matrix(
        game=game,
        games=sorted(all_met),
        players=list(players),
        rows=rows,
        pairs=len(tables),
        most=(*top, most) if top and most else None,
        never=[pair for pair, count in tables.items() if not count],
    )


def _together(by_game: Mapping[str, Mapping[Pair, Met]]) -> dict[Pair, Met]:
    meetings: dict[Pair, Met] = {}
    for pairs in by_game.values():
        for pair, meeting in pairs.items():
            meetings[pair] = meetings.get(pair, NEVER).plus(meeting)
    return meetings


def _cell(meetings: Mapping[Pair, Met], one: PlayerTag, other: PlayerTag, most: int) -> MatrixCell | None:
    if one == other:
        return None
    met = between(meetings, one.id, other.id)
    return MatrixCell(met, -(-SHADES * met.tables // most) if most else 0)


BUDDIES = 3


@dataclass(frozen=True)
class OtherMet:
    """Somebody met, and the meetings as the player of the page sees them."""

    player: PlayerTag
    met: Met


@dataclass(frozen=True)
class Buddy:
    """Of all games together, which only how often two sat together can be counted over."""

    player: PlayerTag
    tables: int


@dataclass(frozen=True)
class Rivals:
    """``others``: those met at this game, most often first."""

    game: str
    games: list[str]
    others: list[OtherMet]
    rival: OtherMet | None
    nemesis: OtherMet | None
    buddies: list[Buddy]


def rivals(player: Player, game: str = "") -> Rivals | None:
    """Whom a player has met at this game, else at the one with the most meetings; None where nobody was met at it. Who
    is anonymous is left out.
    """
    meetings = others_met(player.club, player.pk)
    tags = {person.id: person for person in people_of(player.club, set().union(*meetings.values()))}
    named = {key: {who: other for who, other in met.items() if who in tags} for key, met in meetings.items()}
    games = sorted(
        filter(named.get, named), key=lambda key: (-sum(meeting.tables for meeting in named[key].values()), key)
    )
    game = game or next(iter(games), "")
    if game not in games:
        return None
    met = named[game]
    others = {
        who: OtherMet(tags[who], met[who])
        for who in sorted(met, key=lambda who: (-met[who].tables, tags[who].sorts_by, who))
    }
    together = Counter[int]()
    for of_game in named.values():
        together.update({who: met.tables for who, met in of_game.items()})
    most_together = sorted(together, key=lambda who: (-together[who], tags[who].sorts_by, who))
    return Rivals(
        game=game,
        games=games,
        others=list(others.values()),
        rival=others.get(rival(met) or 0),
        nemesis=others.get(nemesis(met) or 0),
        buddies=[Buddy(tags[who], together[who]) for who in most_together[:BUDDIES]],
    )


YEAR = timedelta(days=365)
LATELY = 3  # tables of the year that one of `met_lately`'s is worth


def met_in_a_year(event: Event, players: Collection[int]) -> dict[Pair, Met]:
    """Meetings of these players within a year, at events that are over, of any game."""
    days = {"event__date__gt": event.date - YEAR, "event__date__lte": event.date}
    rows = EventMeeting.objects.filter(event__club=event.club_id, low__in=players, high__in=players, **days)
    sums = {name: Sum(name) for name in Met._fields}
    meetings = (
        rows.order_by()
        .values_list("low_id", "high_id")
        .annotate(**{f"all_{name}": total for name, total in sums.items()})
    )
    return {(low, high): Met._make(counts) for low, high, *counts in meetings}


def seat_by_the_year(
    event: Event, people: Sequence[Entrant], sizes: Sequence[int], *, seed: int
) -> list[list[Entrant]]:
    """Tables of those who have met least in a year, and not tonight or on the last nights; within a table by whose side
    one has sat least.
    """
    year = met_in_a_year(event, {entrant.player_id for entrant in people})
    lately = met_lately(event)

    def met(one: Entrant, other: Entrant) -> int:
        pair = one.player_id, other.player_id
        return between(year, *pair).tables + LATELY * lately[frozenset(pair)] + as_mates(one, other)

    def sat_left(one: Entrant, other: Entrant) -> int:
        return between(year, one.player_id, other.player_id).sat_left

    return [sit_round(table, sat_left=sat_left) for table in seat_with_others(people, sizes, met=met, seed=seed)]
