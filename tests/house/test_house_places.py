"""What things are called, asserted over the tree."""

import re
from collections import defaultdict
from collections.abc import Iterator

from tests.house.test_house_rules import ROOT, place

CLASS = re.compile(r"^class (\w+)", re.M)
# Django looks these up by their names.
NAMED_BY_DJANGO = {"DatabaseWrapper", "Command", "Migration"}


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
