"""Which tables count for the challenges of a ladder, and what came of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple, cast

from django.db.models import Exists, OuterRef, Q

from tournaments.formats.ladders.climbing import Act, Kind, Move, climbed
from tournaments.models import Challenge, ChallengeTable, Event, Ladder, LadderAct, Player, Seat, Table
from tournaments.selectors.ratings.tables import by_table


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
    """For which one of its tables may count, or has counted."""
    latest = event.tables.order_by("-opened_at").values("opened_at")[:1]
    counts = Q(ladder__club=event.club_id, ladder__game=event.game, withdrawn_at=None)
    counts &= Q(last_day__gte=event.date, made_at__lte=latest)
    held = Exists(ChallengeTable.objects.filter(challenge=OuterRef("pk"), event=event))
    found = Challenge.objects.filter(counts | held)
    return list(found.select_related("ladder", "challenger__merge__into", "challenged__merge__into"))


def counts_for(event: Event, challenge: Challenge) -> bool:
    """The tables of a night that is over count until the challenge's last day."""
    is_over = event.kind == Event.Kind.CLUB_NIGHT and event.status == Event.Status.FINISHED
    is_its_game = challenge.ladder.game == event.game
    return is_over and is_its_game and challenge.withdrawn_at is None and event.date <= challenge.last_day


def tables_for(challenges: Iterable[Challenge], events: Sequence[int]) -> dict[int, dict[int, tuple[int, bool]]]:
    """Those opened since at which both sat: by challenge and table, the event and whether the challenger was ahead.
    Level is not ahead.
    """
    wanted = list(challenges)
    found: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    if not wanted:
        return found
    opened = dict(Table.objects.filter(event__in=events).values_list("pk", "opened_at"))
    for (event, table), seats in by_table(events).items():
        places = dict(seats)
        for each in wanted:
            one, other = places.get(each.challenger.one.pk), places.get(each.challenged.one.pk)
            if one is not None and other is not None and opened[table] >= each.made_at:
                found[each.pk][table] = event, one < other
    return found


def is_at_play(challenge: Challenge) -> bool:
    """At a night that is not over yet, at a table that counts once it is."""
    nights = Event.objects.filter(kind=Event.Kind.CLUB_NIGHT, status=Event.Status.OPEN, date__lte=challenge.last_day)
    events = nights.filter(club=challenge.ladder.club_id, game=challenge.ladder.game)
    tables = Table.objects.filter(event__in=events, opened_at__gte=challenge.made_at, deal_count__gt=0)
    for player in (challenge.challenger.one, challenge.challenged.one):
        own = Q(substitute=player) | Q(substitute=None, entrant__player=player)
        tables = tables.filter(Exists(Seat.objects.filter(own, table=OuterRef("pk"))))
    return tables.exclude(status=Table.Status.UNDONE).exists()


def climbed_so_far(ladder: Ladder) -> Climbed:
    """From all that was done on it and all that was played for it."""
    acts = [
        (Source(act.at, act.pk, None, None), Act(cast(Kind, act.kind), act.player.one.pk, act.place))
        for act in LadderAct.objects.filter(ladder=ladder).select_related("player__merge__into").order_by("pk")
    ]
    acts += [
        (source, Act("won" if source.won else "held", each.challenger.one.pk, other=each.challenged.one.pk))
        for each, source in _results(ladder)
    ]
    acts.sort(key=lambda each: each[0].at)
    order, moves = climbed([act for _, act in acts], ladder.ladder_rules)
    return Climbed(order, [(source, move) for (source, _), move in zip(acts, moves, strict=True)])


def _results(ladder: Ladder) -> Iterable[tuple[Challenge, Source]]:
    """Of every challenge the director's word, or its first table."""
    first: dict[int, tuple[datetime | None, bool]] = {}
    rows = ChallengeTable.objects.filter(challenge__ladder=ladder).order_by("event__date", "table__ended_at", "table")
    for challenge, at, won in rows.values_list("challenge", "table__ended_at", "won"):
        first.setdefault(challenge, (at, won))
    people = ladder.challenges.select_related("challenger__merge__into", "challenged__merge__into")
    for each in people.filter(withdrawn_at=None).order_by("pk"):
        if each.decided is not None and each.decided_at:
            yield each, Source(each.decided_at, None, each.pk, each.decided)
        elif each.pk in first:
            at, won = first[each.pk]
            yield each, Source(at or each.made_at, None, each.pk, won)


def open_challenges(ladder: Ladder, *, on: date | None, player: Player | None = None) -> list[Challenge]:
    """Without a result yet; ``on``: whose days are not over then."""
    played = ChallengeTable.objects.filter(challenge__ladder=ladder).values("challenge")
    found = ladder.challenges.filter(withdrawn_at=None, decided=None).exclude(pk__in=played)
    if on:
        found = found.filter(last_day__gte=on)
    return list(found.filter(Q(challenger=player) | Q(challenged=player)) if player else found)


def acts_of(rows: Collection[Player]) -> list[LadderAct]:
    """``rows``: all that are this one."""
    return list(LadderAct.objects.filter(player__in=rows).select_related("ladder").order_by("at", "pk"))


def challenges_with(rows: Collection[Player]) -> list[Challenge]:
    found = Challenge.objects.filter(Q(challenger__in=rows) | Q(challenged__in=rows))
    return list(found.select_related("ladder", "challenger", "challenged").order_by("made_at", "pk"))
