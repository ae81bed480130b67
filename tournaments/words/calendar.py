"""Planned nights in words: what they are, what tables they make, and replies. Days and months in the middle of a
sentence come from our catalogues, as Django's own begin some of them with a capital letter.
"""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst, format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from tournaments.formats.calendar import LARGER, SMALLER, Tables
from tournaments.models import ComingNight, NightAnswer
from tournaments.selectors.club.clubs import NightBefore
from tournaments.selectors.coming import Planned
from tournaments.words.games import game_choices, short_game_name
from tournaments.words.languages import listed

# Django's own, which in other languages begin with a capital there.
MONTHS = (
    gettext_lazy("January"),
    gettext_lazy("February"),
    gettext_lazy("March"),
    gettext_lazy("April"),
    gettext_lazy("May"),
    gettext_lazy("June"),
    gettext_lazy("July"),
    gettext_lazy("August"),
    gettext_lazy("September"),
    gettext_lazy("October"),
    gettext_lazy("November"),
    gettext_lazy("December"),
)
WEEKDAYS = (
    gettext_lazy("Monday"),
    gettext_lazy("Tuesday"),
    gettext_lazy("Wednesday"),
    gettext_lazy("Thursday"),
    gettext_lazy("Friday"),
    gettext_lazy("Saturday"),
    gettext_lazy("Sunday"),
)


Reply = NightAnswer.Reply

CANCELLED = gettext_lazy("The night is cancelled. Whoever answered is told, and calendars that follow show it.")
ON_AGAIN = gettext_lazy("The night takes place after all; the answers stand.")
NOT_NOTED = gettext_lazy("Nothing is noted: choose somebody who is on the club’s list now, and an answer.")
NO_PLAYER = gettext_lazy("You are not on the club’s list yet: say under Members who you are, and ask a director.")
DAY_OVER = gettext_lazy("This day is over. Choose another one.")
DAY_FAR = gettext_lazy("This day is too far away: nights are planned for the next three years.")
CANCELLED_MARK = gettext_lazy("Cancelled: %(name)s")
EVERY: list[tuple[int, str | Promise]] = [
    (1, gettext_lazy("every week")),
    (2, gettext_lazy("every second week")),
    (4, gettext_lazy("every fourth week")),
]


def planned_text(count: int) -> str:
    return ngettext("%(count)s night is planned.", "%(count)s nights are planned.", count) % {"count": count}


def day_text(night: ComingNight) -> str:
    begins = localtime(night.starts_at)
    return f"{capfirst(date_format(begins, 'l'))}, {date_format(begins, 'MONTH_DAY_FORMAT')}"


def hours_text(night: ComingNight) -> str:
    times = {"from": date_format(localtime(night.starts_at), "H:i"), "to": date_format(localtime(night.ends_at), "H:i")}
    return _("%(from)s to %(to)s") % times


def short_when(night: ComingNight) -> str:
    begins = localtime(night.starts_at)
    return f"{date_format(begins, 'l')}, {date_format(begins, 'SHORT_DATE_FORMAT')}, {date_format(begins, 'H:i')}"


def _moment(night: ComingNight) -> str:
    """When it is decided who is needed."""
    call_at = localtime(night.call_at)
    return f"{date_format(call_at, 'l')}, {date_format(call_at, 'H:i')}"


def count_text(planned: Planned) -> str:
    coming = len(planned.attendance.coming)
    if not coming:
        return _("Nobody has said yes so far.")
    return ngettext("%(count)s is coming.", "%(count)s are coming.", coming) % {"count": coming}


def waiting_text(planned: Planned) -> str:
    waiting = len(planned.attendance.waiting)
    return ngettext("%(count)s is waiting.", "%(count)s are waiting.", waiting) % {"count": waiting} if waiting else ""


def tables_text(planned: Planned) -> str:
    """The tables of those who come, and what a few more would change: "That makes 1 table of four and 3 tables of
    three. With 3 more, every table has four."
    """
    tables, largest = planned.tables, GAMES[planned.night.game].max_seats
    now = _("That makes %(tables)s.") % {"tables": _sizes_text(tables.sizes)} if tables.sizes else ""
    if not tables.sizes and LARGER < tables.people <= largest:
        now = _("That makes one table of five.")  # the one number that is neither threes nor fours
    if tables.more:
        return " ".join(filter(None, (now, _more_text(tables))))
    if now or not tables.people:
        return now
    if tables.people < SMALLER:
        return _("That is too few for a table.")
    return _("They do not divide into tables of three and four.")


