"""A card as figures for an SVG, in one of two shapes: texts with their places, the pyramid, hexagons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import sqrt

from tournaments.words.charts.lines import ENDING, SQUEEZE, fitted, text_width
from tournaments.words.report.cards import PlayerMark, SharedCard

# As the wall is: static/css/tokens.css by night.
GROUND, INK, SOFT, LINE, GOLD, BLACK = "#0b0906", "#fff9ec", "#ddd0b8", "#453a29", "#efc95c", "#15110b"
COLOURS = {
    "purple": "#cfabf5", "green": "#83d9a0", "orange": "#ffb077", "gold": "#efc95c", "teal": "#6fd6cf",
    "rose": "#ffa3bf", "blue": "#a3c0ff", "brown": "#dcb592", "slate": "#bcc8d6", "lime": "#c2de6a",
    "sky": "#84d0f7", "plum": "#eba0d4",
}  # fmt: skip
STONES = ("#6b5a7a", "#35523c", "#63442e", "#57496b")
SHADES = ("#292430", "#1d261f", "#2c2018", "#221f2a")
APEX = "#7d6624"
WIDE_ENOUGH = 1 / SQUEEZE
EDGE = 10
SIZES = ((100, 1), (85, 1), (70, 1), (64, 2), (52, 2), (42, 2))  # of a headline, per cent, with its lines


@dataclass(frozen=True)
class Shape:
    """In pixels: where the text begins, how wide it may be, the rows of its parts, and the pyramid's top and side."""

    name: str
    width: int
    height: int
    left: int
    room: int
    room_below: int  # beside the pyramid's foot
    head: int
    over: int
    headline: int
    largest: int
    text: int
    row: int
    most_rows: int
    most_told: int
    apex: tuple[int, int]
    side: int
    courses: int
    mark: tuple[int, int]
    radius: int


WIDE = Shape(
    "wide", 1200, 630, left=64, room=620, room_below=530, head=74, over=146, headline=246, largest=104,
    text=26, row=50, most_rows=3, most_told=1, apex=(930, 8), side=124, courses=6, mark=(930, 326), radius=150,
)  # fmt: skip
TALL = Shape(
    "tall", 1080, 1920, left=80, room=920, room_below=920, head=120, over=960, headline=1098, largest=132,
    text=38, row=80, most_rows=4, most_told=3, apex=(540, 200), side=176, courses=4, mark=(540, 600), radius=205,
)  # fmt: skip
SHAPES = {shape.name: shape for shape in (WIDE, TALL)}


@dataclass(frozen=True)
class Text:
    x: int
    y: int
    size: int
    text: str
    fill: str = INK
    serif: bool = False
    bold: bool = False
    anchor: str = "start"


@dataclass(frozen=True)
class Area:
    points: str
    fill: str


@dataclass
class CardDrawing:
    shape: Shape
    areas: list[Area] = field(default_factory=list)
    lines: list[tuple[int, int, int]] = field(default_factory=list)  # from x to x, at y
    texts: list[Text] = field(default_factory=list)


