"""Where things lie and what they are called, asserted over the tree."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.house.test_house_rules import ROOT, all_files, place

ROOMS = ("tournaments", "scoring", "pyramid_site", "templates", "tests", "static/js", "static/css", "scripts")
MOST_FILES = 12
CLASS = re.compile(r"^class (\w+)", re.M)
# Django looks these up by their names.
NAMED_BY_DJANGO = {"DatabaseWrapper", "Command", "Migration"}


def test_a_room_holds_a_dozen_files_at_most():
    rooms = Counter(path.parent for path in all_files() if is_in_a_room(path))
    assert {place(room) for room, count in rooms.items() if count > MOST_FILES} == set()


def is_in_a_room(path: Path) -> bool:
    inside = place(path).startswith(tuple(f"{room}/" for room in ROOMS)) and path.name != "__init__.py"
    return inside and path.parent.name not in ("migrations", "commands")  # where Django looks for each of them


def test_no_two_classes_have_one_name():
    homes = defaultdict(list)
    for name, home in classes():
        homes[name].append(home)
    doubled = {name: where for name, where in homes.items() if len(where) > 1}
    assert {name: doubled[name] for name in doubled.keys() - NAMED_BY_DJANGO} == {}


def classes() -> Iterator[tuple[str, str]]:
    for top in ("tournaments", "scoring", "pyramid_site"):
        for path in sorted((ROOT / top).rglob("*.py")):
            for name in CLASS.findall(path.read_text()):
                yield name, place(path)
