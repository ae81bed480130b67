"""A ladder for everybody: who stands where, which challenges are open, which tables count for them, and how its order
came to be.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Literal, NamedTuple, cast

from django.db.models import Exists, OuterRef, Q

from tournaments.formats.ladders import Act, Kind, LadderRules, Move, climbed, taken_back
from tournaments.models import (
    HOSTS_MATCHES,
    Challenge,
    ChallengeTable,
    Club,
    ClubRating,
    Event,
    Ladder,
    LadderAct,
    LadderMove,
    Player,
    Seat,
    Table,
    name_order,
)
from tournaments.selectors.ratings.tables import by_table
from tournaments.selectors.table.cards import PlayerTag, player_tag


class Source(NamedTuple):
    """What a move is known from."""

    at: datetime
    act: int | None
    challenge: int | None
    won: bool | None


@dataclass(frozen=True)
class Climbed:
    order: list[int]
    moves: list[tuple[Source, Move]]


def challenges_of(event: Event) -> list[Challenge]:
    """Challenges for which a table of the event may count, or has counted."""
    latest = event.tables.order_by("-opened_at").values("opened_at")[:1]
    counts = Q(ladder__club=event.club_id, ladder__game=event.game, withdrawn_at=None)
    counts &= Q(last_day__gte=event.date, made_at__lte=latest)
    held = Exists(ChallengeTable.objects.filter(challenge=OuterRef("pk"), event=event))
    challenges = Challenge.objects.filter(counts | held)
    return list(challenges.select_related("ladder", "challenger__merge__into", "challenged__merge__into"))


def counts_for(event: Event, challenge: Challenge) -> bool:
    """The tables of a night that is over count until the challenge's last day."""
    is_over = event.hosts_matches and event.status == Event.Status.FINISHED
    is_its_game = challenge.ladder.game == event.game
    return is_over and is_its_game and challenge.withdrawn_at is None and event.date <= challenge.last_day


def tables_for(challenges: Iterable[Challenge], events: Sequence[int]) -> dict[int, dict[int, tuple[int, bool]]]:
    """The tables opened since these challenges at which both sat: by challenge and table, the event and whether the
    challenger was ahead. Level is not ahead.
    """
    open_challenges = list(challenges)
    tables: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    if not open_challenges:
        return tables
    opened = dict(Table.objects.filter(event__in=events).values_list("pk", "opened_at"))
    for (event, table), seats in by_table(events).items():
        places = dict(seats)
        for challenge in open_challenges:
            one, other = places.get(challenge.challenger.one.pk), places.get(challenge.challenged.one.pk)
            if one is not None and other is not None and opened[table] >= challenge.made_at:
                tables[challenge.pk][table] = event, one < other
    return tables


def is_at_play(challenge: Challenge) -> bool:
    """Whether a challenge is played: at a night that is not over yet, at a table that counts once it is."""
    nights = Event.objects.filter(kind__in=HOSTS_MATCHES, status=Event.Status.OPEN, date__lte=challenge.last_day)
    events = nights.filter(club=challenge.ladder.club_id, game=challenge.ladder.game)
    tables = Table.objects.filter(event__in=events, opened_at__gte=challenge.made_at, deal_count__gt=0)
    for player in (challenge.challenger.one, challenge.challenged.one):
        own = Q(substitute=player) | Q(substitute=None, entrant__player=player)
        tables = tables.filter(Exists(Seat.objects.filter(own, table=OuterRef("pk"))))
    return tables.exclude(status=Table.Status.UNDONE).exists()


def climbed_so_far(ladder: Ladder) -> Climbed:
    """A ladder's order and moves, from all that was done on it and all that was played for it."""
    acts = [
        (Source(act.at, act.pk, None, None), Act(cast(Kind, act.kind), act.player.one.pk, act.place))
        for act in LadderAct.objects.filter(ladder=ladder).select_related("player__merge__into").order_by("pk")
    ]
    acts += [
        (source, Act("won" if source.won else "held", result.challenger.one.pk, other=result.challenged.one.pk))
        for result, source in _results(ladder)
    ]
    acts.sort(key=lambda act: act[0].at)
    order, moves = climbed([act for _, act in acts], ladder.ladder_rules)
    return Climbed(order, [(source, move) for (source, _), move in zip(acts, moves, strict=True)])


def _results(ladder: Ladder) -> Iterable[tuple[Challenge, Source]]:
    """Of every challenge the director's word, or its first table."""
    first: dict[int, tuple[datetime | None, bool]] = {}
    rows = ChallengeTable.objects.filter(challenge__ladder=ladder).order_by("event__date", "table__ended_at", "table")
    for challenge, ended_at, won in rows.values_list("challenge", "table__ended_at", "won"):
        first.setdefault(challenge, (ended_at, won))
    people = ladder.challenges.select_related("challenger__merge__into", "challenged__merge__into")
    for person in people.filter(withdrawn_at=None).order_by("pk"):
        if person.decided is not None and person.decided_at:
            yield person, Source(person.decided_at, None, person.pk, person.decided)
        elif person.pk in first:
            ended_at, won = first[person.pk]
            yield person, Source(ended_at or person.made_at, None, person.pk, won)


def open_challenges(ladder: Ladder, *, on: date | None, player: Player | None = None) -> list[Challenge]:
    """Without a result yet; ``on``: whose days are not over then."""
    played = ChallengeTable.objects.filter(challenge__ladder=ladder).values("challenge")
    challenges = ladder.challenges.filter(withdrawn_at=None, decided=None).exclude(pk__in=played)
    if on:
        challenges = challenges.filter(last_day__gte=on)
    return list(challenges.filter(Q(challenger=player) | Q(challenged=player)) if player else challenges)


