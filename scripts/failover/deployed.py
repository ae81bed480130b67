"""The files of deploy/three-nodes, as an operator fills them in, for the machines of this evening."""

import re
import shutil
from pathlib import Path

from scripts.load.server import ROOT

FILES = ROOT / "deploy" / "three-nodes"
GAP = re.compile(r"@[A-Z_]+@")


def deployed(name: str, values: dict[str, str]) -> str:
    """With these texts in place of those. All of them have to be there, and no gap may be left."""
    text = (FILES / name).read_text()
    for place, value in values.items():
        if place not in text:
            raise ValueError(f"{name} does not hold {place}")
        text = text.replace(place, value)
    settings = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    if gap := GAP.search(settings):
        raise ValueError(f"nothing is given for {gap[0]} of {name}")
    return text


def environment(text: str) -> dict[str, str]:
    """As systemd reads such a file."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {name: value.strip("'") for name, _, value in (line.partition("=") for line in lines)}


def put(path: Path, text: str, *, owner: str | None) -> Path:
    """Readable by its owner alone, for it holds passwords."""
    path.touch(mode=0o600)
    path.write_text(text)
    if owner:
        shutil.chown(path, owner)
    return path
