"""Whose name a name looks like: to the eye, not to the computer."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from tournaments.models import Player

TABLE = Path(__file__).with_name("confusables.txt")


def _read_table() -> dict[int, str]:
    lines = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {ord(written): read for read, letters in lines for written in letters}


PLAIN = _read_table()


def lookalikes(name: str, players: Iterable[Player]) -> list[Player]:
    """Those whom this name may be taken for, by name or nickname, and who bears it."""
    said = _looks(name)
    return [player for player in players if said & (_looks(player.name) | _looks(player.nickname))]


@lru_cache(maxsize=16384)
def _looks(name: str) -> frozenset[str]:
    """As it is written and in small letters: capital I is read as l, small i is not."""
    seen = unicodedata.normalize("NFKD", name)
    letters = "".join(each for each in seen if unicodedata.category(each) not in ("Mn", "Me", "Cf"))
    return frozenset(key for each in (letters, letters.casefold()) for key in _joined(each.translate(PLAIN)) if key)


def _joined(text: str) -> tuple[str, str]:
    """However the words are parted, and in whichever order."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return "".join(words), "".join(sorted(words))
