"""A bracket as an SVG in whole pixels, and the boxes of its matches."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from django.utils.translation import gettext as _

from tournaments.formats.bracket.layout import Box, Layout, Line
from tournaments.words.charts.lines import SQUEEZE, fitted, text_width

ROW = 24
WIDTH = 208  # of a box, at least
LEFT = 16  # room for the hexagons that stand out of the first column
RIGHT = 4
BETWEEN = 40  # two columns
FOOT = 6
TITLE = 18  # from the top of a row to the baseline of a title
LOW = 14 * ROW
"""A lower drawing is large on any screen: its boxes may be as wide as in one of this height."""
TEXT = 16


State = Literal["waiting", "ready", "playing", "adjourned", "unsettled", "stale", "decided", "walk-over", "needless"]


@dataclass(frozen=True)
class MatchSeat:
    """Somebody at a match; while the seat is ``open``, the words for where they come from stand as the name."""

    name: str
    short: str
    url: str = ""
    seed: int | None = None
    score: str = ""
    open: bool = False
    place: int | None = None
    advances: bool = False
    forfeited: bool = False
    champion: bool = False

    @property
    def out(self) -> bool:
        return self.place is not None and not self.advances

    @property
    def spoken(self) -> str:
        facts = [self.name, self.score, _("forfeit") if self.forfeited else ""]
        facts += [_("champion") if self.champion else _("goes on") if self.advances else ""]
        return " ".join(fact for fact in facts if fact)


@dataclass(frozen=True)
class MatchBox:
    number: int
    state: State
    lines: tuple[MatchSeat, ...]
    url: str  # of the table, if there is one
    table: int | None
    note: str  # where it stands, in words
    ruling: str = ""  # how the director decided it

    @property
    def badge(self) -> str:
        """What a drawing adds to the names: nothing where the result says it all."""
        return "" if self.state in ("decided", "ready", "waiting") else self.note

    @property
    def moment(self) -> str:
        """What the room is told as soon as it is decided."""
        if any(line.champion for line in self.lines):
            return _("%(name)s has won") % {"name": next(line.short for line in self.lines if line.champion)}
        on = [line.short for line in self.lines if line.advances]
        if len(on) > 1:
            return _("%(names)s go on") % {"names": ", ".join(on)}
        return _("%(name)s goes on") % {"name": on[0]} if on else ""

    @property
    def spoken(self) -> str:
        match = _("Match %(number)d") % {"number": self.number}
        notes = " · ".join(filter(None, [self.note, self.ruling]))
        return f"{match}: {'; '.join(line.spoken for line in self.lines)}. {notes}".strip()


@dataclass(frozen=True, kw_only=True)
class Look:
    """``left``: before the first column; ``wide``: between two where lines fan out; ``bend``: before a box, where lines
    turn; ``indent``: in a box, before a name, and ``end`` after it, for the mark of those who go on. A ``compact`` one
    has the numbers of matches above the boxes, and initials where not every name has room.
    """

    left: int
    between: int
    wide: int
    bend: int
    indent: int
    seed: int
    end: int
    text: int
    compact: bool = False
    initials: bool = False


FULL = Look(left=LEFT, between=BETWEEN, wide=88, bend=22, indent=20, seed=22, end=20, text=TEXT)
COMPACT = Look(left=4, between=20, wide=60, bend=10, indent=6, seed=18, end=15, text=14, compact=True)
PAGE_WIDTH = 1228
PAGE_HEIGHT = 1200
LEAST = 128  # of a compact box's width

HALF = 11  # of a name in two lines
HALVES = (10.8, 21.3)  # their baselines
SMALL = 12
BADGE_PADDING = 12
BADGE_WIDER = 1.15  # than the guess
NUMBER = 26  # of a match, above its box
Titles = Mapping[tuple[str, int], str]
"""By section and round."""

WORD, INITIAL = re.compile(r"(\w)[\w’']*"), r"\1."


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
    score_x: int  # where it ends
    marked: bool

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
class BracketDrawing:
    width: int
    height: int
    rounds: list[DrawnRound]
    paths: list[DrawnPath]
    compact: bool = False


def page_drawing(layout: Layout, matches: Mapping[int, MatchBox], titles: Titles) -> BracketDrawing | None:
    """As wide as a page at most, and no higher than is looked at in one go; None where it has no room."""
    step = (PAGE_WIDTH - COMPACT.left - RIGHT + _between(layout, COMPACT)) // layout.columns
    width = min(WIDTH, step - _between(layout, COMPACT))
    if width < LEAST or layout.rows * ROW > PAGE_HEIGHT:
        return None
    return _draw([layout], matches, titles, width, replace(COMPACT, initials=not _all_fit(matches.values(), width)))


def _all_fit(matches: Iterable[MatchBox], width: int) -> bool:
    drawn_lines = [(match, line) for match in matches for line in match.lines if not line.open]
    return all(
        text_width(line.name, COMPACT.text, bold=True) <= (width - _taken(match, line, COMPACT)) * SQUEEZE
        for match, line in drawn_lines
    )


def draw(
    layouts: Sequence[Layout], matches: Mapping[int, MatchBox], titles: Titles, *, aspect: float = 0
) -> BracketDrawing:
    """The layouts side by side; ``titles`` by section and round. With an ``aspect`` boxes widen to their longest name
    while a drawing is no wider than so many times its height, and further where a name would be cut."""
    height = round(max(layout.rows for layout in layouts) * ROW) + FOOT
    width = _box_width(layouts, matches, room=int(aspect * max(height, LOW)))
    return _draw(layouts, matches, titles, width, FULL)


def _draw(
    layouts: Sequence[Layout], matches: Mapping[int, MatchBox], titles: Titles, width: int, look: Look
) -> BracketDrawing:
    rounds: list[DrawnRound] = []
    paths: list[DrawnPath] = []
    edge = look.left
    for layout in layouts:
        step = width + _between(layout, look)
        left_edges = {box.match: edge + box.column * step for box in layout.boxes}
        boxes = {
            box.match: _drawn_box(box, matches[box.match], left_edges[box.match], width, look) for box in layout.boxes
        }
        for head in layout.heads:
            x, y = edge + head.column * step, round(head.y * ROW) + TITLE
            rounds.append(DrawnRound(titles[head.section, head.round], x, y, [boxes[match] for match in head.matches]))
        bend = None if layout.fans else look.bend
        paths += [_path(line, boxes[line.match], left_edges[line.to], bend) for line in layout.lines]
        edge += layout.columns * step
    return BracketDrawing(
        width=max(box.x for round_ in rounds for box in round_.boxes) + width + RIGHT,
        height=round(max(layout.rows for layout in layouts) * ROW) + FOOT,
        rounds=rounds,
        paths=paths,
        compact=look.compact,
    )


def _between(layout: Layout, look: Look) -> int:
    return look.wide if layout.fans else look.between


def _box_width(layouts: Sequence[Layout], matches: Mapping[int, MatchBox], *, room: int) -> int:
    """As wide as the longest name wants it, where there is ``room`` for it in all columns; else as its two lines do."""
    if not room:
        return WIDTH
    columns = sum(layout.columns for layout in layouts)
    most = (room - sum(layout.columns * _between(layout, FULL) for layout in layouts)) // columns
    drawn_lines = [
        (matches[box.match], line) for layout in layouts for box in layout.boxes for line in matches[box.match].lines
    ]
    whole = max(_taken(match, line, FULL) + text_width(line.name, TEXT, bold=True) for match, line in drawn_lines)
    halves = max(
        _taken(match, line, FULL) + text_width(half, HALF, bold=True) / SQUEEZE
        for match, line in drawn_lines
        for half in _halves(line.short) or [""]
    )
    return ceil(max(WIDTH, halves, min(most, whole)))


def _drawn_box(box: Box, match: MatchBox, x: int, width: int, look: Look) -> DrawnBox:
    lines = tuple(_drawn_line(match, line, seat, width, look) for seat, line in enumerate(match.lines))
    badge, left = _badge(match.badge, width, look)
    return DrawnBox(match, x, round(box.y * ROW), width, box.height * ROW, lines, badge, left)


def _badge(text: str, width: int, look: Look) -> tuple[str, int]:
    """What stands above a box, and where it begins; a compact box with no room for all shows the first half."""
    size, padding = (look.text, BADGE_PADDING // 2) if look.compact else (SMALL, BADGE_PADDING)
    room = (width - 2 * padding - NUMBER) / BADGE_WIDER if look.compact else width - 2 * padding - FULL.indent
    if look.compact and text_width(text, size, bold=True) > room:
        text = text.partition(" · ")[0]
    badge, _fit = fitted(text, room, size=size, bold=True)
    return badge, width - 2 * padding - round(BADGE_WIDER * text_width(badge, size, bold=True))


def _drawn_line(match: MatchBox, line: MatchSeat, seat: int, width: int, look: Look) -> DrawnLine:
    room = width - _taken(match, line, look)
    name = line.name if text_width(line.name, TEXT, bold=True) <= room else line.short
    drawn = _compact_name(line, room, look) if look.compact else _drawn_name(name, room, bold=line.advances)
    score = _score(match, line, look)
    marked = line.advances and not (look.compact and score)
    score_x = width - (5 if look.compact else 18)
    return DrawnLine(line, seat * ROW, _indent(match, line, look), drawn, score, score_x, marked)


def _compact_name(line: MatchSeat, room: float, look: Look) -> tuple[DrawnText, ...]:
    names = _initials(line.short) if look.initials and not line.open else [line.name]
    fitting = (name for name in names if text_width(name, look.text, bold=True) <= room * SQUEEZE)
    text, fit = fitted(next(fitting, names[-1]), room, size=look.text, bold=line.advances)
    return (DrawnText(text, 17.5, fit),)


def _initials(name: str) -> list[str]:
    """G. Žukauskaitė; shorter the other way round, as in Ieva S.-B."""
    first, *rest = name.split()
    if not rest:
        return [name]
    last = " ".join(rest)
    return [f"{first[0]}. {last}", f"{first} {WORD.sub(INITIAL, last)}"]


def _drawn_name(name: str, room: float, *, bold: bool) -> tuple[DrawnText, ...]:
    halves = _halves(name)
    if not halves or text_width(name, TEXT, bold=bold) <= room * SQUEEZE:
        text, fit = fitted(name, room, size=TEXT, bold=bold)
        return (DrawnText(text, 17.5, fit),)
    fits = [fitted(half, room, size=HALF, bold=bold) for half in halves]
    return tuple(DrawnText(text, y, fit) for (text, fit), y in zip(fits, HALVES, strict=True))


def _halves(name: str) -> tuple[str, str] | None:
    """Parted after a word or a hyphen, where both are shortest; None of a single word."""
    parts = [(name[: gap.end()].strip(), name[gap.end() :]) for gap in re.finditer(r"[\s-]+(?=\S)", name)]
    return min(parts, key=lambda halves: max(text_width(half, HALF) for half in halves), default=None)


def _taken(match: MatchBox, line: MatchSeat, look: Look) -> float:
    """Of a box's width, by what stands beside the name."""
    score = _score(match, line, look)
    beside = text_width(score, look.text, bold=True) + 6 if score else 0
    return _indent(match, line, look) + (max(look.end, beside + 4) if look.compact else look.end + beside)


