"""The text on a picture of an event or of a player, as far as its fonts have the letters; names in another script are
told by initials.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Club, Event
from tournaments.selectors.report import PlacedPlayer, ReadReport
from tournaments.selectors.table.cards import PlayerTag, initials, number_text
from tournaments.words.games import game_name
from tournaments.words.report.sentences import amount, deciding_text, told_moments

LETTERS = frozenset(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x17F)])) - set("ĬĭĲĳŦŧ") | set("ȘșȚț–—‘’“”„…−")
UNKNOWN = "–"


def writable(text: str) -> str:
    """Without what its fonts lack."""
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if letter in LETTERS).strip()


def written_name(name: str) -> str:
    """The name, or its initials in Latin letters where another script has given it; a dash where that has none."""
    composed = unicodedata.normalize("NFC", name)
    if LETTERS.issuperset(composed):
        return composed
    initials = [letter for word in composed.split() if (letter := _latin(word[0]))]
    return " ".join(f"{letter}." for letter in initials) or UNKNOWN


def _latin(letter: str) -> str:
    """What the letter's own name begins with: CYRILLIC CAPITAL LETTER VE is a V; an ideograph's says nothing."""
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in LETTERS:
        return plain.upper() if plain.isalpha() else ""
    words = unicodedata.name(plain, "").split()
    return words[words.index("LETTER") + 1][0] if "LETTER" in words else ""


MARKS = 3  # hexagons
BEFORE = 2  # who stand on a player's card with the own row
JOINT = 3  # names of those who share the first place


@dataclass(frozen=True)
class PlayerMark:
    """A player's hexagon."""

    initials: str
    colour: str


@dataclass(frozen=True)
class CardRow:
    place: str
    mark: PlayerMark
    name: str
    value: str


@dataclass(frozen=True)
class SharedCard:
    """``lead`` is the figure before ``under``, the line below the headline. Rows: who else came where."""

    club: str
    over: str
    headline: str
    name: str  # instead, where the headline has no room
    lead: str
    under: str
    marks: list[PlayerMark]
    rows: list[CardRow]
    told: list[str] = field(default_factory=list)
    gold: bool = True


def event_card(report: ReadReport) -> SharedCard:
    winners = report.winners
    names = [written_name(winner.player.short_name) for winner in winners]
    first = winners[0]
    lead, under = _result(first, report.event)
    second = next((person for person in report.people if person.place > 1), None)
    decided = deciding_text(first, second, report.event) if second else ""
    if len(winners) == 1 and decided:
        text = amount(first.points or Fraction(0), report.event).removeprefix(lead).strip()
        under = _("%(points)s, %(decided)s") % {"points": text, "decided": decided}
    elif len(winners) > 1:
        under = _("%(points)s each") % {"points": under} if lead else _("They share first place")
    elif not lead:
        under = ngettext("%(n)s player", "%(n)s players", len(report.people)) % {"n": len(report.people)}
    name = names[0] if len(names) == 1 else _joint(names)
    return SharedCard(
        club=writable(report.event.club.name),
        over=_over(report),
        headline=_("%(name)s has won") % {"name": name} if len(names) == 1 else name,
        name=name,
        lead=lead,
        under=under,
        marks=[_mark(winner.player) for winner in winners[:MARKS]],
        rows=[_row(person) for person in report.people if person.place > 1],
        told=_told(report),
    )


def coming_card(event: Event) -> SharedCard:
    """Before anybody has a place."""
    return _plain(event.club, event.name, over=date_format(event.date, "DATE_FORMAT"), under=game_name(event.game))


def club_card(club: Club) -> SharedCard:
    return _plain(club, club.name, over="", under=club_text())


def club_text() -> str:
    return _("Nights, tournaments, standings and records")


def player_text(club: Club) -> str:
    return _("Results and tables at %(club)s") % {"club": club.name}


def season_text(club: Club) -> str:
    return _("A season of %(club)s: standing, race and what is still to come") % {"club": club.name}


def event_text(event: Event) -> str:
    facts = {"game": game_name(event.game), "club": event.club.name, "date": date_format(event.date, "DATE_FORMAT")}
    if event.status == Event.Status.OPEN:
        return _("%(game)s at %(club)s, %(date)s: every deal as it is played") % facts
    return _("%(game)s at %(club)s, %(date)s") % facts


def _plain(club: Club, headline: str, *, over: str, under: str) -> SharedCard:
    title = writable(headline)
    return SharedCard(
        club=writable(club.name),
        over=writable(over),
        headline=title,
        name=title,
        lead="",
        under=writable(under),
        marks=[],
        rows=[],
    )


def player_card(report: ReadReport, player: int) -> SharedCard | None:
    """None where the player has no place."""
    own = next((person for person in report.people if person.player.id == player), None)
    if own is None:
        return None
    lead, under = _result(own, report.event)
    place = _("Place %(place)s of %(people)s") % {"place": own.place, "people": len(report.people)}
    name = written_name(own.player.short_name)
    return SharedCard(
        club=writable(report.event.club.name),
        over=_over(report),
        headline=name,
        name=name,
        lead=lead,
        under=under,
        marks=[_mark(own.player)],
        rows=[_row(placed) for placed in sorted({*report.people[:BEFORE], own}, key=report.people.index)],
        told=[*_told(report, player), place],
        gold=own.place == 1,
    )


def _over(report: ReadReport) -> str:
    event, given = report.event, {"handicap": [_("With handicap")], "mcmahon": [_("With starting points")]}
    date = writable(date_format(event.date, "DATE_FORMAT"))
    return " · ".join([writable(event.name), date, *given.get(report.given, [])])


def _joint(names: Sequence[str]) -> str:
    if len(names) > JOINT:
        return _("%(count)s share first place") % {"count": len(names)}
    return f"{', '.join(names[:-1])} {_('and')} {names[-1]}"


def _result(person: PlacedPlayer, event: Event) -> tuple[str, str]:
    """The figure, and what it counts."""
    if person.points is None:
        return "", ""
    figure = number_text(person.points)
    text = amount(person.points, event).removeprefix(figure).strip()
    if person.placed.exact:
        facts = {"points": text, "exact": person.placed.exact, "made": person.placed.made}
        text = _("%(points)s, %(exact)s of %(made)s announcements exact") % facts
    return figure, text


def _row(person: PlacedPlayer) -> CardRow:
    value = "" if person.points is None else number_text(person.points)
    return CardRow(str(person.place), _mark(person.player), written_name(person.player.short_name), value)


def _mark(player: PlayerTag) -> PlayerMark:
    return PlayerMark(initials(written_name(player.short_name).replace(".", "") or "–"), player.colour)


def _told(report: ReadReport, player: int | None = None) -> list[str]:
    """Sentences that can be written; of the event, or those about the player."""
    moments = [moment for moment in report.moments if player is None or player in moment.moment.players]
    texts = [moment.text for moment in told_moments(moments, report.event)]
    return [text for text in texts if writable(text) == text]
