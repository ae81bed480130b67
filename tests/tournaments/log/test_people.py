"""The log keeps people by id: it calls them as they are called now, and nothing else keeps a name."""

import json
import re
import uuid
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import announce, correct, deal, make_club, make_member, make_night, pad_token, seat_table
from tests.tournament_scenes import finish_table, ids, make_tournament, next_round, start
from tournaments import audit
from tournaments.audit import SYSTEM, Actor
from tournaments.models import AuditEntry, Club, Member, Player
from tournaments.services import night as nights
from tournaments.services.club import clubs, members
from tournaments.services.club.clubs import renew_player_code
from tournaments.services.club.forgetting import forget_name
from tournaments.services.stage import entrants, planning, rulings
from tournaments.services.table import deals, several_deals

BACKEND = "django.contrib.auth.backends.ModelBackend"

pytestmark = pytest.mark.django_db

OLD, NICKNAME, NEW = "Žydrūnė Senavardė", "Žydrė", "Naujoji"


def renamed(club: Club) -> Player:
    """Has been wherever the log tells of people, and is called otherwise since."""
    (player,) = clubs.add_players(club=club, names=[OLD], actor=SYSTEM)
    clubs.edit_player(player=player, name=OLD, nickname=NICKNAME, colour="teal", actor=SYSTEM)
    at_a_night(club, player)
    in_a_tournament(club, player)
    user = make_member(club, Member.Role.PLAYER, name="rita")
    actor = Actor(user=user)
    members.say_player(member=Member.objects.get(user=user), player=player, actor=actor)
    members.confirm_player(member=Member.objects.get(user=user), player=player, confirmed=True, actor=SYSTEM)
    return clubs.edit_player(player=player, name=NEW, nickname="", colour="teal", actor=SYSTEM)


def at_a_night(club: Club, player: Player) -> None:
    showdown: dict[str, Any] = {"game": "colonial-italian", "rules": {"deals": 5, "cards": "optional"}}
    night = make_night(club=club, names=[OLD, "Bruno", "Chiara", "Dovas", "Elena"], **showdown)
    table, other = seat_table(night, OLD, "Bruno"), seat_table(night, "Chiara", "Dovas", "Elena")
    of_the_event: dict[str, Any] = {"event_id": night.pk, "actor": SYSTEM}
    first, second = table.seats.all()
    nights.exchange_seats(**of_the_event, first_id=first.pk, second_id=second.pk)
    nights.move_to_table(**of_the_event, seat_id=other.seats.get(index=2).pk, table_id=table.pk)
    deals.set_first_dealer(table_id=table.pk, seat=1, base_revision=None, actor=SYSTEM)
    deal(table, {"dealer": 1, "claimed": [0]})
    swapped = several_deals.Exchange((0, 1), 1)
    given: dict[str, Any] = {"client_id": uuid.uuid4(), "base_revision": None, "reason": ""}
    several_deals.correct_many(table_id=table.pk, change=swapped, actor=SYSTEM, **given)
    clubs.archive_player(player=Player.objects.get(name="Elena"), archived=False, actor=SYSTEM)
    renew_player_code(player=player, edition=0, actor=SYSTEM)


def in_a_tournament(club: Club, player: Player) -> None:
    event = make_tournament(club=club, names=[OLD, "P2", "P3", "P4"])
    of_the_event: dict[str, Any] = {"event_id": event.pk, "actor": SYSTEM}
    first, second, *_ = ids(event)
    entrants.keep_apart(**of_the_event, groups=[[first, second]])
    entrants.fix_table(**of_the_event, entrant_id=first, table=7)
    for present in (False, True):
        entrants.check_in(**of_the_event, entrants=[first], present=present)
    entrants.enter(**of_the_event, entries=[entrants.ListedEntrant(name=OLD, rating=1500.0)])
    stage = start(event)
    planning.request_byes(**of_the_event, entrant_id=first, byes={3: "zero"})
    for table in next_round(event):
        finish_table(table)
    rulings.settle_tie(stage_id=stage.pk, order=[first, second], reason="", actor=SYSTEM)
    entrants.substitute(**of_the_event, entrant_id=second, name="Zita")
    entrants.enter_late(**of_the_event, name="Late", late_points=Fraction(0))
    entrants.withdraw(**of_the_event, entrant_id=first)


