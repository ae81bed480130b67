"""A bracket with its words as figures for an SVG: whole units, which are pixels at natural size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _

from tournaments.formats.bracket.layout import Box, Layout, Line
from tournaments.words.bracket.boxes import MatchBox, MatchSeat

ROW = 24
WIDTH = 208  # of a box
STEP = 248  # from a column to the next
WIDE_STEP = 296  # where lines fan out
LEFT = 16  # room for the hexagons that stand out of the first column
RIGHT = 4
FOOT = 6
TITLE = 18  # from the top of a row to the baseline of a title
BEND = 22  # before a box, where lines turn
INDENT = 20  # in a box, after its hexagon
SEED = 22
END = 20  # in a box, for the mark of those who go on

TEXT = 16
SMALL = 12
BADGE_PADDING = 12
SQUEEZE = 1.12
"""A name somewhat too long is squeezed, a longer one is cut short."""
FILLED = 0.8
"""The measure is no more than a guess, as fonts differ: what fills more than this is held to its measure."""

A4 = {True: (192, 248), False: (279, 162)}
"""Millimetres for a tall drawing, or a wide one, beside the page's title: as in bracket.css, which has those of A3."""
A3 = 2**0.5
"""How much larger it is."""
LEGIBLE = 2
"""Millimetres of a text's size: smaller ones are hard to read on paper."""

ENDING = "…"
NARROW = frozenset("iljtfrI.,:;'’|!()[]- ·")
BROAD = frozenset("mwMW@%—…")


@dataclass(frozen=True)
class DrawnLine:
    line: MatchSeat
    y: int  # of the upper edge, in the box
    x: int
    text: str
    fit: int  # the width to which the name is held, 0 where it has room
    score: str


@dataclass(frozen=True)
class DrawnBox:
    match: MatchBox
    x: int
    y: int
    height: int
    lines: tuple[DrawnLine, ...]
    badge: str
    badge_left: int  # where the badge begins, which ends with the box

    @property
    def badge_middle(self) -> int:
        return (self.badge_left + WIDTH) // 2

    @property
    def middle(self) -> int:
        return self.height // 2


@dataclass(frozen=True)
class DrawnRound:
    title: str
    x: int
    y: int  # of the title's baseline
    boxes: list[DrawnBox]


@dataclass(frozen=True)
class DrawnPath:
    d: str
    gone: bool  # somebody has gone that way


@dataclass(frozen=True)
class Drawing:
    """``fits``: a page may make it somewhat smaller, so that it has room. Others are larger than that, or small."""

    width: int
    height: int
    columns: int
    rounds: list[DrawnRound]
    paths: list[DrawnPath]

    @property
    def fits(self) -> bool:
        return self.columns in (5, 6)

    @property
    def tall(self) -> bool:
        return self.height > self.width

    @property
    def on_a4(self) -> float:
        """How high its text is, in millimetres."""
        width, height = A4[self.tall]
        return TEXT * min(width / self.width, height / self.height)

    @property
    def large(self) -> bool:
        """It takes a sheet of A3 to be read."""
        return self.on_a4 < LEGIBLE

    @property
    def long(self) -> bool:
        """It takes several, to be joined."""
        return self.on_a4 * A3 < LEGIBLE


def draw(layouts: Sequence[Layout], matches: Mapping[int, MatchBox], titles: Mapping[tuple[str, int], str]) -> Drawing:
    """The layouts side by side; ``titles`` by section and round."""
    rounds: list[DrawnRound] = []
    paths: list[DrawnPath] = []
    edge = LEFT
    for layout in layouts:
        step = WIDE_STEP if layout.fans else STEP
        left = {box.match: edge + box.column * step for box in layout.boxes}
        boxes = {box.match: _drawn_box(box, matches[box.match], x=left[box.match]) for box in layout.boxes}
        for head in layout.heads:
            x, y = edge + head.column * step, round(head.y * ROW) + TITLE
            rounds.append(DrawnRound(titles[head.section, head.round], x, y, [boxes[each] for each in head.matches]))
        paths += [_path(line, boxes[line.match], left[line.to], curved=layout.fans) for line in layout.lines]
        edge += layout.columns * step
    return Drawing(
        width=max(box.x for round_ in rounds for box in round_.boxes) + WIDTH + RIGHT,
        height=round(max(layout.rows for layout in layouts) * ROW) + FOOT,
        columns=sum(layout.columns for layout in layouts),
        rounds=rounds,
        paths=paths,
    )


def text_width(text: str, size: int, *, bold: bool = False) -> float:
    """About how wide a text is in a sans serif font."""
    return sum(map(_letter_width, text)) * size * (1.07 if bold else 1)


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
    if letter in NARROW:
        return 0.3
    if letter in BROAD:
        return 0.87
    return 0.66 if letter.isupper() else 0.55


def _drawn_box(box: Box, match: MatchBox, *, x: int) -> DrawnBox:
    seeded = any(line.seed for line in match.lines)
    lines = tuple(_drawn_line(line, seat, seeded=seeded) for seat, line in enumerate(match.lines))
    badge, _fit = fitted(match.badge, WIDTH - 2 * BADGE_PADDING - INDENT, size=SMALL, bold=True)
    left = WIDTH - 2 * BADGE_PADDING - round(1.15 * text_width(badge, SMALL, bold=True))
    return DrawnBox(match, x, round(box.y * ROW), box.height * ROW, lines, badge, left)


def _drawn_line(line: MatchSeat, seat: int, *, seeded: bool) -> DrawnLine:
    x = INDENT + (SEED + 4 if seeded and not line.open else 0)
    score = line.score or (_("forfeit") if line.forfeited else "")
    room = WIDTH - x - END - (text_width(score, TEXT, bold=True) + 6 if score else 0)
    name = line.name if text_width(line.name, TEXT, bold=True) <= room else line.short
    text, fit = fitted(name, room, size=TEXT, bold=line.advances)
    return DrawnLine(line, seat * ROW, x, text, fit, score)


def _path(line: Line, box: DrawnBox, end: int, *, curved: bool) -> DrawnPath:
    """From the middle of the box, or the seat of whoever has taken that place, to the edge ``end`` of the next box."""
    start = box.x + WIDTH
    y, to_y = round(line.start * ROW), round(line.end * ROW)
    seat = next((seat for seat, each in enumerate(box.match.lines) if each.place == line.place), None)
    if not curved:
        return DrawnPath(f"M{start} {y}H{end - BEND}V{to_y}H{end}", seat is not None)
    if seat is not None:
        y = box.y + seat * ROW + ROW // 2
    bend = (end - start) * 2 // 3
    return DrawnPath(f"M{start} {y}C{start + bend} {y} {end - bend} {to_y} {end} {to_y}", seat is not None)
