"""Programs with a token, for tests."""

import json
import uuid
from datetime import timedelta
from typing import Any

from django.test import Client

from tests.factories import make_club
from tournaments.api.seats import payload_from_1
from tournaments.models import Club, Member
from tournaments.services.integrations.trusted import make_token


def token_for(club: Club, scope: str = "read") -> str:
    owner = club.members.get(role=Member.Role.OWNER).user
    return make_token(club=club, name="Scoreboard", scope=scope, good_for=timedelta(days=1), user=owner)[1]


class Program:
    """Asks as a program with this token, or as a stranger."""

    def __init__(self, token: str = "", **headers: str) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers |= headers

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/1{path}", headers=self.headers | headers)

    def post(self, path: str, data: object = None) -> Any:
        body = data if isinstance(data, bytes) else json.dumps({} if data is None else data).encode()
        return self.client.generic("POST", f"/api/1{path}", body, "application/json", headers=self.headers)


def stranger() -> Program:
    return Program()


def of_another_club(scope: str = "direct") -> Program:
    return Program(token_for(make_club(name="Vilnia"), scope))


def sending(payload: Any = None, *, base_revision: int, **more: object) -> dict[str, object]:
    """As a program sends it, with seats from 1. The payload itself counts them from 0, as all other tests do."""
    return sending_as_it_is(
        payload if payload is None else payload_from_1(payload), base_revision=base_revision, **more
    )


def sending_as_it_is(payload: object = None, *, base_revision: int, **more: object) -> dict[str, object]:
    sent = {"client_id": str(uuid.uuid4()), "base_revision": base_revision, **more}
    return sent if payload is None else {**sent, "payload": payload}
