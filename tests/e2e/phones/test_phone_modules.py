"""The pad's modules as a server with DEBUG hands them out; what they say is tested in tests/phone."""

import pytest
from playwright.sync_api import Browser

from scoring.games import COLONIAL_ITALIAN
from tests.phone.engine import PAD

PERFECT_IN_PURPLE = ["P3", "P3", "P3", "P2", "P2", "P1"]
STARTED = {"main.js", "queue/worker.js"}  # a page and a service worker of their own, which other tests open

READ = """
async ([urls, hands, game, hand]) => {
  await Promise.all(urls.map((url) => import(url)));
  const { readHand } = await import(hands);
  return readHand(game, hand).category;
}
"""


@pytest.mark.journey
def test_every_module_loads_in_the_browser_and_the_rules_answer(chromium: Browser, server: str):
    modules = {path.relative_to(PAD).as_posix() for path in PAD.rglob("*.js")} - STARTED
    urls = [f"/static/js/pad/{module}" for module in sorted(modules)]
    context = chromium.new_context(base_url=server)
    page = context.new_page()
    page.goto(urls[0])
    game = COLONIAL_ITALIAN.descriptor({})
    category = page.evaluate(READ, [urls, "/static/js/pad/rules/hands.js", game, PERFECT_IN_PURPLE])
    assert category == COLONIAL_ITALIAN.read_hand(PERFECT_IN_PURPLE, rules={}).category
    context.close()
