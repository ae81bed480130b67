"""The demo and what it lacks, in a file of its own; a server over a copy of it, and who looks at it."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from scripts.load.server import free_port
from tests.e2e.servers import ROOT, wait_until
from tests.factories import announce, deal, make_member, make_night, make_user, pad_token, seat_table
from tests.tournament_scenes import (
    begun,
    draw,
    finish_table,
    make_tournament,
    next_round,
    play_event,
    play_round,
    play_stage,
)
from tests.tournaments.calendar.scenes import planned, says
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.league.leagues import FOUR, a_league
from tests.tournaments.season.seasons import a_season
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_code, registration_code, table_code
from tournaments.models import Club, ComingNight, Event, Member, Season, Table
from tournaments.services.club.members import invite_person
from tournaments.services.integrations.webhooks import add_webhook
from tournaments.services.night import finish_event
from tournaments.services.registration import set_registration, write_name
from tournaments.services.table.life import adjourn_table, end_table

PASSWORD = "winter-is-long"
ROLES = ("owner", "director", "scorer", "player", "stranger")
SWISS_AND_FINAL = (("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}}))


@dataclass
class World:
    """Where its database lies, whose session opens what, and in which state an event is, by its number."""

    database: Path
    sessions: dict[str, str] = field(default_factory=dict)
    doors: dict[str, list[str]] = field(default_factory=dict)
    states: dict[tuple[str, int], str] = field(default_factory=dict)


@dataclass
class Restored:
    """A server over a copy of the world, which can be had as it was."""

    world: World
    environment: dict[str, str]
    log: Path
    port: int = field(default_factory=free_port)
    times: int = 0
    forking: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        command = [sys.executable, "-m", "tests.e2e.everything.forked", str(self.port)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with self.log.open("ab") as log:
            self.forking = subprocess.Popen(command, cwd=ROOT, env=self.environment, stderr=log, **pipes)
        self.restore()

    def restore(self) -> None:
        assert self.forking
        self._say("end")
        assert self.forking.stdout.readline() == "ended\n", self.log.read_text()
        lives = self.world.database.with_name("lives.sqlite3")
        for rest in ("-wal", "-shm"):
            lives.with_name(f"lives.sqlite3{rest}").unlink(missing_ok=True)
        shutil.copyfile(self.world.database, lives)
        self._say("begin")
        wait_until(self._answers)
        self.times += 1

    def close(self) -> None:
        self.forking.stdin.close()
        self.forking.wait(timeout=60)
        self.forking.stdout.close()  # which helpers of the server may hold open for longer

    def _say(self, word: str) -> None:
        self.forking.stdin.write(f"{word}\n")
        self.forking.stdin.flush()

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5):
            return True
        return False


def environment_of(world: World, usual: dict[str, str]) -> dict[str, str]:
    """Of a server that keeps everything in the world's folder, sends mail into it, and calls nobody but itself."""
    folder = world.database.parent
    return usual | {
        "DATABASE_URL": f"sqlite:///{folder}/lives.sqlite3",
        "DATA_DIR": str(folder),
        "EMAIL_URL": f"filemail:///{folder}/mail",
        "WEBHOOK_NETWORKS": "127.0.0.0/8",
    }


@contextmanager
def another_database(path: Path, migrated: Path) -> Iterator[None]:
    """In place of the tests' own."""
    usual = connection.settings_dict["NAME"]
    shutil.copyfile(migrated, path)
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        connection.settings_dict["NAME"] = usual


def make_world(path: Path, migrated: Path) -> World:
    world = World(path)
    with another_database(path, migrated):
        call_command("load_demo", verbosity=0)
        club = Club.objects.get()
        states = make_tournaments(club) | make_nights(club)
        coming = make_year(club)
        make_people(world, club, coming)
        name_states(world, states)
    return world


def make_tournaments(club: Club) -> dict[int, str]:
    def named(state: str, event: Event) -> Event:
        Event.objects.filter(pk=event.pk).update(name=f"Open, {state}")
        states[event.pk] = state
        return event

    states: dict[int, str] = {}
    entering = named("entering", make_tournament(6, club=club, checked_in=False))
    set_registration(event_id=entering.pk, is_open=True, actor=SYSTEM)
    write_name(event_id=entering.pk, name="Zita", origin="", has_code=False)
    named("seeded", make_tournament(6, club=club))
    draw(named("preview", begun(8, club=club)))
    playing = named("round running", begun(8, club=club))
    first, second, *_ = next_round(playing, minutes=50)
    finish_table(first)
    deal(second, {"dealer": second.first_dealer, "claimed": [0]})
    play_round(named("round over", begun(8, club=club)))
    between = named("between stages", begun(6, club=club, stages=SWISS_AND_FINAL))
    play_stage(between)
    over = named("stages over", begun(4, club=club, stages=[("round-robin", {})]))
    play_stage(over)
    finished = named("finished", play_event(make_tournament(4, club=club)))
    finish_event(event_id=finished.pk, actor=SYSTEM)
    next_round(named("knockout", begun(8, club=club, stages=[("double-elimination", {})])))
    return states


