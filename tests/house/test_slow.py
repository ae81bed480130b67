"""tests/slow.txt names what make unit leaves out."""

import re

from tests.conftest import SLOW
from tests.house.test_house_rules import ROOT


def test_whatever_is_called_slow_is_a_test():
    files = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    tests = {name for text in files for name in re.findall(r"^def (test_\w+)", text, re.M)}
    assert SLOW
    assert sorted(SLOW - tests) == []
