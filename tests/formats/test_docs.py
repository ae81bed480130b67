"""What is drawn and reckoned is told in docs/ too."""

from pathlib import Path

from tournaments.formats.stages import FORMATS
from tournaments.formats.standings.points import SCHEMES
from tournaments.formats.standings.tiebreaks import TIEBREAKS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_format_has_its_row_in_the_docs():
    rows = [line.lower() for line in (DOCS / "tournaments.md").read_text().splitlines() if line.startswith("|")]
    assert [key for key in FORMATS if not any(key.replace("-", " ") in row for row in rows)] == []


def test_every_tie_break_and_scheme_of_points_has_its_row_in_the_docs():
    rows = [line for line in (DOCS / "tiebreaks.md").read_text().splitlines() if line.startswith("|")]
    assert [key for key in (*TIEBREAKS, *SCHEMES) if not any(f"`{key}`" in row for row in rows)] == []
