"""What is wrong with what was sent. For people: what the scoring core refuses, in one sentence that says what to do,
and the field of the form it concerns. For programs: a problem document (RFC 9457), with a sentence in English for
whoever wrote the program; docs/api.md lists every code.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

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
LINE_PROBLEMS = {
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
    return str(SENTENCES[error.code]) % _error_facts(error, names)


def line_sentence(error: ScoringError, *, seats: int = 10) -> str:
    """For whoever wrote a table down for the command `score`: seats have numbers, fields the names of its JSON."""
    if error.problem:
        sentence = LINE_PROBLEMS[error.problem] % error.params
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


def _error_facts(error: ScoringError, names: Sequence[str]) -> dict[str, object]:
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


MEDIA_TYPE = "application/problem+json"

MEANINGS = {
    # The request
    "body-too-large": "The body has more than 256 kB.",
    "body-too-slow": "The body did not arrive in time.",
    "busy": "The database is busy or away; nothing was saved.",
    "client-id-taken": "This client_id came before with another body or at another address.",
    "event-over": "The evening's codes have ended, and its tables with them.",
    "failed": "The server failed and saved nothing; its log says why.",
    "malformed": "Something is missing, unknown, or cannot have this value.",
    "method-not-allowed": "The address takes other methods: see Allow.",
    "name": "This is no name for a player.",
    "no-json": "Content-Type is not application/json.",
    "not-found": "Nothing is there, or nothing for this program.",
    "plan": "The plan cannot be read: see option and problem.",
    "scope-too-small": "The token's scope does not allow this.",
    "stale": "Something changed since it was read; read again.",
    "token-needed": "A token is needed.",
    "token-unknown": "The token is unknown, expired or revoked.",
    "too-big": "The body has more than 256 kB.",
    "too-busy": "The server has too much to do.",
    "too-often": "The limit is reached: wait as Retry-After says.",
    # Deals
    "all-folded": "Somebody has to stay in.",
    "announcement-range": "Announcements are 0 to 6.",
    "claim-differs": "By the cards others win than are claimed.",
    "consent-needed": "The deal is confirmed; another seat has to consent.",
    "correction-closed": "The time for corrections by the table is over.",
    "deal-unknown": "The table has no such deal.",
    "deal-voided": "The deal is voided already.",
    "dealer-fixed": "The first dealer stays once a deal stands.",
    "director-needed": "Only a director decides against the cards.",
    "directors-word": "A director decided this; only a director changes it.",
    "folded-shows": "A seat that folded shows cards.",
    "hand-of-another": "The player's own phone says otherwise.",
    "hand-size": "A hand has the wrong number of cards.",
    "hands-missing": "Hands of seats that stayed in are missing.",
    "nothing-changes": "The exchange would change no deal.",
    "out-of-turn": "Another seat declares next; send out_of_turn if it was played so.",
    "own-phone": "The same phone entered it.",
    "paid-invalid": "Cubits are whole numbers from 0.",
    "players-asked": "Players whose hands were entered are asked on their phones.",
    "playoff-missing": "A tie has to be played off first.",
    "playoff-seats": "Others than the tied seats play off.",
    "proposal-answered": "The proposal was answered already.",
    "proposal-of-another": "Another seat proposed it.",
    "proposal-outdated": "The deal changed since it was proposed.",
    "own-proposal": "Another seat than the proposer has to agree.",
    "quarry-size": "The Quarry has the wrong number of cards.",
    "quota-used": "The seat has no such announcement left.",
    "seat-needed": "Only a seat can say this.",
    "seat-unknown": "The table has no such seat.",
    "seats-range": "The game does not seat so many.",
    "sheet-full": "The seat's sheet is full.",
    "table-adjourned": "The table is adjourned.",
    "table-finished": "The table's game is over.",
    "too-many-copies": "More copies of a card than the deck has.",
    "tricks-range": "Tricks are 0 to 6.",
    "trump-unknown": "There is no such trump here.",
    "undo-late": "Too late to undo this.",
    "undo-overtaken": "Something else changed since.",
    "unknown-card": "The deck has no such card.",
    # Tables and club nights
    "claims-open": "Claims against the cards wait for a ruling.",
    "coming-cancelled": "The night is cancelled.",
    "coming-decided": "It is decided already who is needed.",
    "coming-opened": "The night is open already.",
    "coming-over": "The night is over.",
    "event-finished": "The event is over.",
    "event-played": "Something was recorded, so the event stays.",
    "game-over": "The game ended by itself.",
    "no-night": "Only club nights have this.",
    "no-show-begun": "The table has begun or is over.",
    "not-here": "Some of these entrants are not here.",
    "category-gone": "The club has no such category.",
    "opinion-not-asked": "Nobody is asked to confirm this.",
    "opinion-settled": "It is confirmed already.",
    "other-game": "The table was played by other rules.",
    "players-elsewhere": "Some sit at another open table.",
    "prize-rises": "A prize is worth more than the one before it in its category.",
    "round-waits": "The table's round has to be taken back first.",
    "seated-twice": "Somebody has two seats.",
    "second-seat-needed": "Another seat has to confirm it.",
    "still-seated": "The entrant sits at a table that plays.",
    "table-begun": "The table has begun, so its seats stay.",
    "table-in-use": "The table's number is in use.",
    "table-not-adjourned": "The table is not adjourned.",
    "table-not-ended": "The table has not ended.",
    "table-over": "The table has ended.",
    "table-size": "The game does not seat so many at a table.",
    "tables-adjourned": "Adjourned tables of a tournament have no result.",
    "tables-disputed": "Disputes wait for a ruling.",
    "tables-playing": "Tables still play.",
    "tables-unconfirmed": "Tables wait to be confirmed.",
    "team-best": "So many members of a team cannot count.",
    "team-empty": "A team needs a name and a member, and its captain is one of them.",
    "team-taken": "Two teams would have one name.",
    "team-plays": "The team plays already, so it stays.",
    "boards-differ": "Teams meet over boards in all stages or in none.",
    "nobody-of-team": "Nobody of a team that is drawn is here.",
    "line-up-long": "More people than boards.",
    "line-up-away": "Somebody named is not here.",
    "line-up-order": "The team sits in its own order.",
    "no-play-off-of-teams": "Teams cannot play off.",
    "text-long": "The text is too long.",
    # Tournaments
    "bracket-fixed": "A bracket decides who meets.",
    "bye-before-entry": "The entrant plays only from a later round on.",
    "bye-drawn": "That round is drawn already.",
    "bye-last": "The last rounds have no byes on request.",
    "bye-too-much": "The plan allows no bye of this worth.",
    "byes-asked": "Byes were requested that the plan would not allow.",
    "byes-scored": "The plan allows fewer byes with points.",
    "byes-zero": "The plan allows fewer byes without points.",
    "clock-not-set": "The round has no minutes.",
    "clock-runs": "The clock runs already.",
    "clock-stands": "The clock does not run.",
    "ended-without-deals": "The table ended without deals: decide its places.",
    "entered-already": "The stage has this entrant already.",
    "gone-since-draw": "Somebody left since the draw: draw again.",
    "in-two-teams": "Somebody would be in two teams.",
    "later-played": "A table that would be drawn again has begun.",
    "later-stage": "A later stage was played.",
    "later-round": "A later round rests on it: use corrections.",
    "level-at-cut": "Entrants are level at the cut: settle it, or send entrants.",
    "list-changed": "Some of what is named is not there, or changed.",
    "no-byes-here": "No stage has byes on request.",
    "no-handicaps": "The night or stage gives no handicaps, or the stage does not run.",
    "night-begun": "The night has begun, so its handicaps stay.",
    "handicap-range": "A handicap is less than 0, or more than nine wins.",
    "no-match": "The table is no match.",
    "no-points": "The plan has no points for tables of this size.",
    "no-preview": "The round is no preview.",
    "no-stages": "A tournament needs a stage.",
    "no-tie-breaks": "The stage has no tie-breaks.",
    "no-tournament": "Only tournaments have this.",
    "no-valid-pairing": "No draw meets the clause.",
    "nobody-to-draw": "Fewer than two are left to draw.",
    "not-in-stage": "The stage does not have this entrant.",
    "nothing-to-undo": "The preview has no change to undo.",
    "other-group": "They are of different groups.",
    "places-wrong": "Give each seat a place, equal ones shared; a knockout shares none that goes on.",
    "plays-already": "This player plays already.",
    "plays-no-more": "The entrant has left the tournament.",
    "play-off-counted": "What follows rests on the play-off.",
    "play-off-drawn": "A play-off is drawn, so the rounds stay.",
    "preview-changed": "The preview is another version than seen.",
    "preview-waiting": "A preview waits to be published or discarded.",
    "reason-needed": "A reason is needed.",
    "results-missing": "Tables have no result yet.",
    "results-undecided": "Say what becomes of the results.",
    "round-begun": "Something was recorded in the round.",
    "round-not-newest": "A later round is drawn.",
    "round-not-published": "The round is not published.",
    "rounds-drawn": "More rounds are drawn already.",
    "rounds-left": "The stage has rounds to play yet.",
    "same-draw": "The draw is the same again.",
    "seat-missing": "The table has no such seat, or none is named.",
    "sits-there": "They sit so already.",
    "stage-begun": "The stage has begun.",
    "stage-kept": "A stage that was taken back stays in the plan.",
    "stage-not-begun": "The stage has not begun.",
    "stage-not-running": "The stage is not running.",
    "stage-over": "The stage has no further round.",
    "stage-played": "The stage has drawn rounds.",
    "stands-in": "This player is a substitute here.",
    "still-plays": "Somebody named still plays.",
    "tables-too-small": "A table has too few.",
    "tie-not-asked": "The stage's tie-breaks do not ask for this.",
    "too-few-entrants": "The stage needs more entrants.",
    "too-few-unpinned": "Too few are left beside what is pinned.",
    "too-late": "This format takes nobody late.",
    "too-many-entrants": "The stage takes fewer entrants.",
    "tournament-begun": "The tournament has begun: enter people late.",
    "tournament-over": "The tournament is over.",
    "would-play-on": "The table would play on, and some sit elsewhere.",
    # Seasons
    "season-event-stays": "The event has counted for over a day.",
    "season-other-game": "The season adds up another game.",
    "season-published": "The season is published, so its rules stay.",
}


def problem(status: int, code: str, params: Mapping[str, Any] | None = None, *, field: str = "") -> dict[str, Any]:
    """``field`` is a JSON pointer into the body, where one field is at fault."""
    facts = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": MEANINGS[code],
        "params": dict(params or {}),
    }
    return {**facts, "field": field} if field else facts
