"""Two phones save at the same instant, over real HTTP: one deal is saved, the other phone is told."""

import json
import threading
import urllib.error
import urllib.request
import uuid
from collections import Counter
from http.cookiejar import CookieJar

from tests.factories import announce, make_table
from tournaments.models import Deal, Table


class Phone:
    """A phone without a screen: it opens the pad's address, keeps its cookies and sends deals."""

    def __init__(self, pad: str) -> None:
        self.pad = pad
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.opener.open(pad, timeout=20).read()

    def send(self, payload: dict[str, object], *, base_revision: int) -> tuple[int, dict[str, object]]:
        body = {"client_id": str(uuid.uuid4()), "base_revision": base_revision, "payload": payload}
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        request = urllib.request.Request(f"{self.pad}deals/", json.dumps(body).encode(), headers)
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as answer:
            return answer.code, json.load(answer)


def test_of_two_deals_saved_at_the_same_instant_one_is_kept_and_the_other_phone_is_told(browsers, server):
    table = make_table()
    pad = f"{server}/pad/{table.pad_links.get().token}/"
    phones = [Phone(pad), Phone(pad)]
    seen: Counter[tuple[int, ...]] = Counter()
    for turn in range(12):
        revision = Table.objects.get(pk=table.pk).revision
        answers = at_once(phones, announce((turn + 1) % 2, 6 - turn // 2, 3), revision)
        seen[tuple(sorted(status for status, _ in answers))] += 1
        told = next(answer for status, answer in answers if status == 409)
        assert told["message"]
        assert [change["number"] for change in told["changes"]] == [turn + 1]
    assert seen == {(200, 409): 12}
    assert Deal.objects.filter(table=table).count() == 12


def at_once(phones, payload, revision):
    answers = []
    start = threading.Barrier(len(phones))

    def send(phone):
        start.wait()
        answers.append(phone.send(payload, base_revision=revision))

    threads = [threading.Thread(target=send, args=[phone]) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
