"""A phone at a table's secret address, as the tests hold it."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tournaments.models import Deal, Table

# Ends once the phone's storage has it in one of its stores. A function that promises an answer is not waited for by
# `wait_for_function`, which takes the promise for a yes.
STORED = """async ([store, text]) => {
    const isStored = async () => {
        const database = await new Promise((done, failed) => {
            const opening = indexedDB.open("capstone-pad");
            opening.onsuccess = () => done(opening.result);
            opening.onerror = () => failed(opening.error);
        });
        try {
            const facts = await new Promise((done) => {
                const reading = database.transaction(store).objectStore(store).getAll();
                reading.onsuccess = () => done(reading.result);
            });
            return JSON.stringify(facts).includes(text);
        } finally {
            database.close();
        }
    };
    for (let tries = 0; tries < 200; tries += 1) {
        if (await isStored()) return;
        await new Promise((later) => { setTimeout(later, 50); });
    }
    throw new Error(`${store} never had ${text}`);
}"""


class Pad:
    """The pad in a phone's browser, and the taps it has had."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.taps = 0
        self.open(table)

    def open(self, table: Table) -> None:
        self.page.goto(f"/pad/{table.pad_links.get(revoked_at=None).token}/")
        expect(self.page.locator("#pad-link")).to_be_visible()

    def tap(self, key: str) -> None:
        self.page.locator(f'[data-key="{key}"]').tap()
        self.taps += 1

    def enter(self, announced: int, taken: int, *, trump: str | None = None) -> int:
        """Enter one new deal, which the last tap saves; tells how many taps that took."""
        before = self.taps
        self.tap(f"announce-{announced}")
        if trump:
            self.tap(f"trump-{trump}")
        self.tap(f"taken-{taken}")
        return self.taps - before

    def saved(self, text: str) -> None:
        """The bar tells of it in short, and those who hear the page the whole sentence."""
        expect(self.page.locator(".bar-saved, .bar-undo").first).to_be_visible()
        expect(self.page.locator("#pad-say")).to_contain_text(text)

    def stored(self, text: str, *, store: str = "drafts") -> None:
        """Wait until a page that is opened anew would find it: the storage is written a moment after a tap."""
        self.page.evaluate(STORED, [store, text])

    def unsent(self, count: int) -> None:
        """`count` deals are not sent, and the bar says so; of none it says nothing."""
        expect(self.page.locator("body[data-looking]")).to_have_count(0)  # what the phone keeps is read
        told = self.page.locator(".bar-unsent")
        expect(told).to_have_text([f"{count} deal{'' if count == 1 else 's'} not sent"] if count else [])

    @property
    def said(self) -> str:
        return self.page.locator(".pad-error").inner_text()


class Outage:
    """Nothing the pad sends is answered, nor anything it asks; the page itself can still be opened, as from a cache."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lasts = True
        page.route("**/*", self._pass)

    def end(self) -> None:
        self.lasts = False

    def _pass(self, route: Route) -> None:
        asked = route.request
        cut = asked.method == "POST" or urlsplit(asked.url).path.endswith(("/stream/", "/revision/", "/state/"))
        if self.lasts and cut:
            route.abort()
        else:
            route.fallback()


class Wall:
    """A second browser's wall, which has to show what a phone saved."""

    def __init__(self, page: Page, table: Table) -> None:
        self.table = page.locator(f'[data-row="t{table.pk}"]')
        page.goto(f"/events/{table.event_id}/wall/")
        page.get_by_role("button", name="Pause").click()
        while not self.table.is_visible():  # before the first deal people are shown their tables first
            page.get_by_role("button", name="Next sheet").click()

    def shows(self, progress: str, scores: list[str]) -> None:
        expect(self.table.locator(".wall-progress")).to_contain_text(progress)
        expect(self.table.locator("li strong")).to_have_text(scores)


def run_on(page: Page, shown: Locator, text: str) -> None:
    """Let the page's clock run on until it shows the text: how often it tries in between is its own affair."""
    for _ in range(10):
        page.clock.run_for(10_000)
        with suppress(AssertionError):
            expect(shown).to_contain_text(text, timeout=2_000)
            return
    expect(shown).to_contain_text(text)


def payloads(table: Table) -> list[Any]:
    return list(Deal.objects.filter(table=table).order_by("number", "version").values_list("payload", flat=True))


def fits_without_scrolling(page: Page) -> bool:
    return page.evaluate(
        """() => {
            const body = document.getElementById('pad-body');
            const document_fits = document.documentElement.scrollHeight <= window.innerHeight;
            return document_fits && body.scrollHeight <= body.clientHeight + 1 && body.scrollWidth <= body.clientWidth;
        }"""
    )


def small_targets(page: Page) -> list[str]:
    """Whatever can be tapped and is smaller than a finger needs."""
    return page.evaluate(
        """() => Array.from(document.querySelectorAll('a[href], button, input, select'))
            .map((item) => [item.getAttribute('data-key'), item.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < 47.5 || box.height < 47.5))
            .map(([key, box]) => `${key} ${box.width}x${box.height}`)"""
    )


# What fades in or out has the contrast of its end only then.
SETTLED = """() => document.getAnimations().every(({ effect, playState }) => (
    playState !== "running" || effect.getComputedTiming().progress === null
    || effect.getTiming().iterations === Infinity
))"""


def complaints(page: Page) -> list[str]:
    page.wait_for_function(SETTLED)
    return [violation["id"] for violation in Axe().run(page).response["violations"]]
