"""A ladder for everybody: who stands where, what is open, and how it came to be."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Literal, cast

from tournaments.formats.ladders.climbing import Act, Kind, Move, taken_back
from tournaments.formats.ladders.reach import LadderRules
from tournaments.models import Challenge, Club, ClubRating, Ladder, LadderMove, Player, name_order
from tournaments.selectors.ladder.counting import open_challenges
from tournaments.selectors.table.cards import PlayerTag, player_tag

MOVES = 12
SHOWN_FOR = timedelta(days=30)
"""How long a challenge that was not played is still told of."""
Can = Literal["", "challenge", "withdraw"]


@dataclass(frozen=True)
class OpenChallenge:
    id: int
    challenger: PlayerTag
    challenged: PlayerTag
    last_day: date
    is_over: bool  # its days, and nothing was played


@dataclass(frozen=True)
class Rung:
    """``can``: what somebody who looks may do there himself."""

    place: int
    player: PlayerTag
    is_own: bool
    challenge: OpenChallenge | None
    can: Can


@dataclass(frozen=True)
class MoveLine:
    at: datetime
    kind: Kind
    player: PlayerTag
    other: PlayerTag | None
    was: int | None
    now: int | None
    challenge: int | None


@dataclass(frozen=True)
class RungCourse:
    """Somebody's places, from the earliest of the latest moves on."""

    player: PlayerTag
    places: list[int]


@dataclass(frozen=True)
class LadderPage:
    ladder: Ladder
    ladder_rules: LadderRules
    rungs: list[Rung]
    challenges: list[OpenChallenge]
    moves: list[MoveLine]
    courses: list[RungCourse]
    own: PlayerTag | None
    stands: bool  # whoever looks is on it


@dataclass
class _LadderReading:
    ladder: Ladder
    own: Player | None
    today: date

    @cached_property
    def open(self) -> list[Challenge]:
        return open_challenges(self.ladder, on=self.today - SHOWN_FOR)

    @cached_property
    def moves(self) -> list[LadderMove]:
        """The newest first."""
        joined = LadderMove.objects.filter(ladder=self.ladder).select_related("act", "challenge")
        return list(joined.order_by("-number")[:MOVES])

    @cached_property
    def people(self) -> dict[int, Player]:
        """Everybody who is named, by the id under which he stands there."""
        ids = {*self.ladder.order}
        for each in self.open:
            ids |= {each.challenger_id, each.challenged_id}
        for move in self.moves:
            if move.act:
                ids.add(move.act.player_id)
            elif move.challenge:
                ids |= {move.challenge.challenger_id, move.challenge.challenged_id}
        known = Player.objects.select_related("merge__into").filter(pk__in=ids)
        return {player.pk: player.one for player in known}

    @cached_property
    def tags(self) -> dict[int, PlayerTag]:
        return {pk: player_tag(player) for pk, player in self.people.items()}

    @cached_property
    def by_player(self) -> dict[int, OpenChallenge]:
        """Whose days are not over."""
        return {
            each_id: shown
            for shown in self.challenges
            if not shown.is_over
            for each_id in (shown.challenger.id, shown.challenged.id)
        }

    @cached_property
    def challenges(self) -> list[OpenChallenge]:
        return [
            OpenChallenge(
                each.pk,
                self.tags[each.challenger_id],
                self.tags[each.challenged_id],
                each.last_day,
                each.last_day < self.today,
            )
            for each in self.open
        ]


def read_ladder(slug: str, number: int) -> Ladder:
    """With its club. Raises Ladder.DoesNotExist."""
    return Ladder.objects.select_related("club").get(club__slug=slug, pk=number)


def ladders_of(club: Club, *, also_closed: bool = True) -> list[Ladder]:
    ladders = club.ladders.all() if also_closed else club.ladders.filter(closed_at=None)
    return list(ladders.order_by("name", "pk"))


def own_ladders(player: Player) -> list[tuple[Ladder, int | None]]:
    """Those that are open, with the own place."""
    return [(each, _place(each, player)) for each in ladders_of(player.club, also_closed=False)]


