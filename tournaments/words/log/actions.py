"""What is done to a club or an event, as its log calls it: each action in one sentence, and its kind."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DEALS, CORRECTIONS, DISPUTES = "deals", "corrections", "disputes"
TABLES, PEOPLE, ROUNDS, DIRECTOR = "tables", "people", "rounds", "director"

KINDS: dict[str, str | Promise] = {
    DEALS: _("Deals"),
    CORRECTIONS: _("Corrections"),
    DISPUTES: _("Disputes and calls"),
    TABLES: _("Tables and seats"),
    PEOPLE: _("People"),
    ROUNDS: _("Rounds and clock"),
    DIRECTOR: _("Rulings and settings"),
}


@dataclass(frozen=True)
class Action:
    kind: str
    words: str | Promise  # facts of the entry where the names stand


ACTIONS = {
    "deal": Action(DEALS, _("Deal %(deal)s: %(words)s")),
    "sheet-typed": Action(DEALS, _("A paper sheet was typed in, from deal %(deal)s on.")),
    "paper-brought": Action(DEALS, _("Deals 1 to %(deal)s were brought in from paper.")),
    "event-brought": Action(DIRECTOR, _("What was played elsewhere was brought in from a file. Rounds: %(rounds)s.")),
    "first-dealer": Action(DEALS, _("%(dealer)s deals first.")),
    "correction": Action(CORRECTIONS, _("Deal %(deal)s was corrected: %(words)s")),
    "void": Action(CORRECTIONS, _("Deal %(deal)s was voided: %(was)s")),
    "late-correction": Action(CORRECTIONS, _("A result that later rounds rest on was corrected.")),
    "deals-exchanged": Action(CORRECTIONS, _("Since deal %(deal)s these two sat in each other’s seats: %(players)s")),
    "deal-inserted": Action(CORRECTIONS, _("The forgotten deal %(deal)s was inserted; those after it moved on.")),
    "change-undone": Action(CORRECTIONS, _("The latest change of the deals was undone.")),
    "correction-proposed": Action(
        CORRECTIONS, _("A correction was asked for, to which another seat must agree: %(asked)s")
    ),
    "correction-agreed": Action(CORRECTIONS, _("Another seat agreed to a correction: %(asked)s")),
    "correction-backed": Action(CORRECTIONS, _("A seat stands for a correction from the table’s pad: %(asked)s")),
    "correction-declined": Action(CORRECTIONS, _("Another seat declined a correction: %(asked)s")),
    "correction-withdrawn": Action(CORRECTIONS, _("A request for a correction was withdrawn: %(asked)s")),
    "correction-outdated": Action(CORRECTIONS, _("A correction asked for was overtaken by another change: %(asked)s")),
    "scores-rebuilt": Action(CORRECTIONS, _("The scores shown were reckoned anew from the deals.")),
    # What the table and its director say to each other
    "confirmation": Action(DISPUTES, _("Confirmation: %(verdict)s.")),
    "confirmation-ruled": Action(DISPUTES, _("The director settled the result: %(verdict)s.")),
    "director-called": Action(DISPUTES, _("The table called the director. %(note)s")),
    "claim": Action(DISPUTES, _("The table called the director: a winner against the cards. %(words)s")),
    "claim-upheld": Action(DISPUTES, _("The winner against the cards was upheld: %(reason)s")),
    "claim-cards": Action(DISPUTES, _("It was ruled that the cards decide, and not the winner claimed against them.")),
    "claim-corrected": Action(DISPUTES, _("The director corrected a deal whose winner was claimed against the cards.")),
    "claim-withdrawn": Action(DISPUTES, _("The claim of a winner against the cards was withdrawn.")),
    "claim-code-wrong": Action(DISPUTES, _("A code that was not the director’s was typed at the table.")),
    "call-withdrawn": Action(DISPUTES, _("The table took its call back.")),
    "call-answered": Action(DISPUTES, _("The director came to the table.")),
    # Tables and seats
    "tables-opened": Action(TABLES, _("Tables were opened.")),
    "seats-exchanged": Action(TABLES, _("Two people changed seats.")),
    "seat-moved": Action(TABLES, _("%(player)s moved from table %(from)s to table %(to)s.")),
    "seat-taken": Action(TABLES, _("%(player)s sat down at the table.")),
    "seat-left": Action(TABLES, _("%(player)s got up from the table.")),
    "table-taken-back": Action(TABLES, _("The table was taken back: it had been opened by mistake.")),
    "table-ended": Action(TABLES, _("The table was ended.")),
    "table-adjourned": Action(TABLES, _("The table was adjourned.")),
    "table-resumed": Action(TABLES, _("The table plays on.")),
    "table-reopened": Action(TABLES, _("The table is not over after all.")),
    "table-carried-on": Action(TABLES, _("The table was carried on to another night.")),
    "pad-link-renewed": Action(TABLES, _("The table’s pad got a new link; the old one opens nothing any more.")),
    "pad-link-revoked": Action(TABLES, _("The table’s pad link was revoked.")),
    "codes-renewed": Action(TABLES, _("The pads got new codes; the old ones open nothing any more.")),
    "codes-good-again": Action(TABLES, _("The codes of the pads were made good again after the end.")),
    "extra-time": Action(TABLES, _("The table was given extra time.")),
    # People
    "players-here": Action(PEOPLE, _("Here now: %(players)s")),
    "player-left": Action(PEOPLE, _("%(player)s went home.")),
    "entered": Action(PEOPLE, _("Entered: %(players)s")),
    "entries-undone": Action(PEOPLE, _("Not entered after all: %(players)s")),
    "registered": Action(PEOPLE, _("Entered by themselves: %(players)s")),
    "entered-late": Action(PEOPLE, _("%(player)s was entered late.")),
    "checked-in": Action(PEOPLE, _("Checked in: %(players)s")),
    "checked-out": Action(PEOPLE, _("Not here after all: %(players)s")),
    "seeded": Action(PEOPLE, _("The entrants were seeded.")),
    "entrant-status": Action(PEOPLE, _("%(player)s: %(status)s.")),
    "byes-requested": Action(PEOPLE, _("Byes on request of %(player)s: %(requests)s")),
    "substitute": Action(PEOPLE, _("The substitute of %(player)s was named.")),
    "table-fixed": Action(PEOPLE, _("The fixed table of %(player)s was chosen.")),
    "night-handicap-set": Action(PEOPLE, _("It was chosen whether the night gives handicaps.")),
    "handicaps-set": Action(PEOPLE, _("Handicaps were changed.")),
    "kept-apart": Action(PEOPLE, _("It was said who is kept apart.")),
    "registration-opened": Action(PEOPLE, _("Registration was opened.")),
    "registration-closed": Action(PEOPLE, _("Registration was closed.")),
    "door-renewed": Action(PEOPLE, _("The registration’s code was made new; the old one opens nothing any more.")),
    "registrations-removed": Action(PEOPLE, _("Names that waited to be let in were removed.")),
    "registrations-wait": Action(PEOPLE, _("Names that had been removed wait to be let in again.")),
    "players-added": Action(PEOPLE, _("New on the club’s list: %(names)s")),
    "player-edited": Action(PEOPLE, _("The player %(player)s was edited.")),
    "player-name-shown": Action(PEOPLE, _("It was chosen what strangers read of the name of %(player)s.")),
    "player-archived": Action(PEOPLE, _("%(player)s was archived.")),
    "player-returned": Action(PEOPLE, _("%(player)s is no longer archived.")),
    "player-anonymised": Action(PEOPLE, _("%(player)s was made anonymous.")),
    "player-named-again": Action(PEOPLE, _("%(player)s got the name back.")),
    "player-ranking-set": Action(PEOPLE, _("It was chosen whether the ranking names %(player)s.")),
    "player-categories-set": Action(PEOPLE, _("The categories of %(player)s were chosen.")),
    "player-forgotten": Action(PEOPLE, _("The name of %(player)s was forgotten for good.")),
    "player-deleted": Action(PEOPLE, _("%(player)s was deleted, who had never played.")),
    "players-merged": Action(PEOPLE, _("%(player)s was merged into %(into)s.")),
    "players-parted": Action(PEOPLE, _("%(player)s and %(into)s are two again.")),
    "retention-set": Action(DIRECTOR, _("It was chosen how long the club keeps names and phones.")),
    # Nights that are planned
    "nights-planned": Action(PEOPLE, _("Planned: %(night)s, %(dates)s")),
    "night-changed": Action(PEOPLE, _("The plan of %(night)s was changed.")),
    "night-cancelled": Action(PEOPLE, _("Cancelled: %(night)s, %(begins)s")),
    "night-on-again": Action(PEOPLE, _("Not cancelled after all: %(night)s, %(begins)s")),
    "night-answered": Action(PEOPLE, _("%(night)s: %(player)s says “%(reply)s”.")),
    "night-decided": Action(PEOPLE, _("%(night)s: of those who come if needed these were called: %(players)s")),
    # Stages, rounds, clock
    "stages-planned": Action(ROUNDS, _("The plan of the stages was changed.")),
    "stage-started": Action(ROUNDS, _("Stage %(stage)s began.")),
    "stage-start-undone": Action(ROUNDS, _("The start of stage %(stage)s was taken back.")),
    "rounds-set": Action(ROUNDS, _("The number of rounds of stage %(stage)s was changed.")),
    "match-set": Action(ROUNDS, _("The number of games in a match of stage %(stage)s was changed.")),
    "play-off-drawn": Action(ROUNDS, _("A play-off was drawn: round %(round)s of stage %(stage)s.")),
    "round-drawn": Action(ROUNDS, _("Round %(round)s was drawn, as a preview.")),
    "preview-edited": Action(ROUNDS, _("Two players changed places in the preview of round %(round)s.")),
    "preview-seated": Action(ROUNDS, _("Players were moved in the preview of round %(round)s.")),
    "preview-pinned": Action(ROUNDS, _("It was chosen what a new draw of round %(round)s leaves as it is.")),
    "preview-redrawn": Action(ROUNDS, _("The preview of round %(round)s was drawn again.")),
    "preview-undone": Action(ROUNDS, _("A change in the preview of round %(round)s was undone.")),
    "preview-discarded": Action(ROUNDS, _("The preview of round %(round)s was discarded.")),
    "round-published": Action(ROUNDS, _("Round %(round)s was published.")),
    "round-undone": Action(ROUNDS, _("Tables of round %(round)s were taken back.")),
    "clock-set": Action(ROUNDS, _("The clock of round %(round)s was set.")),
    "clock-started": Action(ROUNDS, _("The clock of round %(round)s was started.")),
    "clock-paused": Action(ROUNDS, _("The clock of round %(round)s was paused.")),
    "clock-reset": Action(ROUNDS, _("The clock of round %(round)s was set back.")),
    # The director's word and settings
    "event-created": Action(DIRECTOR, _("%(name)s was opened.")),
    "event-finished": Action(DIRECTOR, _("The event was finished.")),
    "event-discarded": Action(DIRECTOR, _("The event was discarded: it had been opened by mistake.")),
    "event-reopened": Action(DIRECTOR, _("The event was reopened.")),
    "ruling": Action(DIRECTOR, _("Ruling: %(kind)s.")),
    "tie-settled": Action(DIRECTOR, _("A tie was settled at the table: %(players)s")),
    "lots-drawn": Action(DIRECTOR, _("Lots were drawn among those who were tied: %(players)s")),
    "first-lots-drawn": Action(DIRECTOR, _("Lots were drawn for first place: %(players)s")),
    "first-shared": Action(DIRECTOR, _("First place is shared: %(players)s")),
    "tie-opened": Action(DIRECTOR, _("What was settled among those who were tied was taken back: %(players)s")),
    "chain-set": Action(DIRECTOR, _("The order of tie-breaks of stage %(stage)s was changed.")),
    "time-up": Action(DIRECTOR, _("It was chosen what is still played when time is up.")),
    "confirmation-set": Action(DIRECTOR, _("It was chosen who confirms results.")),
    "ranking-set": Action(DIRECTOR, _("It was chosen what the standings are ranked by.")),
    "prizes-set": Action(DIRECTOR, _("The prize list was changed.")),
    "line-up": Action(ROUNDS, _("A team named who plays in round %(round)s.")),
    "teams-set": Action(DIRECTOR, _("The teams were changed.")),
    "category-named": Action(DIRECTOR, _("A category was named: %(name)s.")),
    "category-removed": Action(DIRECTOR, _("The category %(name)s was removed.")),
    "message": Action(DIRECTOR, _("Message: “%(text)s”")),
    "code-renewed": Action(DIRECTOR, _("A permanent code was made new; its old card opens nothing any more.")),
    "club-created": Action(DIRECTOR, _("The club %(name)s was founded.")),
    "club-brought": Action(DIRECTOR, _("What the file of the club %(name)s holds was brought in.")),
    "club-edited": Action(DIRECTOR, _("The club was edited.")),
    "season-planned": Action(DIRECTOR, _("A season was planned: %(name)s.")),
    "season-edited": Action(DIRECTOR, _("The season %(name)s was changed.")),
    "season-published": Action(DIRECTOR, _("The season %(name)s was published with its rules.")),
    "season-archived": Action(DIRECTOR, _("The season %(name)s went into the archive, or came out of it.")),
    "season-discarded": Action(DIRECTOR, _("The draft of the season %(name)s was discarded.")),
    "league-planned": Action(DIRECTOR, _("The divisions of the league %(name)s were planned.")),
    "fixtures-drawn": Action(DIRECTOR, _("The fixtures of the league %(name)s were drawn.")),
    "fixtures-taken-back": Action(DIRECTOR, _("The fixtures of the league %(name)s were taken back.")),
    "fixture-decided": Action(DIRECTOR, _("A fixture of the league %(name)s was decided, or is as it was played.")),
    "league-left": Action(DIRECTOR, _("%(player)s left the league %(name)s, or came back.")),
    "home-tables-set": Action(DIRECTOR, _("The home tables of the league %(name)s were chosen.")),
    "ladder-set-up": Action(DIRECTOR, _("The ladder %(name)s was set up.")),
    "ladder-edited": Action(DIRECTOR, _("The ladder %(name)s was changed.")),
    "ladder-moved": Action(PEOPLE, _("%(player)s joined, left or was moved on the ladder %(name)s.")),
    "challenge-made": Action(PEOPLE, _("A challenge was made on the ladder %(name)s.")),
    "challenge-withdrawn": Action(PEOPLE, _("A challenge on the ladder %(name)s was withdrawn.")),
    "challenge-decided": Action(DIRECTOR, _("A challenge on the ladder %(name)s was decided, or is as it was played.")),
    "season-event": Action(DIRECTOR, _("What counts for the season %(name)s was changed: %(night)s.")),
    "club-visibility-set": Action(DIRECTOR, _("It was chosen who sees the club.")),
    "club-ratings-set": Action(DIRECTOR, _("It was chosen who sees ratings, and when they begin anew.")),
    "event-visibility-set": Action(DIRECTOR, _("It was chosen who sees the event.")),
    "member-set": Action(DIRECTOR, _("%(person)s: %(role)s.")),
    "member-removed": Action(DIRECTOR, _("%(person)s is no longer a member.")),
    "member-says-player": Action(DIRECTOR, _("%(person)s said which player of the list this is.")),
    "member-player-answered": Action(DIRECTOR, _("It was answered whether %(person)s is a player of the list.")),
    "invited": Action(DIRECTOR, _("An invitation was made: %(role)s.")),
    "invitation-revoked": Action(DIRECTOR, _("An invitation was revoked: %(role)s.")),
    "token-made": Action(DIRECTOR, _("The program “%(name)s” was let in: %(scope)s.")),
    "token-revoked": Action(DIRECTOR, _("The program “%(name)s” is no longer let in.")),
    "webhook-made": Action(DIRECTOR, _("A webhook was made: %(address)s")),
    "webhook-secret": Action(DIRECTOR, _("The secret of a webhook was changed: %(address)s")),
    "webhook-switched": Action(DIRECTOR, _("A webhook was switched on or off: %(address)s")),
    "crest-set": Action(DIRECTOR, _("The club’s logo was changed.")),
    "frames-set": Action(DIRECTOR, _("It was chosen which pages may show standings and brackets.")),
    "history-claimed": Action(PEOPLE, _("The passport of another club was taken in for %(player)s.")),
    "history-taken-away": Action(PEOPLE, _("What a passport said of %(player)s was removed.")),
}
UNKNOWN = Action(DIRECTOR, _("Something was changed (%(action)s)."))
EVENT_KINDS, CLUB_KINDS = tuple(KINDS), (PEOPLE, DIRECTOR)
NAMED_BY_SEATS = (DEALS, CORRECTIONS, DISPUTES)


def actions_of(*kinds: str) -> set[str]:
    return {code for code, action in ACTIONS.items() if action.kind in kinds}


def actions_worded(text: str) -> set[str]:
    """The actions whose sentence holds this text, in the reader's language."""
    return {code for code, action in ACTIONS.items() if text.casefold() in str(action.words).casefold()}
