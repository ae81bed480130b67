"""A round in words: what is wrong with it, what was changed by hand, what a late correction or somebody's leaving
moves, and faults in a list of entrants.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.consequences import PlaceMoved, Standing
from tournaments.formats.faults import Fault
from tournaments.formats.record import Id, Seating
from tournaments.models import PreviewStep, Ruling
from tournaments.selectors.stage.entrants import LeavingLine
from tournaments.selectors.stage.qualification import places_to_go_on
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import Person
from tournaments.selectors.table.cards import PlayerTag, number_text, player_tag
from tournaments.services.stage.late_corrections import Change, ForfeitChange, LateImpact, PlacesChange
from tournaments.services.stage.later_stages import StageMoved
from tournaments.words.languages import listed

PROVISIONAL = {
    "standing": gettext_lazy("as the table stands"),
    "shared": gettext_lazy("all alike"),
}


# What is wrong with a table or with those who have none; what tells of rounds stands in `fault_words`.
FAULTS = {
    "kept-apart": gettext_lazy("%(people)s are to be kept apart."),
    "teammates": gettext_lazy("%(people)s are of one team."),
    "other-group": gettext_lazy("They are of different groups."),
    "left": gettext_lazy("%(people)s: not playing any more."),
    "gap": gettext_lazy("%(amount)s points between the best and the worst."),
    "same-seat": gettext_lazy("%(people)s: the third time running in this seat."),
    "too-small": gettext_lazy("Nobody to play with: seat somebody here, or let %(people)s be free."),
    "no-points": gettext_lazy("No points are set for a table of %(amount)s."),
    "size": gettext_lazy("A table of %(amount)s, which a draw would not make."),
    "free": gettext_lazy("Free, although a draw would seat them: %(people)s."),
    "missing": gettext_lazy("Without a place in this round: %(people)s."),
}

STEPS = {
    "preview-edited": gettext_lazy("changed places, %(people)s"),
    "preview-seated": gettext_lazy("moved, %(people)s"),
    "preview-pinned": gettext_lazy("pinned or unpinned"),
    "preview-redrawn": gettext_lazy("drawn again"),
}


def step_words(step: PreviewStep, names: Mapping[Id, str]) -> str:
    """What the latest change by hand was."""
    return str(STEPS[step.action]) % {"people": _listed(step.entrants, names)}


def _listed(ids: Iterable[Id], names: Mapping[Id, str]) -> str:
    return listed([names[who] for who in ids])


def fault_words(fault: Fault, names: Mapping[Id, str]) -> str:
    people = _listed(fault.ids, names)
    rounds = listed([str(number) for number in fault.rounds])
    match fault.code:
        case "met":
            return ngettext(
                "%(people)s have met in round %(rounds)s.",
                "%(people)s have met in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case "second-bye":
            return ngettext(
                "%(people)s had a bye, or won without playing, in round %(rounds)s.",
                "%(people)s had a bye, or won without playing, in rounds %(rounds)s.",
                len(fault.rounds),
            ) % {"people": people, "rounds": rounds}
        case code:
            return str(FAULTS[code]) % {"people": people, "amount": number_text(fault.amount)}


def ruling_words(ruling: Ruling, names: Sequence[str] | None) -> str:
    """A ruling on a table; ``names`` are those of the seats, None where these are others by now."""
    if names is None:
        return str(ruling.get_kind_display()).capitalize()
    if ruling.kind == Ruling.Kind.DECISION:
        order = sorted(zip(ruling.value, names, strict=True))
        return gettext("Decided by the director: %(places)s") % {
            "places": ", ".join(f"{place}. {name}" for place, name in order)
        }
    if ruling.kind == Ruling.Kind.MATCH:
        order = sorted(zip(ruling.value, names, strict=True))
        return gettext("Match decided by the director: %(places)s") % {
            "places": ", ".join(f"{place}. {name}" for place, name in order)
        }
    if ruling.kind == Ruling.Kind.FORFEIT:
        return gettext("Did not play: %(names)s") % {"names": ", ".join(names[seat] for seat in ruling.value)}
    return str(ruling.get_kind_display()).capitalize()


def late_ruling_words(change: Change, names: Sequence[str]) -> str:
    """The director's word that a late correction would be; nothing for a change of deals."""
    if isinstance(change, PlacesChange):
        return ruling_words(Ruling(kind=Ruling.Kind.DECISION, value=change.places), names)
    if isinstance(change, ForfeitChange):
        return ruling_words(Ruling(kind=Ruling.Kind.FORFEIT, value=change.seats), names)
    return ""


@dataclass(frozen=True)
class PlaceLine:
    """``crosses``: it goes on by the change, or no longer does; above the line that ``opens`` it lies the cut."""

    player: PlayerTag
    before: int | None
    after: int | None
    crosses: Literal["", "in", "out"] = ""
    opens: bool = False


@dataclass(frozen=True)
class SeatingLine:
    round: int
    tables_changed: int
    before: list[str]
    after: list[str] | None  # None: nobody could be seated, or the stage would have been over


@dataclass(frozen=True)
class MatchLine:
    match: int
    before: list[str]  # by seat; empty while it is open who sits there
    after: list[str]
    played: bool