def acts_of(rows: Collection[Player]) -> list[LadderAct]:
    """What a player has done on ladders, the oldest first. ``rows``: all rows that are this player."""
    return list(LadderAct.objects.filter(player__in=rows).select_related("ladder").order_by("at", "pk"))


def challenges_with(rows: Collection[Player]) -> list[Challenge]:
    challenges = Challenge.objects.filter(Q(challenger__in=rows) | Q(challenged__in=rows))
    return list(challenges.select_related("ladder", "challenger", "challenged").order_by("made_at", "pk"))


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
class LadderPlace:
    """``can``: what the reader may do there themselves."""

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
class LadderCourse:
    """Somebody's places, from the earliest of the latest moves on."""

    player: PlayerTag
    places: list[int]


@dataclass(frozen=True)
class LadderPage:
    ladder: Ladder
    ladder_rules: LadderRules
    places: list[LadderPlace]
    challenges: list[OpenChallenge]
    moves: list[MoveLine]
    courses: list[LadderCourse]
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
        """Everybody who is named, by the id under which they stand there."""
        ids = {*self.ladder.order}
        for challenge in self.open:
            ids |= {challenge.challenger_id, challenge.challenged_id}
        for move in self.moves:
            if move.act:
                ids.add(move.act.player_id)
            elif move.challenge:
                ids |= {move.challenge.challenger_id, move.challenge.challenged_id}
        players = Player.objects.select_related("merge__into").filter(pk__in=ids)
        return {player.pk: player.one for player in players}

    @cached_property
    def tags(self) -> dict[int, PlayerTag]:
        return {pk: player_tag(player) for pk, player in self.people.items()}

    @cached_property
    def by_player(self) -> dict[int, OpenChallenge]:
        """Whose days are not over."""
        by_player = {}
        for line in self.challenges:
            if not line.is_over:
                by_player[line.challenger.id] = by_player[line.challenged.id] = line
        return by_player

    @cached_property
    def challenges(self) -> list[OpenChallenge]:
        return [
            OpenChallenge(
                challenge.pk,
                self.tags[challenge.challenger_id],
                self.tags[challenge.challenged_id],
                challenge.last_day,
                challenge.last_day < self.today,
            )
            for challenge in self.open
        ]


def read_ladder(slug: str, number: int) -> Ladder:
    """A ladder with its club. Raises Ladder.DoesNotExist."""
    return Ladder.objects.select_related("club").get(club__slug=slug, pk=number)


def ladders_of(club: Club, *, also_closed: bool = True) -> list[Ladder]:
    ladders = club.ladders.all() if also_closed else club.ladders.filter(closed_at=None)
    return list(ladders.order_by("name", "pk"))


def own_ladders(player: Player) -> list[tuple[Ladder, int | None]]:
    """The ladders that are open, with the player's place on each."""
    return [(ladder, _place(ladder, player)) for ladder in ladders_of(player.club, also_closed=False)]


def _place(ladder: Ladder, player: Player) -> int | None:
    return ladder.order.index(player.pk) + 1 if player.pk in ladder.order else None


def ladder_page(ladder: Ladder, *, today: date, own: Player | None = None) -> LadderPage:
    reading = _LadderReading(ladder, own, today)
    return LadderPage(
        ladder=ladder,
        ladder_rules=ladder.ladder_rules,
        places=_places(reading),
        challenges=reading.challenges,
        moves=[_move_line(reading, move) for move in reading.moves if not _is_hidden(reading, move)],
        courses=_courses(reading),
        own=player_tag(own) if own else None,
        stands=own is not None and own.pk in ladder.order,
    )


def _places(reading: _LadderReading) -> list[LadderPlace]:
    """Who is anonymous has a place and no row."""
    own = _place(reading.ladder, reading.own) if reading.own else None
    return [
        LadderPlace(place, reading.tags[pk], place == own, reading.by_player.get(pk), _can(reading, place, pk, own))
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


def _courses(reading: _LadderReading) -> list[LadderCourse]:
    """Of those who stood on it all the while, the highest first."""
    moves = [Move(Act(_kind(move), reading.people[_players(move)[0]].pk), move.was, move.now) for move in reading.moves]
    order = reading.ladder.order
    orders = [order, *taken_back(order, moves, reading.ladder.ladder_rules)][::-1]
    first = next(
        (index for index, (one, move) in enumerate(zip(orders[1:], moves[::-1], strict=True)) if one and move.was), None
    )
    if first is None:
        return []
    return _lines(orders[first:], reading.tags, reading.people)


def _lines(
    orders: Sequence[Sequence[int]], tags: Mapping[int, PlayerTag], people: Mapping[int, Player]
) -> list[LadderCourse]:
    places = [{pk: place for place, pk in enumerate(order, start=1)} for order in orders]
    stayers = set(orders[-1]).intersection(*orders)
    shown = [pk for pk in orders[-1] if pk in stayers and not people[pk].anonymised_at]
    return [LadderCourse(tags[pk], [place[pk] for place in places]) for pk in shown]


def player_on(ladder: Ladder, pk: int) -> Player:
    """Somebody of its club, whoever was merged. Raises Player.DoesNotExist."""
    return Player.objects.select_related("merge__into").get(pk=pk, club=ladder.club_id).one


def in_order(club: Club, players: Iterable[int], *, game: str, by_rating: bool) -> list[Player]:
    """Players by name, or the strongest first and below them, by name, who was never rated."""
    players_by_name = sorted(club.players.filter(pk__in=list(players)), key=lambda player: name_order(player.name))
    ratings = dict(ClubRating.objects.filter(club=club, game=game).values_list("player", "mu")) if by_rating else {}
    return sorted(players_by_name, key=lambda player: -ratings.get(player.pk, float("-inf")))
