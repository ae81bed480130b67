"""What would become whose, if two rows of the list were one person."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import (
    Entrant,
    Event,
    LadderAct,
    LeaguePlayer,
    Member,
    NightAnswer,
    Player,
    PlayerMerge,
    Seat,
    name_order,
    plain_letters,
)
from tournaments.selectors.club.contests import Contest
from tournaments.selectors.club.people.same import all_of
from tournaments.selectors.club.players import own_seats
from tournaments.selectors.club.tallies import all_time

ALIKE = 0.7  # of the letters


class Moves(NamedTuple):
    """By ids: what is one player's, and nobody else's."""

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
    contests: list[tuple[Contest, int, int]]  # tables of each before, and after
    refused: str  # the code of what stands against it, else empty
    met: list[Event]


def moves_of(player: Player, *, to: Player) -> Moves:
    """To a night that ``to`` has answered too, that answer stands."""
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
    """The code of a refusal, or nothing."""
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
    """In one league or on one ladder they are two."""
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
        contests=[(contest, before, before + more) for contest, before, more in tables],
        refused=stands_against(into, gone),
        met=both_in(into, gone),
    )


def may_be(player: Player) -> list[Player]:
    """Everybody else of the list, those called alike first."""
    others = player.club.players.filter(anonymised_at=None, merge=None).exclude(pk=player.pk)
    return sorted(others, key=lambda other: (not _alike(player.name, other.name), name_order(other.name)))


def _alike(name: str, other: str) -> bool:
    one, two = plain_letters(name), plain_letters(other)
    return one in two or two in one or SequenceMatcher(None, one, two).ratio() > ALIKE
