"""The players of a club: their pages and tables, where each is entered, which rows are one person and what merging them
would move, and whose names are due to go.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.result import AnnouncementResult, DealResult, plain_number
from tournaments.models import (
    AuditEntry,
    Club,
    Deal,
    Entrant,
    Event,
    LadderAct,
    LeaguePlayer,
    Member,
    NameAside,
    NightAnswer,
    Player,
    PlayerMerge,
    Registration,
    Seat,
    name_order,
    plain_letters,
)
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.club.standings import Contest, all_time
from tournaments.selectors.table.deals import read_deal, score_table


def all_of(player: Player) -> list[Player]:
    """The player, and everybody who was merged into this row, however often."""
    rows, newest = [player], [player]
    while newest := list(Player.objects.filter(merge__into__in=newest)):
        rows += newest
    return rows


def naming(*players: Player) -> Q:
    """The events in which one of them takes part."""
    entered = Q(entrants__player__in=players) | Q(entrants__substitute__in=players)
    return entered | Q(tables__seats__substitute__in=players)


def has_taken_part(rows: Collection[Player]) -> bool:
    entered = Entrant.objects.filter(Q(player__in=rows) | Q(substitute__in=rows))
    sat = Seat.objects.filter(substitute__in=rows)
    plays = LeaguePlayer.objects.filter(player__in=rows), LadderAct.objects.filter(player__in=rows)
    return entered.exists() or sat.exists() or any(play.exists() for play in plays)


def memberships_of(player: Player) -> list[Member]:
    """The player's memberships in the club and in its events."""
    own = Member.objects.filter(club=player.club, user__memberships__player=player)
    return list(own.select_related("user", "event").distinct().order_by("pk"))


def player_of(user: User, club: Club) -> Player | None:
    """The player of the club's list that this member is, as a director has confirmed."""
    return Player.objects.filter(club=club, member__user=user).first()


def entries_of(player: Player) -> QuerySet[Entrant]:
    """The player's entries, oldest first; also those of others for whom they stand in."""
    own = Entrant.objects.filter(Q(player=player) | Q(substitute=player)).exclude(event__status=Event.Status.DISCARDED)
    return own.select_related("event__club", "player", "substitute", "team").order_by("event__date", "event_id")


def registrations_of(rows: Collection[Player]) -> QuerySet[Registration]:
    return Registration.objects.filter(entrant__player__in=rows).select_related("event", "entrant__player")


def answers_of(rows: Collection[Player]) -> QuerySet[NightAnswer]:
    """Their answers to planned nights, the earliest night first."""
    return NightAnswer.objects.filter(player__in=rows).select_related("night").order_by("night__starts_at", "pk")


ALIKE = 0.7  # of the letters


class Moves(NamedTuple):
    """What a merge moves to the other player, by ids."""

    entries: list[int]
    substitutes: list[int]
    seats: list[int]
    members: list[int]
    asking: list[int]
    answers: list[int]


@dataclass(frozen=True)
class MergePreview:
    into: Player
    gone: Player
    events: int
    tables: int
    has_account: bool
    contests: list[tuple[Contest, int, int]]  # with how many tables ``into`` has in it before and after
    refused: str  # the code of what stands against it, else empty
    met: list[Event]


def moves_of(player: Player, *, to: Player) -> Moves:
    """What merging ``player`` into ``to`` moves. To a night that both have answered, the answer of ``to`` stands."""
    return Moves(
        entries=_ids(Entrant.objects.filter(player=player)),
        substitutes=_ids(Entrant.objects.filter(substitute=player)),
        seats=_ids(Seat.objects.filter(substitute=player)),
        members=_ids(Member.objects.filter(player=player)),
        asking=_ids(Member.objects.filter(says_player=player)),
        answers=_ids(NightAnswer.objects.filter(player=player).exclude(night__answers__player=to)),
    )


def _ids(rows: "Iterable[Entrant | Seat | Member | NightAnswer]") -> list[int]:
    return sorted(row.pk for row in rows)


