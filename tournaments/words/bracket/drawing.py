"""A bracket for people: its rounds as a list, the whole as an SVG in whole pixels, and what the wall shows of it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.bracket.layout import Box, Head, Layout, Line, bracket_layout, current_parts
from tournaments.formats.bracket.progress import Bracket, Progress
from tournaments.formats.record import Id
from tournaments.models import Stage
from tournaments.selectors.bracket import SeatName, StageBracket, TableLink
from tournaments.words.bracket.matches import MatchBox, MatchSeat, match_box

ROW = 24
WIDTH = 208  # of a box, at least
BETWEEN = 40  # two columns
WIDE_BETWEEN = 88  # where lines fan out
LEFT = 16  # room for the hexagons that stand out of the first column
RIGHT = 4
FOOT = 6
TITLE = 18  # from the top of a row to the baseline of a title
LOW = 14 * ROW
"""A lower drawing is large on any screen: its boxes may be as wide as in one of this height."""
BEND = 22  # before a box, where lines turn
INDENT = 20  # in a box, after its hexagon
SEED = 22
END = 20  # in a box, for the mark of those who go on

TEXT = 16
HALF = 11  # of a name in two lines
HALVES = (10.8, 21.3)  # their baselines
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
class DrawnText:
    text: str
    y: float  # of its baseline, in the line
    fit: int  # the width to which it is held, 0 where it has room


@dataclass(frozen=True)
class DrawnLine:
    line: MatchSeat
    y: int  # of the upper edge, in the box
    x: int
    name: tuple[DrawnText, ...]  # a long one in two lines
    score: str

    @property
    def cut(self) -> bool:
        """Whether less than the whole name is shown."""
        return " ".join(part.text for part in self.name).replace("- ", "-") != self.line.name


@dataclass(frozen=True)
class DrawnBox:
    match: MatchBox
    x: int
    y: int
    width: int
    height: int
    lines: tuple[DrawnLine, ...]
    badge: str
    badge_left: int  # where the badge begins, which ends with the box

    @property
    def badge_middle(self) -> int:
        return (self.badge_left + self.width) // 2

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
        """Whether it takes a sheet of A3 to be read."""
        return self.on_a4 < LEGIBLE

    @property
    def long(self) -> bool:
        """Whether it takes several sheets, to be joined."""
        return self.on_a4 * A3 < LEGIBLE


def draw(
    layouts: Sequence[Layout],
    matches: Mapping[int, MatchBox],
    titles: Mapping[tuple[str, int], str],
    *,
    aspect: float = 0,
) -> Drawing:
    """The layouts side by side; ``titles`` by section and round. With an ``aspect`` boxes widen to their longest name
    while a drawing is no wider than so many times its height, and further where a name would be cut."""
    height = round(max(layout.rows for layout in layouts) * ROW) + FOOT
    width = _box_width(layouts, matches, room=int(aspect * max(height, LOW)))
    rounds: list[DrawnRound] = []
    paths: list[DrawnPath] = []
    edge = LEFT
    for layout in layouts:
        step = width + _between(layout)
        left = {box.match: edge + box.column * step for box in layout.boxes}
        boxes = {box.match: _drawn_box(box, matches[box.match], left[box.match], width) for box in layout.boxes}
        for head in layout.heads:
            x, y = edge + head.column * step, round(head.y * ROW) + TITLE
            rounds.append(DrawnRound(titles[head.section, head.round], x, y, [boxes[match] for match in head.matches]))
        paths += [_path(line, boxes[line.match], left[line.to], curved=layout.fans) for line in layout.lines]
        edge += layout.columns * step
    return Drawing(
        width=max(box.x for round_ in rounds for box in round_.boxes) + width + RIGHT,
        height=height,
        columns=sum(layout.columns for layout in layouts),
        rounds=rounds,
        paths=paths,
    )


def _between(layout: Layout) -> int:
    return WIDE_BETWEEN if layout.fans else BETWEEN


def _box_width(layouts: Sequence[Layout], matches: Mapping[int, MatchBox], *, room: int) -> int:
    """As wide as the longest name wants it, where there is ``room`` for it in all columns; else as its two lines do."""
    if not room:
        return WIDTH
    columns = sum(layout.columns for layout in layouts)
    most = (room - sum(layout.columns * _between(layout) for layout in layouts)) // columns
    shown = [
        (matches[box.match], line) for layout in layouts for box in layout.boxes for line in matches[box.match].lines
    ]
    whole = max(_taken(match, line) + text_width(line.name, TEXT, bold=True) for match, line in shown)
    halves = max(
        _taken(match, line) + text_width(half, HALF, bold=True) / SQUEEZE
        for match, line in shown
        for half in _halves(line.short) or [""]
    )
    return ceil(max(WIDTH, halves, min(most, whole)))


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
    if letter in NARROW:
        return 0.3
    if letter in BROAD:
        return 0.87
    return 0.66 if letter.isupper() else 0.55


def _drawn_box(box: Box, match: MatchBox, x: int, width: int) -> DrawnBox:
    lines = tuple(_drawn_line(match, line, seat, width) for seat, line in enumerate(match.lines))
    badge, _fit = fitted(match.badge, width - 2 * BADGE_PADDING - INDENT, size=SMALL, bold=True)
    left = width - 2 * BADGE_PADDING - round(1.15 * text_width(badge, SMALL, bold=True))
    return DrawnBox(match, x, round(box.y * ROW), width, box.height * ROW, lines, badge, left)


def _drawn_line(match: MatchBox, line: MatchSeat, seat: int, width: int) -> DrawnLine:
    room = width - _taken(match, line)
    name = line.name if text_width(line.name, TEXT, bold=True) <= room else line.short
    return DrawnLine(line, seat * ROW, _indent(match, line), _drawn_name(name, room, bold=line.advances), _score(line))


def _drawn_name(name: str, room: float, *, bold: bool) -> tuple[DrawnText, ...]:
    halves = _halves(name)
    if not halves or text_width(name, TEXT, bold=bold) <= room * SQUEEZE:
        text, fit = fitted(name, room, size=TEXT, bold=bold)
        return (DrawnText(text, 17.5, fit),)
    fits = [fitted(half, room, size=HALF, bold=bold) for half in halves]
    return tuple(DrawnText(text, y, fit) for (text, fit), y in zip(fits, HALVES, strict=True))


def _halves(name: str) -> tuple[str, str] | None:
    """Parted after a word or a hyphen, where both are shortest; None of a single word."""
    parts = [(name[: at.end()].strip(), name[at.end() :]) for at in re.finditer(r"[\s-]+(?=\S)", name)]
    return min(parts, key=lambda halves: max(text_width(half, HALF) for half in halves), default=None)


def _taken(match: MatchBox, line: MatchSeat) -> float:
    """Of a box's width, by what stands beside the name."""
    score = _score(line)
    return _indent(match, line) + END + (text_width(score, TEXT, bold=True) + 6 if score else 0)


