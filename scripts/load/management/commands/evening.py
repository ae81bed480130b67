"""Fills an empty database with an evening for a load run, and says as JSON where everything is."""

import json
from argparse import ArgumentParser
from itertools import cycle, islice, product
from random import Random
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import GAMES
from scoring.result import RecordedTable
from scripts.load.scene import DIRECTOR, Evening, Payload, TableToPlay
from tournaments.audit import SYSTEM
from tournaments.management.demo import NIGHTS, ROSTER, load_demo, next_deal
from tournaments.models import Club, Event, Table
from tournaments.services.club.clubs import add_players, create_club
from tournaments.services.door.registrations import set_registration
from tournaments.services.night.nights import add_entrants, create_club_night
from tournaments.services.night.seating import open_tables
from tournaments.services.stage.planning import Planned, create_tournament
from tournaments.services.table.deals import record_deal

SEATS = 4


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=int, required=True)
        parser.add_argument("--game", choices=list(GAMES), required=True)
        parser.add_argument("--played", type=int, required=True, help="deals recorded at each table")
        parser.add_argument("--ahead", type=int, required=True, help="deals made up for each table's pad")
        parser.add_argument("--registration", type=int, default=0, help="1: with a tournament that anybody enters")
        parser.add_argument("--years", type=int, required=True, help="of the club's history")

    def handle(
        self, *, tables: int, game: str, played: int, ahead: int, years: int, registration: int = 0, **options: object
    ) -> None:
        if connection.introspection.table_names():
            raise CommandError("This database is not empty. A load run fills one of its own.")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        with transaction.atomic():
            club = club_with_history(years=years)
            event = evening_of(club, tables=tables, game=game)
            opened = list(event.tables.order_by("number"))
            random = Random(1979)
            to_play = [play(table, random, played=played, ahead=ahead) for table in opened]
            register = tournament_to_enter(club, game=game) if registration else ""
        self.stdout.write(json.dumps(addresses(club, event, to_play, register=register)))


def club_with_history(*, years: int) -> Club:
    owner = User.objects.create_user(DIRECTOR, password=uuid4().hex)
    if years:
        return load_demo(today=timezone.localdate(), username=owner.username, nights=NIGHTS * years)
    return create_club(name="Pyramid Club Neris", owner=owner, actor=SYSTEM)


def evening_of(club: Club, *, tables: int, game: str) -> Event:
    event = create_club_night(club=club, name="Full room", game=game, rules={}, date=timezone.localdate(), actor=SYSTEM)
    # Who came to the club last sits nowhere else tonight, and has its whole history.
    players = list(club.players.order_by("-pk")[:1])
    players += add_players(club=club, names=names(tables * SEATS - len(players)), actor=SYSTEM)
    entrants = [entrant.pk for entrant in add_entrants(event_id=event.pk, players=players, actor=SYSTEM)]
    groups = [entrants[first : first + SEATS] for first in range(0, len(entrants), SEATS)]
    open_tables(event_id=event.pk, groups=groups, actor=SYSTEM)
    return event


def tournament_to_enter(club: Club, *, game: str) -> str:
    """Where anybody enters himself."""
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


def play(table: Table, random: Random, *, played: int, ahead: int) -> TableToPlay:
    deals = made_up_deals(table.event, played + ahead, random)
    for payload in deals[:played]:
        record_deal(table_id=table.pk, payload=payload, client_id=uuid4(), base_revision=None, actor=SYSTEM)
    return {
        "id": table.pk,
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
        deals.append(next_deal(event, SEATS, result, number, random).as_payload())
    return deals


def addresses(club: Club, event: Event, tables: list[TableToPlay], *, register: str) -> Evening:
    browser = Client()
    browser.force_login(User.objects.get(username=DIRECTOR))
    first = event.entrants.earliest("pk")
    return {
        "results": reverse("event", args=[event.pk]),
        "wall": reverse("wall", args=[event.pk]),
        "desk": reverse("desk", args=[event.pk]),
        "club": reverse("club", args=[club.slug]),
        "player": reverse("player", args=[first.player_id]),
        "tables": tables,
        "session": browser.cookies["sessionid"].value,
        "register": register,
    }
