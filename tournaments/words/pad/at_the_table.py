"""What the pad says besides the score: the director, confirmations, and mistakes of several deals."""

from django.utils.translation import gettext as _


def table_words() -> dict[str, str]:
    return help_words() | confirmations() | correct_many()


def help_words() -> dict[str, str]:
    return {
        "help": _("Help"),
        "help_title": _("Help at the table"),
        "call": _("Call the director"),
        "call_note": _("What is it about? (you may leave this empty)"),
        "called": _("Director called at {time}"),
        "uncall": _("Not needed any more"),
        "messages": _("From the director"),
        "message": _("Director: {text}"),
        "read": _("Read"),
        "mistakes": _("Something is wrong"),
        "this_phone": _("This phone"),
        "stay_awake": _("Keep the screen on"),
        "moments": _("Movement and vibration"),
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
        "ask_deals": _("{n} deals wait for your word"),
        "agree": _("Right"),
        "disagree": _("No…"),
        "agree_all": _("All {n} are right"),
        "dispute": _("This is wrong"),
        "dispute_reason": _("What is wrong? The director reads it."),
        "opinions_title": _("Is this what was played?"),
        "opinions_hint": _("Others entered these deals; your word makes them count."),
        "opinions_done": _("Nothing waits for your word."),
        "entered_by": _("entered by {name}"),
        "opinion_waiting": _("to be confirmed"),
        "opinion_second": _("confirmed by {name}, a second seat is asked"),
        "opinion_confirmed": _("confirmed"),
        "opinion_disputed": _("disputed"),
        "disputed_deal": _("{name} disputes deal {n}. The director has been told."),
        "disputed_table": _("{name} disputes the result. The director has been told."),
        "take_back": _("Take it back"),
        "decline": _("No"),
        "proposal": _("{name} would correct:"),
        "proposal_deal": _("{name} would correct deal {n}"),
        "proposal_several": _("{name} would correct several deals"),
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
        "sat_wrongly": _("Two players sat wrongly"),
        "deal_forgotten": _("A deal was forgotten"),
        "which_two": _("Which two?"),
        "since_deal": _("Since which deal?"),
        "before_deal": _("It was played before which deal?"),
        "insert_hint": _("The later deals move on by one. What would change is shown first."),
        "inserting": _("The deal forgotten before deal {n}"),
        "deal_and_words": _("{n}. {words}"),
        "see_changes": _("See what changes"),
        "enter_forgotten": _("Enter the deal"),
        "would_change": _("This would change"),
        "would_break": _("This cannot be: it breaks the rules"),
        "why": _("Why? (you may leave this empty)"),
        "correct_do": _("Do it"),
        "correct_propose": _("Propose it to the others"),
        "corrected_many": _("Done. The sheets are as they were played."),
        "correct_proposed": _("Proposed: another seat must agree."),
    }
