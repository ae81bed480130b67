"""A phone without a screen: it opens a pad's address, keeps its cookies and sends deals."""

import http.client
import json
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar
from typing import Any


class Phone:
    def __init__(self, pad: str) -> None:
        self.pad = pad
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.opener.open(pad, timeout=20).read()

    def send(
        self,
        payload: dict[str, object],
        *,
        base_revision: int,
        number: int | None = None,
        client_id: uuid.UUID | None = None,
    ) -> tuple[int, dict[str, Any]]:
        """The answer's status and JSON. Raises OSError or ValueError where none came, or not all of it."""
        body = {
            "client_id": str(client_id or uuid.uuid4()),
            "base_revision": base_revision,
            "number": number,
            "payload": payload,
        }
        try:
            return self._post(body)
        except http.client.HTTPException as cut_short:
            raise ConnectionError from cut_short

    def _post(self, body: dict[str, object]) -> tuple[int, dict[str, Any]]:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        request = urllib.request.Request(f"{self.pad}deals/", json.dumps(body).encode(), headers)
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as answer:
            return answer.code, json.loads(answer.read())
