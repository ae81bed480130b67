"""What a page shows of counts, whatever the game: with few of them nothing, then a range, then a figure; and hands
beside their exact odds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.showdown.odds import CHANCES, Chances
from scoring.statistics import SURENESS, Counts, Mean, Share, parts
from tournaments.selectors.table.cards import PlayerTag, number_text
from tournaments.words.charts.lines import RateChart
from tournaments.words.games import category_name, decks

LEAST = 5
SURE = 30
NOTHING = "–"


def share_text(hits: float, total: int) -> str:
    """In per cent."""
    if total < LEAST:
        return NOTHING
    share = Share(hits, total)
    if total < SURE:
        return _("%(low)d–%(high)d %%") % {"low": round(100 * share.low), "high": round(100 * share.high)}
    return _("%(share)d %%") % {"share": round(100 * share.value)}


def band_text(mean: Mean) -> str:
    """With its sign and within what nineteen of twenty true figures lie."""
    if mean.of < LEAST:
        return NOTHING
    band = SURENESS * mean.error
    if mean.of < SURE:
        if not band:  # all the same, which says nothing of how far they may lie apart
            return NOTHING
        return _("%(low)s to %(high)s") % {"low": signed(mean.value - band), "high": signed(mean.value + band)}
    return f"{signed(mean.value)} ± {number_text(round(band, 1), places=1)}"


def mean_text(total: int, of: int, *, least: int = LEAST) -> str:
    """To a tenth; of what happened, so without a band."""
    return number_text(round(total / of, 1), places=1) if of >= least else NOTHING


def signed(value: float) -> str:
    tenths = round(value, 1)
    return f"+{number_text(tenths, places=1)}" if tenths > 0 else number_text(tenths, places=1)


WIDEST = 120  # of a bar
FINEST = 0.05  # of hands, that are still said


@dataclass(frozen=True)
class HandLine:
    """``due``: so many are dealt on average; ``bar`` and ``mark`` are as long as ``held`` and that."""

    category: str
    held: int
    due: str
    one_in: int
    bar: int
    mark: int


@dataclass(frozen=True)
class HandTable:
    """Of one size of hand by one order; ``says`` what the rarest of them was."""

    size: int
    hands: int
    lines: Sequence[HandLine]
    says: str


def hand_tables(counts: Counts) -> list[HandTable]:
    counted = parts(counts, "held")
    tables = []
    for key, chances in CHANCES.items():
        of_key = {name: counted.get(f"{key}.{name}", 0) for name in chances.hands}
        if hands := sum(of_key.values()):
            tables.append(
                HandTable(chances.size, hands, _lines(of_key, hands, chances), _rarest(of_key, hands, chances))
            )
    return tables


def _lines(counts: dict[str, int], hands: int, chances: Chances) -> list[HandLine]:
    due = {name: hands * chances.hands[name] / chances.total for name in counts}
    longest = max(*counts.values(), *due.values())
    return [
        HandLine(
            category_name(name),
            times,
            due_text(due[name]),
            chances.one_in(name),
            round(WIDEST * times / longest),
            round(WIDEST * due[name] / longest),
        )
        for name, times in counts.items()
    ]


def due_text(due: float) -> str:
    if due < FINEST:
        return f"<{number_text(FINEST)}"
    return number_text(round(due, 1), places=1)


def _rarest(counts: dict[str, int], hands: int, chances: Chances) -> str:
    *pyramids, nothing = counts
    rarest = max((name for name in pyramids if counts[name]), key=chances.one_in, default=nothing)
    return _("%(hand)s: 1 in %(one_in)s by the exact odds, here %(held)s in %(hands)s.") % {
        "hand": capfirst(category_name(rarest)),
        "one_in": grouped(chances.one_in(rarest)),
        "held": grouped(counts[rarest]),
        "hands": grouped(hands),
    }


@dataclass(frozen=True)
class HandPicture:
    """The pyramid row by row, the top first, and what lies outside it."""

    rows: Sequence[Sequence[str]]
    rest: Sequence[str]


def hand_picture(detail: Mapping[str, Any]) -> HandPicture | None:
    """Of a feat's ``detail``, where that is a hand."""
    pyramid, rest = detail.get("pyramid", []), detail.get("rest", [])
    cards = {*pyramid, *rest}
    deck = next((deck for deck in decks() if cards and cards <= deck.copies.keys()), None)
    return HandPicture(deck.rows(pyramid), rest) if deck else None


def grouped(number: int) -> str:
    """28,989,675 as the reader writes it."""
    return number_format(number, use_l10n=True, force_grouping=True)


@dataclass(frozen=True)
class FigureFact:
    """``rests``: on how much."""

    label: str
    value: str
    rests: str


@dataclass(frozen=True)
class PyramidRow:
    """``places``: where its hexagons stand; ``depth``: how deep they are coloured, from 0 to 1."""

    announced: int
    places: Sequence[int]
    depth: float
    exact: str
    points: str


@dataclass(frozen=True)
class FigureLine:
    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class FigureTable:
    """``key``: its address; ``heads``: of the labels first, which the ``legend`` explains where they are not plain."""

    key: str
    title: str
    heads: Sequence[str]
    rows: Sequence[FigureLine]
    legend: str = ""


@dataclass(frozen=True)
class ShareBar:
    """In per cent; ``low`` and ``high``: the range of the true figure; ``marked`` where it is the finding."""

    label: str
    text: str
    value: int
    low: int
    high: int
    player: PlayerTag | None = None
    marked: bool = False

    @property
    def width(self) -> int:
        return self.high - self.low


@dataclass(frozen=True)
class BarPicture:
    """``title``: what it shows, in a sentence; ``about``: of what; ``average``: everybody's, in per cent."""

    title: str
    about: str
    bars: Sequence[ShareBar]
    average: int | None = None


def share_bar(label: str, share: Share, player: PlayerTag | None = None) -> ShareBar:
    value, low, high = (round(100 * part) for part in (share.value, share.low, share.high))
    return ShareBar(label, share_text(share.hits, share.of), value, low, high, player)


@dataclass(frozen=True)
class CountFigures:
    """``lead``: the sentence above all; ``finding``: what the chart shows, ``says``: the same with its figures,
    ``legend``: how it is read.
    """

    facts: Sequence[FigureFact]
    lead: str = ""
    finding: str = ""
    says: str = ""
    legend: str = ""
    chart: RateChart | None = None
    pictures: Sequence[BarPicture] = ()
    tables: Sequence[FigureTable] = ()
    hands: Sequence[HandTable] = ()


@dataclass(frozen=True)
class PlayerFigures:
    player: PlayerTag
    cells: Sequence[str]


@dataclass(frozen=True)
class PlayersTable:
    """``heads``: after the players' own, which the ``legend`` explains; ``picture``: what tells them apart most."""

    heads: Sequence[str]
    rows: Sequence[PlayerFigures]
    picture: BarPicture
    legend: str