def _indent(match: MatchBox, line: MatchSeat, look: Look) -> int:
    seeded = any(line.seed for line in match.lines)
    return look.indent + (look.seed + 4 if seeded and not line.open else 0)


def _score(match: MatchBox, line: MatchSeat, look: Look) -> str:
    """In a compact drawing of a match of one deal the mark says it all."""
    is_plain = look.compact and match.state == "decided" and {seat.score for seat in match.lines} <= {"0", "1"}
    return "" if is_plain else line.score or (_("forfeit") if line.forfeited else "")


def _path(line: Line, box: DrawnBox, end: int, bend: int | None) -> DrawnPath:
    """From the middle of the box, or the seat of whoever has taken that place, to the edge ``end`` of the next box;
    curved without a ``bend``.
    """
    start = box.x + box.width
    y, to_y = round(line.start * ROW), round(line.end * ROW)
    seat = next((seat for seat, other in enumerate(box.match.lines) if other.place == line.place), None)
    if bend is not None:
        return DrawnPath(f"M{start} {y}H{end - bend}V{to_y}H{end}", seat is not None)
    if seat is not None:
        y = box.y + seat * ROW + ROW // 2
    middle = (end - start) * 2 // 3
    return DrawnPath(f"M{start} {y}C{start + middle} {y} {end - middle} {to_y} {end} {to_y}", seat is not None)
