"""Players beside each other: what a rating is called, what forecasts have come to, and how it went between two, in
sentences and as pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.acceleration import HandicapTrial
from tournaments.formats.head_to_head import Met
from tournaments.formats.ratings import LEAST, Forecasts
from tournaments.models import RatingsBegin, RatingsFor
from tournaments.proofs.rating_list import ListedRow, RatingList
from tournaments.selectors.head_to_head import Evening, Matrix
from tournaments.selectors.ratings.page import Against, OwnRating, RatedPlayer
from tournaments.selectors.table.cards import number_text
from tournaments.words.charts.lines import NARROW, WIDE, Curve, Frame, LineChart, line_chart
from tournaments.words.statistics.figures import SURE, share_text

RATINGS_FOR = [
    (RatingsFor.ALL, gettext_lazy("Everybody who sees the club")),
    (RatingsFor.INSIDERS, gettext_lazy("Members, and players who hold a code while their event lasts")),
    (RatingsFor.NOBODY, gettext_lazy("Nobody: they are kept for seeding alone")),
]
RATINGS_BEGIN = [
    (RatingsBegin.ONCE, gettext_lazy("Never: they go on from year to year")),
    (RatingsBegin.SEASONS, gettext_lazy("On the first day of every season that is published")),
]
WIDE_HISTORY, NARROW_HISTORY = Frame(764, 220, 70), Frame(340, 230, 70)  # beside another panel, and on a phone
FEWEST_POINTS = 3  # points of a history; fewer are no line


def state_text(row: RatedPlayer | ListedRow) -> str:
    if row.is_away:
        return _("away")
    return _("settled") if row.is_settled else _("tentative")


def lead_text(rows: Sequence[RatedPlayer]) -> str:
    """Who stands first, and by how much."""
    ranked = [row for row in rows[:2] if row.rank]
    if not ranked:
        return _("Nobody has played enough for a rank yet.")
    first, second = ranked[0], ranked[-1]
    facts = {"name": first.player.short_name, "other": second.player.short_name, "number": first.number}
    if first is second:
        return _("{name} leads with {number}.").format(**facts)
    if first.number == second.number:
        return _("{name} and {other} are tied at {number}.").format(**facts)
    return _("{name} leads {other} by {apart}.").format(**facts, apart=first.number - second.number)


def moved_text(points: float) -> str:
    """With its sign, to a tenth."""
    tenths = round(points, 1)
    return f"+{number_text(tenths, places=1)}" if tenths > 0 else number_text(tenths, places=1)


@dataclass(frozen=True)
class SaidAndDone:
    """Of the forecasts about as sure as each other: per cent, and of few of them a range."""

    said: int
    happened: str
    count: int


def said_and_done(forecasts: Forecasts) -> list[SaidAndDone]:
    return [
        SaidAndDone(round(100 * bin_.said / bin_.count), share_text(bin_.happened, bin_.count), bin_.count)
        for bin_ in forecasts.bins
        if bin_.count
    ]


def forecasts_text(forecasts: Forecasts) -> str:
    """What may be said of them; nothing is foretold as long as a coin does as well."""
    if forecasts.count < LEAST:
        return _(
            "Too few tables so far to tell whether these numbers predict anything: {count} of {least} pairs of players."
        ).format(count=forecasts.count, least=LEAST)
    if not forecasts.is_better_than_a_coin:
        return _("So far these numbers predict results no better than tossing a coin would, so no forecasts are shown.")
    line = max(forecasts.bins, key=lambda bin_: (min(bin_.count, SURE), bin_.said / bin_.count if bin_.count else 0))
    return _(
        "When these numbers gave somebody {said} % to finish ahead, it happened {happened} % of {count} times."
    ).format(
        said=round(100 * line.said / line.count), happened=round(100 * line.happened / line.count), count=line.count
    )


class ThirdOfField(NamedTuple):
    name: str
    without: str
    with_handicap: str


def handicap_text(trial: HandicapTrial, *, at_night: bool = False) -> str:
    """What handicaps would have made of past events; empty where none can be told from."""
    if not trial.fields:
        return ""
    text = (
        _of_nights(trial.fields)
        if at_night
        else ngettext(
            "{count} field of an event with rounds, counted again by the ratings of that time: the stronger half had "
            "{without} % of the first places without a handicap, and {given} % with one.",
            "{count} fields of events with rounds, counted again by the ratings of that time: the stronger half had "
            "{without} % of the first places without a handicap, and {given} % with one.",
            trial.fields,
        )
    )
    without, given = (round(100 * share / trial.fields) for share in trial.half)
    return text.format(count=trial.fields, without=without, given=given)


def _of_nights(count: int) -> str:
    return ngettext(
        "{count} club night, counted again by the ratings of that time and what a win was worth on it: the stronger "
        "half had {without} % of the first places without a handicap, and {given} % with one.",
        "{count} club nights, counted again by the ratings of that time and what a win was worth on each: the stronger "
        "half had {without} % of the first places without a handicap, and {given} % with one.",
        count,
    )


def handicap_thirds(trial: HandicapTrial) -> list[ThirdOfField]:
    """The strongest first."""
    names = (_("Strongest third"), _("Middle third"), _("Weakest third"))
    shares = [[f"{round(100 * part / trial.fields)} %" for part in parts] for parts in trial.thirds if trial.fields]
    return [ThirdOfField(*line) for line in zip(names, *shares, strict=True)] if shares else []


def against_text(against: Against) -> str:
    """Of who is left out of the ranking no chance is told, from which the rating could be worked out."""
    if against.number is None:
        return _unforeseen(against)
    expected = round(100 * against.step.expected)
    if against.step.scored == 1:
        return _("ahead of {name}, expected with {expected} %").format(name=against.player.name, expected=expected)
    if against.step.scored == 0:
        return _("behind {name}, who was expected ahead with {expected} %").format(
            name=against.player.name, expected=100 - expected
        )
    return _("tied with {name}, expected ahead with {expected} %").format(name=against.player.name, expected=expected)


def _unforeseen(against: Against) -> str:
    if against.step.scored == 1:
        return _("ahead of {name}").format(name=against.player.name)
    text = _("behind {name}") if against.step.scored == 0 else _("tied with {name}")
    return text.format(name=against.player.name)


@dataclass(frozen=True)
class RatingHistory:
    """``narrow``: the same for a phone."""

    says: str
    chart: LineChart
    narrow: LineChart


def history_picture(own: OwnRating) -> RatingHistory | None:
    """With its band. What it says is of the events drawn."""
    points = own.history
    if len(points) < FEWEST_POINTS:
        return None
    curve = Curve(
        [point.strength.mu for point in points],
        str(round(points[-1].strength.mu)),
        own.rated.player.colour,
        [2 * point.strength.sigma for point in points],
    )
    days = [date_format(point.date, "M Y") for point in points]
    moved = round(points[-1].strength.mu) - round(points[0].strength.mu)
    facts = {"points": abs(moved), "date": date_format(points[0].date, "DATE_FORMAT")}
    says = _("Up %(points)d since %(date)s.") if moved >= 0 else _("Down %(points)d since %(date)s.")
    wide, narrow = (line_chart([curve], frame, steps=days, signed=False) for frame in (WIDE_HISTORY, NARROW_HISTORY))
    return RatingHistory(says % facts, wide, narrow)


def standing_text(own: OwnRating) -> str:
    """The rank, or why there is none."""
    return _rank_text(own.rated, own.ranked)


def place_text(row: ListedRow, rows: Sequence[ListedRow]) -> str:
    """The rank in a list over clubs, or why there is none."""
    return _rank_text(row, sum(other.rank is not None for other in rows))


def _rank_text(row: RatedPlayer | ListedRow, ranked: int) -> str:
    if row.rank is None:
        return state_text(row)
    return _("rank %(rank)d of %(ranked)d") % {"rank": row.rank, "ranked": ranked}


PERHAPS_ONE = {
    "name": gettext_lazy("of one name"),
    "name-and-club": gettext_lazy("of one name, in a club of one name"),
    "met": gettext_lazy("joined by a passport or a number, but both sat in one event"),
}
LEFT_OUT = {
    "older": gettext_lazy("there is a newer file of it"),
    "copy": gettext_lazy("another installation has a newer file of the same tables"),
    "not-over": gettext_lazy("not over yet"),
}


def rests_on_text(ratings: RatingList) -> str:
    """How much, and until when."""
    events = ngettext("%(count)d event that is over", "%(count)d events that are over", len(ratings.events)) % {
        "count": len(ratings.events)
    }
    if not ratings.events:
        return events
    return _("%(events)s, until %(day)s") % {
        "events": events,
        "day": date_format(ratings.events[-1].day, "DATE_FORMAT"),
    }


FEWEST_EVENINGS = 3  # evenings; fewer are no line
BALANCE = 120
MOST_NAMED = 6


def met_text(one: str, other: str, met: Met) -> str:
    facts = {"name": one, "other": other, **met._asdict()}
    if met.tables == 1:
        return _once(met) % facts
    sentence = _("Of %(tables)d tables %(name)s was ahead of %(other)s at %(ahead)d and behind at %(behind)d.") % facts
    if not met.level:
        return sentence
    level = ngettext("They were tied at %(level)d.", "They were tied at %(level)d.", met.level)
    return f"{sentence} {level % facts}"


def _once(met: Met) -> str:
    if met.ahead:
        return _("%(name)s was ahead of %(other)s at the only table they have shared.")
    if met.behind:
        return _("%(other)s was ahead of %(name)s at the only table they have shared.")
    return _("%(name)s and %(other)s were tied at the only table they have shared.")


def sides_text(one: str, other: str, met: Met) -> str:
    """Empty where neither sat at the other's side."""
    if not (met.sat_left or met.sat_right):
        return ""
    facts = {"name": one, "other": other, "left": met.sat_left, "right": met.sat_right}
    return _("%(name)s sat left of %(other)s %(left)d ×, right %(right)d ×.") % facts


