"""Who sees a club and its events, and what strangers read of a name."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import ShownNames, Visibility

Choices = list[tuple[str, str | Promise]]

OF_CLUB: Choices = [
    (Visibility.PUBLIC, _("Public: everybody may find and see it, search engines too.")),
    (Visibility.UNLISTED, _("Unlisted: only who has the link sees it; it stands in no list.")),
    (Visibility.PRIVATE, _("Private: only members see it, and who holds a code of an event while that lasts.")),
]
AS_THE_CLUB = {
    Visibility.PUBLIC: _("As the club: public."),
    Visibility.UNLISTED: _("As the club: unlisted."),
    Visibility.PRIVATE: _("As the club: private."),
}
OF_EVENT = {
    Visibility.UNLISTED: _("Unlisted: only who has the link sees it; it stands in no list."),
    Visibility.PRIVATE: _("Private: only members see it, and who holds one of its codes while it lasts."),
}
OF_SEASON = {
    Visibility.UNLISTED: _("Unlisted: only who has the link sees it; it stands in no list."),
    Visibility.PRIVATE: _("Private: only members see it."),
}
NAMES: Choices = [
    (ShownNames.FULL, _("The full name: Ana Rossi")),
    (ShownNames.CALL, _("The nickname, or else the first name: Ana")),
    (ShownNames.INITIALS, _("Initials: A. R.")),
]
AS_THE_CLUB_WISHES = _("As the club wishes")


def event_choices(club: str) -> Choices:
    return _within(club, OF_EVENT)


def season_choices(club: str) -> Choices:
    return _within(club, OF_SEASON)


def _within(club: str, texts: Mapping[Visibility, str | Promise]) -> Choices:
    """What is of a club may be stricter than it, never freer."""
    order = Visibility.values
    stricter = [(each, text) for each, text in texts.items() if order.index(each) > order.index(club)]
    return [("", AS_THE_CLUB[Visibility(club)]), *stricter]


def own_names() -> Choices:
    return [("", AS_THE_CLUB_WISHES), *NAMES]
