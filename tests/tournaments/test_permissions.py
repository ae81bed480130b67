"""Every closed address by every role, of two clubs and two events, against the table in docs/permissions.md.

WRITE_PERMISSIONS=1 pytest tests/tournaments/test_permissions.py -k docs_say    writes that table anew.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern

from tests.factories import make_club, make_member, make_table, make_user
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.season.seasons import a_season
from tests.tournaments.test_doors import address, is_open, views
from tournaments.audit import Actor
from tournaments.models import Club, Event, Member, Table
from tournaments.permissions import ROLES, Right, Role
from tournaments.services.club.invitations import invite_person
from tournaments.words.club.roles import RIGHTS

DOCS = Path(__file__).parents[2] / "docs/permissions.md"
METHODS = ("GET", "POST")
ROW = re.compile(r"^\| (GET|POST) \| `(\S+)` \| (\w+) \|", re.M)
# Whom each right lets in that the rights before it do not.
FROM = dict(
    zip(
        Right,
        (Role.PLAYER, Role.READER, Role.SCORER, Role.ARBITER, Role.EVENING, Role.DIRECTOR, Role.OWNER),
        strict=True,
    )
)
OF_NO_CLUB = {
    "bring-in",
    "bring-in-kept",
    "how-far",
    "find",
    "backups",
    "plan",
    "plan-compare",
    "sessions",
    "sessions-end",
}
WALKERS = [*Role, "stranger"]


@dataclass(frozen=True)
class Scene:
    """A tournament, and a night in the same club: by what stands in an address before its number."""

    club: Club
    of_club: dict[str, int]
    of_events: dict[Event, dict[str, int]]

    @property
    def tournament(self) -> Event:
        return next(iter(self.of_events))

    def addresses(self, pattern: URLPattern) -> Iterator[tuple[str, Event | None]]:
        """In each of the events, where it is of an event."""
        kind = str(pattern.pattern).split("<int")[0]
        if kind.startswith("clubs/") or kind in self.of_club:
            yield address(pattern, pk=self.of_club.get(kind, 1)), None
        for event, given in self.of_events.items():
            if kind in given:
                yield address(pattern, event=event.pk, pk=given[kind]), event


def given(table: Table) -> dict[str, int]:
    found = {"tables/": table.pk, "seats/": table.seats.get(index=0).pk, "events/": table.event_id}
    return found | ({"stages/": table.round.stage_id, "rounds/": table.round.pk} if table.round else {})


def make_scene() -> Scene:
    club = make_club()
    tournament = make_tournament(4, club=club)
    start(tournament)
    tables = [next_round(tournament)[0], make_table(club=club)]
    owner = club.members.get()
    invitation, _ = invite_person(club=club, role=Role.READER, event=None, actor=Actor(user=owner.user))
    of_club = {
        "clubs/<slug:slug>/members/": owner.pk,
        "clubs/<slug:slug>/members/invite/": invitation.pk,
        "players/": club.players.all()[0].pk,
        "coming/": planned(club=club).pk,
        "seasons/": a_season(club, published=False).pk,
        "clubs/<slug:slug>/ladders/": a_ladder(club).pk,
    }
    return Scene(club, of_club, {table.event: given(table) for table in tables})


def client_of(who: str, scene: Scene) -> Client:
    """A role of an event is that of the tournament."""
    client = Client()
    if who == "stranger":
        user = make_club(name="Vilnia").members.get(role=Role.OWNER).user
    elif who in Member.OF_EVENT:
        user = make_user(who)
        Member.objects.create(club=scene.club, event=scene.tournament, user=user, role=who)
    else:
        user = make_member(scene.club, Role(who), name=f"another {who}")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def holds_a_role(who: str, event: Event | None, scene: Scene) -> bool:
    if who in Member.OF_EVENT:
        return event == scene.tournament
    return who != "stranger"


def closed() -> list[URLPattern]:
    return [pattern for pattern in views() if not is_open(pattern) and pattern.name not in OF_NO_CLUB]


def status(client: Client, method: str, at: str) -> int:
    """What it would do is not done."""
    with transaction.atomic():
        answer = client.generic(method, at, headers={"HX-Request": "true"})
        if answer.streaming:
            list(answer)  # so that a file is closed
        transaction.set_rollback(True)
    answered: int = answer.status_code
    return answered


@cache
def rows() -> dict[tuple[str, str], Right]:
    """As the docs say."""
    return {(method, path): Right(right) for method, path, right in ROW.findall(DOCS.read_text())}


@pytest.mark.django_db
@pytest.mark.parametrize("who", WALKERS)
def test_every_role_is_let_in_where_the_docs_say_so_and_nowhere_else(who):
    scene = make_scene()
    client = client_of(who, scene)
    wrong = []
    for pattern in closed():
        found = list(scene.addresses(pattern))
        first = found[0][0]
        for at, event in found:
            for method in METHODS:
                right = rows().get((method, str(pattern.pattern)))
                if right and who in ROLES[right] and holds_a_role(who, event, scene) and at != first:
                    continue  # let in at the first event already
                answered = status(client, method, at)
                if not is_as_told(answered, right, who, known=holds_a_role(who, event, scene)):
                    wrong.append((who, method, at, answered, right))
    assert wrong == []


def is_as_told(answered: int, right: Right | None, who: str, *, known: bool) -> bool:
    if right is None:
        return answered == 405
    if not known:
        return answered == 404
    return (answered != 403) if who in ROLES[right] else (answered == 403)


@pytest.mark.django_db
def test_the_docs_say_what_is_written_here():
    if os.environ.get("WRITE_PERMISSIONS"):
        scene = make_scene()
        DOCS.write_text(document(found_rows(scene, {right: client_of(FROM[right], scene) for right in Right})))
        rows.cache_clear()
    assert DOCS.read_text() == document(rows())


def document(found: dict[tuple[str, str], Right]) -> str:
    lines = [HEAD, heads("right", "what"), *(line([right, str(RIGHTS[right])], right) for right in Right)]
    lines += ["", ADDRESSES, heads("method", "address", "right")]
    lines += [line([method, f"`{path}`", right], right) for (method, path), right in found.items()]
    return "\n".join([*lines, ""])


def found_rows(scene: Scene, clients: dict[Right, Client]) -> dict[tuple[str, str], Right]:
    asked = [(method, pattern) for pattern in closed() for method in METHODS]
    found = {
        (method, str(pattern.pattern)): first_let_in(clients, method, [*scene.addresses(pattern)])
        for method, pattern in asked
    }
    return {row: right for row, right in found.items() if right}


def first_let_in(clients: dict[Right, Client], method: str, found: list[tuple[str, Event | None]]) -> Right | None:
    """In the first of its events, that is the tournament where there is one."""
    at, event = found[0]
    for right, client in clients.items():
        if event is None and FROM[right] in Member.OF_EVENT:
            continue
        answered = status(client, method, at)
        if answered == 405:
            return None
        if answered != 403:
            return right
    raise AssertionError(at)


def heads(*first: str) -> str:
    titles = [*first, *(role.label for role in Role)]
    return f"| {' | '.join(map(str, titles))} |\n|{'---|' * len(titles)}"


def line(first: list[str], right: Right) -> str:
    return f"| {' | '.join([*first, *('✓' if role in ROLES[right] else '' for role in Role)])} |"


HEAD = """# Who may do what

Written and proved by `tests/tournaments/test_permissions.py`, which asks every address as every role; how to write it
anew stands there. In the code: `ROLES` in `tournaments/permissions.py`. An arbiter and a director of the evening have
their role in one event; that director may only look once it is closed. A keeper of the installation is an owner
everywhere. Who has no role is told nothing (404), who has another one is told why not and who may (403), a visitor is
asked to sign in.
"""
ADDRESSES = """## Every closed address

What is open to everybody stands in `tests/tournaments/test_doors.py`; addresses of pads, codes and invitations open to
whoever has them. Any account may `find/`, `plan/` and `plan/compare/`, over the clubs it runs; only a keeper sees
`backups/`.
"""
