"""An event in words: the tiles on the director's desk, marks beside a score, the tabs of its pages, and what people
read who enter it themselves.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games import GAMES
from tournaments.models import Event, Registration
from tournaments.permissions import Right
from tournaments.selectors.night.desk import AdjournedTable
from tournaments.selectors.night.overview import Overview, OverviewTable
from tournaments.selectors.night.scoreboard import LiveRow, seat_row
from tournaments.selectors.night.standings import EventPage
from tournaments.selectors.table.cards import MatchScore
from tournaments.words.languages import listed
from tournaments.words.standings import match_text


def confirmation_in_words(event: Event) -> list[str]:
    """Who confirms results, and when they are accepted, as short phrases; nothing where nobody confirms."""
    if event.confirmation == Event.ConfirmationMode.NONE:
        return []
    phrases = [str(event.get_confirmation_display())]
    if event.accept_minutes is not None:
        by_itself = ngettext(
            "accepted by itself after %(n)d minute", "accepted by itself after %(n)d minutes", event.accept_minutes
        )
        phrases.append(by_itself % {"n": event.accept_minutes})
    return phrases


def night_why(page: EventPage) -> str:
    """What tells those apart who are level by what the night ranks by; empty where it is over and nobody was. Until
    then figures change in a page that is not made anew.
    """
    by_average = page.event.by_average
    if page.event.status == Event.Status.FINISHED:
        rows = [row for row in page.standings if row.average is not None]
        figures = [(row.placing_figure(by_average=by_average), row.rank) for row in rows]
        if not any(one[0] == next_[0] and one[1] != next_[1] for one, next_ in pairwise(figures)):
            return ""
    if GAMES[page.event.game].sheet == "announcements":
        if by_average:
            return gettext("On equal averages more points are ahead, then more exact announcements.")
        return gettext("On equal points the higher average is ahead, then more exact announcements.")
    return (
        gettext("On equal averages more points are ahead.")
        if by_average
        else gettext("On equal points the higher average is ahead.")
    )


LEFT = gettext_lazy("about %(n)s min left at table %(number)s")


@dataclass(frozen=True)
class Tiles:
    """The tables that do not need the director: those in play, and, folded, those of ``earlier`` rounds."""

    now: list[LiveRow]
    earlier: list[LiveRow]
    forecast: str

    @property
    def forecast_says(self) -> str:
        """For the page's script, which puts the numbers in."""
        return str(LEFT) % {"n": "{n}", "number": "{number}"}


def overview_tiles(
    overview: Overview,
    *,
    opened: str,
    rounds: Collection[int],
    rulings: Mapping[int, str],
    matches: Mapping[int, MatchScore],
    names: Mapping[int, str],
) -> Tiles:
    """``rounds``: those that are played; by table ``rulings``: what counts instead of the deals, ``matches``: of those
    that are one game of several, ``names``: what the match of a bracket is called.
    """
    now: list[LiveRow] = []
    earlier: list[LiveRow] = []
    for line in overview.others:
        is_current = line.round_id is None or line.round_id in rounds
        round_ = "" if is_current else gettext("round %(number)s") % {"number": line.round_number}
        match, ruling = matches.get(line.card.id), rulings.get(line.card.id, "")
        name = names.get(line.card.id, "")
        tile = overview_row(line, opened=opened, round_=round_, ruling=ruling, match=match, name=name)
        (now if is_current or line.state == "playing" else earlier).append(tile)
    return Tiles(now, earlier, _forecast(overview))


def overview_row(
    line: OverviewTable,
    *,
    opened: str = "",
    round_: str = "",
    ruling: str = "",
    match: MatchScore | None = None,
    name: str = "",
) -> LiveRow:
    card = replace(line.card, match=match)
    return LiveRow(
        key=f"t{card.id}",
        flags="",
        cells={
            "deals": f"{card.deal_count}/{card.deals_total}" if card.deals_total else str(card.deal_count),
            "done": str(card.deal_count),
        },
        facts={
            "table": str(card.id),
            "number": str(card.number),
            "total": str(card.deals_total or ""),
            "kind": f"{line.state} overview-silent" if line.unusual else line.state,
            "anew": "yes" if line.unusual or not card.deal_count else "",
            "began": line.began_at.isoformat() if line.began_at else "",
            "heard": line.heard_at.isoformat() if line.heard_at else "",
            "minutes": str(line.minutes),
            "state": "" if ruling else _state(line),
            "ruling": ruling,
            "name": name,
            "match": match_text(match) if match else "",
            "round": round_,
            "corrections": _corrections(line.proposed_corrections),
            "unsent": _unsent(line),
            "due": line.changes_at.isoformat() if line.changes_at else "",
            "opened": "true" if str(card.id) == opened else "false",
        },
        rows=tuple(seat_row(seat, playing=card.playing) for seat in card.seats_of_match),
    )