@dataclass(frozen=True)
class Balance:
    """A bar of three lengths: ahead, level, behind."""

    ahead: int
    level: int

    width: int = BALANCE

    @property
    def level_end(self) -> int:
        return self.ahead + self.level


def balance(met: Met) -> Balance:
    ahead = round(BALANCE * met.ahead / met.tables)
    return Balance(ahead, round(BALANCE * (met.ahead + met.level) / met.tables) - ahead)


@dataclass(frozen=True)
class LeadCourse:
    """How somebody's lead grew and shrank, evening by evening."""

    says: str
    chart: LineChart
    narrow: LineChart


def course(evenings: Sequence[Evening], *, name: str, other: str, colour: str) -> LeadCourse | None:
    if len(evenings) < FEWEST_EVENINGS:
        return None
    leads = [0]
    for evening in evenings:
        leads.append(leads[-1] + evening.met.lead)
    facts = {"name": name, "other": other, "evenings": len(evenings), "lead": abs(leads[-1])}
    axes = _("Tables ahead"), _("Evening")
    if leads[-1] > 0:
        says = _("Over their last %(evenings)d evenings %(name)s was ahead %(lead)d times more than behind.")
    elif leads[-1] < 0:
        says = _("Over their last %(evenings)d evenings %(other)s was ahead %(lead)d times more than behind.")
    else:
        says = _("Over their last %(evenings)d evenings they were ahead as often as each other.")
    wide, narrow = (line_chart([Curve(leads, name, colour)], frame, axes=axes) for frame in (WIDE, NARROW))
    return LeadCourse(says % facts, wide, narrow)


def matrix_text(matrix: Matrix) -> str:
    """What it shows first: who have met most, and how many never."""
    if matrix.most is None:
        return _("None of them have met at a table yet.")
    one, other, tables = matrix.most
    facts = {"name": one.short_name, "other": other.short_name, "tables": tables}
    sentence = ngettext(
        "%(name)s and %(other)s have met most, at %(tables)d table.",
        "%(name)s and %(other)s have met most, at %(tables)d tables.",
        tables,
    )
    return f"{sentence % facts} {_never_text(matrix)}"


def _never_text(matrix: Matrix) -> str:
    if not matrix.never:
        return _("Everybody has met everybody.")
    if len(matrix.never) > MOST_NAMED:
        return _("%(never)d of %(pairs)d pairs have never met.") % {"never": len(matrix.never), "pairs": matrix.pairs}
    pairs = ", ".join(f"{one.short_name} – {other.short_name}" for one, other in matrix.never)
    return _("Have never met: %(pairs)s.") % {"pairs": pairs}
