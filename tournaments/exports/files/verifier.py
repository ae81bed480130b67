"""The program that proves event files, as one file that runs with Python alone: rules, formats, and what proves.

The same sources give the same bytes.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[3]
PARTS = ("scoring", "tournaments/formats", "tournaments/proofs")
FIRST_LINE = b"#!/usr/bin/env python3\n"
MAIN = "from tournaments.proofs.__main__ import main; main()\n"
VERIFIER = "capstone-verify.pyz"


@cache
def verifier_file() -> bytes:
    paths = (path for part in PARTS for path in (ROOT / part).rglob("*") if path.is_file() and path.suffix != ".pyc")
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_bytes() for path in [ROOT / "tournaments/__init__.py", *paths]
    }
    texts = sources | {"__main__.py": MAIN.encode()}
    file = BytesIO(FIRST_LINE)
    file.seek(0, 2)
    with ZipFile(file, "a") as pack:
        for name, text in sorted(texts.items()):
            pack.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    return file.getvalue()
