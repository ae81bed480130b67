"""What the scoring core refuses, in one sentence that says what to do, and the field of the form it concerns."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import ScoringError
from tournaments.words.games import card_name
from tournaments.words.languages import listed

SENTENCES = {
    "unknown-card": gettext_lazy("“%(card)s” is no card of this deck: choose another."),
    "hand-size": gettext_lazy("A hand has %(expected)s cards, not %(got)s: add or take away cards."),
    "too-many-copies": gettext_lazy("%(card)s: %(got)s shown, the deck has %(limit)s. Look at the hands again."),
    "seat-unknown": gettext_lazy("Nobody sits there: choose one of the players at this table."),
    "seats-range": gettext_lazy("This game seats %(lowest)s to %(highest)s, not %(got)s: seat the table anew."),
    "announcement-range": gettext_lazy("An announcement is 0 to 6 tricks: choose one on the sheet."),
    "tricks-range": gettext_lazy("There are six tricks in a deal: choose 0 to 6."),
    "trump-unknown": gettext_lazy("“%(trump)s” is no trump here: choose one that is offered."),
    "quota-used": gettext_lazy("%(seat)s has no announcement of %(announced)s left: choose another."),
    "out-of-turn": gettext_lazy(
        "It is %(expected)s’s turn, not %(got)s’s. If it was played like that, choose the declarer."
    ),
    "sheet-full": gettext_lazy("%(seat)s’s sheet is full: choose another declarer."),
    "table-finished": gettext_lazy("The game at this table is over: correct a deal instead of adding one."),
    "hands-missing": gettext_lazy("The cards of %(seats)s are missing: enter them, or fold."),
    "folded-shows": gettext_lazy("%(seat)s folded and cannot show cards: take the cards away, or take the fold back."),
    "all-folded": gettext_lazy("Somebody has to stay in: take one fold back."),
    "paid-invalid": gettext_lazy("Cubits are whole numbers from 0 up: correct the number of %(seat)s."),
    "quarry-size": gettext_lazy("The Quarry holds %(lowest)s to %(highest)s cards here, not %(got)s."),
    "claim-differs": gettext_lazy(
        "By the cards the winner is %(winners)s, the table says %(claimed)s. Which is right?"
    ),
    "playoff-missing": gettext_lazy("Deal %(deal)s is a tie: the tied players have to play it off next."),
    "playoff-seats": gettext_lazy("Only %(expected)s play off this tie: take the others out."),
    "malformed": gettext_lazy("The pad sent something that this game does not know (%(field)s). Enter the deal again."),
}
# Of a line of the command `score`, which speaks English.
PROBLEMS = {
    "missing": "“%(field)s” is missing: add it.",
    "unknown": "“%(field)s” is not known here: take it away, or look how it is written.",
    "wrong-kind": "“%(field)s” is of the wrong kind: look what it holds.",
    "not-allowed": "“%(field)s” cannot be this here: look which values it has, and when.",
    "doubled": "“%(field)s” is there twice: keep one of the two.",
}
OF_THE_PLAYOFF = gettext_lazy("It plays off a tie that would no longer be there.")
OF_THE_OVERRIDE = gettext_lazy("Give a reason of at most 200 characters, and the winner it upholds.")
COLLISION = gettext_lazy("Deal %(deal)s would no longer fit: “%(words)s” %(sentence)s Correct that deal first.")

FIELDS = {
    "announcement-range": "announced",
    "tricks-range": "taken",
    "trump-unknown": "trump",
    "quota-used": "announced",
    "out-of-turn": "declarer",
    "sheet-full": "declarer",
    "paid-invalid": "paid",
    "quarry-size": "quarry",
    "claim-differs": "claimed",
}
SEATS = {"seat", "seats", "winners", "claimed"}
TURNS = {"expected", "got"}
OWN_FIELDS = {"announced", "taken", "trump", "claimed", "paid", "quarry", "dealer", "declarer"}


def error_sentence(error: ScoringError, names: Sequence[str]) -> str:
    """`names` are those of the seats, in order."""
    field = error.params.get("field")
    if error.code == "malformed" and field in ("playoff_of", "override"):
        return str(OF_THE_PLAYOFF if field == "playoff_of" else OF_THE_OVERRIDE)
    return str(SENTENCES[error.code]) % _facts(error, names)


def line_sentence(error: ScoringError, *, seats: int = 10) -> str:
    """For whoever wrote a table down for the command `score`: seats have numbers, fields the names of its JSON."""
    if error.problem:
        sentence = PROBLEMS[error.problem] % error.params
    else:
        sentence = error_sentence(error, [f"seat {seat}" for seat in range(seats)])
    deal = error.params.get("deal")
    return sentence if deal is None or error.code == "playoff-missing" else f"Deal {deal}: {sentence}"


def error_field(error: ScoringError) -> str:
    """The part of the pad's form where the person can correct it; "deal" where it is no single one."""
    if error.code in FIELDS:
        return FIELDS[error.code]
    if error.code == "malformed":
        field = str(error.params.get("field"))
        return "claimed" if field == "override" else field if field in OWN_FIELDS else "deal"
    if error.code == "unknown-card" and "seat" not in error.params:
        return "quarry"
    seat = _seat_of_the_hand(error)
    return "deal" if seat is None else f"hand-{seat}"


def _seat_of_the_hand(error: ScoringError) -> int | None:
    if error.code not in ("unknown-card", "hand-size", "hands-missing"):
        return None
    seats = error.params.get("seats") or [error.params.get("seat")]
    return seats[0] if isinstance(seats, list) and isinstance(seats[0], int) else None


def collision_sentence(error: ScoringError, names: Sequence[str], *, words: str) -> str:
    """A correction that would break another deal, which `words` describe."""
    return str(COLLISION) % {
        "deal": error.params["deal"],
        "words": words,
        "sentence": error_sentence(error, names),
    }


def seats_named(code: str) -> set[str]:
    """What of the parameters of this code are seats, one or several."""
    return SEATS | (TURNS if code in ("out-of-turn", "playoff-seats") else set())


def _facts(error: ScoringError, names: Sequence[str]) -> dict[str, object]:
    facts = dict(error.params)
    for key in seats_named(error.code):
        if key in facts:
            facts[key] = _seat_names(facts[key], names)
    if isinstance(expected := facts.get("expected"), list):
        facts["lowest"], facts["highest"] = expected
    if "card" in facts:
        facts["card"] = card_name(str(facts["card"]))
    return facts


def _seat_names(seats: object, names: Sequence[str]) -> str:
    """Names of one seat or several; whoever sits nowhere is "somebody"."""
    places = seats if isinstance(seats, list) else [seats]
    people = [names[seat] if isinstance(seat, int) and seat in range(len(names)) else _("somebody") for seat in places]
    return listed(people)
