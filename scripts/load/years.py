"""What pages cost after one year of a club of 60 and after three, each as multiples of the bare insert of its own run.

It takes some minutes, most of them for the years to be played. Its last line is the result as JSON.
"""

import json
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from scripts.load.__main__ import measured, tell
from scripts.load.sizes import sizes

AN_EVENING = ["--tables", "10", "--followers", "0", "--seconds", "0", "--years"]
MOST_FLOORS = 40
MOST_GROWTH = 1.3

Floors = dict[str, float]


def main() -> None:
    parser = ArgumentParser(prog="python -m scripts.load.years", description=__doc__)
    parser.add_argument("few", type=int, nargs="?", default=1, help="years (%(default)s)")
    parser.add_argument("many", type=int, nargs="?", default=3, help="years (%(default)s)")
    given = parser.parse_args()
    few, many = (floors_after(years) for years in (given.few, given.many))
    for page in many:
        growth = many[page] / few[page]
        much = " (!)" if many[page] > MOST_FLOORS or growth > MOST_GROWTH else ""
        tell(f"{page:>20} {few[page]:6} {many[page]:6}  × {growth:.2f}{much}")
    print(json.dumps({f"floors after {given.few}": few, f"floors after {given.many}": many}))


def floors_after(years: int) -> Floors:
    with tempfile.TemporaryDirectory(prefix="load.") as folder:
        pages = measured(sizes([*AN_EVENING, str(years)]), Path(folder))["pages"]
    return {name: page["floors"] for name, page in pages.items()}


if __name__ == "__main__":
    main()
