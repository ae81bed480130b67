"""The requirements are locked whole: every package pinned and hashed, from nowhere in particular."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ["requirements", "requirements-dev", "requirements-check", "deploy/three-nodes/patroni"]


def wanted(name: str) -> list[Requirement]:
    lines = (ROOT / f"{name}.in").read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-c"))]


def pinned(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / f"{name}.txt").read_text(), re.M))


@pytest.mark.parametrize("name", NAMES)
def test_every_locked_package_carries_hashes(name: str):
    entries = re.split(r"\n(?=\S)", (ROOT / f"{name}.txt").read_text())
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert packages
    assert [entry for entry in packages if not re.match(r"[\w.-]+==\S+.* \\\n    --hash=sha256:", entry)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_names_no_server_and_no_folder(name: str):
    assert re.findall(r"://|index-url|find-links|file:|@ ", (ROOT / f"{name}.txt").read_text()) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_satisfies_what_it_was_made_from(name: str):
    versions = pinned(name)
    missing = [need for need in wanted(name) if not need.specifier.contains(versions.get(need.name.lower(), "0"))]
    assert missing == []


def test_both_locks_agree_where_they_overlap():
    run, dev = pinned("requirements"), pinned("requirements-dev")
    assert {name: dev[name] for name in run.keys() & dev.keys()} == {
        name: run[name] for name in run.keys() & dev.keys()
    }
