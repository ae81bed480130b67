"""Shares side by side as figures for an SVG: a bar, how sure it is, and a mark for what it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.statistics import Share
from tournaments.words.pictures.lines import Tick

HEIGHT = 190
TOP = 12
FLOOR = 150
LEFT = 56
STEP = 56
WIDTH = 32
QUARTERS = (0, 25, 50, 75, 100)


@dataclass(frozen=True)
class Rate:
    """Without a ``share`` nothing is drawn but the label."""

    label: str
    share: Share | None
    beside: Share | None = None


@dataclass(frozen=True)
class RateBar:
    """``low`` and ``high``: the ends of the band; ``beside``: the mark."""

    label: str
    x: int
    middle: int
    y: int | None
    low: int | None
    high: int | None
    beside: int | None

    @property
    def height(self) -> int:
        return 0 if self.y is None else FLOOR - self.y

    @property
    def end(self) -> int:
        return self.x + WIDTH


@dataclass(frozen=True)
class RateChart:
    bars: Sequence[RateBar]
    levels: Sequence[Tick]
    width: int
    height: int = HEIGHT
    floor: int = FLOOR
    bar_width: int = WIDTH


def rate_chart(rates: Sequence[Rate]) -> RateChart:
    bars = [_bar(rate, LEFT + 12 + STEP * at) for at, rate in enumerate(rates)]
    levels = [Tick(_y(each / 100), f"{each} %") for each in QUARTERS]
    return RateChart(bars, levels, LEFT + STEP * len(rates))


def _bar(rate: Rate, x: int) -> RateBar:
    share, beside = rate.share, rate.beside
    return RateBar(
        label=rate.label,
        x=x,
        middle=x + WIDTH // 2,
        y=_y(share.value) if share else None,
        low=_y(share.low) if share else None,
        high=_y(share.high) if share else None,
        beside=_y(beside.value) if beside else None,
    )


def _y(value: float) -> int:
    return round(FLOOR - (FLOOR - TOP) * value)
