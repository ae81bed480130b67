"""One address that tries every handle: wrong passwords, names entered, streams held, far more than a hall would."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from scripts.load.room import Room
from scripts.load.sizes import Siege
from scripts.load.visitors.client import BROKEN, Connection
from scripts.load.visitors.disturbance import FORM, SIGN_IN
from scripts.load.visitors.pages import csrf_token, followed
from scripts.load.visitors.people import now, open_page

BROWSERS = 20  # of each kind that fills in forms
STREAMS_A_SECOND = 200

Answers = Counter[str]
Form = dict[str, str]


async def besiege(room: Room, siege: Siege, *, within: float) -> dict[str, object]:
    """How often what was answered; the streams that were opened are held as long as there is time."""
    passwords, registrations, streams = Answers(), Answers(), Answers()
    wrong = ({"login": f"somebody {number}", "password": f"guess {number}"} for number in range(siege.passwords))
    names = ({"name": f"Nobody {number}"} for number in range(siege.registrations))
    try:
        async with asyncio.timeout(within), asyncio.TaskGroup() as besiegers:
            besiegers.create_task(_fill_in(room, SIGN_IN, wrong, passwords))
            besiegers.create_task(_fill_in(room, room.evening["register"], names, registrations))
            besiegers.create_task(_hold(room, siege.streams, streams))
    except TimeoutError:
        pass
    return {"passwords": dict(passwords), "registrations": dict(registrations), "streams": dict(streams)}


async def _fill_in(room: Room, address: str, forms: Iterable[Form], answers: Answers) -> None:
    """By so many browsers at once, each as soon as it has its answer."""
    began, left = now(), iter(forms)
    await asyncio.gather(*(_one_after_the_other(room, address, left, answers) for _ in range(BROWSERS)))
    answers["seconds"] = round(now() - began)


async def _one_after_the_other(room: Room, address: str, left: Iterator[Form], answers: Answers) -> None:
    browser = Connection(room.server.port)
    page = await browser.get(address)
    token = csrf_token(page.text)
    for form in left:
        browser.cookies.pop("sessionid", None)  # from which it would be known how many names it has entered
        body = urlencode({"csrfmiddlewaretoken": token, **form}).encode()
        try:
            answer = await browser.post(address, FORM, body, patience=600)
        except BROKEN:
            answers["unanswered"] += 1
        else:
            answers[str(answer.status)] += 1
    browser.close()


async def _hold(room: Room, count: int, answers: Answers) -> None:
    page = await open_page(room.server.port, room.address("results"), {})
    path = followed(page.text).stream
    async with asyncio.TaskGroup() as holders:
        for _ in range(count):
            holders.create_task(_hold_one(room, path, answers))
            await asyncio.sleep(1 / STREAMS_A_SECOND)


async def _hold_one(room: Room, path: str, answers: Answers) -> None:
    is_open = False
    try:
        async for _ in Connection(room.server.port).stream(path):
            answers["open"] += not is_open
            is_open = True
    except BROKEN as error:
        answers["broken" if is_open else str(error)] += 1