def _sizes_text(sizes: Sequence[int]) -> str:
    fours, threes = sizes.count(LARGER), sizes.count(SMALLER)
    texts = (
        ngettext("%(count)s table of four", "%(count)s tables of four", fours) % {"count": fours} if fours else "",
        ngettext("%(count)s table of three", "%(count)s tables of three", threes) % {"count": threes} if threes else "",
    )
    return listed(list(filter(None, texts)))


def _more_text(tables: Tables) -> str:
    more = {"more": tables.more}
    if len(tables.then) == 1 and tables.sizes:
        return _("One more makes it a table of four.")
    if len(tables.then) == 1:
        return ngettext("%(more)s more makes a table.", "%(more)s more make a table.", tables.more) % more
    if not tables.sizes:
        return _("One more makes two tables of three.")
    return (
        ngettext("With %(more)s more, every table has four.", "With %(more)s more, every table has four.", tables.more)
        % more
    )


def room_text(planned: Planned) -> str:
    """What is left of the room; empty where nobody said how large it is, or nobody comes any more."""
    night, most = planned.night, planned.night.most
    if most is None or night.cancelled_at or night.opened:
        return ""
    places_left = most - len(planned.attendance.coming)
    if places_left <= 0:
        return _("The room is full: whoever says yes waits until somebody cannot come.")
    return ngettext("There is room for %(left)s more.", "There is room for %(left)s more.", places_left) % {
        "left": places_left
    }


def decides_text(planned: Planned) -> str:
    """When and whom it concerns, where anybody offered it."""
    if not planned.attendance.offered:
        return ""
    return _("It is decided on %(moment)s who of them is needed.") % {"moment": _moment(planned.night)}


def moved_night_text(planned: Planned) -> str:
    if not planned.has_moved or planned.night.moved_from is None:
        return ""
    was = localtime(planned.night.moved_from)
    if was == localtime(planned.night.starts_at):
        return _("The place or the end has changed since you answered. Are you still coming?")
    date_text = f"{date_format(was, 'l')}, {date_format(was, 'SHORT_DATE_FORMAT')}, {date_format(was, 'H:i')}"
    return _("It was %(was)s when you answered. Are you still coming?") % {"was": date_text}


def standing_text(planned: Planned) -> str:
    """How it stands with whoever asks."""
    own, attendance = planned.own, planned.attendance
    if planned.night.cancelled_at:
        return _("This night is cancelled.")
    if own is None:
        return _("Are you coming?")
    if own.player_id in attendance.waiting:
        place = list(attendance.waiting).index(own.player_id) + 1
        return _("The room is full. You are number %(place)s on the waiting list.") % {"place": place}
    if own.reply == Reply.IF_NEEDED and own.comes:
        return _("You are needed: please come.")
    if own.reply == Reply.IF_NEEDED and planned.night.decided_at:
        return _("You are not needed this time. Thank you for the offer.")
    if own.reply == Reply.IF_NEEDED:
        return _("You are coming if you are needed. It is decided on %(moment)s.") % {"moment": _moment(planned.night)}
    return _("You are coming.") if own.reply == Reply.YES else _("You are not coming.")


def replies(planned: Planned) -> list[tuple[str, str | Promise, bool]]:
    """What can be tapped: its code, its words, and whether it is what has been said."""
    own_reply = planned.own.reply if planned.own else ""
    decided = planned.night.decided_at is not None
    return [
        (reply, Reply(reply).label, reply == own_reply)
        for reply in Reply.values
        if reply != Reply.IF_NEEDED or not decided or own_reply == reply
    ]


def settings_choices(nights: list[NightBefore]) -> list[tuple[str, str | Promise]]:
    """Of a night: those of one that was, or the usual rules of a game."""
    like = [
        (str(night.pk), _("as on %(name)s: %(game)s") % {"name": night.name, "game": short_game_name(night.game)})
        for night in nights
    ]
    usual = [(key, format_lazy("{}: {}", name, gettext_lazy("usual rules"))) for key, name in game_choices()]
    return [*like, *usual]
