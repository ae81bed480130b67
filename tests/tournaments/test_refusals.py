"""Whatever a service refuses has its sentence."""

import re
from pathlib import Path

from tournaments import services
from tournaments.words.refusals import NO_PAIRING, SENTENCES

SOURCES = Path(services.__path__[0])


def test_every_refusal_has_a_sentence():
    codes = {
        code for path in SOURCES.rglob("*.py") for code in re.findall(r'Refused\(\s*"([a-z-]+)"', path.read_text())
    }
    assert codes - SENTENCES.keys() == {"no-valid-pairing"}, "the clauses of a draw have sentences of their own"
    assert codes > {"event-finished", "later-round"}


def test_every_clause_a_draw_can_fail_on_has_a_sentence():
    formats = SOURCES.parent / "formats"
    sources = [path.read_text() for path in formats.rglob("*.py")]
    clauses = {found for text in sources for found in re.findall(r'NoValidPairing\(\s*"([a-z-]+)"', text)}
    assert clauses <= NO_PAIRING.keys()
