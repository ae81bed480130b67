"""Rows of the list that are one person, and whether that person has taken part in anything."""

from collections.abc import Collection

from django.db.models import Q

from tournaments.models import Entrant, LadderAct, LeaguePlayer, Player, Seat


def all_of(player: Player) -> list[Player]:
    """The player, and everybody who was merged into this row, however often."""
    found, newest = [player], [player]
    while newest := list(Player.objects.filter(merge__into__in=newest)):
        found += newest
    return found


def naming(*players: Player) -> Q:
    """The events in which one of them takes part."""
    entered = Q(entrants__player__in=players) | Q(entrants__substitute__in=players)
    return entered | Q(tables__seats__substitute__in=players)


def has_taken_part(rows: Collection[Player]) -> bool:
    entered = Entrant.objects.filter(Q(player__in=rows) | Q(substitute__in=rows))
    sat = Seat.objects.filter(substitute__in=rows)
    plays = LeaguePlayer.objects.filter(player__in=rows), LadderAct.objects.filter(player__in=rows)
    return entered.exists() or sat.exists() or any(each.exists() for each in plays)
