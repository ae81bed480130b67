"""What a service refuses, in one sentence that says what to do, and how long somebody has to wait who tries something
too often.
"""

from math import ceil

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.selectors.table.cards import number_text
from tournaments.services.refusals import Refused

SENTENCES = {
    "still-seated": _("Table %(table)s is still playing with this player: end or adjourn it first."),
    "tables-playing": _("Still playing: table %(tables)s. End or adjourn it first."),
    "tables-adjourned": _("Adjourned without a result: table %(tables)s. Play it on or end it first."),
    "event-played": _("Something was recorded in this event, so it stays. Finish it instead."),
    "round-waits": _("Its round waits at table %(tables)s. Take that round back first, then discard the event."),
    "player-here": _("%(name)s is in an event that is open: mark that this player has left, or finish the event."),
    "player-due": _("%(name)s plays in a tournament that is running: withdraw this entrant first."),
    "player-gone": _("This player has become anonymous meanwhile, or was merged into another. Nothing was saved."),
    "player-played": _("%(name)s has taken part, so the results stay. Make this player anonymous instead."),
    "name-gone": _("The seven days are over: the name is kept nowhere any more."),
    "name-taken": _("The club has another player called %(name)s by now. Rename that one first."),
    "merge-other": _("Choose another player of this club."),
    "merge-again": _("One of them is merged already. Undo that first, or look at the list again."),
    "merge-anonymous": _("An anonymous player cannot be merged. Give the name back first."),
    "merge-accounts": _("%(name)s and %(other)s are two members with an account each. Remove one under Members first."),
    "merge-met": _("%(name)s and %(other)s were both in %(events)s, so they are two people."),
    "merged-further": _("%(name)s has been merged into %(other)s since. Undo that first."),
    "merged-anonymous": _("%(name)s is anonymous, and so is the player who was merged. Give the name back first."),
    "last-owner": _("A club needs an owner: hand the club over first."),
    "account-owns": _(
        "You are the only owner of %(clubs)s. A club needs an owner: hand it over to another member first, on its page"
        " Members, or invite somebody to hand it over to."
    ),
    "hand-over-to-another": _("Hand the club over to another of its members."),
    "account-name-taken": _(
        "There is an account of this name by now. If it is yours, sign in; or choose another name."
    ),
    "handed-over-already": _("You are not the owner any more: the club has been handed over already."),
    "player-of-another": _("%(name)s is another member already. Ask a director, who sees who that is."),
    "says-another": _("This member has named another player by now. Look again."),
    "invitation-over": _("This invitation is no longer good. Ask whoever sent it for a new one."),
    "coming-cancelled": _("This night is cancelled."),
    "coming-opened": _("This night is open already: scan its code, and say that you are here."),
    "coming-over": _("This night is over."),
    "coming-decided": _("It is decided who is needed. Say that you are coming, or that you are not."),
    "no-show-begun": _("Table %(table)s has begun or is over. End it, or rule on it, instead."),
    "season-published": _("%(name)s is published, so its rules stay. Plan another season for other rules."),
    "season-event-stays": _("%(name)s has counted for more than a day, so it stays."),
    "season-other-game": _("%(name)s was another game: scores of different games cannot be added up."),
    "season-over": _("%(name)s is over. Reopen the season first."),
    "league-drawn": _("The fixtures are drawn. Take them back first, as long as none has been played."),
    "league-of-draft": _("%(name)s is a draft: publish the season first, so that its days stay."),
    "league-played": _("Something has been played or decided already, so the fixtures stay."),
    "division-too-small": _("Division %(division)s is too small: it needs at least %(least)s players."),
    "fixture-places": _("Give every player of the fixture a place."),
    "fixture-other-game": _("%(name)s is for another game than the league. Choose another night."),
    "fixture-other-day": _("%(name)s is not on a day of the season. Choose another night."),
    "fixture-archived": _("Archived: %(names)s. Bring them back to the club’s list first."),
    "merge-league": _("%(name)s and %(other)s play in one league or on one ladder, so they are two people."),
    "not-on-ladder": _("%(name)s does not stand on this ladder. Join it first."),
    "out-of-reach": _("%(name)s cannot be challenged: choose somebody at most %(reach)s places above."),
    "challenged-already": _("%(name)s has a challenge that is open. Play that one first, or withdraw it."),
    "challenge-played": _("This challenge has been played or decided, so it stays."),
    "ladder-closed": _("The ladder %(name)s is closed. Open it again first."),
    "category-taken": _("The club has a category called %(name)s already."),
    "category-gone": _("Somebody has removed a category meanwhile. Look again."),
    "category-of-prizes": _("%(event)s has a prize for %(name)s: take it off its list first."),
    "category-days": _("The last day in a category cannot be before the first."),
    "category-again": _(
        "They would lose their former days in it: %(names)s. Leave both days empty: they get those between too."
    ),
    "category-begun": _("Their first day comes after this last day: %(names)s. Choose a later one, or leave it empty."),
    "categories-many": _("A club has up to %(most)s categories. Remove one first."),
    "prize-rises": _("%(name)s is worth more than a prize before it in its category: list it before that one."),
    "in-two-teams": _("In two teams: %(names)s. Leave everybody in one."),
    "team-taken": _("There are two teams called %(name)s. Give each a name of its own."),
    "team-empty": _("A team has a name and at least one member, and its captain is one of them: %(name)s"),
    "team-plays": _("%(name)s plays already, so the team stays. It can withdraw instead."),
    "boards-differ": _("Either teams meet over boards in all stages, or in none."),
    "nobody-of-team": _("Nobody of %(name)s is here. Check somebody in, or let the team withdraw."),
    "line-up-long": _("A team sits at %(most)s boards."),
    "line-up-away": _("Not here: %(names)s. Leave them out, or check them in."),
    "line-up-order": _("The team sits in its own order: leave out those who do not play, and the others move up."),
    "no-play-off-of-teams": _("Teams cannot play off here. Let a lot decide, or decide yourself."),
    "team-best": _("Up to %(most)s members of a team can count in a round."),
    "codes-good": _("The event is open, so its codes are good."),
    "event-finished": _("This event is over. Reopen it to go on."),
    "table-size": _("A table of %(got)s does not work here: this game seats %(smallest)s to %(largest)s."),
    "seated-twice": _("Somebody would sit in two places. Seat everybody once."),
    "not-here": _("Somebody among these has left in the meantime. Look at the list again."),
    "players-elsewhere": _("%(names)s: playing at another table at the moment."),
    "table-begun": _("Table %(table)s has begun: its seats stay as they are."),
    "table-in-use": _("Table %(tables)s is in use by now. Look at the new numbers."),
    "table-over": _("This table has already ended."),
    "table-not-ended": _("This table has not ended; it can simply play on."),
    "game-over": _("This game is over by itself. Correct or void a deal at its pad if it ended wrongly."),
    "table-adjourned": _("This table is adjourned. The director can resume it."),
    "table-not-adjourned": _("This table is not adjourned; there is nothing to resume."),
    "other-game": _("That table was played by other rules and can only go on on a night with the same ones."),
    "dealer-fixed": _("The first dealer is fixed once a deal is recorded."),
    "nothing-typed": _("Nothing is typed in yet. Type the first deal, then save."),
    "sheet-typed": _(
        "This sheet is recorded already, and said something else. Look at the table, and correct deals there."
    ),
    "deal-unknown": _("There is no deal %(deal)s at this table."),
    "nothing-changes": _("Nothing would change from deal %(deal)s on: neither of them is in any of those deals."),
    "deal-voided": _("Deal %(deal)s is voided already."),
    "client-id-taken": _("This phone has mixed up two tables. Reload the page and enter the deal again."),
    "consent-needed": _("This has been confirmed: it needs the consent of another seat. Propose it from the pad."),
    "correction-closed": _("The time for corrections is over. Call the director."),
    "undo-overtaken": _("Something else was recorded or changed since. Correct the deal instead."),
    "undo-late": _("This can be undone for a minute only. Correct the deal instead."),
    # Each phone its own hand
    "seat-of-another": _("Only that player’s own phone can say this: enter it there, or all hands on one phone."),
    "seat-has-phone": _(
        "This player has a phone at the table: ask there. Once they agree, or have not answered for %(minutes)s min, "
        "you may enter the hand."
    ),
    "own-hand-first": _("Enter your own hand first, then that of another."),
    "hand-of-another": _(
        "A player has entered their hand on their own phone, and this deal says otherwise: ask them to change it "
        "there, or call the director."
    ),
    "players-asked": _(
        "Somebody whose hand you entered has a phone of their own and is asked. The deal can be saved once they agree, "
        "or have not answered for %(minutes)s min."
    ),
    "hand-newer": _("This was entered on another phone in the meantime. Look at it again."),
    # Winners against the cards
    "director-needed": _(
        "Only the director can decide against the cards: call the director where the pad says who wins this deal."
    ),
    "directors-word": _("The director decided or changed this: call the director to change it again."),
    "reason-needed": _("Say why: the director reads it."),
    "claim-waits": _(
        "The director is called about a deal of this table already: wait for the director, or take that back."
    ),
    "call-long": _(
        "The director is called already, and reads what was said then. Characters left for more: %(left)s. Say it "
        "shorter, or at the table."
    ),
    "claim-agrees": _("The cards give the same winner: save the deal."),
    "claim-answered": _("This has been ruled on, or taken back. Look again."),
    "claims-open": _("Table %(tables)s claims a winner against the cards. Rule on it first."),
    "code-wrong": _("This is not the director’s code for this deal. Look at it again on the desk."),
    "codes-spent": _("Too many wrong codes were typed: the director rules on it at the desk."),
    # Confirmations and proposed corrections
    "opinion-not-asked": _("Nobody is asked to confirm this."),
    "opinion-settled": _("This is confirmed already. If it is wrong, correct it or call the director."),
    "own-entry": _("You entered this yourself: somebody at another seat has to confirm it."),
    "own-phone": _(
        "This was entered or confirmed on this very phone: somebody else says so on another phone, or the director."
    ),
    "second-seat-needed": _("You have confirmed this already: a second seat has to confirm it too, or the director."),
    "seat-needed": _("Only a player can say this: scan the code of your own seat first."),
    "disputed-already": _("This is disputed already. The director will rule on it."),
    "dispute-of-another": _("Somebody else disputes this: that seat can take it back, or the director rules on it."),
    "nothing-disputed": _("Nobody disputes this any more."),
    "tables-disputed": _("Disputed: table %(tables)s. Rule on it first."),
    "tables-unconfirmed": _(
        "Not yet confirmed: table %(tables)s. Here nothing is accepted by itself: have it confirmed, or rule on it."
    ),
    "proposal-answered": _("Somebody has answered this proposal already."),
    "proposal-outdated": _("This has been changed since it was proposed. Look again, and propose it anew if need be."),
    "proposal-of-another": _("Only those who proposed this can take it back."),
    "own-proposal": _("You proposed this yourself: somebody at another seat has to agree to it."),
    # Tournaments
    "no-tournament": _("This is possible in a tournament only."),
    "no-night": _("This is possible on a club night only: here the rounds are drawn."),
    "tournament-over": _("This tournament is over. Reopen it to go on."),
    "no-stages": _("Plan at least one stage."),
    "stage-begun": _("This stage has begun already."),
    "stage-not-begun": _("Stage %(stage)s has not begun yet."),
    "stage-not-running": _("This stage is not running."),
    "no-handicaps": _("No handicaps are given here, or the stage does not run."),
    "night-begun": _("The night has begun: its handicaps stay as they are."),
    "handicap-range": _("A handicap is from 0 to %(most)s points."),
    "stage-played": _("Rounds of this stage have been drawn: take them back first."),
    "plan-changed": _("A stage has begun or was taken back in the meantime. Look at the plan again."),
    "stage-kept": _("Stage %(stage)s had begun and was taken back: plan it otherwise, but keep it."),
    "stage-over": _("This stage is over: there is no further round."),
    "rounds-left": _("Stage %(stage)s has rounds to play yet."),
    "rounds-drawn": _("%(drawn)s rounds are drawn already: it cannot be fewer."),
    "too-few-entrants": _("This needs %(needed)s entrants at least, there are %(got)s."),
    "too-many-entrants": _("This takes %(most)s entrants at most, there are %(got)s."),
    "list-changed": _("The list has changed in the meantime. Look again."),
    "level-at-cut": _(
        "%(count)s are tied at the cut, and only so many places are left: %(places)s. Play it off, draw lots, let all "
        "of them in, or tick who goes on."
    ),
    "tie-not-asked": _(
        "What is settled at the table does not count in this stage, and would move others too. Put “Decided at the "
        "table” among its tie-breaks first, and see what moves."
    ),
    "no-tie-breaks": _("The places of this stage do not come from points, so no tie-break decides them."),
    "play-off-drawn": _("A play-off has been drawn after the last round: the number of rounds stays."),
    "play-off-counted": _(
        "What came after rests on this play-off. Take that back first, or settle the tie by your own word."
    ),
    "preview-waiting": _("A round is drawn and not yet published. Publish or discard it first."),
    "preview-changed": _("This preview was changed since you looked, perhaps by another director. Look again."),
    "sits-there": _("That is how they sit already."),
    "still-plays": _("%(names)s: still playing. Seat them at a table, or let them be free this round."),
    "tables-too-small": _("Too few at table %(tables)s: this game needs %(smallest)s. Seat them elsewhere, or free."),
    "no-points": _(
        "No points are set for as many as sit at table %(tables)s. Seat them otherwise, or change the plan."
    ),
    "nobody-to-draw": _(
        "Fewer than two still play, so there is no table to draw. Finish this stage: start the next one, or finish the "
        "tournament."
    ),
    "too-few-unpinned": _("Fewer than two are left to be drawn. Unpin a table first."),
    "same-draw": _("The same results draw the same round. Pin or change something first."),
    "nothing-to-undo": _("Nothing was changed by hand that is not undone already."),
    "no-preview": _("This round is not a preview any more."),
    "results-missing": _("No result yet at table %(tables)s."),
    "bracket-fixed": _("In a bracket the results say who meets whom. Correct a result, or rule on a table."),
    "other-group": _("They are of different groups, and each group is drawn and counted by itself."),
    "gone-since-draw": _("%(names)s: not playing any more. Discard this draw and draw again."),
    "round-begun": _("Table %(tables)s has begun: the round cannot be taken back."),
    "round-not-newest": _("Only the newest round can be taken back."),
    "round-not-published": _("This round is not published."),
    "later-round": _("Later rounds depend on this result. The director can correct it and see what moves."),
    "later-stage": _(
        "Stage %(stage)s would begin otherwise, and has been played (table %(tables)s): only the standings can be "
        "corrected."
    ),
    "later-played": _("Later rounds have been played (table %(tables)s): only the standings can be corrected."),
    "would-play-on": _(
        "Then the table would play on, but %(names)s play at another one. Take that round back first, or decide here "
        "how this table ended."
    ),
    "no-match": _("This table is no match of several games: decide its places."),
    "places-wrong": _("Give every seat its place: 1 for the best, and after two who share it comes 3."),
    "ended-without-deals": _(
        "This table has ended without a deal. Decide its places, or take back that it ended: then the others can play."
    ),
    "seat-missing": _("Choose who did not play."),
    "registration-closed": _("Registration is closed. Ask the director."),
    "registration-full": _("So many have entered that the list is full. Ask the director."),
    "registration-played": _("Drawn or seated already: %(names)s. Mark that they have left instead."),
    "registration-often": _("%(most)s names came from this phone already. Ask the director to enter more."),
    "tournament-begun": _("The tournament has begun: enter latecomers one by one."),
    "too-late": _("This stage is drawn for its entrants: nobody can join it any more."),
    "entered-already": _("%(name)s plays already."),
    "plays-already": _("%(name)s plays already."),
    "plays-no-more": _("%(name)s has left this tournament. The director can let this player play again."),
    "stands-in": _("%(name)s plays as a substitute for somebody else: end that first."),
    "no-byes-here": _("Byes on request are for a Swiss whose plan allows them."),
    "results-undecided": _(
        "%(name)s leaves a round robin: choose first, on the page of this entrant, what becomes of the results."
    ),
    "bye-drawn": _("Round %(rounds)s is drawn already. Discard its preview first, or leave it as it is."),
    "bye-too-much": _("The plan of this stage does not allow such a bye. Choose one of those that are offered."),
    "bye-last": _(
        "There are no byes on request in round %(rounds)s, among the last: whoever does not come then is withdrawn."
    ),
    "byes-scored": _(
        "%(name)s may have %(most)s byes with points here, and this would make it %(wanted)s. Ask for one without "
        "points, or play."
    ),
    "byes-zero": _(
        "%(name)s may have %(most)s byes without points here, and this would make it %(wanted)s. Whoever misses "
        "more is withdrawn."
    ),
    "not-in-stage": _("%(name)s does not play in this stage."),
    "byes-asked": _(
        "%(names)s: asked for byes that this plan does not have. Take these back first, in the list of entrants."
    ),
    "bye-before-entry": _("%(name)s plays from round %(round)s on: ask for byes from then on."),
    "clock-not-set": _("Say first how many minutes the round takes."),
    "clock-runs": _("The clock runs already."),
    "clock-stands": _("The clock does not run."),
    "webhook-address": _("Write a whole address without spaces, as in https://example.org/capstone."),
    "webhook-plain": _("The address must begin with https://, so that nobody reads along."),
    "webhook-port": _("This server calls no address at port %(port)s. Leave the port out, or use one above 1023."),
    "webhook-inside": _("This server calls no address of its own network. Whoever keeps it can allow that."),
    "webhooks-enough": _("A club has at most %(most)s webhooks that are on. Switch one off first."),
    "webhook-off": _("This webhook is off. Switch it on first."),
    "frames-unknown": _("“%(origin)s” is not the beginning of an address, as in https://example.org."),
    "passport-own": _("This passport is of this very club, which knows it all already."),
    "passport-again": _("This passport has been taken in already."),
    "passport-older": _("A newer passport of that club has been taken in already."),
    "text-long": _("This is too long: write %(most)s characters at the most. Nothing was saved."),
    "too-big": _("This is far too long for a deal. Enter it again."),
    # Files that are brought in
    "club-file-other": _("This is not the file of a club. Take one from the page Files of a club."),
    "club-file-newer": _("This file comes from a newer Capstone. Update this one first. Nothing was brought in."),
    "club-file-damaged": _(
        "The file is damaged, or a part of it is missing. Get it once more. Nothing was brought in."
    ),
    "club-file-large": _("The file holds more than a club’s file can (%(most)s MB). Nothing was brought in."),
    "club-file-row": _(
        "Line %(line)s of the file (%(kind)s, %(field)s) holds what cannot be: somebody has changed it. Nothing was "
        "brought in."
    ),
    "club-file-twice": _(
        "Something in the file (%(kind)s) is here already, or stands there twice. Nothing was brought in."
    ),
    "club-file-unfit": _("What the file holds does not fit together. Nothing was brought in."),
    "club-is-here": _("What this file holds is in the club %(club)s already. Nothing was brought in."),
    "sheet-json": _("This JSON file is not one that export has written. Nothing was brought in."),
    "sheet-workbook": _(
        "This is a spreadsheet program’s own file, such as .xlsx: save it there as CSV and choose that file. Nothing "
        "was brought in."
    ),
    "sheet-empty": _("The file is empty. Nothing was brought in."),
    "sheet-columns": _("The first line must name the columns; “%(columns)s” are not known. Nothing was brought in."),
    "sheet-quotes": _("Line %(line)s has one quotation mark too many, or one too few. Nothing was brought in."),
    "sheet-cell": _("A cell of line %(line)s has more than %(most)s characters. Nothing was brought in."),
    "sheet-long": _("The file has more than %(most)s lines. Split it. Nothing was brought in."),
    "played-begun": _(
        "This tournament has begun. Plan a new one for what was played elsewhere. Nothing was brought in."
    ),
    "played-stages": _("The plan has no stage %(stages)s. Plan it as it was played. Nothing was brought in."),
    "played-unfit": _(
        "What the file holds does not fit the plan: look at its groups, its bracket and who sits at a table. Nothing "
        "was brought in."
    ),
    "played-bracket": _(
        "By the plan others meet at table %(tables)s of the bracket: look at the seeds, and bring the file of entrants "
        "along. Nothing was brought in."
    ),
    "played-twice": _("Two of these files hold the same. Choose one of each. Nothing was brought in."),
    "played-without": _("Choose the file of tables and pairings too, or that of the deals. Nothing was brought in."),
    "played-table": _("The file of pairings needs a column “table”, empty for a bye. Nothing was brought in."),
    "played-teams": _("Choose the file of teams too: it says who is in which. Nothing was brought in."),
    "trf-plan": _(
        "A tournament report is of one group at tables for two: plan a Swiss or a round robin like that first."
        " Nothing was brought in."
    ),
    "stopped": _("Stopped. Nothing was brought in."),
    "archive-stopped": _("Stopped. No archive was made."),
    "archive-gone": _("An archive waits for an hour. Make it again."),
    "archive-busy": _("Another archive is being made. Try again in a few minutes."),
    "archive-hidden": _("Strangers see nothing of this. An archive of everything is for the club itself."),
    "archive-large": _("Too large to be made here. An administrator makes it: manage.py archive."),
    "archive-folder": _("%(folder)s holds other files. Name a new folder, or that of an archive."),
    "archive-trouble": _("%(address)s could not be read. Try again; the log says what is wrong."),
    "file-gone": _("A file waits for an hour. Choose it again. Nothing was brought in."),
    "paper-brought": _("These tables were brought in before. Correct them at the desk. Nothing was brought in again."),
    "people-twice": _("Two players of the file cannot be one of the list. Choose again. Nothing was brought in."),
    "player-name-here": _(
        "%(name)s is on the club’s list. Say that this is the same person, or rename one of the two first. Nothing was "
        "brought in."
    ),
    "stale": _("Something changed at this table since you looked. Look again, then save."),
}

