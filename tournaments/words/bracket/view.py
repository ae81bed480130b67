"""A bracket for people: its matches in words, its rounds as a list, the whole as a drawing, and what the wall shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.formats.bracket.layout import Head, Layout, bracket_layout, current_parts
from tournaments.formats.bracket.progress import Bracket, Match, PlaceOf, Progress, Source
from tournaments.formats.record import Id
from tournaments.models import Event, Stage
from tournaments.selectors.bracket import SeatName, StageBracket, TableLink, stage_brackets
from tournaments.selectors.following import kept
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.rounds import RoundView
from tournaments.words.bracket.drawing import BracketDrawing, MatchBox, MatchSeat, State, draw, page_drawing
from tournaments.words.languages import listed
from tournaments.words.standings import match_text

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


@dataclass(frozen=True)
class NextMatch:
    name: str
    sides: list[str]  # or where they come from


@dataclass(frozen=True)
class KnockoutInShort:
    """A bracket beside its places: ``rounds`` are the latest with a result, the last first, as many as are read at a
    glance.
    """

    stage: Stage
    sentences: list[str]  # who won the final, and the match for third place
    still_in: list[str]
    coming: list[NextMatch]  # to be played as soon as those that are played now are over
    rounds: list[RoundOfBracket]


MATCHES_IN_SHORT = 12


def knockouts_in_short(event: Event, states: Sequence[StageState]) -> list[KnockoutInShort]:
    """Made once a language for all readers."""
    key = ("knockouts", get_language())
    return kept(event, key, lambda: [_knockout_in_short(bracket) for bracket in stage_brackets(states)])


def _knockout_in_short(shown: StageBracket) -> KnockoutInShort:
    bracket, progress = shown.bracket, shown.progress
    rounds: list[RoundOfBracket] = []
    for head in sorted(bracket_layout(bracket).heads, key=lambda head: -head.matches[-1]):
        decided = [bracket.matches[number - 1] for number in head.matches if number in progress.decided]
        if rounds and sum(len(round_.matches) for round_ in rounds) + len(decided) > MATCHES_IN_SHORT:
            break
        if decided:
            boxes = [match_box(m, progress, shown.names, shown.tables.get(m.number), bracket) for m in decided]
            title = round_title(head, bracket)
            rounds.append(RoundOfBracket(f"{head.section}-{head.round}", title, boxes, now=False))
    placed = {who for _place, who in progress.places}
    return KnockoutInShort(
        shown.stage,
        sentences=[words for match in _for_places(shown) if (words := _who_won(match, shown))],
        still_in=[name.name for who, name in shown.names.items() if who not in placed],
        coming=[_next_match(match, shown) for match in _final_first(bracket) if _comes_next(match, shown)],
        rounds=rounds,
    )


def _final_first(bracket: Bracket) -> list[Match]:
    return sorted(bracket.matches, key=lambda match: match.bracket == "third-place")


def _for_places(shown: StageBracket) -> list[Match]:
    """The match that decided the bracket, and that for third place."""
    *_, before, last = [None, *shown.bracket.matches]
    deciding = before if before and last and last.number in shown.progress.needless else last
    third = [match for match in shown.bracket.matches if match.bracket == "third-place"]
    return [*([deciding] if deciding else []), *third]


def _who_won(match: Match, shown: StageBracket) -> str:
    order = shown.progress.decided.get(match.number, ())
    if not order:
        return ""
    first, *others = (shown.names[who].name for who in order)
    facts = {"name": first, "others": listed(others)}
    table = shown.tables.get(match.number)
    scores = [table.scores.get(who, "") for who in order] if table and len(order) == 2 else []
    is_third = match.bracket == "third-place"
    if not scores or "" in scores or (table and (table.forfeited or table.ruling)):
        final = _("%(name)s won the final against %(others)s.")
        return (_("%(name)s won third place against %(others)s.") if is_third else final) % facts
    facts["score"] = "–".join(scores)
    final = _("%(name)s won the final against %(others)s, %(score)s.")
    return (_("%(name)s won third place against %(others)s, %(score)s.") if is_third else final) % facts


def _comes_next(match: Match, shown: StageBracket) -> bool:
    """Whether whoever plays it comes from matches that have been played or are at a table."""
    number, progress = match.number, shown.progress
    if number in progress.decided or number in progress.needless or number in shown.tables:
        return False
    before = [source.match for source in match.seats if isinstance(source, PlaceOf)]
    if match.reset:
        return all(source in progress.decided for source in before)
    return all(source in progress.decided or source in shown.tables for source in before)


def _next_match(match: Match, shown: StageBracket) -> NextMatch:
    names, sides = match_names(shown.bracket), []
    for source, who in zip(match.seats, shown.progress.seats[match.number], strict=True):
        if who is not None:
            sides.append(shown.names[who].name)
        elif isinstance(source, PlaceOf) and shown.stage.format == Stage.Format.SINGLE_ELIMINATION:
            words = _("winner of %(match)s") if source.place == 1 else _("loser of %(match)s")
            sides.append(words % {"match": names[source.match]})
        else:
            sides.append(source_words(source, shown.bracket))
    return NextMatch(names[match.number], sides)


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
    rounds_left = max(match.round for match in bracket.matches if match.bracket == side) - head.round
    number = {"number": head.round}
    if any(match.bracket == "final" for match in bracket.matches):
        if side == "winners":
            return _("Winners, round %(number)d") % number if rounds_left else _("Winners’ final")
        return _("Losers, round %(number)d") % number if rounds_left else _("Losers’ final")
    if head.section == "tables":
        return _("Round %(number)d") % number if rounds_left else _("Final table")
    if rounds_left == 0:
        return _("Final")
    if rounds_left == 1:
        return ngettext("Semi-final", "Semi-finals", len(head.matches))
    if rounds_left == 2:
        return ngettext("Quarter-final", "Quarter-finals", len(head.matches))
    return _("Round %(number)d") % number


def match_names(bracket: Bracket | None) -> Mapping[int, str]:
    """What each match is called where it stands alone, by its number: "Final", "Semi-final 1"."""
    return _match_names(bracket, get_language()) if bracket else {}


@lru_cache(maxsize=64)
def _match_names(bracket: Bracket, _language: str | None) -> Mapping[int, str]:
    names = {}
    for head in bracket_layout(bracket).heads:
        alone, together = (round_title(one, bracket) for one in (replace(head, matches=head.matches[:1]), head))
        for index, number in enumerate(head.matches, start=1):
            if len(head.matches) == 1:
                names[number] = alone
            elif alone == together:  # a round that has a number has no name of its own
                names[number] = _("%(round)s, match %(number)d") % {"round": alone, "number": number}
            else:
                names[number] = f"{alone} {index}"
    return names


def matches_in_words(view: RoundView) -> dict[int, str]:
    """By table of the round (id), what its match is called, and how one of several games stands."""
    words = names_at_tables(view)
    for table in (*view.late, *view.tables):
        if (score := table.card.match) and not score.board:
            words[table.card.id] = " · ".join(filter(None, [words.get(table.card.id), match_text(score)]))
    return words


def matches_on_paper(view: RoundView) -> dict[int, str]:
    """By table of the round (id), what its match is called, and which teams meet there."""
    words = names_at_tables(view)
    for table in view.tables:
        if (match := table.card.match) and match.board:
            teams = " – ".join(side.name for side in match.sides)
            board = _("Board %(game)s of %(games)s: %(score)s") % {**match._asdict(), "score": teams}
            words[table.card.id] = " · ".join(filter(None, [words.get(table.card.id), board]))
    return words


def names_at_tables(view: RoundView) -> dict[int, str]:
    """By table of the round (id), what its match is called, if it is one of a bracket."""
    names = match_names(view.bracket)
    return {
        table.card.id: names[table.match]
        for table in (*view.late, *view.tables)
        if table.match and table.match in names
    }


def match_box(
    match: Match, progress: Progress, names: Mapping[Id, SeatName], table: TableLink | None, bracket: Bracket
) -> MatchBox:
    state = _state(match.number, progress, table)
    order = progress.decided.get(match.number, ())
    last = bracket.matches[-1].number
    deciding = last - 1 if last in progress.needless else last
    lines = []
    for source, who in zip(match.seats, progress.seats[match.number], strict=True):
        if who is None:
            words = source_words(source, bracket)
            lines.append(MatchSeat(words, words, open=True))
            continue
        seat = names[who]
        lines.append(
            MatchSeat(
                _seat_name(seat),
                seat.short,
                seat.url,
                seat.seed,
                score=table.scores.get(who, "") if table else "",
                place=order.index(who) + 1 if order else None,
                advances=who in order[: match.advance],
                forfeited=bool(table and who in table.forfeited),
                champion=match.number == deciding and who == progress.champion,
            )
        )
    return MatchBox(
        match.number,
        state,
        tuple(lines),
        table.url if table else "",
        table.number if table else None,
        _note(state, table),
        table.ruling if table and order else "",
    )


def _seat_name(seat: SeatName) -> str:
    if not seat.stands_in_for:
        return seat.name
    return _("%(name)s for %(other)s") % {"name": seat.name, "other": seat.stands_in_for}


def _state(number: int, progress: Progress, table: TableLink | None) -> State:
    if number in progress.needless:
        return "needless"
    if number in progress.decided:
        return "walk-over" if table and table.state == "walk-over" else "decided"
    if table and table.state in ("playing", "adjourned"):
        return "playing" if table.state == "playing" else "adjourned"
    if number in progress.stale:
        return "stale"
    if table and None not in progress.seats[number]:
        return "unsettled"
    return "ready" if number in progress.ready else "waiting"


NOTES = {
    "waiting": "",
    "ready": gettext_lazy("can be played"),
    "playing": gettext_lazy("playing"),
    "adjourned": gettext_lazy("adjourned"),
    "unsettled": gettext_lazy("no winner yet"),
    "stale": gettext_lazy("result does not count"),
    "decided": gettext_lazy("over"),
    "walk-over": gettext_lazy("walk-over"),
    "needless": gettext_lazy("not needed"),
}


def _note(state: State, table: TableLink | None) -> str:
    words = _("extra game") if table and table.extra and state == "playing" else str(NOTES[state])
    if table is None or state in ("needless", "stale"):
        return words
    return " · ".join(filter(None, [_("Table %(number)s") % {"number": table.number}, words]))


PLACES = {
    1: gettext_lazy("1st of match %(match)d"),
    2: gettext_lazy("2nd of match %(match)d"),
    3: gettext_lazy("3rd of match %(match)d"),
    4: gettext_lazy("4th of match %(match)d"),
}


def source_words(source: Source, bracket: Bracket) -> str:
    """Where somebody not yet known comes from; a seed is always known."""
    if not isinstance(source, PlaceOf):
        return ""
    match = bracket.matches[source.match - 1]
    if len(match.seats) > 2 or match.advance > 1:
        return str(PLACES[source.place]) % {"match": source.match}
    words = _("winner of match %(match)d") if source.place == 1 else _("loser of match %(match)d")
    return words % {"match": source.match}