def _indent(match: MatchBox, line: MatchSeat) -> int:
    seeded = any(line.seed for line in match.lines)
    return INDENT + (SEED + 4 if seeded and not line.open else 0)


def _score(line: MatchSeat) -> str:
    return line.score or (_("forfeit") if line.forfeited else "")


def _path(line: Line, box: DrawnBox, end: int, *, curved: bool) -> DrawnPath:
    """From the middle of the box, or the seat of whoever has taken that place, to the edge ``end`` of the next box."""
    start = box.x + box.width
    y, to_y = round(line.start * ROW), round(line.end * ROW)
    seat = next((seat for seat, other in enumerate(box.match.lines) if other.place == line.place), None)
    if not curved:
        return DrawnPath(f"M{start} {y}H{end - BEND}V{to_y}H{end}", seat is not None)
    if seat is not None:
        y = box.y + seat * ROW + ROW // 2
    bend = (end - start) * 2 // 3
    return DrawnPath(f"M{start} {y}C{start + bend} {y} {end - bend} {to_y} {end} {to_y}", seat is not None)


WALL_ROWS = 20
WALL_COLUMNS = 3
WALL_COLUMNS_SIDE_BY_SIDE = 4
WALL_ASPECT = 2.3  # of the room that a sheet has


@dataclass(frozen=True)
class RoundOfBracket:
    key: str
    title: str
    matches: list[MatchBox]
    now: bool  # being played, or to be played next