def stands_against(into: Player, gone: Player) -> str:
    """The code of what a merge would be refused with, or nothing."""
    if into.pk == gone.pk or into.club_id != gone.club_id:
        return "merge-other"
    if PlayerMerge.objects.filter(gone__in=[into, gone]).exists():
        return "merge-again"
    if into.anonymised_at or gone.anonymised_at:
        return "merge-anonymous"
    if Member.objects.filter(player__in=[into, gone]).count() > 1:
        return "merge-accounts"
    if _meet_by_draw(all_of(into), all_of(gone)):
        return "merge-league"
    return ""


def _meet_by_draw(rows: list[Player], others: list[Player]) -> bool:
    """Whether they are two in one league or on one ladder."""
    leagues = LeaguePlayer.objects.filter(player__in=rows).values("league")
    ladders = LadderAct.objects.filter(player__in=rows).values("ladder")
    in_league = LeaguePlayer.objects.filter(player__in=others, league__in=leagues)
    return in_league.exists() or LadderAct.objects.filter(player__in=others, ladder__in=ladders).exists()


def both_in(into: Player, gone: Player) -> list[Event]:
    """The events in which both took part, also for somebody else: there they were two."""
    return list(Event.objects.filter(pk__in=_events(into) & _events(gone)).order_by("-date", "-pk"))


def _events(player: Player) -> set[int]:
    entered = Entrant.objects.filter(Q(player=player) | Q(substitute=player)).values_list("event", flat=True)
    sat = Seat.objects.filter(substitute=player).values_list("table__event", flat=True)
    return {*entered, *sat}


def merge_preview(into: Player, gone: Player) -> MergePreview:
    of_club = all_time(into.club)
    tables = [
        (contest, of_players[into.pk].tables if into.pk in of_players else 0, of_players[gone.pk].tables)
        for contest, of_players in of_club.items()
        if gone.pk in of_players
    ]
    return MergePreview(
        into=into,
        gone=gone,
        events=len(_events(gone)),
        tables=own_seats(gone).count(),
        has_account=Member.objects.filter(player=gone).exists(),
        contests=[(contest, own, own + moved) for contest, own, moved in tables],
        refused=stands_against(into, gone),
        met=both_in(into, gone),
    )


def may_be(player: Player) -> list[Player]:
    """The others of the list whom a player may be merged with, those of a similar name first."""
    others = player.club.players.filter(anonymised_at=None, merge=None).exclude(pk=player.pk)
    return sorted(others, key=lambda other: (not _alike(player.name, other.name), name_order(other.name)))


def _alike(name: str, other: str) -> bool:
    one, two = plain_letters(name), plain_letters(other)
    return one in two or two in one or SequenceMatcher(None, one, two).ratio() > ALIKE


Fact = dict[str, Any]
CHUNK = 200  # tables read at once


@dataclass(frozen=True)
class OwnTable:
    seat: Seat
    seats: int
    deals: list[Fact]


def own_tables(player: Player) -> Iterator[OwnTable]:
    """Oldest first."""
    own = own_seats(player).select_related("table__event", "table__round__stage", "entrant__player", "substitute")
    seats = list(own.order_by("table__event__date", "table_id"))
    for start in range(0, len(seats), CHUNK):
        yield from _with_deals(seats[start : start + CHUNK])


def _with_deals(seats: list[Seat]) -> Iterator[OwnTable]:
    tables = [seat.table_id for seat in seats]
    payloads: dict[int, dict[int, Any]] = defaultdict(dict)
    rows = Deal.objects.filter(table__in=tables).order_by("table", "number", "version")
    for table, number, payload in rows.values_list("table", "number", "payload"):
        payloads[table][number] = payload
    sizes: dict[int, int] = defaultdict(int)
    for table in Seat.objects.filter(table__in=tables).values_list("table", flat=True):
        sizes[table] += 1
    for seat in seats:
        size = sizes[seat.table_id]
        yield OwnTable(seat, size, _own_deals(seat, payloads[seat.table_id], size))


