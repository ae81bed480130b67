"""Where the boxes of a bracket stand and which lines join them, in columns and rows, and which parts of it concern
people now.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.bracket.progress import Bracket, Match, PlaceOf, Progress

GAP = 0.75
"""Rows between two boxes of a column."""
HEAD = 1.75
"""Rows that a heading takes, with the gap below it."""
BETWEEN = 1.0
"""Rows between two sections."""


@dataclass(frozen=True, slots=True)
class Box:
    """A match: ``column`` from 0, its upper edge at row ``y``, as many rows high as it has seats."""

    match: int
    section: str
    column: int
    y: float
    height: int

    @property
    def middle(self) -> float:
        """The row, in halves too, of the box's middle."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at row ``y`` above the boxes of a round; ``matches`` are their numbers."""

    section: str
    round: int
    column: int
    y: float
    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """For whoever takes ``place`` in ``match``: from its middle (row ``start``) to seat ``seat`` (from 0) of ``to``.

    Row ``end`` is the middle of the box; where lines fan out, that of the seat.
    """

    match: int
    place: int
    to: int
    seat: int
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing of ``columns`` columns and ``rows`` rows; boxes in the order of their matches.

    Sections are "winners" (all of a single elimination), "losers", "final", "third-place", and "tables" for a knockout
    at tables. ``fans`` says that lines go to seats and may cross each other.
    """

    columns: int
    rows: float
    boxes: tuple[Box, ...]
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    fans: bool


def bracket_layout(bracket: Bracket, *, only: Collection[int] | None = None, stacked: bool = False) -> Layout:
    """The whole bracket, or ``only`` the matches of these numbers, moved together. ``stacked``: a second final stands
    below the first, which saves a column.

    Rounds stand side by side, the winners' bracket above the losers', the final to the right of both, the match for
    the third place below the final. Where all who go on from a match go to the same one, that one stands in the middle
    of those it comes from, and no line crosses a box. Where they part, each round is spread over the same height.
    """
    matches = [match for match in bracket.matches if only is None or match.number in only]
    sections = _sections(bracket, matches)
    steps = _steps(bracket, matches)
    fans = any(len({to.number for _, to, _ in onwards}) > 1 for onwards in steps.values())
    boxes: dict[int, Box] = {}
    heads: list[Head] = []
    _draw_rounds(sections, steps, boxes, heads, fans=fans)
    _draw_finals(sections, boxes, heads, last=bracket.matches[-1].number, stacked=stacked)
    return Layout(
        columns=max(box.column for box in boxes.values()) + 1,
        rows=max(box.y + box.height for box in boxes.values()),
        boxes=tuple(boxes[match.number] for match in matches),
        heads=tuple(heads),
        lines=tuple(
            _line(source, boxes[source.match], boxes[to.number], seat, fans=fans)
            for onwards in steps.values()
            for source, to, seat in onwards
            if boxes[source.match].column < boxes[to.number].column
        ),
        fans=fans,
    )


Sections = Mapping[str, list[Match]]
Steps = Mapping[int, Sequence[tuple[PlaceOf, Match, int]]]
"""By match: the places from which people go on, the matches they go to, and the seats there."""


def _draw_rounds(sections: Sections, steps: Steps, boxes: dict[int, Box], heads: list[Head], *, fans: bool) -> None:
    top = 0.0
    for section in ("winners", "tables", "losers"):
        if members := sections[section]:
            tops = _spread(members) if fans else _forest(members, steps)
            first = members[0].round
            for match in members:
                boxes[match.number] = _box(match, section, match.round - first, top + HEAD + tops[match.number])
            heads += _heads_in_a_row(section, members, top)
            top = max(boxes[match.number].y + boxes[match.number].height for match in members) + BETWEEN


def _draw_finals(sections: Sections, boxes: dict[int, Box], heads: list[Head], *, last: int, stacked: bool) -> None:
    right = max((box.column for box in boxes.values()), default=-1)
    first = None
    for match in sections["final"]:
        right += not (stacked and first)
        y = first.y + first.height + BETWEEN + HEAD if stacked and first else _level(match, boxes)
        box = first = boxes[match.number] = _box(match, "final", right, y)
        heads.append(_head_of(box, match))
    for match in sections["third-place"]:
        final = boxes.get(last)
        under = final.y + final.height + BETWEEN if final else 0.0
        box = boxes[match.number] = _box(match, "third-place", final.column if final else 0, under + HEAD)
        heads.append(_head_of(box, match))


def _steps(bracket: Bracket, matches: Sequence[Match]) -> Steps:
    advance = {match.number: match.advance for match in bracket.matches}
    steps: dict[int, list[tuple[PlaceOf, Match, int]]] = {match.number: [] for match in matches}
    for match in matches:
        for seat, source in enumerate(match.seats):
            if isinstance(source, PlaceOf) and source.match in steps and source.place <= advance[source.match]:
                steps[source.match].append((source, match, seat))
    return steps


def _sections(bracket: Bracket, matches: Sequence[Match]) -> Sections:
    tables = any(match.advance > 1 or len(match.seats) > 2 for match in bracket.matches)
    sections: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        sections["tables" if tables else match.bracket].append(match)
    return sections


def _forest(matches: Sequence[Match], steps: Steps) -> dict[int, float]:
    """The upper edges, from 0: everything that leads to a match stands between those before and after it."""
    there = {match.number for match in matches}
    children: dict[int, list[tuple[int, Match]]] = defaultdict(list)
    roots = []
    for match in matches:
        onwards = [(to, seat) for _, to, seat in steps[match.number] if to.number in there]
        for to, seat in onwards[:1]:
            children[to.number].append((seat, match))
        if not onwards:
            roots.append(match)

    def block(match: Match) -> tuple[float, dict[int, float]]:
        """Its height, and the edges in it."""
        own = len(match.seats)
        height, tops = stacked([child for _, child in sorted(children[match.number], key=lambda child: child[0])])
        inner = [tops[child.number] + len(child.seats) / 2 for _, child in children[match.number]]
        top = (min(inner) + max(inner) - own) / 2 if inner else 0.0
        if top < 0:
            tops = {number: y - top for number, y in tops.items()}
            height, top = height - top, 0.0
        return max(height, top + own), tops | {match.number: top}

    def stacked(group: Sequence[Match]) -> tuple[float, dict[int, float]]:
        height = 0.0
        tops: dict[int, float] = {}
        for match in group:
            start = height + GAP if tops else 0.0
            inner_height, inner = block(match)
            tops |= {number: start + y for number, y in inner.items()}
            height = start + inner_height
        return height, tops

    return stacked(roots)[1]


def _spread(matches: Sequence[Match]) -> dict[int, float]:
    """The upper edges, from 0: rounds as high as the longest one, their boxes as far apart as that allows."""
    rounds = [list(group) for _, group in groupby(matches, key=lambda match: match.round)]
    filled = [sum(len(match.seats) for match in group) for group in rounds]
    height = max(rows + GAP * (len(group) - 1) for rows, group in zip(filled, rounds, strict=True))
    tops: dict[int, float] = {}
    for rows, group in zip(filled, rounds, strict=True):
        free = (height + GAP - rows) / len(group)
        y = (free - GAP) / 2
        for match in group:
            tops[match.number] = y
            y += len(match.seats) + free
    return tops


def _level(match: Match, boxes: Mapping[int, Box]) -> float:
    """The upper edge of a final: in the middle between those it comes from, which may be the one before it."""
    middles = [boxes[number].middle for number in _sources(match) if number in boxes]
    return sum(middles) / len(middles) - len(match.seats) / 2 if middles else HEAD


def _sources(match: Match) -> list[int]:
    """The matches from which people come to its seats."""
    return [source.match for source in match.seats if isinstance(source, PlaceOf)]


def _heads_in_a_row(section: str, matches: Sequence[Match], y: float) -> list[Head]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for match in matches:
        numbers[match.round].append(match.number)
    return [Head(section, round_, round_ - min(numbers), y, tuple(those)) for round_, those in numbers.items()]


def _head_of(box: Box, match: Match) -> Head:
    return Head(box.section, match.round, box.column, box.y - HEAD, (match.number,))


def _box(match: Match, section: str, column: int, y: float) -> Box:
    return Box(match.number, section, column, y, len(match.seats))


def _line(source: PlaceOf, box: Box, to: Box, seat: int, *, fans: bool) -> Line:
    return Line(box.match, source.place, to.match, seat, box.middle, to.y + seat + 0.5 if fans else to.middle)


SIDES = ("winners", "losers")


def current_parts(
    bracket: Bracket, progress: Progress, *, rows: int, columns: int, drawn: Collection[int] | None = None
) -> list[tuple[int, ...]]:
    """Numbers of matches to be drawn together: the round being played on either side, and what follows from it.
    One that is over stays while none of those to be played is among the ``drawn``.

    One part with everything to the end where that takes at most ``rows`` by ``columns`` of a layout, or with the next
    two rounds where these do. Else each part has so many rows, and matches stand with the one they lead to; rounds
    whose lines fan out are cut each for itself. Once all is over: the end.
    """
    closed = progress.decided.keys() | set(progress.needless)
    open_ = [match for match in bracket.matches if match.number not in closed] or bracket.matches[-1:]
    between = drawn is not None and not any(match.number in drawn for match in open_)
    starts = {side: _start([m for m in open_ if m.bracket == side], between=between) for side in SIDES}
    rest = [m.number for m in bracket.matches if m.bracket not in SIDES or _begun(m, starts[m.bracket])]
    if _fits(bracket, rest, rows=rows, columns=columns):
        return [tuple(rest)]
    pairs = []
    for side in SIDES:
        now, after = (_round(bracket, side, starts[side], later) for later in (0, 1))
        to_play = [match for match in now if match.number not in closed]
        if not to_play or any(None not in progress.seats[match.number] for match in to_play):
            pairs.append((now, after))
    both = sorted(match.number for now, after in pairs for match in (*now, *after))
    if _fits(bracket, both, rows=rows, columns=columns):
        return [tuple(both)]
    parts = []
    for now, after in pairs:
        for families in _families(now, after):
            parts += _packed(bracket, families, rows=rows)
    return parts


def _start(open_: Sequence[Match], *, between: bool) -> int | None:
    first = min((match.round for match in open_), default=None)
    return first if first is None or not between else max(1, first - 1)


def _begun(match: Match, start: int | None) -> bool:
    return start is not None and match.round >= start


def _round(bracket: Bracket, side: str, start: int | None, later: int) -> list[Match]:
    return [m for m in bracket.matches if start is not None and (m.bracket, m.round) == (side, start + later)]


def _families(now: Sequence[Match], after: Sequence[Match]) -> list[list[tuple[int, ...]]]:
    """A match of the next round with those that lead to it; round by round where people of one table go to several."""
    numbers = {match.number for match in now}
    before = [tuple(number for number in _sources(match) if number in numbers) for match in after]
    leading = [number for family in before for number in family]
    if len(leading) > len(set(leading)):
        return [[(match.number,) for match in matches] for matches in (now, after)]
    alone = [(match.number,) for match in now if match.number not in leading]
    return [[*alone, *((*family, match.number) for family, match in zip(before, after, strict=True))]]


def _packed(bracket: Bracket, families: Sequence[tuple[int, ...]], *, rows: int) -> list[tuple[int, ...]]:
    parts: list[tuple[int, ...]] = []
    for family in families:
        if parts and _fits(bracket, (*parts[-1], *family), rows=rows, columns=2):
            parts[-1] += family
        else:
            parts.append(family)
    return parts


def _fits(bracket: Bracket, matches: Sequence[int], *, rows: int, columns: int) -> bool:
    drawing = bracket_layout(bracket, only=frozenset(matches))
    return drawing.rows <= rows and drawing.columns <= columns
