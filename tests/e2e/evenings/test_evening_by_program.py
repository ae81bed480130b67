"""An evening that a program directs over the network, two tables of it on phones.

A few deals a table; EVENING_MINUTES=60 plays every sheet to its end, spread over so long.
"""

import json
import os
import time
import urllib.request
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.pad import Pad
from tests.factories import NAMES, make_club, whole_vilnius_game
from tests.tournaments.api.scenes import sending, token_for
from tournaments.models import Deal, Table
from tournaments.services.rebuild import rebuild_scores

MINUTES = float(os.environ.get("EVENING_MINUTES", "0"))
ROUNDS, PHONES = 3, 2
GAME = whole_vilnius_game(2)[: None if MINUTES else 4]
PAUSE = 60 * MINUTES / (ROUNDS * len(GAME))


class Director:
    def __init__(self, server: str, token: str) -> None:
        self.server = f"{server}/api/1"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path: str, sent: object = None, *, method: str = "POST") -> Any:
        body = json.dumps(sent).encode() if sent is not None else None
        asked = urllib.request.Request(self.server + path, body, self.headers, method=method)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)

    def read(self, path: str) -> Any:
        return self.ask(path, method="GET")

    def change(self, table: int, path: str, payload: dict[str, object]) -> None:
        seen = self.read(f"/tables/{table}")["revision"]
        self.ask(f"/tables/{table}/deals{path}", sending(payload, base_revision=seen))


def test_a_program_directs_an_evening_beside_two_pads(phone: OpenPage, server: str) -> None:
    club = make_club()
    director = Director(server, token_for(club, "direct"))
    facts = {
        "name": "By program",
        "game": "vilnius",
        "rules": {"record_trump": False},
        "plan": "swiss:seats=2:rounds=3",
    }
    path = f"/events/{director.ask(f'/clubs/{club.slug}/events', facts)['id']}"
    entrants = director.ask(f"{path}/entrants", {"names": NAMES, "present": True})["entrants"]
    director.ask(f"{path}/stages/1/start", {"entrants": entrants})
    pages = [phone() for _ in range(PHONES)]
    for number in range(1, ROUNDS + 1):
        director.ask(f"{path}/stages/1/rounds")
        opened = director.ask(f"{path}/stages/1/rounds/{number}/publish", {"minutes": 20})["tables"]
        _play(director, [Pad(page, Table.objects.get(pk=pk)) for page, pk in zip(pages, opened, strict=False)], opened)
    assert director.ask(f"{path}/finish")["status"] == "finished"
    standings = [row for row in director.read(f"{path}/standings")["rows"] if row["stage"] == 1]
    assert sum(row["points"] for row in standings) == ROUNDS * len(NAMES) // 2
    assert Deal.objects.filter(version=1).count() == ROUNDS * len(GAME) * len(NAMES) // 2
    assert not [*rebuild_scores(keep=False)]


def _play(director: Director, pads: list[Pad], tables: list[int]) -> None:
    """In the end the program corrects what the phones have recorded first, and back."""
    for payload in GAME:
        began = time.monotonic()
        for pad in pads:
            pad.enter(payload["announced"], payload["taken"])  # type: ignore[arg-type]
            pad.saved("announced")
        for table in tables[PHONES:]:
            director.change(table, "", payload)
        if PAUSE:
            time.sleep(max(0.0, PAUSE + began - time.monotonic()))
    for pad in pads:
        expect(pad.page.locator(".bar-unsent")).to_have_count(0)
    for table in tables[:PHONES]:
        director.change(table, "/1", {**GAME[0], "taken": 6})
        director.change(table, "/1", GAME[0])
    for table in tables:
        if not MINUTES:
            director.ask(f"/tables/{table}/end")
        assert director.read(f"/tables/{table}")["ended_at"]
