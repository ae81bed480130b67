"""The matches of a bracket in words and figures: who sits there, how they stand, what is to be said of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.bracket.progress import Bracket, Match, PlaceOf, Progress, Source
from tournaments.formats.record import Id
from tournaments.selectors.bracket import SeatName, TableLink

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
        return f"{match}: {'; '.join(line.spoken for line in self.lines)}. {self.note}".strip()


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
    words = str(NOTES[state])
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
