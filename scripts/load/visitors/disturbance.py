"""What others may ask of the server at the wrong moment: a huge plan, many passwords, an enormous body."""

import asyncio
from collections.abc import Awaitable
from urllib.parse import urlencode

from scripts.load.room import Room
from scripts.load.scene import DIRECTOR
from scripts.load.visitors.client import BROKEN, Connection, parsed_head, request_head
from scripts.load.visitors.pages import csrf_token, polled_part
from scripts.load.visitors.people import now

HUGE_PLAN = {"format": "swiss", "players": 128, "seats": 4, "rounds": 20, "remainder": "threes", "minutes": 2}
PASSWORDS = 16
BODY_MB = 300
PIECE = bytes(64 * 1024)
SIGN_IN = "/sign-in/"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

Outcome = dict[str, object]


async def disturb(room: Room, *, within: float) -> Outcome:
    """All three at once; what has not ended in time is given up, as a browser that is closed would."""
    ways = {"plan": _plan(room), "passwords": _try_passwords(room), "body": _offer_body(room)}
    outcomes = await asyncio.gather(*(_timed(way, within=within) for way in ways.values()))
    return dict(zip(ways, outcomes, strict=True))


async def _timed(way: Awaitable[Outcome], *, within: float) -> Outcome:
    began = now()
    try:
        async with asyncio.timeout(within):
            outcome = await way
    except BROKEN as error:
        outcome = {"ended_by": type(error).__name__}
    return {**outcome, "seconds": round(now() - began, 2)}


async def _plan(room: Room) -> Outcome:
    """Waits as the page does, which asks for its progress once a second."""
    browser = Connection(room.server.port, room.cookies)
    answer = await browser.get(f"/plan/?{urlencode(HUGE_PLAN)}", patience=600)
    while part := polled_part(answer.text):
        await asyncio.sleep(1)
        answer = await browser.get(part, {"HX-Request": "true"}, patience=600)
    browser.close()
    return {"status": answer.status}


async def _try_passwords(room: Room) -> Outcome:
    statuses = await asyncio.gather(*(_try_password(room, number) for number in range(PASSWORDS)))
    return {"statuses": sorted(set(statuses))}


async def _try_password(room: Room, number: int) -> int:
    browser = Connection(room.server.port)
    page = await browser.get(SIGN_IN)
    form = {"csrfmiddlewaretoken": csrf_token(page.text), "login": DIRECTOR, "password": f"guess {number}"}
    answer = await browser.post(SIGN_IN, FORM, urlencode(form).encode(), patience=600)
    browser.close()
    return answer.status


async def _offer_body(room: Room) -> Outcome:
    """Sends until the server answers or hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", room.server.port)
    headers = {
        "Host": f"127.0.0.1:{room.server.port}",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(BODY_MB * 2**20),
    }
    writer.write(request_head("POST", SIGN_IN, headers))
    answer = asyncio.create_task(reader.readuntil(b"\r\n\r\n"))
    taken = 0
    try:
        while taken < BODY_MB * 2**20 and not answer.done():
            writer.write(PIECE)
            await writer.drain()
            taken += len(PIECE)
        status = parsed_head(await answer).status
    except (OSError, EOFError):
        status = 0
    finally:
        answer.cancel()
        writer.close()
    return {"status": status, "mb_taken": round(taken / 2**20, 1)}
