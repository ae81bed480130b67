"""Of a test that is marked as a flood, a run tries a sample of the parameters."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.test_house_rules import ROOT

FLOOD = """
import pytest

@pytest.mark.flood
@pytest.mark.parametrize("number", range(12))
def test_it_is_negative(number):
    assert number < 0

@pytest.mark.flood(1)
@pytest.mark.parametrize("number", range(12))
def test_it_is_less_than_nothing(number):
    assert number < 0
"""


def run(folder: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
    command += ["-p", "tests.conftest", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
def test_a_failure_tells_the_seed_that_draws_the_same_sample_again(tmp_path: Path) -> None:
    (tmp_path / "test_numbers.py").write_text(FLOOD)
    first = run(tmp_path)
    assert "5 failed, 19 deselected" in first
    (seed,) = set(re.findall(r"drawn by --floods (\d+)", first))
    sample = re.findall(r"^FAILED \S*?\[(\d+)\]", first, re.M)
    assert (len(sample), len(re.findall(r"^FAILED .*less_than_nothing", first, re.M))) == (5, 1)
    assert re.findall(r"^FAILED \S*?\[(\d+)\]", run(tmp_path, "--floods", seed), re.M) == sample