def make_nights(club: Club) -> dict[int, str]:
    """One nobody has been seated in, and one with tables playing, adjourned and ended, and people at the door."""
    fresh = make_night(club=club, names=("Ana", "Bruno", "Chiara", "Dovas", "Elena"), on=timezone.localdate())
    lively = make_night(club=club, names=("Faust", "Giulia", "Henris", "Irena", "Jonas", "Karla", "Luka", "Mara"))
    deal(seat_table(lively, "Faust", "Giulia"), announce(1, 6, 4))
    adjourned, ended = seat_table(lively, "Henris", "Irena"), seat_table(lively, "Jonas", "Karla")
    for table in (adjourned, ended):
        deal(table, announce(1, 3, 3))
    adjourn_table(table_id=adjourned.pk, actor=SYSTEM)
    end_table(table_id=ended.pk, actor=SYSTEM)
    set_registration(event_id=lively.pk, is_open=True, actor=SYSTEM)
    for name in ("Nora", "Otto"):
        write_name(event_id=lively.pk, name=name, origin="", has_code=name == "Otto")
    hands = make_night(club=club, game="colonial-italian", names=("Pia", "Quirin", "Rasa"))
    seat_table(hands, "Pia", "Quirin", "Rasa")
    bets = make_night(club=club, game="protean", rules={"score": "cubits"}, names=("Sara", "Tomas", "Ugo"))
    seat_table(bets, "Sara", "Tomas", "Ugo")
    return {fresh.pk: "fresh", lively.pk: "lively", hands.pk: "hands", bets.pk: "bets"}


def make_year(club: Club) -> ComingNight:
    coming = planned(club=club, date=timezone.localdate() + timedelta(weeks=1), tables=1)
    says(coming, "yes", "Ana", "Bruno", "Chiara", "Dovas")
    says(coming, "if-needed", "Elena")
    a_season(club, published=False, name="Draft")
    a_league(FOUR, ("Elena", "Faust"), season=a_season(club, name="League", events="chosen"))
    a_ladder(club)
    return coming


def make_people(world: World, club: Club, coming: ComingNight) -> None:
    owner = club.members.get().user
    owner.set_password(PASSWORD)
    owner.save()
    bruno = club.players.get(name="Bruno")
    users = {"owner": owner}
    for role in (Member.Role.DIRECTOR, Member.Role.SCORER, Member.Role.PLAYER):
        users[role.value] = make_member(club, role, name=f"{role.value}-of-demo")
    make_user("somebody")
    Member.objects.filter(user=users["player"]).update(player=bruno)
    Member.objects.filter(user=users["scorer"]).update(says_player=club.players.get(name="Chiara"))
    world.sessions = {role: session_of(user) for role, user in users.items()}
    add_webhook(club=club, address="https://localhost/hook", topics=["deal"], actor=SYSTEM)
    _, token = invite_person(club=club, role="reader", event=None, actor=Actor(user=owner))
    code, ladder = player_code(bruno.pk, 0), club.ladders.get().pk
    playing = Table.objects.filter(status="playing")
    tables = [playing.filter(event__game=game).latest("pk") for game in ("vilnius", "colonial-italian", "protean")]
    opened = Event.objects.filter(registration_open=True)
    world.doors["player"] = [
        f"/codes/{code}/",
        f"/codes/{code}/coming/{coming.pk}/",
        f"/codes/{code}/ladders/{ladder}/",
        *(f"/pad/{pad_token(table)}/" for table in tables),
        f"/pad/{pad_token(tables[1], seat=0)}/",
    ]
    doors = [f"/codes/{registration_code(event)}/enter/" for event in opened]
    world.doors["stranger"] = [*doors, f"/codes/{table_code(club.pk, 1, 0)}/", f"/invitations/{token}/"]


def session_of(user: User) -> str:
    """As if the password had been typed just now, for as long as the test runs."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    at = (timezone.now() + timedelta(hours=6)).timestamp()
    session["account_authentication_methods"] = [{"method": "password", "at": at, "username": user.username}]
    session.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def name_states(world: World, states: dict[int, str]) -> None:
    """By what stands in an address before its number."""
    for event in Event.objects.all():
        world.states["events", event.pk] = state = states.get(event.pk, f"{event.kind} {event.status}")
        for table in event.tables.all():
            world.states["tables", table.pk] = f"{event.kind}, {table.status}"
            world.states["pad", table.pk] = event.game
        for stage in event.stages.all():
            world.states["stages", stage.pk] = state
            for drawn in stage.rounds.all():
                world.states["rounds", drawn.pk] = drawn.status
    for season in Season.objects.all():
        world.states["seasons", season.pk] = season.name
