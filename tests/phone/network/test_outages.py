"""Whatever becomes of the connection, and for however long, a page follows again within eight seconds of its end."""

from pathlib import Path
from typing import Any

import pytest

from tests.house.test_house_rules import ROOT
from tests.phone.engine import run

Json = dict[str, Any]

SCRIPT = (ROOT / "static" / "js" / "live.js").read_text()
PROGRAM = (Path(__file__).parent / "outage.js").read_text()
PROMISED = 8000


@pytest.mark.parametrize("kind", ["frozen", "cut", "lost"])
def test_a_page_follows_within_eight_seconds_of_the_end_of_any_outage(kind: str):
    outages = [
        {"kind": kind, "from": from_, "to": from_ + lasted}
        for from_ in (6000, 7300, 8600)
        for lasted in [*range(500, 40_000, 700), 120_000, 900_000]
    ]
    told: list[Json] = run(PROGRAM, [SCRIPT, outages])
    assert [each for each in told if each["late"] > PROMISED] == []
    assert max(each["requests"] / (each["length"] / 1000) for each in told if each["lasted"] > 20_000) < 1.5


def test_a_page_that_may_not_be_followed_any_more_says_so_and_asks_no_more():
    (told,) = run(PROGRAM, [SCRIPT, [{"kind": "ended", "from": 6000, "to": 600_000}]])
    assert (told["state"], told["since"]) == ("ended", 1)
