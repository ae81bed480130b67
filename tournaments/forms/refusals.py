"""What a service refuses, in one sentence that says what to do."""

from django.utils.translation import gettext_lazy as _

from tournaments.services.refusals import Refused

SENTENCES = {
    "still-seated": _("Table %(table)s is still playing with this player: end or adjourn it first."),
    "tables-playing": _("Still playing: table %(tables)s. End or adjourn it before the night is over."),
    "event-finished": _("This night is over. Reopen it to go on."),
    "table-size": _("A table of %(got)s does not work here: this game seats %(smallest)s to %(largest)s."),
    "seated-twice": _("Somebody would sit in two places. Seat everybody once."),
    "not-here": _("Somebody among these has left in the meantime. Look at the list again."),
    "players-elsewhere": _("%(names)s: playing at another table at the moment."),
    "table-begun": _("Table %(table)s has begun: its seats stay as they are."),
    "table-over": _("This table has already ended."),
    "table-not-ended": _("This table has not ended; it can simply play on."),
    "game-over": _("This game is over by itself. Correct or strike out a deal at its pad if it ended wrongly."),
    "table-adjourned": _("This table is adjourned. The director can resume it."),
    "table-not-adjourned": _("This table is not adjourned; there is nothing to resume."),
    "other-game": _("That table was played by other rules and can only go on on a night with the same ones."),
    "dealer-fixed": _("The first dealer is fixed once a deal is recorded."),
    "deal-unknown": _("There is no deal %(deal)s at this table."),
    "deal-voided": _("Deal %(deal)s is struck out already."),
    "client-id-taken": _("This phone has mixed up two tables. Reload the page and enter the deal again."),
    "stale": _("Something changed at this table since you looked. Look again, then save."),
}


def refusal_text(refused: Refused) -> str:
    shown = {name: _listed(value) for name, value in refused.params.items()}
    return str(SENTENCES[refused.code]) % shown


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
