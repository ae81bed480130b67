"""The command that proves event files, for ``manage.py verify`` and for the file that runs with Python alone."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tournaments.proofs.verify import NoEventFile, Report, verify

HELP = "Proves event files: their signature, and every deal, score, place, tie-break and draw, computed anew."
DIFFERS, UNREADABLE = 1, 2
UNCHECKED = {
    "draw-not-kept": "draws were made before draws were kept",
    "draw-without-library": "draws need the library rustworkx, which is not installed here",
    "draw-changed-by-hand": "rounds were changed by the director after the draw",
    "lot-before-the-end": "places rest on a lot, and the stage's seed is not told yet",
    "entry-not-chained": "entries of the log were written by a version that did not chain them",
    "deal-not-chained": "changes of deals stand in no chained entry of this log",
    "version-replaced": "versions of deals were corrected since, and count no more",
}


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
            said = {"file": str(file), "unreadable": str(error)}
            yield json.dumps(said) if as_json else f"{file}: cannot be read as an event file ({error})", UNREADABLE
        else:
            facts = {"file": str(file), **report.as_dict()}
            text = json.dumps(facts, ensure_ascii=False) if as_json else "\n".join(_lines(file, report))
            yield text, DIFFERS if report.difference else 0


def _lines(file: Path, report: Report) -> Iterator[str]:
    yield f"{file}: {report.name}"
    if report.issuer:
        yield f"  signed by the key {report.issuer}"
    counts = ", ".join(f"{name.replace('_', '-')} {count}" for name, count in report.checked.items())
    yield f"  checked: {counts or 'nothing'}"
    for code, count in report.unchecked.items():
        if count:
            yield f"  not checked: {count} {UNCHECKED[code]}"
    found = report.difference
    yield "  everything agrees" if found is None else f"  DIFFERS: {found.where}{_values(found.claims, found.follows)}"


def _values(claims: Any, follows: Any) -> str:
    values = [("the file has", claims), ("what follows is", follows)]
    return "".join(f"; {says} {json.dumps(value, default=str)}" for says, value in values if value is not None)
