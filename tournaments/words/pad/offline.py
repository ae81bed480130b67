"""What a phone says while nobody answers (the server's own sentences, with braces for names and numbers), and what the
pad says besides the score.
"""

import re
from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.deals import Deal
from scoring.games import GAMES
from scoring.result import DealResult, ShowdownResult
from tournaments.words.errors import COLLISION, OF_THE_OVERRIDE, OF_THE_PLAYOFF, SENTENCES
from tournaments.words.refusals import SENTENCES as REFUSALS
from tournaments.words.table.deals import ANNOUNCED, ANNOUNCED_TRUMP, OUTCOMES, TRUMPS, UPHELD, deal_words

NAMED = re.compile(r"%\((\w+)\)s")
# What the phone's rules refuse besides the clauses of the games.
KNOWN_REFUSALS = ("table-adjourned", "dealer-fixed", "deal-unknown", "deal-voided", "stale")


def offline_words(sheet: str) -> dict[str, str]:
    own = announced() if sheet == "announcements" else shown()
    return errors() | own | queue() | collisions()


def braces(sentence: str | Promise) -> str:
    return NAMED.sub(r"{\1}", str(sentence))


def errors() -> dict[str, str]:
    refusals = {code: REFUSALS[code] for code in KNOWN_REFUSALS}
    sentences: Mapping[str, str | Promise] = SENTENCES | refusals
    return {
        **{f"error_{code}": braces(sentence) for code, sentence in sentences.items()},
        "error_playoff_of": str(OF_THE_PLAYOFF),
        "error_override": str(OF_THE_OVERRIDE),
        "error_elsewhere": braces(COLLISION),
        "somebody": _("somebody"),
        "and": _("and"),
    }


def announced() -> dict[str, str]:
    """A deal in one sentence, as `deal_words` makes it."""
    return {
        "outcome_announced": braces(ANNOUNCED),
        "outcome_trump": braces(ANNOUNCED_TRUMP),
        **{f"suit_{trump}": str(name) for trump, name in TRUMPS.items()},
        **{f"points_{points}": points_words(points) for points in possible_points()},
    }


def shown() -> dict[str, str]:
    return {
        "outcome_upheld": braces(UPHELD),
        **{f"outcome_{outcome}": braces(sentence) for outcome, sentence in OUTCOMES.items()},
        "no_cards_shown": _("no cards shown"),
    }


def possible_points() -> set[int]:
    """What a deal of announcements can bring."""
    games = [game for game in GAMES.values() if game.sheet == "announcements"]
    return {game.points(0, taken) for game in games for taken in range(game.tricks + 1)}


