"""What is committed under static/vendor and static/bundle is what their locks say, and nothing else."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
VENDOR = ROOT / "static" / "vendor"
BUNDLE = ROOT / "static" / "bundle"


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def test_every_vendored_file_has_the_hash_of_the_vendor_lock():
    lock = read(VENDOR / "vendor.lock.json")
    expected = {name: value for package in lock.values() for name, value in package["files"].items()}
    found = [path for path in VENDOR.rglob("*") if path.is_file() and path.name != "vendor.lock.json"]
    assert {path.relative_to(VENDOR).as_posix(): sha384(path) for path in found} == expected


def sha384(path: Path) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()


def test_the_vendored_packages_are_those_that_npm_locked():
    locked = read(ROOT / "package-lock.json")["packages"]
    wanted = read(ROOT / "package.json")["dependencies"]
    vendored = read(VENDOR / "vendor.lock.json")
    assert {name: package["version"] for name, package in vendored.items()} == wanted
    for name, package in vendored.items():
        assert package["integrity"] == locked[f"node_modules/{name}"]["integrity"]
        assert package["version"] == locked[f"node_modules/{name}"]["version"]


def test_the_front_end_lock_names_no_server():
    packages = read(ROOT / "package-lock.json")["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_the_bundle_of_the_pad_is_made_of_its_sources_as_they_are_now():
    lock = read(BUNDLE / "bundle.lock.json")
    changed = [name for name, known in lock["sources"].items() if sha384(ROOT / name) != known]
    assert changed == [], "make bundle"


def test_the_bundle_holds_the_files_of_its_lock_and_is_made_of_every_module_of_the_pad():
    lock = read(BUNDLE / "bundle.lock.json")
    found = [path for path in BUNDLE.iterdir() if path.name != "bundle.lock.json"]
    assert {path.name: sha384(path) for path in found} == lock["files"]
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "static/js/pad").rglob("*.js")}
    assert modules - lock["sources"].keys() == set()