def _forecast(overview: Overview) -> str:
    """How long the table that will end last still takes."""
    lines = [*overview.urgent, *overview.others]
    ends = [(minutes_left, line.card.number) for line in lines if (minutes_left := overview.forecast(line)) is not None]
    minutes_left, number = max(ends, default=(None, None))
    return "" if minutes_left is None else str(LEFT) % {"n": minutes_left, "number": number}


def _state(line: OverviewTable) -> str:
    if line.state == "playing":
        return gettext("silent") if line.unusual else ""
    if line.state != "waiting":
        return line.card.status_text
    if line.accepted_at:
        return gettext("counts at %(time)s") % {"time": f"{localtime(line.accepted_at):%H:%M}"}
    return gettext("to be confirmed")


def _corrections(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(n)s correction to agree on", "%(n)s corrections to agree on", count) % {"n": count}


def _unsent(line: OverviewTable) -> str:
    """How many deals the table's phones have not sent, and since when."""
    if not line.unsent:
        return ""
    count, since = line.unsent
    sentence = ngettext("%(n)s deal unsent since %(time)s", "%(n)s deals unsent since %(time)s", count)
    return sentence % {"n": count, "time": f"{localtime(since):%H:%M}"}


class AdjournedLine(NamedTuple):
    """What is said of an adjourned table before the tables are opened; ``is_ready``: it can play on now."""

    table: int
    is_ready: bool
    text: str


def adjourned_lines(tables: Iterable[AdjournedTable]) -> list[AdjournedLine]:
    return [AdjournedLine(table.table.pk, table.is_ready, _adjourned_text(table)) for table in tables]


def _adjourned_text(adjourned: AdjournedTable) -> str:
    texts = {
        "number": adjourned.table.number,
        "night": adjourned.table.event.name,
        "names": listed([entrant.player.name for entrant in adjourned.free]),
    }
    if adjourned.is_ready:
        text = gettext(
            "Adjourned: table %(number)s of “%(night)s”, with %(names)s. All are free, so they wait under “Not now” "
            "for it to play on. Seated elsewhere, they would be missed there."
        )
    else:
        text = gettext(
            "Adjourned: table %(number)s of “%(night)s”, with %(names)s. Not everybody of it is free, so whoever is "
            "gets a seat with the others; it can play on another time."
        )
    return text % texts


NOTES: dict[str, str | Promise] = {
    "": "",
    "absent": _("forfeit"),
    "first": _("first"),
    "is-first": _("(first)"),
}


# By the name of its address. Whoever may direct finds the log under the settings; to others it is a tab.
TABS: dict[str, str | Promise] = {
    "desk": _("Desk"),
    "event": _("Results"),
    "report": _("Report"),
    "tables": _("Tables"),
    "wall": _("Wall"),
    "event-log": _("Log"),
    "event-settings": _("Settings"),
}
TABS_WITH_ROUNDS: dict[str, str | Promise] = {
    "desk": _("Desk"),
    "event": _("Results"),
    "report": _("Report"),
    "tables": _("Rounds"),
    "bracket": _("Bracket"),
    "entrants": _("Entrants"),
    "wall": _("Wall"),
    "event-log": _("Log"),
    "event-settings": _("Settings"),
}
ASKS = {"entrants": Right.DIRECT, "desk": Right.LOOK, "event-log": Right.LOOK, "event-settings": Right.DIRECT}
# Under which tab a page stands that is none itself; the others are of the desk.
WITHIN = {
    "race": "event",
    "event-bend": "event",
    "event-statistics": "event",
    "register": "event",
    "enter": "event",
    "why": "event",
    "cross-table": "event",
    "handicaps": "event",
    "table": "tables",
    "table-paper": "tables",
    "pairings": "tables",
    "event-files": "event",
    "event-prints": "event",
    "print-sheet": "event",
    "entrants-list": "entrants",
    "entrants-order": "entrants",
    "entrant-leave": "entrants",
    "entrant-byes": "entrants",
    "prizes": "event-settings",
    "teams": "event-settings",
    "stages": "event-settings",
    "tie-breaks": "event-settings",
    "event-codes": "event-settings",
}


class Place(NamedTuple):
    """A page by the name of its address, of an event, of a club or of neither."""

    address: str
    label: str | Promise
    anchor: str = ""


# What a director does at an event that is open, as the search finds it.
ACTIONS = (
    Place("desk", _("Message to all pads"), "message-all"),
    Place("desk", _("Undo the last step (Ctrl Z at the desk)"), "desk"),
    Place("desk", _("End, adjourn or reopen one table"), "overview-head"),
)
# And once it is over.
AFTERWARDS = (Place("desk", _("Reopen the event"), "act"),)
PLACES = (
    Place("event-cards", _("All table cards")),
    Place("registration", _("Registration")),
    Place("event-prints", _("On paper")),
    Place("event-statistics", _("Statistics")),
    Place("event-files", _("Files")),
    Place("prizes", _("Prizes")),
    Place("desk-close", _("End or adjourn all tables")),
    Place("event-log", _("Log")),
    Place("event-again", _("Same again")),
    Place("event-codes", _("Pad codes")),
    Place("teams", _("Teams")),
    Place("tables", _("Correct a deal"), "tables"),
)


@dataclass(frozen=True)
class KindWords:
    """What is said of events of one kind."""

    tabs: Mapping[str, str | Promise]
    places: Sequence[Place]  # which a director's search finds besides the tabs
    actions: Sequence[Place]  # the same, while it is open
    let_in: str | Promise  # to whoever has entered by phone


KINDS: Mapping[str, KindWords] = {
    Event.Kind.CLUB_NIGHT: KindWords(
        TABS,
        PLACES,
        (
            Place("desk", _("Draw tables and seat the players"), "seat-them"),
            Place("desk", _("Somebody has come"), "came"),
            Place("desk", _("Somebody leaves"), "here"),
            Place("desk", _("Move somebody before the first deal"), "move-somebody"),
            *ACTIONS,
        ),
        _("You are on the list. Wait until you are given a table."),
    ),
    Event.Kind.TOURNAMENT: KindWords(
        TABS_WITH_ROUNDS,
        (Place("entrants", _("Entrants")), Place("stages", _("Stages")), *PLACES),
        (
            Place("desk", _("Draw the next round"), "step-head"),
            Place("entrants", _("Withdraw somebody"), "desk"),
            Place("entrants", _("Late entry"), "add"),
            *ACTIONS,
        ),
        _("On the list. Tell the director when you are in the room."),
    ),
}


@dataclass(frozen=True)
class Tab:
    name: str  # of its address
    label: str
    address: str
    marked: bool


def tabs_of(event: Event, *, page: str, rights: Collection[Right], has_bracket: bool) -> list[Tab]:
    """``page`` is the name of the address that is shown."""
    hidden = {name for name, right in ASKS.items() if right not in rights}
    # Seven at most: once it is over nobody enters, and the settings lead to the entrants.
    hidden.add("entrants" if event.status == Event.Status.FINISHED else "report")
    hidden |= set() if has_bracket else {"bracket"}
    hidden |= {"event-log"} if Right.DIRECT in rights else set()
    labels = KINDS[event.kind].tabs
    marked = page if page in TABS_WITH_ROUNDS else WITHIN.get(page, "desk")
    if marked in hidden and Right.DIRECT in rights:
        marked = "event-settings"
    return [
        Tab(name, str(label), reverse(name, args=[event.pk]), name == marked)
        for name, label in labels.items()
        if name not in hidden
    ]


CODE_RENEWED = gettext_lazy("Made new. The old code opens nothing any more: print the new one, and load the wall anew.")


def names_let_in(count: int) -> str:
    return ngettext("%(count)s name is let in.", "%(count)s names are let in.", count) % {"count": count}


def names_removed(count: int) -> str:
    return ngettext("%(count)s name is removed.", "%(count)s names are removed.", count) % {"count": count}


def entered_by_code(name: str) -> str:
    return gettext("%(name)s is on the list.") % {"name": name}


def what_became(registration: Registration, event: Event) -> str:
    """Of a name, as its phone reads it."""
    if registration.state == Registration.State.LET_IN:
        return str(KINDS[event.kind].let_in)
    if registration.state == Registration.State.WAITING:
        return gettext("Waits for the director, who sees the name and lets you in.")
    return gettext("The director has not let this name in. Ask at the desk.")