def _own_deals(seat: Seat, payloads: dict[int, Any], seats: int) -> list[Fact]:
    game = seat.table.event.game
    sheet = {number: read_deal(game, payload, seats=seats) for number, payload in payloads.items()}
    scored = score_table(seat.table, sheet, seats=seats).deals
    tables = [
        {"deal": number, **_own(seat.index, sheet.get(number), result)}
        for number, result in enumerate(scored, start=1)
        if result
    ]
    return [deal for deal in tables if len(deal) > 1]


def _own(seat: int, deal: PlayedDeal | None, result: DealResult) -> Fact:
    """What this seat did in it; nothing where another one declared."""
    if isinstance(deal, VilniusDeal) and isinstance(result, AnnouncementResult):
        if result.declarer != seat:
            return {}
        facts = {"announced": deal.announced, "trump": deal.trump, "tricks taken": deal.taken}
        return {**facts, "points": plain_number(result.points)}
    if isinstance(deal, ShowdownDeal) and not isinstance(result, AnnouncementResult):
        hand = {"hand": list(deal.hands[seat])} if seat in deal.hands else {}
        net = {"cubits": result.net.get(seat, 0)} if result.net else {}
        return {**hand, "won": seat in result.winners, **net}
    return {}


MONTHS = 12


@dataclass(frozen=True)
class Absent:
    player: Player
    last_seen: date  # the latest event or word of a director, or the day of the list where there is none


def absent_for(club: Club, *, years: int, now: datetime) -> list[Absent]:
    """Players who have not taken part for so many ``years``, the longest away first. Those with an account are left
    alone: they can ask.
    """
    limit = months_before(now, years * MONTHS).date()
    players = club.players.filter(anonymised_at=None, merge=None, member=None)
    last_days = _last_seen(club)
    rows = [Absent(player, last_days.get(player.pk, timezone.localdate(player.created_at))) for player in players]
    long_away = [row for row in rows if row.last_seen < limit]
    return sorted(long_away, key=lambda row: (row.last_seen, name_order(row.player.name)))


def _last_seen(club: Club) -> dict[int, date]:
    """Whoever is in an event that is open is seen today."""
    entered = Entrant.objects.filter(event__club=club).exclude(event__status=Event.Status.DISCARDED).order_by()
    sat = Seat.objects.filter(table__event__club=club).exclude(substitute=None).order_by()
    latest: dict[int, date] = {}
    _latest(latest, entered.values_list("player").annotate(latest=Max("event__date")))
    _latest(latest, entered.exclude(substitute=None).values_list("substitute").annotate(latest=Max("event__date")))
    _latest(latest, sat.values_list("substitute").annotate(latest=Max("table__event__date")))
    _latest(latest, _kept_by_hand(club))
    playing = entered.filter(event__status=Event.Status.OPEN).values_list("player", flat=True)
    return latest | dict.fromkeys(playing, date.max)


def _kept_by_hand(club: Club) -> list[tuple[int, date]]:
    """Whose name was given back, or who was brought back to the list: the rule begins anew for them."""
    entries = AuditEntry.objects.filter(club=club, event=None, action__in=("player-named-again", "player-returned"))
    return [
        (pk, timezone.localdate(last_used))
        for pk, last_used in entries.values_list("after__player__player", "at")
        if pk
    ]


def _latest(dates: dict[int, date], rows: Iterable[tuple[int, date]]) -> None:
    for player, latest in rows:
        dates[player] = max(latest, dates.get(player, latest))


def months_before(now: datetime, months: int) -> datetime:
    """The day so many months ago, the 28th of its month at the latest."""
    years, month = divmod(now.year * MONTHS + now.month - 1 - months, MONTHS)
    return now.replace(year=years, month=month + 1, day=min(now.day, 28))


@dataclass(frozen=True)
class PersonPage:
    player: Player
    member: Member | None
    has_played: bool
    aside: NameAside | None  # as long as the name can be given back
    merges: list[PlayerMerge]  # the latest first


def person_page(player: Player) -> PersonPage:
    return PersonPage(
        player=player,
        member=Member.objects.filter(player=player).select_related("user").first(),
        has_played=has_taken_part(all_of(player)),
        aside=NameAside.objects.filter(player=player).first(),
        merges=list(PlayerMerge.objects.filter(into=player).select_related("gone")),
    )
