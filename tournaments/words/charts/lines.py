"""Charts as figures for an SVG: lines with names at their ends, shares side by side as bars; and how wide a text is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import combining, east_asian_width

from scoring.statistics import Share

LEFT = 40  # the marks of the scale
TOP = 14
BOTTOM = 26  # the numbers of the steps
TEXT = 17
APART = 18  # names at the ends, from line to line
NEAT = (1, 2, 5)
MOST_MARKS = 5
MOST_STEPS = 6
LEAST_GAP = 12  # between two of them, where they are texts
MOST_TEXTS = 4  # below the steps, where these are more than a number

SQUEEZE = 1.12
"""A name somewhat too long is squeezed, a longer one is cut short."""
FILLED = 0.8
"""The measure is no more than a guess, as fonts differ: what fills more than this is held to its measure."""
ENDING = "…"
NARROW_LETTERS = frozenset("iljtfrI.,:;'’|!()[]- ·")
BROAD_LETTERS = frozenset("mwMW@%—…")


@dataclass(frozen=True)
class Frame:
    """In units of the drawing; ``room``: for the names. A page has one of each ``kind`` and shows the one that fits."""

    width: int
    height: int
    room: int
    kind: str = ""
    text: int = TEXT

    @property
    def right(self) -> int:
        return self.width - self.room

    @property
    def bottom(self) -> int:
        return self.height - BOTTOM


WIDE = Frame(560, 206, 0, "wide", 15)
NARROW = Frame(264, 200, 0, "narrow", 15)
WALL = Frame(960, 400, 200)
MOST_ROOM = 0.45  # of the width, for names


@dataclass(frozen=True)
class Curve:
    """``values``: from the start on, each unsure by its ``spread``. A line without a name is one of many."""

    values: Sequence[float]
    name: str = ""
    colour: str = ""
    spread: Sequence[float] = ()

    def bounds(self) -> list[float]:
        return [value + sign * wide for value, wide in zip(self.values, self.spread, strict=False) for sign in (1, -1)]


@dataclass(frozen=True)
class DrawnName:
    text: str
    whole: str
    y: int


@dataclass(frozen=True)
class Tick:
    """Of a scale: where it stands, and what it says."""

    at: int
    text: str


@dataclass(frozen=True)
class ChartLine:
    points: str
    colour: str
    end: tuple[int, int]
    name: DrawnName | None
    band: str = ""


@dataclass(frozen=True)
class LineChart:
    frame: Frame
    named: list[ChartLine]
    others: list[ChartLine]
    levels: list[Tick]
    steps: list[Tick]
    ring: tuple[int, int] | None
    axes: tuple[str, str] = ("", "")  # what is counted, and over what


@dataclass(frozen=True)
class _Scale:
    frame: Frame
    steps: int
    low: float
    high: float

    def x(self, step: float) -> int:
        return round(LEFT + (self.frame.right - LEFT) * step / max(1, self.steps))

    def y(self, value: float) -> int:
        return round(TOP + (self.frame.bottom - TOP) * (self.high - value) / (self.high - self.low or 1))


def line_chart(
    lines: Sequence[Curve],
    frame: Frame,
    *,
    first: int = 0,
    ring: int | None = None,
    downwards: bool = False,
    steps: Sequence[str] = (),
    signed: bool = True,
    axes: tuple[str, str] = ("", ""),
) -> LineChart:
    """``first``: the number of the first step; ``ring``: which step of the first line is marked, from 0; ``downwards``:
    the smallest value stands highest; ``steps``: what each step is called, instead of its number; ``signed``: levels
    are ahead or behind. A frame without room for names makes it.
    """
    frame = frame if frame.room else replace(frame, room=_room(lines, frame))
    sign = -1 if downwards else 1
    heights = [[sign * value for value in line.values] for line in lines]
    every = [value for values in heights for value in values] + [bound for line in lines for bound in line.bounds()]
    scale = _Scale(frame, max(map(len, heights)) - 1, min(every), max(every))
    named = [index for index, line in enumerate(lines) if line.name]
    placed = _names([lines[index] for index in named], [scale.y(heights[index][-1]) for index in named], frame)
    names = dict(zip(named, placed, strict=True))
    drawn = [_drawn(line, heights[index], scale, names.get(index)) for index, line in enumerate(lines)]
    return LineChart(
        frame=frame,
        named=[curve for curve in drawn if curve.name],
        others=[curve for curve in drawn if not curve.name],
        levels=_levels(scale, downwards=downwards, signed=signed),
        steps=_named_steps(scale, steps) if steps else _numbered_steps(scale, first),
        ring=None if ring is None else (scale.x(ring), scale.y(heights[0][ring])),
        axes=axes,
    )


def _room(lines: Sequence[Curve], frame: Frame) -> int:
    longest = max(text_width(line.name, frame.text, bold=True) for line in lines)
    return round(min(MOST_ROOM * frame.width, longest + 20))


def _drawn(line: Curve, values: Sequence[float], scale: _Scale, name: DrawnName | None) -> ChartLine:
    points = [(scale.x(step), scale.y(value)) for step, value in enumerate(values)]
    return ChartLine(_points(points), line.colour, points[-1], name, _band(line, scale))


def _band(line: Curve, scale: _Scale) -> str:
    """Around the line, there above it and back below."""
    above = [(scale.x(step), scale.y(bound)) for step, bound in enumerate(line.bounds()[::2])]
    below = [(scale.x(step), scale.y(bound)) for step, bound in enumerate(line.bounds()[1::2])]
    return _points([*above, *reversed(below)])


def _points(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _names(lines: Sequence[Curve], ends: Sequence[int], frame: Frame) -> list[DrawnName]:
    """Beside the ends of their lines, moved apart where these are too near."""
    order = sorted(range(len(ends)), key=lambda index: ends[index])
    places: dict[int, int] = {}
    lowest = TOP - APART
    for index in order:
        lowest = max(ends[index], lowest + APART)
        places[index] = lowest
    over = max(0, lowest - frame.bottom)
    for index in reversed(order):  # upwards again, where the last would stand below the frame
        places[index] = (
            min(places[index], frame.bottom - APART * (len(order) - 1 - order.index(index))) if over else places[index]
        )
    return [_name(line, places[index], frame) for index, line in enumerate(lines)]


def _name(line: Curve, y: int, frame: Frame) -> DrawnName:
    text, _fit = fitted(line.name, (frame.room - 16) / SQUEEZE, size=frame.text, bold=True)
    return DrawnName(text, line.name, y)


def _marks(scale: _Scale) -> list[float]:
    """Few round figures between the least and the most."""
    span = scale.high - scale.low
    unit = 1
    while True:
        for neat in NEAT:
            if span / (neat * unit) <= MOST_MARKS:
                first = -int(-scale.low // (neat * unit))
                last = int(scale.high // (neat * unit))
                return [float(step * neat * unit) for step in range(first, last + 1)]
        unit *= 10


def _numbered_steps(scale: _Scale, first: int) -> list[Tick]:
    return [Tick(scale.x(step - first), str(step)) for step in _step_marks(scale.steps + first)]


def _named_steps(scale: _Scale, texts: Sequence[str]) -> list[Tick]:
    """As many as have room beside each other."""
    widest = max(text_width(text, scale.frame.text) for text in texts)
    most = min(MOST_TEXTS, 1 + int((scale.frame.right - LEFT) // (widest + LEAST_GAP)))
    every = -(-len(texts) // most)
    return [Tick(scale.x(step), texts[step]) for step in range(0, len(texts), every)]


def _step_marks(steps: int) -> list[int]:
    every = max(1, -(-steps // MOST_STEPS))
    return list(range(every, steps + 1, every))


def _levels(scale: _Scale, *, downwards: bool, signed: bool) -> list[Tick]:
    """Of places the first too, which no round figure names."""
    if not downwards:
        return [Tick(scale.y(value), _signed(value) if signed else f"{value:.0f}") for value in _marks(scale)]
    places = {1, *(round(-value) for value in _marks(scale))}
    return [Tick(scale.y(-place), str(place)) for place in sorted(places)]


def _signed(value: float) -> str:
    return f"{int(value):+}".replace("-", "−") if value else "0"


HEIGHT = 190
RATES_TOP = 12
FLOOR = 150
RATES_LEFT = 56
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
    average: int | None = None
    height: int = HEIGHT
    floor: int = FLOOR
    bar_width: int = WIDTH


def rate_chart(rates: Sequence[Rate], *, average: float | None = None) -> RateChart:
    bars = [_bar(rate, RATES_LEFT + 12 + STEP * index) for index, rate in enumerate(rates)]
    levels = [Tick(_y(quarter / 100), str(quarter)) for quarter in QUARTERS]
    return RateChart(bars, levels, RATES_LEFT + STEP * len(rates), None if average is None else _y(average))


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
    return round(FLOOR - (FLOOR - RATES_TOP) * value)


def text_width(text: str, size: int, *, bold: bool = False) -> float:
    """About how wide a text is in a sans serif font."""
    return sum(map(_letter_width, text)) * size * (1.07 if bold else 1)


@lru_cache(maxsize=4096)
def fitted(text: str, width: float, *, size: int, bold: bool = False) -> tuple[str, int]:
    """The text, shortened where it must be, and the width to hold it to (0 where there is room enough)."""
    room = width * SQUEEZE
    if text_width(text, size, bold=bold) > room:
        while text and text_width(text.rstrip() + ENDING, size, bold=bold) > room:
            text = text[:-1]
        text = text.rstrip() + ENDING
    measure = min(width, text_width(text, size, bold=bold))
    return text, round(measure) if measure > width * FILLED else 0


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0
    if east_asian_width(letter) in "WF":
        return 1
    if letter in NARROW_LETTERS:
        return 0.3
    if letter in BROAD_LETTERS:
        return 0.87
    return 0.66 if letter.isupper() else 0.55