@dataclass(frozen=True)
class StageLine:
    """A later stage that would begin otherwise, with names, and what a replay does to it."""

    number: int
    comes: str
    leaves: str
    level: str
    waits: bool
    replay: str

    @property
    def reseeded(self) -> bool:
        return not (self.comes or self.leaves or self.level or self.waits)


@dataclass(frozen=True)
class MovesPage:
    places: list[PlaceLine]
    seatings: list[SeatingLine]
    matches: list[MatchLine]
    stages: list[StageLine]

    @property
    def nothing(self) -> bool:
        return not (self.places or self.seatings or self.matches or self.stages)


def moves_page(impact: LateImpact) -> MovesPage:
    state, moves = impact.state, impact.moves
    return MovesPage(
        places=place_lines(state, moves.places),
        seatings=[
            SeatingLine(
                seating.round,
                seating.tables_changed,
                _tables(state, seating.before),
                _tables(state, seating.after) if seating.after else None,
            )
            for seating in moves.seatings
        ],
        matches=[
            MatchLine(match.match, _names(state, match.before), _names(state, match.after), match.played)
            for match in moves.matches
        ],
        stages=list(map(_stage_line, impact.stages)),
    )


def _stage_line(moved: StageMoved) -> StageLine:
    comes, leaves, level = (
        listed([entrant.player.short_name for entrant in people]) for people in (moved.comes, moved.leaves, moved.level)
    )
    taken_back = gettext("A replay takes back round %(rounds)s; then the stage begins again.") % {
        "rounds": ", ".join(map(str, moved.rounds))
    }
    replay = taken_back if moved.rounds else gettext("After a replay the stage begins again.")
    return StageLine(moved.stage.number, comes, leaves, level, moved.waits, "" if moved.begun else replay)


def place_lines(state: StageState, moves: Iterable[PlaceMoved]) -> list[PlaceLine]:
    """By the new place. The cut lies where the next stage begins, if anybody crosses it."""
    cut = places_to_go_on(state)
    lines = [
        PlaceLine(player_tag(state.entrants[move.id].player), move.before, move.after, _crosses(move, cut))
        for move in moves
    ]
    if any(line.crosses for line in lines):
        behind = next((at for at, line in enumerate(lines) if not _goes_on(line.after, cut)), len(lines) - 1)
        lines[behind] = replace(lines[behind], opens=True)
    return lines


def _crosses(move: PlaceMoved, cut: int | None) -> Literal["", "in", "out"]:
    before, after = _goes_on(move.before, cut), _goes_on(move.after, cut)
    if cut is None or before == after:
        return ""
    return "in" if after else "out"


def _goes_on(place: int | None, cut: int | None) -> bool:
    return place is not None and cut is not None and place <= cut


def _tables(state: StageState, seating: Seating) -> list[str]:
    tables = [" – ".join(_names(state, table)) for table in seating.tables]
    return tables + _names(state, seating.byes)


def _names(state: StageState, ids: Iterable[Id | None] | Sequence[Id]) -> list[str]:
    return [state.entrants[who].player.short_name if who is not None else "" for who in ids]


@dataclass(frozen=True)
class StandingCell:
    """``gain`` are the points won or lost by the choice, with their sign; empty for none."""

    place: str
    points: str
    gain: str = ""
    rises: bool = False
    falls: bool = False


@dataclass(frozen=True)
class LeavingRow:
    person: Person
    now: StandingCell
    annulled: StandingCell
    kept: StandingCell


def leaving_rows(lines: Iterable[LeavingLine]) -> list[LeavingRow]:
    return [
        LeavingRow(line.person, _cell(line.now, line.now), _cell(line.now, line.annulled), _cell(line.now, line.kept))
        for line in lines
    ]


def _cell(before: Standing, after: Standing) -> StandingCell:
    gained = after.points - before.points
    sign = "+" if gained > 0 else ""
    was, now = before.place or 0, after.place or 0
    return StandingCell(
        place=str(after.place or "–"),
        points=number_text(after.points),
        gain=f"{sign}{number_text(gained)}" if gained else "",
        rises=now < was,
        falls=now > was,
    )


SENTENCES = {
    "no-names": _("None of these columns is called “name”."),
    "lines": _("The list ends here: that is more than %(most)s lines. Add the others afterwards."),
    "quotes": _(
        "There is one quotation mark too many, or one too few: they stand around the whole name, or not at all."
    ),
    "columns": _("This line has too many columns; a name with a comma in it needs quotation marks around it."),
    "name-missing": _("The name is missing."),
    "letter": _("A letter of the name cannot be read; save the file as UTF-8."),
    "name-twice": _("“%(name)s” is on line %(line)s already."),
    "seed": _("The seed “%(text)s” is not a whole number from 1 to %(most)s."),
    "seed-twice": _("Seed %(seed)s is on line %(line)s already."),
    "rating": _("The rating “%(text)s” is not a number."),
    "team": _("The name of a team has at most %(most)s letters."),
    "table": _("The table “%(text)s” is not a whole number from 1 to %(most)s."),
}


def line_sentence(code: str, **params: object) -> str:
    return str(SENTENCES[code]) % params