def _place(ladder: Ladder, player: Player) -> int | None:
    return ladder.order.index(player.pk) + 1 if player.pk in ladder.order else None


def ladder_page(ladder: Ladder, *, today: date, own: Player | None = None) -> LadderPage:
    reading = _LadderReading(ladder, own, today)
    return LadderPage(
        ladder=ladder,
        ladder_rules=ladder.ladder_rules,
        rungs=_rungs(reading),
        challenges=reading.challenges,
        moves=[_move_line(reading, each) for each in reading.moves if not _is_hidden(reading, each)],
        courses=_courses(reading),
        own=player_tag(own) if own else None,
        stands=own is not None and own.pk in ladder.order,
    )


def _rungs(reading: _LadderReading) -> list[Rung]:
    """Who is anonymous has a place and no row."""
    own = _place(reading.ladder, reading.own) if reading.own else None
    return [
        Rung(place, reading.tags[pk], place == own, reading.by_player.get(pk), _can(reading, place, pk, own))
        for place, pk in enumerate(reading.ladder.order, start=1)
        if pk in reading.people and not reading.people[pk].anonymised_at
    ]


def _can(reading: _LadderReading, place: int, pk: int, own: int | None) -> Can:
    if own is None or reading.ladder.closed_at:
        return ""
    mine = reading.by_player.get(reading.ladder.order[own - 1])
    if mine:
        return "withdraw" if mine.challenged.id == pk and place < own else ""
    reaches = reading.ladder.ladder_rules.may_challenge(own, place)
    return "challenge" if reaches and pk not in reading.by_player else ""


def _players(move: LadderMove) -> tuple[int, int | None]:
    if move.act:
        return move.act.player_id, None
    assert move.challenge
    return move.challenge.challenger_id, move.challenge.challenged_id


def _is_hidden(reading: _LadderReading, move: LadderMove) -> bool:
    return any(pk and reading.people[pk].anonymised_at for pk in _players(move))


def _kind(move: LadderMove) -> Kind:
    return cast(Kind, move.act.kind) if move.act else "won" if move.won else "held"


def _move_line(reading: _LadderReading, move: LadderMove) -> MoveLine:
    player, other = _players(move)
    tags = reading.tags
    against = tags[other] if other else None
    return MoveLine(move.at, _kind(move), tags[player], against, move.was, move.now, move.challenge_id)


def _courses(reading: _LadderReading) -> list[RungCourse]:
    """Of those who stood on it all the while, the highest first."""
    moves = [Move(Act(_kind(each), reading.people[_players(each)[0]].pk), each.was, each.now) for each in reading.moves]
    order = reading.ladder.order
    orders = [order, *taken_back(order, moves, reading.ladder.ladder_rules)][::-1]
    first = next(
        (at for at, (one, move) in enumerate(zip(orders[1:], moves[::-1], strict=True)) if one and move.was), None
    )
    if first is None:
        return []
    return _lines(orders[first:], reading.tags, reading.people)


def _lines(
    orders: Sequence[Sequence[int]], tags: Mapping[int, PlayerTag], people: Mapping[int, Player]
) -> list[RungCourse]:
    places = [{pk: place for place, pk in enumerate(each, start=1)} for each in orders]
    return [
        RungCourse(tags[pk], [each[pk] for each in places])
        for pk in orders[-1]
        if all(pk in each for each in places) and not people[pk].anonymised_at
    ]


def player_on(ladder: Ladder, pk: int) -> Player:
    """Somebody of its club, whoever was merged. Raises Player.DoesNotExist."""
    return Player.objects.select_related("merge__into").get(pk=pk, club=ladder.club_id).one


def in_order(club: Club, players: Iterable[int], *, game: str, by_rating: bool) -> list[Player]:
    """By name, or the strongest first and below them, by name, who was never rated."""
    known = sorted(club.players.filter(pk__in=list(players)), key=lambda player: name_order(player.name))
    ratings = dict(ClubRating.objects.filter(club=club, game=game).values_list("player", "mu")) if by_rating else {}
    return sorted(known, key=lambda player: -ratings.get(player.pk, float("-inf")))
