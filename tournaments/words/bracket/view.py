"""A bracket for people: its rounds as a list, the whole as a drawing, and what the wall shows of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.bracket.layout import Head, Layout, bracket_layout, current_parts
from tournaments.formats.bracket.progress import Bracket, Progress
from tournaments.formats.record import Id
from tournaments.models import Stage
from tournaments.selectors.bracket import SeatName, StageBracket, TableLink
from tournaments.words.bracket.drawing import BracketDrawing, draw, page_drawing
from tournaments.words.bracket.matches import MatchBox, match_box

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
    """``page``: the whole for a page; None of a bracket that is looked at round by round, on paper too."""

    rounds: list[RoundOfBracket]
    drawing: BracketDrawing
    page: BracketDrawing | None
    wall: list[BracketDrawing]  # by sheet: what is played now and next


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
    return BracketView(
        rounds, draw([whole], boxes, titles), page_drawing(bracket_layout(bracket, stacked=True), boxes, titles), wall
    )


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
