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
    letters = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return frozenset(_by_words(each.translate(PLAIN)) for each in (letters, letters.casefold())) - {""}


def _by_words(text: str) -> str:
    """In whichever order, and however they are joined."""
    return "".join(sorted(re.findall(r"[^\W_]+", text.casefold())))
