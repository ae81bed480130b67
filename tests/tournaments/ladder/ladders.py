"""Ladders of five players, for the tests of what moves them and of their pages."""

from typing import Any

from django.utils import timezone

from tests.factories import make_club
from tests.tournaments.season.seasons import FIRST
from tournaments.audit import SYSTEM
from tournaments.formats.ladders import LadderRules
from tournaments.models import Challenge, Club, Ladder, Player
from tournaments.services.club.clubs import add_players
from tournaments.services.ladder import challenge, set_up_ladder

NAMES = ("Ana", "Bruno", "Chiara", "Dovas", "Elena")


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def a_ladder(club: Club | None = None, **rules: Any) -> Ladder:
    club = club or make_club()
    players = add_players(club=club, names=NAMES, actor=SYSTEM)
    given = {"name": "Ladder", "game": "vilnius", "now": timezone.now(), "actor": SYSTEM}
    return set_up_ladder(club=club, rules=LadderRules(**rules), players=players, **given)


def acted(**more: Any) -> dict[str, Any]:
    return {"now": timezone.now(), "actor": SYSTEM, **more}


def challenged(ladder: Ladder, challenger: str, other: str) -> Challenge:
    """On the first day of the season that the nights are played in."""
    people = {"challenger": named(challenger), "challenged": named(other)}
    return challenge(pk=ladder.pk, **people, **acted(today=FIRST))


def order(ladder: Ladder) -> str:
    """By initials."""
    names = dict(Player.objects.values_list("pk", "name"))
    return "".join(names[pk][0] for pk in Ladder.objects.get(pk=ladder.pk).order)
