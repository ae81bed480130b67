"""A report in sentences, each with where it leads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Protocol

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Club, Event
from tournaments.selectors.report import PlacedPlayer, ReadMoment
from tournaments.selectors.statistics.pages import Holding, RecordKind
from tournaments.selectors.table.cards import number_text
from tournaments.words.games import category_name
from tournaments.words.languages import listed
from tournaments.words.statistics.pages import RECORDS

SEVERAL = {"pot", "bend"}  # kinds that may be of some together
LETTERS_A_LINE, LINES_ON_WALL = 62, 12
MOST_TIED_NAMED = 3

SENTENCES = {
    "lead": gettext_lazy("The lead at table %(table)s changed %(times)s times; %(name)s took it in deal %(deal)s."),
    "decided": gettext_lazy("Only in deal %(deal)s did %(name)s take the lead at table %(table)s for good."),
    "close": gettext_lazy("It was close at table %(table)s: %(name)s won by %(margin)s from %(other)s."),
    "only-exact": gettext_lazy("Of %(made)s announcements of %(announced)s only that of %(name)s was exact."),
    "run": gettext_lazy("%(name)s was exact %(length)s times in a row."),
    "sheet": gettext_lazy("%(name)s was exact with %(exact)s of %(made)s announcements at table %(table)s."),
    "pot": gettext_lazy("The biggest pot, %(pot)s cubits where %(usual)s are usual, went to %(name)s."),
    "bend": gettext_lazy(
        "The evening turned in deal %(deal)s at table %(table)s: %(name)s rose from a chance of %(before)s %% to "
        "one of %(after)s %%."
    ),
    "record": gettext_lazy("A record of the club by %(name)s: %(what)s (%(how)s)."),
    "rating": gettext_lazy("The rating of %(name)s rose most: by %(gained)s, to %(number)s."),
}
SEASON = {
    "over": gettext_lazy("%(name)s is champion of “%(called)s”."),
    "sure": gettext_lazy("%(name)s is champion of “%(called)s” whatever happens."),
    "took": gettext_lazy("%(name)s takes the lead of “%(called)s”."),
    "leads": gettext_lazy("%(name)s leads “%(called)s”."),
}
SEASON_BEFORE = {
    "over": gettext_lazy("%(name)s overtakes %(before)s and is champion of “%(called)s”."),
    "sure": gettext_lazy("%(name)s overtakes %(before)s and is champion of “%(called)s” whatever happens."),
    "took": gettext_lazy("%(name)s takes the lead of “%(called)s” from %(before)s."),
}
SEASON_TOGETHER = {
    "over": gettext_lazy("%(name)s share first place in “%(called)s”."),
    "took": gettext_lazy("%(name)s take the lead of “%(called)s” together."),
    "leads": gettext_lazy("%(name)s lead “%(called)s” together."),
}
LEVEL = gettext_lazy("%(name)s and %(other)s were tied at table %(table)s; more exact announcements decided.")
COMEBACK = gettext_lazy("%(name)s won table %(table)s after having been last, %(behind)s behind, at deal %(deal)s.")
COMEBACK_OF_TWO = gettext_lazy("%(name)s won table %(table)s after having been %(behind)s behind at deal %(deal)s.")
HAND_WON = gettext_lazy("%(name)s won with a rare hand: %(hand)s. By the exact odds, that is one hand in %(one_in)s.")
HAND_LOST = gettext_lazy("%(name)s lost with a rare hand: %(hand)s. By the exact odds, that is one hand in %(one_in)s.")

TITLES = {
    "lead": gettext_lazy("To and fro"),
    "decided": gettext_lazy("At the last moment"),
    "close": gettext_lazy("A close table"),
    "comeback": gettext_lazy("From behind"),
    "only-exact": gettext_lazy("One alone"),
    "run": gettext_lazy("In a row"),
    "sheet": gettext_lazy("A sheet"),
    "hand": gettext_lazy("A rare hand"),
    "pot": gettext_lazy("The biggest pot"),
    "bend": gettext_lazy("The turn"),
    "record": gettext_lazy("A record"),
    "rating": gettext_lazy("Rising"),
    "season": gettext_lazy("The season"),
}


class PlacedByPoints(Protocol):
    """Somebody with a place, and what the places of a night come from."""

    @property
    def points(self) -> Fraction | None: ...

    @property
    def made(self) -> int: ...

    @property
    def exact(self) -> int: ...


@dataclass(frozen=True)
class ToldMoment:
    title: str
    text: str
    address: str
    players: tuple[int, ...]


def told_moments(moments: Sequence[ReadMoment], event: Event) -> list[ToldMoment]:
    return [
        ToldMoment(
            str(TITLES[moment.moment.kind]), _sentence(moment, event), _address(moment, event), moment.moment.players
        )
        for moment in moments
    ]


def from_afar(moments: Sequence[ToldMoment]) -> list[ToldMoment]:
    """As many as the wall has room for, where each has its title on a line of its own."""
    lines = list(accumulate(1 + ceil(len(moment.text) / LETTERS_A_LINE) for moment in moments))
    return [moment for moment, so_far in zip(moments, lines, strict=True) if so_far <= LINES_ON_WALL]


def first_sentence(people: Sequence[PlacedPlayer], event: Event) -> str:
    """Who has won, and by how much; empty where nobody has."""
    winners = [person for person in people if person.place == 1]
    if not winners:
        return ""
    names = _names([winner.player.short_name for winner in winners])
    points = winners[0].points
    if len(winners) > 1:
        if points is None:
            return _("%(names)s share first place.") % {"names": names}
        return _("%(names)s share first place with %(points)s each.") % {
            "names": names,
            "points": amount(points, event),
        }
    second = next((person for person in people if person.place > 1), None)
    others = [person.player.short_name for person in people if second and person.place == second.place]
    if points is None:
        return _("%(name)s has won.") % {"name": names}
    facts = {"name": names, "points": amount(points, event)}
    if second and (decided := deciding_text(winners[0], second, event)):
        facts |= {"decided": decided, "other": _all_or_how_many(others)}
        if second.points == points:
            return _("%(name)s has won with %(points)s, tied with %(other)s: %(decided)s.") % facts
        return _("%(name)s has won with %(points)s: %(decided)s.") % facts
    if second is None or second.points is None or second.points >= points:
        return _("%(name)s has won with %(points)s.") % facts
    facts |= {"margin": number_text(points - second.points), "other": _all_or_how_many(others)}
    return _("%(name)s has won with %(points)s, %(margin)s ahead of %(other)s.") % facts


def _all_or_how_many(names: Sequence[str]) -> str:
    if len(names) <= MOST_TIED_NAMED:
        return _names(names)
    return ngettext("%(count)s other", "%(count)s others", len(names)) % {"count": len(names)}


def deciding_text(first: PlacedByPoints, second: PlacedByPoints, event: Event) -> str:
    """What put the first ahead of the second where points did not: the average, or exact announcements."""
    if first.points is None or second.points is None or not (first.made and second.made):
        return ""
    if first.points != second.points and not event.by_average:
        return ""
    own, other = first.points / first.made, second.points / second.made
    if own != other:
        own_text, other_text = _told_apart(own, other)
        return _("%(own)s to %(other)s on average") % {"own": own_text, "other": other_text}
    if first.points == second.points and first.exact != second.exact:
        return _("%(own)s exact to %(other)s") % {"own": first.exact, "other": second.exact}
    return ""


def _told_apart(own: Fraction, other: Fraction) -> tuple[str, str]:
    """With as many decimal places as it takes, which are more than two for few deals won of many."""
    steps = (None, *range(3, 16))
    texts = ((number_text(own, places=places), number_text(other, places=places)) for places in steps)
    return next(pair for pair in texts if pair[0] != pair[1])


def amount(number: Fraction, event: Event) -> str:
    """In what the event counts."""
    texts: dict[str | None, Callable[[int], str]] = {
        None: lambda count: ngettext("%(n)s point", "%(n)s points", count),
        "cubits": lambda count: ngettext("%(n)s cubit", "%(n)s cubits", count),
        "hands": lambda count: ngettext("%(n)s deal won", "%(n)s deals won", count),
    }
    count = int(number) if number.denominator == 1 else 2
    return texts[event.unit](abs(count)) % {"n": number_text(number)}


def _sentence(read: ReadMoment, event: Event) -> str:
    moment = read.moment
    if moment.kind == "season":
        return _season(read)
    names = [player.short_name for player in read.players]
    facts: dict[str, object] = {**moment.facts, "table": read.table_number, "deal": moment.deal}
    facts |= {"name": _names(names) if moment.kind in SEVERAL else names[0], "other": names[-1]}
    for name in ("behind", "margin"):
        if name in facts:
            facts[name] = amount(Fraction(moment.facts[name]), event)
    if moment.kind == "hand":
        facts["hand"] = category_name(str(facts["category"]))
        return str(HAND_WON if facts["won"] else HAND_LOST) % facts
    if moment.kind == "record":
        facts |= _record(read, event)
    if moment.kind == "comeback":
        return str(COMEBACK if facts["seats"] != 2 else COMEBACK_OF_TWO) % facts
    if moment.kind == "close" and moment.facts["margin"] == "0":
        return str(LEVEL) % facts
    return str(SENTENCES[moment.kind]) % facts


def _season(moment: ReadMoment) -> str:
    """Who leads or is champion, ahead of whom, and who cannot be champion any more."""
    facts = moment.moment.facts
    names = iter([player.short_name for player in moment.players])
    leaders = [next(names) for _one in range(int(facts["leaders"]))]
    leaders_before = [next(names) for _one in range(int(facts["before"]))]
    texts = SEASON_TOGETHER if len(leaders) > 1 else SEASON_BEFORE if leaders_before else SEASON
    what = str(facts["what"])
    facts_in_words = {"name": _names(leaders), "called": facts["called"], "before": _names(leaders_before)}
    sentences = [str(texts.get(what, SEASON[what])) % facts_in_words]
    apart = Fraction(facts["apart"])
    if apart and what in ("took", "leads"):
        sentences.append(_("Ahead by %(apart)s.") % {"apart": number_text(apart)})
    if out := [*names]:
        more = int(facts["out"]) - len(out)
        sentences.append(_out_of_reach(out, more))
    return " ".join(sentences)


def _out_of_reach(names: list[str], more: int) -> str:
    if not more:
        text = ngettext("%(names)s cannot be champion any more.", "%(names)s cannot be champion any more.", len(names))
        return text % {"names": _names(names)}
    text = ngettext(
        "%(names)s and %(count)s more cannot be champion any more.",
        "%(names)s and %(count)s more cannot be champion any more.",
        more,
    )
    return text % {"names": ", ".join(names), "count": more}


def _record(read: ReadMoment, event: Event) -> dict[str, str]:
    moment = read.moment
    words = next(words for words in RECORDS if words.wanted == RecordKind(str(moment.facts["kind"])))
    value = int(moment.facts["value"])
    holding = Holding(read.players[0], event.pk, moment.table or 0, event.date, value, moment.deal, dict(moment.facts))
    return {"what": str(words.title), "how": words.text(holding)}


def _address(moment: ReadMoment, event: Event) -> str:
    """Of its season or its deal, else of its table."""
    if moment.moment.kind == "season":
        return reverse("season", args=[moment.moment.facts["season"]])
    if moment.moment.table is None:
        return reverse("rating-change", args=[event.pk, moment.moment.players[0]])
    deal = f"#deal-{moment.moment.deal}" if moment.moment.deal else ""
    return reverse("table", args=[moment.moment.table]) + deal


def _names(names: Sequence[str]) -> str:
    return listed(list(names))


def feed_title(club: Club) -> str:
    return _("How the evenings of %(club)s ended") % {"club": club.name}
