"""Every closed address by every role, of two clubs and two events, against the table in docs/permissions.md.

WRITE_PERMISSIONS=1 pytest tests/tournaments/test_permissions.py -k docs_say    writes that table anew.
"""

import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, resolve
from django.utils import timezone

from tests.databases import nothing_is_written
from tests.factories import make_club, make_member, make_table, make_user, pad_token
from tests.tournament_scenes import finish_table, make_tournament, next_round, start
from tests.tournaments.calendar.scenes import planned
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.season.seasons import a_season
from tests.tournaments.test_doors import address, is_open, nothing_is_drawn, views
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_code
from tournaments.models import Club, ComingNight, Event, Member, Table
from tournaments.permissions import ROLES, Right, Role
from tournaments.services.club.members import invite_person
from tournaments.services.prizes import add_category
from tournaments.words.club import RIGHTS

DOCS = Path(__file__).parents[2] / "docs/permissions.md"
METHODS = ("GET", "POST")
ROW = re.compile(r"^\| (GET|POST) \| `(\S+)` \| (\w+) \|", re.M)
LINK = re.compile(r'href="(/(?!static/)[^"?#⟦]*)["?#]')
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
    "bring-in-stored",
    "how-far",
    "find",
    "backups",
    "plan",
    "plan-compare",
    "sessions",
    "sessions-end",
    "account-delete",
}


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
    coming = planned(club=club)
    ComingNight.objects.update(starts_at=timezone.now() + timedelta(hours=1))  # who is needed may be decided by now
    of_club = {
        "clubs/<slug:slug>/members/": owner.pk,
        "clubs/<slug:slug>/members/invite/": invitation.pk,
        "players/": club.players.all()[0].pk,
        "clubs/<slug:slug>/categories/": add_category(club=club, name="Junior", actor=SYSTEM).pk,
        "coming/": coming.pk,
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
    """What it would do is not done; whoever only looks does nothing."""
    with transaction.atomic(), nothing_is_written() if method == "GET" else nullcontext():
        answer = client.generic(method, at, headers={"HX-Request": "true"})
        assert method != "GET" or {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
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
@pytest.mark.parametrize("who", [*Role, "stranger"])
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
                with nullcontext() if who == Role.OWNER else nothing_is_drawn():
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
@pytest.mark.flood(1)
@pytest.mark.parametrize("who", [Role.DIRECTOR, Role.EVENING, Role.SCORER])
def test_no_page_leads_a_role_where_it_is_not_let_in(who):
    scene = make_scene()
    finish_table(scene.tournament.tables.all()[0])
    client = client_of(who, scene)
    wrong = set()
    for pattern in views():
        for at, _event in scene.addresses(pattern):
            with transaction.atomic():
                answer = client.get(at)
                body = b"".join(answer) if answer.streaming else answer.content
                transaction.set_rollback(True)
            links = LINK.findall(body.decode()) if answer["Content-Type"].startswith("text/html") else []
            wrong |= {(at, link) for link in links if not is_let_in(who, link, scene)}
    assert wrong == set()


def is_let_in(who: Role, link: str, scene: Scene) -> bool:
    """A role of an event is let in at whatever its pages lead to there, and nowhere else."""
    found = resolve(link)
    right = rows().get(("GET", found.route))
    if right is None or who not in ROLES[right]:
        return right is None
    kind, number = found.route.split("<int")[0], found.kwargs.get("pk")
    ours, night = scene.of_events.values()
    return who not in Member.OF_EVENT or (kind in ours and night.get(kind) != number)


@pytest.mark.django_db
@pytest.mark.parametrize("who", [Role.OWNER, Role.PLAYER, "nobody"])
def test_whoever_looks_at_what_is_open_or_has_a_code_writes_nothing(who):
    scene = make_scene()
    client = Client() if who == "nobody" else client_of(who, scene)
    table = scene.tournament.tables.all()[0]
    ours = {"token": pad_token(table), "code": player_code(scene.club.players.all()[0].pk, 0)}
    of_club = scene.of_club | {"codes/<str:code>/coming/": scene.of_club["coming/"]}
    answered = set()
    for pattern in (each for each in views() if is_open(each)):
        kind = str(pattern.pattern).split("<int")[0]
        for event, keys in scene.of_events.items():
            at = address(pattern, **ours, event=event.pk, pk=(of_club | keys).get(kind, 1))
            with nothing_is_written():
                answer = client.get(at)
                if answer.streaming:
                    list(answer)
            answered |= {pattern.name} if answer.status_code == 200 else set()
    assert answered >= {"calendar", "coming", "code", "own-night", "event", "wall", "table", "player", "pad"}


@pytest.mark.django_db
def test_the_docs_say_what_is_written_here():
    if os.environ.get("WRITE_PERMISSIONS"):
        scene = make_scene()
        DOCS.write_text(document(found_rows(scene, {right: client_of(FROM[right], scene) for right in Right})))
        rows.cache_clear()
    assert DOCS.read_text() == document(rows())


def document(found: dict[tuple[str, str], Right]) -> str:
    lines = [HEAD, heads("right", "what"), *(line([right, str(RIGHTS[right])], right) for right in Right)]
    lines += ["", FOLLOWING, ADDRESSES, heads("method", "address", "right")]
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

`tests/tournaments/test_permissions.py` writes and proves the tables: it asks for every address as every role. In the
code they are `ROLES` in `tournaments/permissions.py`. An arbiter and a director of the evening have their role in one
event; the latter may only look once it is closed. The installation's administrator is an owner everywhere. Somebody
without a role gets 404. A member without the right gets 403, with the reason and who may. A visitor is asked to sign
in.
"""
FOLLOWING = """## Following ends with the right to look

Open pages follow an event over a stream. Whoever loses the right to look at it loses the stream within 10 seconds,
and the stream's address no longer opens: it was given for one event or table, to one holder. The code is
`who_may_follow` in `tournaments/selectors/following.py`, the proof `tests/server/test_rights_of_streams.py`.

A right, and its stream, ends

- for an account: when the member is removed or leaves, the session ends, the password changes, or the account is
  deleted;
- for the holder of a pad's, player's or registration code: when it is made new or revoked, or when the event's codes
  end;
- for whoever came by an unlisted link: when the place turns private, or has another link;
- for a program: when its token is revoked or expires, or its maker no longer owns the club;
- for the public: when the place is hidden.

The cookies of opened codes end with them. A page that stays open then says that it can no longer be followed. Embeds,
and everything else, ask each time. Making a code new takes nothing away from people who came another way: a removed
member who still holds a player's or a pad's code looks on by that code, and whoever came by the code of a table of
the room holds the code of the pad it led to.
"""
ADDRESSES = """## Every closed address

Addresses open to everybody are listed in `tests/tournaments/test_doors.py`; those of pads, codes and invitations open
to whoever has them. Any account may use `find/`, `plan/` and `plan/compare/`, for the clubs it runs; only the
administrator sees `backups/`.
"""
