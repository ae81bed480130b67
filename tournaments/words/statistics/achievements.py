"""What achievements are called, and how each is come by."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACHIEVEMENT_WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "twelve-exact": (_("Twelve of sixteen"), _("Twelve exact announcements or more on one sheet.")),
    "all-of-a-row": (_("The long row"), _("All four announcements of three tricks exact on one sheet.")),
    "top-and-bottom": (_("Top and bottom"), _("Announced none and all six on one sheet, both exact.")),
    "eight-running": (_("Eight running"), _("Eight exact announcements in a row at one table.")),
    "by-exact": (_("By a hair"), _("Won level on points, by more exact announcements.")),
    "none-exact": (_("Never right, still first"), _("Won a table without one exact announcement.")),
    "capstone-pyramid": (_("The Capstone itself"), _("Held a Capstone pyramid.")),
    "perfect-full": (_("All of one colour"), _("Held a perfect third level: a full pyramid of one suit.")),
    "perfect-large": (_("Six of one suit"), _("Held a perfect large, squared large or grand pyramid.")),
    "weakest-win": (_("Nothing beats nothing"), _("Won a showdown of three hands or more without a pyramid.")),
    "beaten-perfect": (
        _("Too good to lose"),
        _("Lost a showdown with a hand that comes once in a hundred at most."),
    ),
    "long-playoff": (_("Third time lucky"), _("Won a deal that it took two play-offs or more to decide.")),
    "five-running": (_("Five running"), _("Won five deals in a row at one table.")),
    "comeback": (_("From last to first"), _("Won a table alone after lying last four deals before its end.")),
    "led-throughout": (_("Never behind"), _("Ahead of all others alone from the first round of a table to its end.")),
}


def achievement_name(key: str) -> str:
    return str(ACHIEVEMENT_WORDS[key][0])


def achievement_story(key: str) -> str:
    return str(ACHIEVEMENT_WORDS[key][1])
