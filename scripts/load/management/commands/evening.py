"""Fills an empty database with an evening for a load run, and says as JSON where everything is."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from functools import partial
from itertools import chain, cycle, islice, product, zip_longest
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import GAMES
from scoring.result import RecordedTable
from scripts.load.scene import DIRECTOR, OF_YEARS, Evening, Pages, Payload, TableToPlay
from tournaments.audit import SYSTEM
from tournaments.management.demo import load_years
from tournaments.management.demo_deals import ANYBODY, next_deal
from tournaments.management.demo_people import ROSTER
from tournaments.models import Club, Entrant, Event, Player, Table
from tournaments.services.club.clubs import add_players, create_club
from tournaments.services.night import add_entrants, create_club_night, open_tables
from tournaments.services.registration import set_registration
from tournaments.services.stage.planning import Planned, create_tournament
from tournaments.services.table.deals import record_deal
from tournaments.services.teams import ListedTeam, set_teams

SEATS = 4
GROUP = 8  # who are looked at together


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=int, required=True)
        parser.add_argument("--game", choices=list(GAMES), required=True)
        parser.add_argument("--played", type=int, required=True, help="deals recorded at each table")
        parser.add_argument("--ahead", type=int, required=True, help="deals made up for each table's pad")
        parser.add_argument("--registration", type=int, default=0, help="1: with a tournament that anybody enters")
        parser.add_argument("--years", type=int, required=True, help="of the club's history")
        parser.add_argument("--clubs", type=int, default=1, help="among which the tables are spread")
        parser.add_argument("--teams", type=int, default=0, help="of each night")

    def handle(
        self,
        *,
        tables: int,
        game: str,
        played: int,
        ahead: int,
        years: int,
        registration: int = 0,
        clubs: int = 1,
        teams: int = 0,
        **options: object,
    ) -> None:
        if connection.introspection.table_names():
            raise CommandError("This database is not empty. A load run fills one of its own.")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        with transaction.atomic():
            club = club_with_history(years=years)
            players = regulars(club)
            year = pages_of_years(club, players)
            events = [
                evening_of(each, players[:1] if each == club else [], tables=share, game=game, teams=teams)
                for each, share in zip([club, *others(clubs - 1)], shares(tables, clubs), strict=True)
            ]
            random = Random(1979)
            to_play = [
                play(table, random, club=index, played=played, ahead=ahead)
                for index, table in spread([event.tables.order_by("number") for event in events])
            ]
            register = tournament_to_enter(club, game=game) if registration else ""
        self.stdout.write(json.dumps(addresses(events, to_play, year=year, register=register)))


def club_with_history(*, years: int) -> Club:
    owner = User.objects.create_user(DIRECTOR, password=uuid4().hex)
    if years:
        tell = partial(print, file=sys.stderr, flush=True)
        return load_years(today=timezone.localdate(), username=owner.username, years=years, tell=tell)
    return create_club(name="Pyramid Club Neris", owner=owner, actor=SYSTEM)


def others(count: int) -> list[Club]:
    """Clubs of the same director."""
    owner = User.objects.get(username=DIRECTOR)
    return [create_club(name=f"Club {number + 2}", owner=owner, actor=SYSTEM) for number in range(count)]


def shares(tables: int, clubs: int) -> list[int]:
    return [len(range(first, tables, clubs)) for first in range(clubs)]


def spread(rows: Iterable[Iterable[Table]]) -> list[tuple[int, Table]]:
    """With the place of its club: one of each in turn, so that few of them are of many clubs."""
    turns = zip_longest(*rows)
    return [(index, table) for index, table in chain.from_iterable(map(enumerate, turns)) if table]


def evening_of(club: Club, players: list[Player], *, tables: int, game: str, teams: int = 0) -> Event:
    event = create_club_night(club=club, name="Full room", game=game, rules={}, date=timezone.localdate(), actor=SYSTEM)
    new = add_players(club=club, names=names(tables * SEATS - len(players)), actor=SYSTEM)
    entrants = [entrant.pk for entrant in add_entrants(event_id=event.pk, players=[*players, *new], actor=SYSTEM)]
    groups = [entrants[first : first + SEATS] for first in range(0, len(entrants), SEATS)]
    open_tables(event_id=event.pk, groups=groups, actor=SYSTEM)
    if teams:
        listed = [ListedTeam(f"Team {first + 1}", tuple(entrants[first::teams])) for first in range(teams)]
        set_teams(event_id=event.pk, teams=[team for team in listed if team.members], best=0, actor=SYSTEM)
    return event


def regulars(club: Club) -> list[Player]:
    """Who sits nowhere else tonight, those who came most often first."""
    elsewhere = Entrant.objects.filter(event__club=club, event__status=Event.Status.OPEN)
    free = club.players.exclude(pk__in=elsewhere.values("player"))
    return list(free.annotate(events=Count("entries")).order_by("-events", "pk")[:2])


def pages_of_years(club: Club, players: list[Player]) -> dict[str, str]:
    """Of a club with a history; nothing of a new one."""
    if len(players) < 2:
        return {}
    first, second = players
    newest = club.events.filter(status=Event.Status.FINISHED).latest("date", "pk")
    group = [("who", player.pk) for player in club.players.order_by("pk")[:GROUP]]
    addresses = [
        reverse("season", args=[club.seasons.latest("starts").pk]),
        reverse("compare", args=[first.pk, second.pk]),
        reverse("rivals", args=[first.pk]),
        reverse("meetings", args=[club.slug]) + "?" + urlencode(group),
        reverse("ratings", args=[club.slug]),
        reverse("statistics", args=[club.slug]),
        reverse("player-statistics", args=[first.pk]),
        reverse("report", args=[newest.pk]),
    ]
    return dict(zip(OF_YEARS, addresses, strict=True))


def tournament_to_enter(club: Club, *, game: str) -> str:
    """Where people enter themselves."""
    stages: list[Planned] = [("swiss", {"rounds": 3})]
    event = create_tournament(
        club=club, name="Open", game=game, rules={}, date=timezone.localdate(), stages=stages, actor=SYSTEM
    )
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    return reverse("register", args=[event.pk])


def names(count: int) -> list[str]:
    """Of people as in the demo, numbered so that everybody has another."""
    given, family = zip(*(name.split(" ", 1) for name in ROSTER), strict=True)
    people = cycle(product(given, family))
    return [f"{first} {last} {number}" for number, (first, last) in enumerate(islice(people, count), start=1)]


def play(table: Table, random: Random, *, club: int, played: int, ahead: int) -> TableToPlay:
    deals = made_up_deals(table.event, played + ahead, random)
    for payload in deals[:played]:
        record_deal(table_id=table.pk, payload=payload, client_id=uuid4(), base_revision=None, actor=SYSTEM)
    return {
        "id": table.pk,
        "event": table.event_id,
        "club": club,
        "page": reverse("table", args=[table.pk]),
        "pad": reverse("pad", args=[table.pad_links.get().token]),
        "deals": deals[played:],
        "played": played,
    }


def made_up_deals(event: Event, count: int, random: Random) -> list[Payload]:
    game = GAMES[event.game]
    deals: list[Payload] = []
    for number in range(count):
        result = game.score(RecordedTable(SEATS, 0, event.rules, game.read_deals(deals, seats=SEATS)))
        if result.finished:
            raise CommandError(
                f"A table is over after {number} deals, and {count} are wanted: more pads or fewer saves."
            )
        deals.append(next_deal(event, (ANYBODY,) * SEATS, result, number, random).as_payload())
    return deals


def addresses(events: list[Event], tables: list[TableToPlay], *, year: dict[str, str], register: str) -> Evening:
    browser = Client()
    browser.force_login(User.objects.get(username=DIRECTOR))
    return {
        "clubs": [pages_of(event) for event in events],
        "year": year,
        "tables": tables,
        "session": browser.cookies["sessionid"].value,
        "register": register,
    }


def pages_of(event: Event) -> Pages:
    return {
        "results": reverse("event", args=[event.pk]),
        "wall": reverse("wall", args=[event.pk]),
        "desk": reverse("desk", args=[event.pk]),
        "club": reverse("club", args=[event.club.slug]),
        "player": reverse("player", args=[event.entrants.earliest("pk").player_id]),
    }
