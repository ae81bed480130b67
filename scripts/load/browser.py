"""A browser's own work at each message of a full room: results, desk and wall on a processor so many times slower.

It opens each page in Chromium beside a server of its own, lets one table after the other save a deal, and asks the
browser what it has done since, in its own time: what others of the machine do counts little, least with --slower 1.
Then it opens a pad by plain http, where no service worker helps, and once more. Its last line is the result as JSON.
"""

import asyncio
import json
import shlex
import statistics
import subprocess
import tempfile
from argparse import ArgumentParser
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from scripts.load.__main__ import environment_of, filled, tell
from scripts.load.room import Room
from scripts.load.server import ROOT, served, until_it_answers
from scripts.load.sizes import Sizes, sizes
from scripts.load.visitors.people import now

PAGES = {"results": (360, 740), "desk": (1280, 800), "wall": (1920, 1080)}
MESSAGES = 12  # to each page
OPENINGS = 10  # of the pad
PLAIN = "capstone.test"  # to a browser no address of its own machine, which would be as good as https
STILL = 600  # ms after a message in which rows move to their places
WORK = {
    "work_ms": "TaskDuration",
    "script_ms": "ScriptDuration",
    "style_ms": "RecalcStyleDuration",
    "layout_ms": "LayoutDuration",
}
COUNTING = """
    const Stream = window.EventSource;
    window.messages = 0;
    window.EventSource = class extends Stream {
        constructor(...given) {
            super(...given);
            this.addEventListener("state", () => { window.messages += 1; });
        }
    };
"""

USABLE = """() => !document.body.dataset.looking && document.querySelector("#pad-body button:enabled")
    && performance.now()"""

Found = dict[str, float]


def main() -> None:
    parser = ArgumentParser(prog="python -m scripts.load.browser", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="of four (%(default)s)")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the browser is (%(default)s)")
    options = parser.parse_args()
    deals = MESSAGES * len(PAGES)
    wanted = sizes(["--tables", str(options.tables), "--saves-per-s", "1", "--seconds", str(deals)])
    with tempfile.TemporaryDirectory(prefix="load.") as folder:
        figures = asyncio.run(_measured(wanted, Path(folder), slower=options.slower))
    print(json.dumps({"tables": options.tables, "slower": options.slower, "messages": MESSAGES, "pages": figures}))


async def _measured(wanted: Sizes, folder: Path, *, slower: float) -> dict[str, Found]:
    environment = environment_of(wanted, folder)
    tell(f"an evening of {wanted.tables} tables is being filled")
    evening = filled(wanted, environment)
    chromium = subprocess.check_output([ROOT / "scripts" / "chromium"], text=True).split()[-1]
    command = shlex.split(wanted.server)
    async with AsyncExitStack() as open_ones:
        log = folder / "server.log"
        server = open_ones.enter_context(served(command, workers=1, environment=environment, log=log))
        await until_it_answers(server)
        room = Room(server, evening)
        await room.open_pads(wanted.pads)
        playwright = await open_ones.enter_async_context(async_playwright())
        options = ["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"]
        browser = await playwright.chromium.launch(executable_path=chromium, args=options)
        pads = cycle(room.pads)
        pages = {name: await _work(browser, room, name, pads, slower=slower) for name in PAGES}
        return {**pages, "pad": await _openings(browser, room, slower=slower)}


async def _work(browser: Browser, room: Room, name: str, pads: "cycle[Any]", *, slower: float) -> Found:
    """The median of what one message costs, and the most that any did."""
    width, height = PAGES[name]
    home = f"http://127.0.0.1:{room.server.port}"
    context = await browser.new_context(viewport={"width": width, "height": height})
    await context.add_cookies([{"name": key, "value": value, "url": home} for key, value in room.cookies.items()])
    await context.add_init_script(COUNTING)
    page = await context.new_page()
    inside = await context.new_cdp_session(page)
    await inside.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await inside.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(home + room.address(name))
    await _message(page, 1)
    costs = []
    for number in range(MESSAGES):
        before = await _spent(inside)
        await next(pads).save_next(now())
        await _message(page, number + 2)
        after = await _spent(inside)
        costs.append({key: after[key] - before[key] for key in WORK})
    await context.close()
    tell(f"{name} is measured")
    medians = {key: round(statistics.median(cost[key] for cost in costs), 1) for key in WORK}
    return {**medians, "most_work_ms": round(max(cost["work_ms"] for cost in costs), 1)}


async def _openings(browser: Browser, room: Room, *, slower: float) -> Found:
    """The median of what passes from a pad's address to keys that take a tap, the first time and the second."""
    address = f"http://{PLAIN}:{room.server.port}{room.evening['tables'][0]['pad']}"
    openings: dict[str, list[float]] = {"cold_ms": [], "warm_ms": []}
    for _ in range(OPENINGS):
        context = await browser.new_context(viewport={"width": 360, "height": 740})
        for times in openings.values():
            page = await context.new_page()
            inside = await context.new_cdp_session(page)
            await inside.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            await page.goto(address)
            usable = await page.wait_for_function(USABLE)
            times.append(await usable.json_value())
            await page.close()
        await context.close()
    tell("the pad is measured")
    return {name: round(statistics.median(times), 1) for name, times in openings.items()}


async def _message(page: Page, count: int) -> None:
    await page.wait_for_function("count => window.messages >= count", arg=count, polling=200)
    await page.wait_for_timeout(STILL)


async def _spent(inside: CDPSession) -> Found:
    """Milliseconds so far, of the page's main thread."""
    metrics = (await inside.send("Performance.getMetrics"))["metrics"]
    times = {metric["name"]: 1000 * metric["value"] for metric in metrics}
    return {key: times[name] for key, name in WORK.items()}


if __name__ == "__main__":
    main()
