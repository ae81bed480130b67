"""Whatever a service refuses has its sentence."""

import re
from pathlib import Path

from tournaments import backups, services
from tournaments.words import files as file_words
from tournaments.words.refusals import NO_PAIRING, SENTENCES

SOURCES = Path(services.__path__[0])
BACKUPS = Path(backups.__path__[0])


def codes_in(folder):
    return {code for path in folder.rglob("*.py") for code in re.findall(r'Refused\(\s*"([a-z-]+)"', path.read_text())}


def test_every_refusal_has_a_sentence():
    codes = codes_in(SOURCES)
    assert codes - SENTENCES.keys() == {"no-valid-pairing"}, "the clauses of a draw have sentences of their own"
    assert codes > {"event-finished", "later-round"}


def test_whatever_stands_against_a_backup_has_a_sentence():
    assert codes_in(BACKUPS) == file_words.BACKUP_REFUSALS.keys() | file_words.AT_THE_COMMAND_LINE.keys()


def test_every_clause_a_draw_can_fail_on_has_a_sentence():
    formats = SOURCES.parent / "formats"
    sources = [path.read_text() for path in formats.rglob("*.py")]
    clauses = {found for text in sources for found in re.findall(r'NoValidPairing\(\s*"([a-z-]+)"', text)}
    assert clauses <= NO_PAIRING.keys()
