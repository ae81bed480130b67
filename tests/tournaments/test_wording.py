"""Every refusal of the scoring core has its sentence, and points at the field where it is mended."""

import re
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.result import RecordedTable
from scoring.vilnius.game import VILNIUS
from tournaments.words.errors import SENTENCES, collision_sentence, error_field, error_sentence

NAMES = ["Ana", "Bruno", "Chiara"]
SCORING = Path(__file__).resolve().parent.parent.parent / "scoring"

# What the core tells with each code, the words that must come of it, and the field.
CASES = [
    ("unknown-card", {"card": "P9", "seat": 1}, "“P9” is no card", "hand-1"),
    ("unknown-card", {"card": "P9"}, "“P9” is no card", "quarry"),
    ("hand-size", {"seat": 2, "expected": 6, "got": 5}, "6 cards, not 5", "hand-2"),
    ("too-many-copies", {"card": "P1", "limit": 3, "got": 4}, "first-level purple: 4 shown, the deck has 3", "deal"),
    ("seat-unknown", {"seat": 7}, "Nobody sits there", "deal"),
    ("seats-range", {"expected": [2, 4], "got": 5}, "2 to 4, not 5", "deal"),
    ("announcement-range", {"lowest": 0, "highest": 6, "got": 7}, "0 to 6", "announced"),
    ("tricks-range", {"lowest": 0, "highest": 6, "got": 7}, "0 to 6", "taken"),
    ("trump-unknown", {"trump": "X"}, "“X” is no trump", "trump"),
    ("quota-used", {"seat": 1, "announced": 3}, "Bruno has no announcement of 3 left", "announced"),
    ("out-of-turn", {"seat": 0, "expected": 1, "got": 0}, "It is Bruno’s turn, not Ana’s", "declarer"),
    ("sheet-full", {"seat": 0}, "Ana’s sheet is full", "declarer"),
    ("table-finished", {}, "is over", "deal"),
    ("hands-missing", {"seats": [1, 2]}, "cards of Bruno and Chiara are missing", "hand-1"),
    ("folded-shows", {"seat": 2}, "Chiara folded", "deal"),
    ("all-folded", {}, "take one fold back", "deal"),
    ("paid-invalid", {"seat": 1}, "correct the number of Bruno", "paid"),
    ("paid-invalid", {"seat": "x"}, "correct the number of somebody", "paid"),
    ("quarry-size", {"expected": [2, 3], "got": 4}, "2 to 3 cards here, not 4", "quarry"),
    (
        "claim-differs",
        {"claimed": [0], "winners": [1, 2]},
        "the winner is Bruno and Chiara, the table says Ana",
        "claimed",
    ),
    ("playoff-missing", {"deal": 4}, "Deal 4 is a tie", "deal"),
    ("playoff-seats", {"expected": [0, 2], "got": [0, 1]}, "Only Ana and Chiara play off", "deal"),
    ("malformed", {"field": "taken"}, "(taken)", "taken"),
    ("malformed", {"field": "override"}, "Give a reason", "claimed"),
    ("malformed", {"field": "playoff_of"}, "would no longer be there", "deal"),
    ("malformed", {"field": "nonsense"}, "(nonsense)", "deal"),
]


@pytest.mark.parametrize(("code", "params", "words", "field"), CASES)
def test_a_refusal_says_what_to_do_and_where(code: str, params: dict[str, object], words: str, field: str) -> None:
    error = ScoringError(code, **params)
    sentence = error_sentence(error, NAMES)
    assert words in sentence
    assert sentence.endswith((".", "?"))
    assert "%(" not in sentence
    assert error_field(error) == field


def test_every_code_that_the_core_raises_has_a_sentence_and_a_case_here() -> None:
    source = "\n".join(path.read_text() for path in SCORING.rglob("*.py"))
    raised = set(re.findall(r'ScoringError\(\s*"([a-z-]+)"', source)) | {"malformed"}
    raised |= set(re.findall(r'"((?:announcement|tricks)-range)"', source))
    assert len(raised) > 15
    assert raised <= set(SENTENCES)
    assert {code for code, *_ in CASES} == set(SENTENCES)


def test_a_correction_that_breaks_another_deal_names_that_deal_and_what_it_said() -> None:
    deals = tuple({"declarer": (n + 1) % 2, "announced": 3, "trump": None, "taken": 3} for n in range(8))
    late = ({"declarer": 1, "announced": 6, "trump": None, "taken": 6},)
    corrected = ({**deals[0], "announced": 6}, *deals[1:], *late)
    with pytest.raises(ScoringError) as caught:
        VILNIUS.score(RecordedTable(2, 0, {}, VILNIUS.read_deals(corrected, seats=2)))
    sentence = collision_sentence(caught.value, NAMES, words="Bruno announced 6, took 6.")
    assert sentence == (
        "Deal 9 would no longer fit: “Bruno announced 6, took 6.” "
        "Bruno has no announcement of 6 left: choose another. Correct that deal first."
    )