@dataclass(frozen=True)
class BracketView:
    rounds: list[RoundOfBracket]
    drawing: Drawing
    wall: list[Drawing]  # by sheet: what is played now and next


@dataclass(frozen=True)
class ShownBracket:
    stage: Stage
    id: str  # of its part of the page
    view: BracketView


def shown_brackets(brackets: Iterable[StageBracket]) -> list[ShownBracket]:
    return [
        ShownBracket(
            bracket.stage,
            f"bracket-{bracket.stage.number}",
            bracket_view(bracket.bracket, bracket.progress, bracket.names, tables=bracket.tables),
        )
        for bracket in brackets
    ]


def bracket_view(
    bracket: Bracket, progress: Progress, names: Mapping[Id, SeatName], *, tables: Mapping[int, TableLink]
) -> BracketView:
    """``tables`` by the number of the match: where it is or was last played."""
    boxes = {m.number: match_box(m, progress, names, tables.get(m.number), bracket) for m in bracket.matches}
    whole = bracket_layout(bracket)
    titles = {(head.section, head.round): round_title(head, bracket) for head in whole.heads}
    rounds = []
    begun: set[str] = set()
    for head in whole.heads:
        matches = [boxes[number] for number in head.matches]
        is_open = any(box.state not in ("decided", "walk-over", "needless") for box in matches)
        now = head.section not in begun and is_open and any(box.state != "waiting" for box in matches)
        if is_open:
            begun.add(head.section)
        rounds.append(RoundOfBracket(f"{head.section}-{head.round}", titles[head.section, head.round], matches, now))
    parts = current_parts(bracket, progress, rows=WALL_ROWS, columns=WALL_COLUMNS, drawn=tables)
    sheets = _side_by_side([bracket_layout(bracket, only=frozenset(part)) for part in parts])
    wall = [draw(sheet, boxes, titles, aspect=WALL_ASPECT) for sheet in sheets]
    return BracketView(rounds, draw([whole], boxes, titles), wall)


def _side_by_side(parts: list[Layout]) -> list[list[Layout]]:
    sheets: list[list[Layout]] = []
    for part in parts:
        if sheets and sum(sheet.columns for sheet in (*sheets[-1], part)) <= WALL_COLUMNS_SIDE_BY_SIDE:
            sheets[-1].append(part)
        else:
            sheets.append([part])
    return sheets


def round_title(head: Head, bracket: Bracket) -> str:
    """What a round is called: one before the final is the semi-finals, and so on."""
    if head.section == "final":
        return _("Second final") if bracket.matches[head.matches[0] - 1].reset else _("Grand final")
    if head.section == "third-place":
        return _("Third place")
    side = "losers" if head.section == "losers" else "winners"
    left = max(match.round for match in bracket.matches if match.bracket == side) - head.round
    number = {"number": head.round}
    if any(match.bracket == "final" for match in bracket.matches):
        if side == "winners":
            return _("Winners, round %(number)d") % number if left else _("Winners’ final")
        return _("Losers, round %(number)d") % number if left else _("Losers’ final")
    if head.section == "tables":
        return _("Round %(number)d") % number if left else _("Final table")
    if left == 0:
        return _("Final")
    if left == 1:
        return ngettext("Semi-final", "Semi-finals", len(head.matches))
    if left == 2:
        return ngettext("Quarter-final", "Quarter-finals", len(head.matches))
    return _("Round %(number)d") % number
