"""What has been done, as the next page says it above."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Table
from tournaments.selectors.stage.stages import ShownMatch
from tournaments.words.standings import won_text

SAVED = gettext_lazy("Saved.")
ROUND_BEGUN = gettext_lazy("The round has begun without this change.")
TEAMS_SAVED = gettext_lazy("The teams are saved.")
CODE_RENEWED = gettext_lazy("Made new. Print the new card; the old one opens nothing any more.")
CODES_GOOD_AGAIN = gettext_lazy("The codes are good again for a day.")
UNDONE = gettext_lazy("Undone. The deals say what they said before.")
SHEET_RECORDED = gettext_lazy("This sheet is recorded already. What is wrong in it is corrected here, deal by deal.")


CORRECTED = gettext_lazy("The result is corrected.")
TIE_SETTLED = gettext_lazy("The tie is settled.")
FIRST_PLACE = {
    "play-off": gettext_lazy("First place is played off: the tables are open."),
    "shared": gettext_lazy("First place is shared."),
    "lots": gettext_lazy("A lot was drawn for first place. It is recorded with its seed."),
}


def deal_corrected(number: int, *, voided: bool) -> str:
    text = _("Deal %(number)s is voided.") if voided else _("Deal %(number)s is corrected.")
    return text % {"number": number}


def players_added(count: int) -> str:
    """So many in all."""
    text = ngettext(
        "Saved. The club’s list has %(count)s player.", "Saved. The club’s list has %(count)s players.", count
    )
    return text % {"count": count}


def codes_renewed(count: int) -> str:
    """Of so many tables."""
    text = ngettext(
        "The codes of %(count)s table are new. Show the table its new card.",
        "The codes of %(count)s tables are new. Show the tables their new cards.",
        count,
    )
    return text % {"count": count} if count else _("They had already been renewed.")


def player_archived(name: str) -> str:
    return _("%(name)s is archived: everything played stays, and below the list is the way back.") % {"name": name}


def player_back(name: str) -> str:
    return _("%(name)s is on the club’s list again.") % {"name": name}


def sheet_typed(count: int) -> str:
    return ngettext("%(count)s deal was typed in.", "%(count)s deals were typed in.", count) % {"count": count}


def entrants_added(count: int) -> str:
    return ngettext("%(count)s player entered.", "%(count)s players entered.", count) % {"count": count}


TOKEN_REVOKED = gettext_lazy("Revoked. The program is no longer let in.")
WEBHOOK_ON = gettext_lazy("On again. It is told what happens from now on.")
WEBHOOK_OFF = gettext_lazy("Off. It is told nothing any more.")
ON_ITS_WAY = gettext_lazy("On its way. Look again in a moment.")
TAKEN_IN = gettext_lazy("Taken in. It is shown as claimed.")
TAKEN_AWAY = gettext_lazy("Removed.")
INVITATION_REVOKED = gettext_lazy("Revoked. Its link opens nothing any more.")


def mail_sent(address: str) -> str:
    return _("The invitation is on its way to %(address)s.") % {"address": address}


def welcome(club: str) -> str:
    return _("Welcome to %(club)s.") % {"club": club}


SAY_WHO = gettext_lazy("Have you played here before? Say under “You” which player of the list you are.")
ADD_ADDRESS = gettext_lazy("Add your e-mail address under Account, for the day on which you forget your password.")


def member_removed(name: str) -> str:
    return _("%(name)s is no longer a member.") % {"name": name}


def left_club(club: str) -> str:
    return _("You have left %(club)s.") % {"club": club}


def handed_over(name: str) -> str:
    return _("The club is %(name)s’s now; you go on as a director.") % {"name": name}


SEASON_PUBLISHED = gettext_lazy("Published. What is over counts, and the rules stay as they are.")
SEASON_OVER = gettext_lazy("The season has ended. It stays in the archive with its champion.")
SEASON_GOES_ON = gettext_lazy("The season goes on.")
SEASON_DISCARDED = gettext_lazy("The draft is discarded.")
FIXTURES_DRAWN = gettext_lazy("Drawn. Everybody sees who meets whom, and by when.")
FIXTURES_TAKEN_BACK = gettext_lazy("Taken back. The divisions can be changed again.")
FIXTURE_DECIDED = gettext_lazy("Decided. The table of the division counts it.")
FIXTURE_AS_PLAYED = gettext_lazy("It counts as it is played.")
NUMBERS_OF_TABLES = gettext_lazy("Nothing is saved: a table has a number from 1 to 999.")
GIVE_EVERYBODY_A_PLACE = gettext_lazy("Give every player a place.")
CHOOSE_A_NIGHT = gettext_lazy("Choose a night that is open.")
ON_LADDER = {
    "challenge": gettext_lazy("Challenged. The first table at which both sit counts."),
    "withdraw": gettext_lazy("The challenge is withdrawn."),
    "decide": gettext_lazy("Decided. The ladder counts it."),
    "join": gettext_lazy("Joined, below all others."),
    "leave": gettext_lazy("Off the ladder. What was played stays in its history."),
    "place": gettext_lazy("Saved."),
}
CHOOSE_TWO = gettext_lazy("Choose who challenges whom.")
CHOOSE_A_PLAYER = gettext_lazy("Choose a player, and a place from 1 on.")
CHOOSE_AN_EVENT = gettext_lazy("Choose the event that counts.")


# ---- At the desk: each with what undoes it beside it ----
UNDONE_AT_DESK = gettext_lazy("Undone.")
NO_SHOW = gettext_lazy("No-show")
SEATS_EXCHANGED = gettext_lazy("They have changed seats.")
EVENT_OVER = gettext_lazy("It is over.")
EVENT_REOPENED = gettext_lazy("It is open again.")
EVENT_DISCARDED = gettext_lazy("Discarded. No list shows it any more.")

STAGE_BEGUN = gettext_lazy("The stage has begun.")
STAGE_NOT_BEGUN = gettext_lazy("The stage has not begun: its entrants can be chosen again.")
LOTS_DRAWN = gettext_lazy("A lot was drawn. It is recorded with its seed.")
PLAYED_OFF = gettext_lazy("It is played off: the tables are open.")
MESSAGE_SENT = gettext_lazy("The message is on the pads.")
DRAW_DISCARDED = gettext_lazy("The draw is discarded. A new one is the same, but for changes by hand.")
SEEDED = gettext_lazy("The entrants are seeded anew.")
APART = gettext_lazy("They are kept apart.")
TOGETHER = gettext_lazy("They may meet again.")
REGISTRATION = {
    True: gettext_lazy("Registration is open: players enter themselves."),
    False: gettext_lazy("Registration is closed."),
}
CLOCK = {
    "set": gettext_lazy("The clock is set."),
    "start": gettext_lazy("The clock runs."),
    "pause": gettext_lazy("The clock is stopped."),
    "reset": gettext_lazy("The clock is set back to its beginning."),
}

AT_TABLE = {
    "coming": gettext_lazy("Table %(number)s has been told that you are coming."),
    "settled": gettext_lazy("The call of table %(number)s is settled."),
    "stands": gettext_lazy("The result of table %(number)s stands as recorded."),
    "ruling": gettext_lazy("The ruling on table %(number)s counts."),
    "lift": gettext_lazy("The ruling on table %(number)s no longer counts."),
    "end": gettext_lazy("Table %(number)s has ended."),
    "adjourn": gettext_lazy("Table %(number)s is adjourned."),
    "take-back": gettext_lazy("Table %(number)s is taken back."),
    "reopen": gettext_lazy("Table %(number)s plays on."),
    "resume": gettext_lazy("An adjourned table plays on."),
    "renew-link": gettext_lazy("Table %(number)s has a new pad link. Its new card has to be shown to the table."),
    "revoke-link": gettext_lazy("The pad link of table %(number)s opens nothing any more."),
}


def at_table(action: str, number: int) -> str:
    return str(AT_TABLE[action]) % {"number": number}


def game_ended(table: Table, match: ShownMatch) -> str:
    """Of a table that is one game of a match, and what becomes of that."""
    facts = {"number": table.number, "game": table.game}
    if table.is_board:
        return _("Table %(number)s: board %(game)s has ended.") % facts
    sentence = _("Table %(number)s: game %(game)s has ended.") % facts
    if match.line and match.line.over:
        return f"{sentence} {won_text(match.line)}."
    newest = match.games[-1]
    if newest.game > table.game:
        follows = _("The match goes on with game %(game)s.") % {"game": newest.game}
    else:
        follows = _("The match is not decided yet.")
    return f"{sentence} {follows}"


def round_published(number: int) -> str:
    return _("Round %(number)s is published.") % {"number": number}


def round_taken_back(number: int) -> str:
    return _("Round %(number)s is taken back. Drawn again, it is the same as long as nothing else has changed.") % {
        "number": number
    }


def extra_time(number: int, minutes: int) -> str:
    text = ngettext(
        "Table %(number)s has %(minutes)s extra minute.", "Table %(number)s has %(minutes)s extra minutes.", minutes
    )
    return text % {"number": number, "minutes": minutes}


def came(count: int) -> str:
    return ngettext("%(count)s player is here now.", "%(count)s players are here now.", count) % {"count": count}


def checked_in(count: int) -> str:
    text = ngettext("%(count)s player is checked in.", "%(count)s players are checked in.", count)
    return text % {"count": count}


def checked_out(count: int) -> str:
    text = ngettext("%(count)s player is not here after all.", "%(count)s players are not here after all.", count)
    return text % {"count": count}


def left(name: str) -> str:
    return _("%(name)s has left.") % {"name": name}


def sat_down(name: str) -> str:
    return _("%(name)s sits down.") % {"name": name}


def no_show_told(name: str) -> str:
    return _("%(name)s has not come, and no longer plays.") % {"name": name}


def substitute_plays(name: str, substitute: str) -> str:
    if substitute:
        return _("%(substitute)s plays for %(name)s.") % {"name": name, "substitute": substitute}
    return _("%(name)s has no substitute any more.") % {"name": name}


def table_fixed(name: str, table: int | None) -> str:
    if table is None:
        return _("%(name)s sits wherever the draw says.") % {"name": name}
    return _("%(name)s always sits at table %(table)s.") % {"name": name, "table": table}


def plays(name: str) -> str:
    return _("%(name)s plays again.") % {"name": name}


def plays_no_more(name: str, *, table: int | None = None) -> str:
    """``table``: at which they still sit."""
    if table is None:
        return _("%(name)s no longer plays.") % {"name": name}
    return _("%(name)s no longer plays. Rule on table %(table)s, which is still in play.") % {
        "name": name,
        "table": table,
    }


def tables_opened(count: int) -> str:
    return ngettext("%(count)s table is open.", "%(count)s tables are open.", count) % {"count": count}


def tables_closed(count: int, *, over: bool) -> str:
    text = ngettext("%(count)s table is no longer playing.", "%(count)s tables are no longer playing.", count)
    text = text % {"count": count}
    return " ".join([*([str(EVENT_OVER)] if over else []), *([text] if count else [])])
