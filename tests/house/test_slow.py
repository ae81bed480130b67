"""tests/slow.txt names what make unit leaves out."""

import ast

from tests.conftest import SLOW
from tests.house.test_house_rules import ROOT


def test_whatever_is_called_slow_is_a_test():
    trees = [ast.parse(path.read_text()) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    tests = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert SLOW
    assert sorted(SLOW - tests) == []