def texts() -> Iterator[str]:
    """Whatever stands in any table of the database."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from (f"{table}: {value}" for row in cursor.fetchall() for value in row if value is not None)


def test_after_a_rename_the_old_name_is_in_no_table_of_the_database():
    renamed(make_club())
    gone = [form for name in (OLD, NICKNAME) for form in (name, json.dumps(name)[1:-1])]
    assert [text for text in texts() if any(form in text for form in gone)] == []


def signed_in(client: Client, club: Club) -> Client:
    client.force_login(club.members.get(role=Member.Role.OWNER).user, backend=BACKEND)
    return client


@pytest.mark.parametrize(
    ("language", "edited"),
    [
        ("en", f"The player {NEW} was edited."),
        ("it", f"I dati del giocatore {NEW} sono stati modificati."),
        ("lt", f"Pakeisti žaidėjo duomenys: {NEW}."),
    ],
)
def test_the_log_calls_everybody_as_they_are_called_now(client: Client, language: str, edited: str) -> None:
    club = make_club()
    renamed(club)
    client = signed_in(client, club)
    logs = [reverse("club-log", args=[club.slug]), *(reverse("event-log", args=[pk]) for pk in pks(club))]
    pages = [
        unescape(re.sub("<[^>]*>", " ", client.get(log, headers={"Accept-Language": language}).text)) for log in logs
    ]
    assert edited in pages[0] and "rita" in pages[0]
    assert [NEW in page for page in pages] == [True] * 3
    assert [page for page in pages if OLD in page or re.search(r"[{}]|None", page.partition("#")[2])] == []


def pks(club: Club) -> list[int]:
    return list(club.events.values_list("pk", flat=True))


def test_the_files_of_the_log_name_people(client: Client) -> None:
    club = make_club()
    renamed(club)
    client = signed_in(client, club)
    night, tournament = (
        [json.loads(line) for line in client.get(reverse("event-log-jsonl", args=[pk])).getvalue().splitlines()]
        for pk in sorted(pks(club))
    )
    said = {row["action"]: row["after"] for row in [*night, *tournament]}
    assert said["first-dealer"] == {"dealer": NEW}
    assert said["seats-exchanged"] == {"seats": ["Bruno", NEW]}
    assert said["kept-apart"] == {"groups": [[NEW, "P2"]]}
    assert said["tables-opened"]["tables"] == [{"table": 2, "seats": ["Chiara", "Dovas", "Elena"]}]
    assert said["substitute"] == {"player": "P2", "substitute": "Zita"}
    assert said["tie-settled"]["players"] == [NEW, "P2"]


def test_who_is_there_no_more_is_a_dash_in_the_log(client: Client) -> None:
    club = make_club()
    (zoe,) = clubs.add_players(club=club, names=["Zoe"], actor=SYSTEM)
    zoe.delete()
    assert "New on the club’s list: –" in signed_in(client, club).get(reverse("club-log", args=[club.slug])).text


def old_entries(club: Club, *entries: tuple[str, Any, Any]) -> list[AuditEntry]:
    return [audit.record(SYSTEM, action, club=club, before=was, after=now) for action, was, now in entries]


def test_a_name_whose_bearer_nobody_knew_is_forgotten_where_it_is_all_that_is_said() -> None:
    club, other = make_club(), make_club(name="Other")
    ana = Player.objects.create(club=club, name="Ana")
    said: list[tuple[str, Any, Any]] = [
        ("players-here", None, {"players": ["Žydrė", "Zoe"]}),
        ("player-edited", {"name": "Žydrė"}, {"name": "Ana"}),
        ("message", None, {"text": "Žydrė"}),
        ("message", None, {"text": "Žydrė, to table 3"}),
        ("club-edited", {"name": "Žydrė"}, {"name": "Neris"}),
        ("deal", None, {"payload": {"note": "Žydrė"}}),
    ]
    rows = old_entries(club, *said)
    (theirs,) = old_entries(other, said[0])
    assert forget_name(club=club, player=ana, names=["Žydrė"]) == 3
    found = {row.pk: (row.before, row.after) for row in AuditEntry.objects.all()}
    known = {"player": ana.pk}
    assert [found[row.pk] for row in rows[:3]] == [
        (None, {"players": [known, "Zoe"]}), ({"name": known}, {"name": "Ana"}), (None, {"text": known}),
    ]  # fmt: skip
    assert [found[row.pk] for row in rows[3:]] == [each[1:] for each in said[3:]]
    assert found[theirs.pk] == said[0][1:]


def test_a_tables_page_and_its_pads_name_a_player_or_a_role_and_never_an_account(client: Client) -> None:
    club = make_club()
    table = seat_table(make_night(club=club, names=["Ana", "Bruno"]), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    for role, name in (
        (Member.Role.DIRECTOR, "rita-77"),
        (Member.Role.SCORER, "simas-77"),
        (Member.Role.DIRECTOR, "ona-77"),
    ):
        user = make_member(club, role, name=name)
        correct(table, 1, announce(1, 3, 2), actor=Actor(user=user), reason=f"by {role}")
    ona = Player.objects.create(club=club, name="Ona Petraitė", nickname="Onutė")
    Member.objects.filter(user=user).update(player=ona)
    page = client.get(reverse("table", args=[table.pk])).text
    pad = client.get(reverse("pad-state", args=[pad_token(table)])).json()
    assert re.findall(r"</time>, ([^<]*?)\s+\(by ", page) == ["the director", "the scorer", "Onutė"]
    assert pad["deals"][0]["by"] == "Onutė"
    assert "-77" not in page + json.dumps(pad)