# What follows "results-missing", by the parameter.
WHY_MISSING = {
    "disputed": _("Disputed: table %(disputed)s; rule on it."),
    "waiting": _("Played, but not yet confirmed: table %(waiting)s."),
}

NO_PAIRING = {
    "too-few": _("Too few are left for another table."),
    "sizes": _("That many cannot be seated at tables of this size."),
    "avoid": _("These cannot all be kept apart: %(names)s. Loosen that, then draw again."),
    "byes": _("Nobody is left who could have the bye. Loosen what is kept apart, then draw again."),
}


def refusal_text(refused: Refused) -> str:
    params = {name: _listed(value) for name, value in refused.params.items()}
    sentence = SENTENCES.get(refused.code) or NO_PAIRING[str(refused.params["clause"])]
    sentences = [sentence, *(WHY_MISSING[name] for name in WHY_MISSING if name in refused.params)]
    return " ".join(str(sentence) % params for sentence in sentences)


def _listed(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return number_text(value) if isinstance(value, float) else str(value)


MINUTE = 60

LIMIT_SENTENCES = {
    "failed-sign-ins": _("Too many wrong passwords were tried, for this name or from your network. %(wait)s"),
    "registrations": _("Very many names were entered from your network in a short time. %(wait)s"),
    "answers": _("Very many answers were given from your network in a short time. %(wait)s"),
    "joinings": _("Very many people have joined from your network in a short time. %(wait)s"),
    "files": _("Very many files were fetched from your network in a short time. %(wait)s"),
    "messages": _("Very many messages were sent by hand from your network in a short time. %(wait)s"),
    "codes": _("That was tried too often, with your account or from your network. %(wait)s"),
    "calls": _("The director has been called very often from here; the last call stands. %(wait)s"),
    "claims": _("The director has been asked about winners very often from here. %(wait)s"),
    "missed-links": _("Too many addresses were tried that lead nowhere. %(wait)s A code that is good still opens."),
}
WAIT = ngettext_lazy(
    "Please wait %(minutes)s minute, then try again.", "Please wait %(minutes)s minutes, then try again.", "minutes"
)


def too_often(of: str, seconds: int) -> str:
    return str(LIMIT_SENTENCES[of]) % {"wait": WAIT % {"minutes": ceil(seconds / MINUTE)}}