def drawn_card(card: SharedCard, shape: Shape) -> CardDrawing:
    drawing = CardDrawing(shape)
    drawing.areas += _pyramid(shape)
    _marks(drawing, card.marks, shape, gold=card.gold)
    head = shape.text
    drawing.areas.append(_hexagon(shape.left + head // 2, shape.head - head // 3, head * 3 // 4, GOLD))
    drawing.areas.append(_triangle(shape.left + head // 2, shape.head - head // 3 - head // 3, head * 2 // 3, BLACK))
    room = shape.room - 2 * head
    _write(drawing, shape.left + 3 * head // 2, shape.head, card.club, size=head, room=room, bold=True)
    _write(drawing, shape.left, shape.over, card.over, size=head, room=shape.room, fill=SOFT)
    y = _headline(drawing, card, shape)
    y = _under(drawing, card, shape, y + head)
    y = _rows(drawing, card, shape, y + head)
    _told(drawing, card, shape, y + head // 2)
    edge = shape.height - EDGE
    drawing.areas.append(_area(GOLD, (0, edge), (shape.width, edge), (shape.width, shape.height), (0, shape.height)))
    return drawing


def _headline(drawing: CardDrawing, card: SharedCard, shape: Shape) -> int:
    """As large as it fits, on two lines where one would be small; shorter where even so it does not."""
    size, lines = _fitted(card, shape)
    y = shape.headline - (shape.largest - size) // 2
    for line in evenly(lines, size=size):
        drawing.texts.append(Text(shape.left, y, size, line, GOLD, serif=True, bold=True))
        y += size
    return y - size


def _fitted(card: SharedCard, shape: Shape) -> tuple[int, list[str]]:
    for text, (part, most) in product((card.headline, card.name), SIZES):
        size = shape.largest * part // 100
        lines = wrapped(text, shape.room, size=size, most=most)
        if not any(line.endswith(ENDING) for line in lines):
            break
    return size, lines


def _under(drawing: CardDrawing, card: SharedCard, shape: Shape, y: int) -> int:
    large = shape.text * 3 // 2
    y += large
    x = shape.left
    if card.lead:
        drawing.texts.append(Text(x, y, large, card.lead, serif=True, bold=True))
        x += round(text_width(card.lead, large, bold=True)) + shape.text // 2
    _write(drawing, x, y, card.under, size=shape.text, room=shape.left + shape.room - x)
    return y


def _rows(drawing: CardDrawing, card: SharedCard, shape: Shape, y: int) -> int:
    width = shape.room * 3 // 4 if shape is WIDE else shape.room
    end, size, radius = shape.left + width, shape.text, shape.row * 42 // 100
    places = max((text_width(row.place, size, bold=True) for row in card.rows[: shape.most_rows]), default=0)
    x = shape.left + max(size * 2, round(places) + radius * 5 // 4)
    for row in card.rows[: shape.most_rows]:
        drawing.lines.append((shape.left, end, y))
        y += shape.row
        middle = y - shape.row // 2
        base = middle + size * 36 // 100
        drawing.texts.append(Text(shape.left, base, size, row.place, SOFT, serif=True, bold=True))
        _hexagon_with(drawing, row.mark, x, middle, radius)
        room = end - x - size - round(text_width(row.value, size, bold=True)) - size * 3 // 2
        _write(drawing, x + size, base, row.name, size=size, room=room, bold=True)
        if row.value:
            drawing.texts.append(Text(end, base, size, row.value, bold=True, anchor="end"))
    return y


def _told(drawing: CardDrawing, card: SharedCard, shape: Shape, y: int) -> None:
    """As much as there is room for."""
    size, step = shape.text * 85 // 100, shape.text * 5 // 4
    bottom = shape.height - EDGE - shape.text
    for text in card.told[: shape.most_told + (not card.rows)]:
        lines = wrapped(text, shape.room_below, size=size, most=3, bold=False)
        if y + step * len(lines) > bottom or lines[-1].endswith(ENDING):
            continue
        for line in lines:
            y += step
            drawing.texts.append(Text(shape.left, y, size, line, SOFT))
        y += size // 2


def _marks(drawing: CardDrawing, marks: Sequence[PlayerMark], shape: Shape, *, gold: bool) -> None:
    """One large hexagon, or smaller ones side by side."""
    x, y = shape.mark
    count = len(marks)
    radius = shape.radius if count == 1 else shape.radius * 13 // 20 if count == 2 else shape.radius * 11 // 20
    apart = radius * 19 // 10
    for index, mark in enumerate(marks):
        own = PlayerMark(mark.initials, "gold") if gold and count == 1 else mark
        _hexagon_with(drawing, own, x + round((index - (count - 1) / 2) * apart), y, radius)


def _hexagon_with(drawing: CardDrawing, mark: PlayerMark, x: int, y: int, radius: int) -> None:
    drawing.areas.append(_hexagon(x, y, radius, COLOURS[mark.colour]))
    size = radius * 7 // 10
    base = y + size * 34 // 100
    drawing.texts.append(Text(x, base, size, mark.initials, BLACK, serif=True, bold=True, anchor="middle"))


def _area(fill: str, *corners: tuple[int, int]) -> Area:
    return Area(" ".join(f"{x},{y}" for x, y in corners), fill)


def _hexagon(x: int, y: int, radius: int, fill: str) -> Area:
    """Point upwards."""
    side, half = round(radius * sqrt(3) / 2), radius // 2
    around = ((0, -radius), (side, -half), (side, half), (0, radius), (-side, half), (-side, -half))
    return _area(fill, *((x + dx, y + dy) for dx, dy in around))


def _triangle(x: int, top: int, side: int, fill: str) -> Area:
    bottom = top + round(side * sqrt(3) / 2)
    return _area(fill, (x, top), (x + side // 2, bottom), (x - side // 2, bottom))


def _pyramid(shape: Shape) -> Iterator[Area]:
    """Stones point upwards, what is between them downwards."""
    (x, top), side = shape.apex, shape.side
    height = side * sqrt(3) / 2
    for row in range(shape.courses):
        above, below = round(top + row * height), round(top + (row + 1) * height)
        for index in range(row + 1):
            middle = x + round((index - row / 2) * side)
            stone = STONES[(row * 5 + index * 3) % len(STONES)] if row else APEX
            yield _area(stone, (middle, above), (middle + side // 2, below), (middle - side // 2, below))
            if index < row:
                shade = SHADES[(row + index) % len(SHADES)]
                yield _area(shade, (middle, above), (middle + side, above), (middle + side // 2, below))


def wrapped(text: str, room: int, *, size: int, most: int, bold: bool = True) -> list[str]:
    """In lines no wider than the room, shortened after so many."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer, size, bold=bold) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, room * WIDE_ENOUGH, size=size, bold=bold)[0] for line in lines]


def evenly(lines: list[str], *, size: int) -> list[str]:
    """Two lines as nearly of one length as they can be without the longer one growing."""
    if len(lines) != 2 or any(line.endswith(ENDING) for line in lines):
        return lines
    words = " ".join(lines).split()
    cuts = ([" ".join(words[:index]), " ".join(words[index:])] for index in range(1, len(words)))
    return min(cuts, key=lambda cut: max(text_width(line, size, bold=True) for line in cut))


def _write(
    drawing: CardDrawing, x: int, y: int, text: str, *, size: int, room: int, fill: str = INK, bold: bool = False
) -> None:
    shown, _fit = fitted(text, room * WIDE_ENOUGH, size=size, bold=bold)
    drawing.texts.append(Text(x, y, size, shown, fill, bold=bold))
