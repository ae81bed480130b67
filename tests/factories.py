"""Short ways to set a scene; only the facts that matter to a test appear in it."""

import re
import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client

from tournaments.audit import SYSTEM, Actor, with_names
from tournaments.models import Club, Deal, Event, Member, Player, Table
from tournaments.permissions import seat_token
from tournaments.services.club.clubs import add_players, create_club
from tournaments.services.night import add_entrants, create_club_night, open_tables
from tournaments.services.table.deals import Recorded, correct_deal, record_deal

NAMES = ("Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia", "Henris")


def make_user(name: str, **facts: Any) -> User:
    return User.objects.create_user(name, password="winter-is-long", **facts)


def sign_in(client: Client, user: User) -> Client:
    """With the session kept as one of the account's, as the sign-in page keeps it."""
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    UserSession.objects.create(user=user, session_key=client.session.session_key, ip="192.0.2.7", user_agent="a test")
    return client


def make_club(*, owner: User | None = None, name: str = "Neris") -> Club:
    return create_club(name=name, owner=owner or make_user(f"owner of {name}"), actor=SYSTEM)


def make_member(club: Club, role: Member.Role, *, name: str | None = None) -> User:
    user = make_user(name or f"{role} of {club}")
    Member.objects.create(club=club, user=user, role=role)
    return user


def make_night(
    *,
    club: Club | None = None,
    game: str = "vilnius",
    rules: dict[str, object] | None = None,
    names: Sequence[str] = NAMES[:4],
    on: date = date(2026, 11, 20),
) -> Event:
    """A club night with these people here."""
    club = club or make_club()
    night = create_club_night(club=club, name="Friday", game=game, rules=rules or {}, date=on, actor=SYSTEM)
    if names:
        players = add_players(club=club, names=names, actor=SYSTEM)
        add_entrants(event_id=night.pk, players=players, actor=SYSTEM)
    night.refresh_from_db()
    return night


def seat_table(night: Event, *names: str) -> Table:
    ids = {entrant.player.name: entrant.pk for entrant in night.entrants.select_related("player")}
    (table,) = open_tables(event_id=night.pk, groups=[[ids[name] for name in names]], actor=SYSTEM)
    return table


def make_table(*, seats: int = 2, **night: Any) -> Table:
    """A table at which the first so many of NAMES have sat down."""
    names = NAMES[:seats]
    return seat_table(make_night(names=names, **night), *names)


def pad_token(table: Table, seat: int | None = None) -> str:
    """The secret in the address of the table's pad, or of one seat's own."""
    link = table.pad_links.get(revoked_at=None)
    return link.token if seat is None else seat_token(link, table.seats.get(index=seat).entrant.player_id)


def deal(
    table: Table, payload: dict[str, object], *, base_revision: int | None = None, actor: Actor = SYSTEM
) -> Recorded:
    return record_deal(
        table_id=table.pk, payload=payload, client_id=uuid.uuid4(), base_revision=base_revision, actor=actor
    )


def correct(table: Table, number: int, payload: dict[str, object] | None, **given: Any) -> Recorded:
    """A new version of the deal; without a payload it is voided."""
    facts: dict[str, Any] = {"client_id": uuid.uuid4(), "base_revision": None, "actor": SYSTEM} | given
    return correct_deal(table_id=table.pk, number=number, payload=payload, **facts)


def recorded(table: Table) -> dict[int, object]:
    """What is stored of every deal now, None where it was voided."""
    deals = Deal.objects.filter(table=table).order_by("number", "version")
    return dict(deals.values_list("number", "payload"))


def mentions(text: str, word: str) -> bool:
    """Whether a word stands by itself: its letters may stand in a token by chance."""
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def announce(declarer: int, announced: int, taken: int, **more: Any) -> dict[str, object]:
    return {"declarer": declarer, "announced": announced, "trump": None, "taken": taken, **more}


def whole_vilnius_game(seats: int) -> list[dict[str, object]]:
    """Every sheet filled from 0 up to 6. Seat 0 is always exact, seat 1 misses once by one, seat 2 twice."""
    order = [kind for kind, times in enumerate((1, 2, 3, 4, 3, 2, 1)) for _ in range(times)]
    deals = []
    for turn in range(16 * seats):
        lap, seat = turn // seats, (turn + 1) % seats
        announced = order[lap]
        deals.append(announce(seat, announced, abs(announced - 1) if lap < seat else announced))
    return deals


def told(facts: Any) -> Any:
    """What an entry of the log holds, with people's names."""
    players = {("player", pk): name for pk, name in Player.objects.values_list("pk", "name")}
    accounts = {("account", pk): name for pk, name in User.objects.values_list("pk", "username")}
    return with_names(facts, players | accounts)
