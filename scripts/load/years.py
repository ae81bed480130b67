"""What pages cost after one year of a club of 60 and after three, as CPU beside bare inserts: in turn, in one run.

It takes some minutes, most of them for the years to be played. Its last line is the result as JSON.
"""

import json
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple, cast

from scripts.load.__main__ import environment_of, filled, tell
from scripts.load.scene import OF_YEARS
from scripts.load.server import ROOT
from scripts.load.sizes import sizes

AN_EVENING = ["--tables", "10", "--followers", "0", "--seconds", "0", "--years"]
PAGES = ("club", "player", *OF_YEARS)
OPENINGS = 6  # of each page, the first of which is not counted
MOST_FLOORS = 40
MOST_GROWTH = 1.3


class Cost(NamedTuple):
    """Of a page, in milliseconds, and in bare inserts beside it."""

    page: float
    floors: float


def main() -> None:
    parser = ArgumentParser(prog="python -m scripts.load.years", description=__doc__)
    parser.add_argument("few", type=int, nargs="?", default=1, help="years (%(default)s)")
    parser.add_argument("many", type=int, nargs="?", default=3, help="years (%(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="load.") as folder:
        after = {years: Club(Path(folder) / str(years), years) for years in (options.few, options.many)}
        by_page = {page: in_turn(page, after) for page in PAGES}
        for club in after.values():
            club.close()
    for page, costs in by_page.items():
        few, many = costs[options.few], costs[options.many]
        growth = many.floors / few.floors
        much = " (!)" if max(few.floors, many.floors) > MOST_FLOORS or growth > MOST_GROWTH else ""
        tell(f"{page:>20} {few.page:6} ms {few.floors:5} {many.page:6} ms {many.floors:5}  × {growth:.2f}{much}")
    print(
        json.dumps(
            {page: {years: cost._asdict() for years, cost in by_years.items()} for page, by_years in by_page.items()}
        )
    )


def in_turn(page: str, after: dict[int, "Club"]) -> dict[int, Cost]:
    """So that whoever else is on the machine is beside all of them alike."""
    spent: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(OPENINGS):
        for years, club in after.items():
            spent[years].append(club.cost(page))
    return {years: cost_of(samples[1:]) for years, samples in spent.items()}


def cost_of(spent: list[tuple[float, float]]) -> Cost:
    insert, page = (median(column) for column in zip(*spent, strict=True))
    return Cost(round(page, 1), round(page / insert, 1))


class Club:
    """A filled database, and a process that opens its pages (the command `pages`)."""

    def __init__(self, folder: Path, years: int) -> None:
        folder.mkdir()
        wanted = sizes([*AN_EVENING, str(years)])
        environment = environment_of(wanted, folder)
        evening = folder / "evening.json"
        evening.write_text(json.dumps(filled(wanted, environment)))
        command = [sys.executable, "manage.py", "pages", str(evening)]
        pipe = subprocess.PIPE
        self._opener = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)

    def cost(self, page: str) -> tuple[float, float]:
        """Of a bare insert, and of the page."""
        ask, answer = cast(IO[str], self._opener.stdin), cast(IO[str], self._opener.stdout)
        print(page, file=ask, flush=True)
        facts = json.loads(answer.readline())
        return facts["insert"], facts["page"]

    def close(self) -> None:
        self._opener.communicate()


if __name__ == "__main__":
    main()
