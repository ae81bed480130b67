"""The command that proves event files, for ``manage.py verify`` and for the file that runs with Python alone."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from tournaments.proofs.verify import NoEventFile, Proof, verify

HELP = "Proves event files: their signature, and every deal, score, place, tie-break and draw, computed anew."
DIFFERS, UNREADABLE = 1, 2
UNCHECKED = {
    "expected-wins": "handicaps rest on wins that ratings of that time expected",
    "handicap-by-hand": "handicaps were changed by the director",
    "draw-not-kept": "rounds have no draw: played elsewhere, or before draws were kept",
    "draw-without-library": "draws need the library rustworkx, which is not installed here",
    "draw-changed-by-hand": "rounds were seated otherwise by the director after their draw",
    "lot-before-the-end": "lots are of a stage that is not over, so its seed is secret",
    "entry-not-chained": "entries of the log were written by a version that did not chain them",
    "deal-not-chained": "changes of deals stand in no chained entry of this log",
    "category": "people are in a category, which the file only says",
    "team": "people are in a team, which the file only says",
    "came-otherwise": "people came into a stage otherwise than by the places of the one before",
    "ruling-not-chained": "rulings stand in no chained entry of this log",
    "version-replaced": "versions of deals were replaced by corrections",
}
NO_FILE = {
    "json": "it is not JSON",
    "form": "its bytes are not the canonical form of what it says: it was written anew by something else",
    "number": "a number in it is too great or too fine",
    "value": "a value in it has no canonical form",
    "format": "it is not a whole capstone-event/1",
    "signature": "key or signature are not base64",
}
"""By the code of NoEventFile; any other names the part at fault."""


def add_arguments(parser: ArgumentParser) -> None:
    """Those of both commands."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument("--json", action="store_true", help="one line of JSON a file")


def answer(files: Iterable[Path], *, as_json: bool) -> Iterator[tuple[str, int]]:
    """For each file what is printed, and the exit status that it asks for; the highest counts."""
    for file in files:
        try:
            report = verify(file.read_bytes())
        except (OSError, NoEventFile) as error:
            reason = error.strerror if isinstance(error, OSError) else NO_FILE.get(str(error), str(error))
            facts = {"file": str(file), "unreadable": reason}
            text = json.dumps(facts) if as_json else f"{file}: cannot be read as an event file: {reason}"
            yield _printable(text), UNREADABLE
        else:
            facts = {"file": str(file), **report.as_dict()}
            text = json.dumps(facts, default=str) if as_json else "\n".join(map(_printable, _lines(file, report)))
            yield text, DIFFERS if report.difference else 0


def _lines(file: Path, report: Proof) -> Iterator[str]:
    yield f"{file}: {report.name}"
    if report.issuer:
        yield f"  signed by {_in_fours(report.issuer[:32])}"
    if report.log_head:
        yield f"  fingerprint of the log: {_in_fours(report.log_head)}"
    for number, seed in enumerate(report.seeds, start=1):
        yield f"  fingerprint of the draw seed, stage {number}: {_in_fours(seed)}"
    counts = ", ".join(f"{name.replace('_', '-')} {count}" for name, count in report.checked.items())
    yield f"  checked: {counts or 'nothing'}"
    for code, count in report.unchecked.items():
        if count:
            yield f"  not checked: {count} {UNCHECKED[code]}"
    found = report.difference
    yield "  everything agrees" if found is None else f"  DIFFERS: {found.where}{_values(found.claims, found.follows)}"


def _in_fours(digits: str) -> str:
    return " ".join(wrap(digits, 4))


def _printable(text: str) -> str:
    """A file may be anybody's: nothing in it reaches the terminal as a command."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _values(claims: Any, follows: Any) -> str:
    values = [("the file has", claims), ("what follows is", follows)]
    return "".join(f"; {says} {json.dumps(value, default=str)}" for says, value in values if value is not None)