def points_words(points: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", points) % {"n": str(points).replace("-", "−")}


def words_to_tell(deal: Deal | None, result: DealResult | None, names: Sequence[str]) -> str:
    """What a deal came to, where a phone cannot say it itself: how one hand beats another."""
    return deal_words(deal, result, names) if isinstance(result, ShowdownResult) else ""


def queue() -> dict[str, str]:
    return {
        "kept": _("Kept on this phone until it can be sent. {words}"),
        "kept_void": _("Deal {n} is voided as soon as this can be sent."),
        "kept_dealer": _("The dealer is kept on this phone until it can be sent."),
        "proposed": _("Another seat has to agree before deal {n} changes."),
        "memory_looking": _("This phone is still looking for what it has not sent. Keep this page open."),
        "memory_only": _("This browser keeps nothing: what is not sent is lost when this page is closed."),
        "unsent_open": _("Show what is not sent"),
        "state_waiting": _("waiting"),
        "state_sending": _("being sent…"),
        "state_refused": _("refused: {why}"),
        "state_collided": _("another phone recorded something else"),
        "state_arrived": _("arrived"),
        "stopped": _("Nothing more is sent until this is settled."),
        "all_sent": _("Everything has arrived."),
        "queued_deal": _("Deal {n}: {words}"),
        "queued_correction": _("Deal {n} corrected. {words}"),
        "queued_void": _("Deal {n} voided."),
        "queued_dealer": _("{name} deals first."),
        "ask_again": _("Ask again"),
        "mend": _("Put right"),
        "drop": _("Throw away"),
        "drop_surely": _("Throw away for good"),
        "dropped": _("Thrown away. {words}"),
        "show": _("Show"),
        "mark_waiting": _("not sent yet"),
        "verdict_unsent": _("It will be checked when it is sent."),
        "banner_asked": _("Deal {n} waits: {names} must agree that you enter their hand."),
        "banner_refused": _("Deal {n} could not be saved."),
        "banner_collided": _("Deal {n} differs from what another phone recorded."),
        "banner_changed": _("The table has changed: look at deal {n} again."),
    }


def collisions() -> dict[str, str]:
    return {
        "collision_title": _("Two phones differ about deal {n}"),
        "this_phone": _("This phone"),
        "other_phone": _("Recorded already"),
        "differs": _("differs"),
        "theirs_right": _("The other is right"),
        "mine_right": _("Mine is right"),
        "both_played": _("Both were played: mine is deal {n}"),
        "field_declarer": _("Who announced"),
        "field_announced": _("Announced"),
        "field_trump": _("Trump"),
        "field_taken": _("Tricks"),
        "field_folded": _("Folded"),
        "field_playoff_of": _("Play-off of deal"),
        "field_claimed": _("Winner named by the table"),
        "field_override": _("The director’s word"),
        "field_paid": _("Cubits of {name}"),
        "nothing": _("–"),
    }


def table_words() -> dict[str, str]:
    return help_words() | confirmations() | correct_many()


def help_words() -> dict[str, str]:
    return {
        "help": _("Help"),
        "help_title": _("Help at the table"),
        "call": _("Call the director"),
        "call_note": _("What is it about? (optional)"),
        "called": _("Director called at {time}"),
        "uncall": _("Not needed any more"),
        "messages": _("From the director"),
        "message": _("Director: {text}"),
        "read": _("Read"),
        "mistakes": _("Something is wrong"),
        "this_phone": _("This phone"),
        "stay_awake": _("Keep the screen on"),
        "moments": _("Movement and vibration"),
        "large_type": _("Large type"),
        "night_colours": _("Night colours"),
        "wrong_deal": _("A deal was entered wrongly"),
        "corrections_closed": _("The time for corrections from this pad is over: ask the director."),
        "seat_phone": _("This phone speaks for {name}."),
        "table_phone": _(
            "This phone speaks for the whole table. To confirm what others enter, scan the code of your seat."
        ),
        "table_phone_asked": _(
            "This phone speaks for the whole table: what is entered here has to be confirmed by two players. To speak "
            "for yourself, scan the code of your seat."
        ),
    }


def confirmations() -> dict[str, str]:
    return {
        "ask_deal": _("Deal {n}: {words} Right?"),
        "ask_deals": _("{n} deals wait for you to confirm them"),
        "agree": _("Right"),
        "disagree": _("No…"),
        "agree_all": _("All {n} are right"),
        "dispute": _("This is wrong"),
        "dispute_reason": _("What is wrong? The director reads it."),
        "opinions_title": _("Is this what was played?"),
        "opinions_hint": _("Others entered these deals. They count once you have confirmed them."),
        "opinions_done": _("Nothing waits for you to confirm it."),
        "entered_by": _("entered by {name}"),
        "opinion_waiting": _("to be confirmed"),
        "opinion_second": _("confirmed by {name}, a second seat is asked"),
        "opinion_confirmed": _("confirmed"),
        "opinion_disputed": _("disputed"),
        "disputed_deal": _("{name} disputes deal {n}. The director has been told."),
        "disputed_table": _("{name} disputes the result. The director has been told."),
        "take_back": _("Take it back"),
        "decline": _("No"),
        "proposal": _("{name} wants to correct:"),
        "proposal_deal": _("{name} wants to correct deal {n}"),
        "proposal_several": _("{name} wants to correct several deals"),
        "proposal_others": _("Another seat agrees to it, on another phone: scan the code of your seat there."),
        "proposal_gone": _("This has been answered, or something else has changed it."),
        "before": _("As it stands"),
        "after": _("As proposed"),
        "no_deal": _("no deal"),
        "yes": _("yes"),
        "result_waiting": _("To be confirmed by another seat."),
        "result_confirmed": _("The result is confirmed."),
        "result_disputed": _("The result is disputed and does not count until that is settled."),
        "accepted_at": _("It counts by itself at {time}."),
        "result_right": _("The result is right"),
        "result_wrong": _("The result is wrong"),
        "scan_seat": _("Scan the code of your seat to confirm it, on another phone than the one it was entered on."),
        "correct_consent": _("This has been confirmed: another seat must agree to your correction."),
    }


def correct_many() -> dict[str, str]:
    return {
        "sat_wrongly": _("Two players sat in each other’s seats"),
        "deal_forgotten": _("A deal was forgotten"),
        "which_two": _("Which two?"),
        "since_deal": _("Since which deal?"),
        "before_deal": _("Before which deal was it played?"),
        "insert_hint": _("The later deals move on by one. What would change is shown first."),
        "inserting": _("The deal forgotten before deal {n}"),
        "deal_and_words": _("{n}. {words}"),
        "see_changes": _("See what changes"),
        "enter_forgotten": _("Enter the deal"),
        "would_change": _("This would change"),
        "would_break": _("This is not possible: it breaks the rules"),
        "why": _("Why? (you may leave this empty)"),
        "correct_do": _("Do it"),
        "correct_propose": _("Propose it to the others"),
        "corrected_many": _("Done. The sheets are as they were played."),
        "correct_proposed": _("Proposed: another seat must agree."),
    }
