"""On a phone whose address has ended with its evening."""

from django.utils.translation import gettext_lazy

TITLE = gettext_lazy("This evening is over")
OVER = gettext_lazy(
    "The code of this table has ended with it. Nothing is saved by it any more, and nothing recorded is lost."
)
KEPT = gettext_lazy(
    "It stays on this phone, and the director is told: as soon as the code is made good again, opening it sends it."
)
RESULTS = gettext_lazy("The results of the evening")
AGAIN = gettext_lazy("Look again")


def over_words() -> dict[str, str]:
    told = {"over_title": TITLE, "over": OVER, "over_kept": KEPT, "over_again": AGAIN}
    return {key: str(text) for key, text in told.items()}
