"""What of a bracket concerns people now, in parts small enough to be read from afar."""

from collections.abc import Collection, Sequence

from tournaments.formats.bracket.layout import layout
from tournaments.formats.bracket.matches import Bracket, Match, PlaceOf
from tournaments.formats.bracket.progress import Progress

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
    rounds = [[_round(bracket, side, starts[side], later) for later in (0, 1)] for side in SIDES]
    pairs = [
        (now, after)
        for now, after in rounds
        if closed.issuperset(match.number for match in now)
        or any(None not in progress.seats[match.number] for match in now if match.number not in closed)
    ]
    both = sorted(match.number for pair in pairs for matches in pair for match in matches)
    if _fits(bracket, both, rows=rows, columns=columns):
        return [tuple(both)]
    groups = [families for now, after in pairs for families in _families(now, after)]
    return [part for families in groups for part in _packed(bracket, families, rows=rows)]


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
    before = [tuple(s.match for s in match.seats if isinstance(s, PlaceOf) and s.match in numbers) for match in after]
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
    drawing = layout(bracket, only=frozenset(matches))
    return drawing.rows <= rows and drawing.columns <= columns
