"""A stage as a director plans it: plain data, read and checked once, and its next round over all its groups."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain as joined
from typing import Any

from tournaments.formats.acceleration import ACCELERATIONS, STARTING
from tournaments.formats.options import DECIDED, LEVEL, LINE_UPS, Options, usual_scheme
from tournaments.formats.record import Id, Points, Score, Seating, StageRecord
from tournaments.formats.sources import ENTRY, SourceError, StageSource, read_sources, sources_from, sources_text
from tournaments.formats.stages import FORMATS, Format, NextRound, drawing_scores, round_robin_length, strikes_state
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.points import (
    GAMES_EACH,
    REQUESTS,
    SCHEMES,
    SHARED,
    PointRule,
    PointsError,
    Scheme,
    own_scheme,
)
from tournaments.formats.standings.ranking import DEFAULT_CHAIN, ChainError, check_chain
from tournaments.formats.systems.strikes import LOSERS

REMAINDERS = ("threes", "byes", "fives")
NUMBERS = {
    "seats": (2, 4),
    "rounds": (1, 100),
    "advance": (1, 3),
    "lives": (1, 9),
    "groups": (1, 64),
    "bands": (2, 8),
    "cap": (1, 9),
    "games": (1, 9),
    "boards": (2, 12),
}
LIMITS = {"scored_byes": (0, 99), "zero_byes": (0, 99), "byes_end": (0, 99)}
SWITCHES = ("double", "third_place")
CHOICES = {
    "remainder": REMAINDERS,
    "grand_final": ("single", "reset"),
    "loses": LOSERS,
    "edition": EDITIONS,
    "requested": REQUESTS,
    "acceleration": ACCELERATIONS,
    "decided": DECIDED,
    "level": LEVEL,
    "line_up": LINE_UPS,
}
DRAWN = ("remainder", "grand_final", "loses", "acceleration", "decided", "level", "line_up")
POINTS = ("bye", "forfeit_win", "forfeit_loss", "double_forfeit")
WORDS: Mapping[str, Any] = {"true": True, "false": False}
KEYS = ("points", "edition")  # words, though they look like numbers
OTHERS = ("points", "own_points", "own_draw", "own_shared", "chain", "qualify", "sources", "last_games")


class PlanError(ValueError):
    """Options of a stage that cannot be used; ``field`` is the one concerned, ``code`` what is wrong with it."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code, field)
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True)
class StagePlan:
    """``groups`` are drawn and counted each for itself; ``sources`` say who comes in, but to the first stage."""

    form: Format
    options: Options
    groups: int = 1
    sources: tuple[StageSource, ...] = (StageSource(),)

    @property
    def bye_points(self) -> Points:
        """The points of a bye; 0 where everybody meets everybody, as a free round is no bye there."""
        return 0 if self.form.scheduled else self.options.points.bye_points(self.options.seats)

    @property
    def gives_handicap(self) -> bool:
        """Where points count; brackets and lives pass it over."""
        return self.form.standings and self.options.acceleration == "handicap"


def starting_kind(plans: Iterable[StagePlan]) -> str:
    """Which of STARTING the standings of one of these stages count; "" for none."""
    given = {plan.options.acceleration for plan in plans if plan.form.standings}
    return next((kind for kind in STARTING if kind in given), "")


def read_plan(key: str, raw: Mapping[str, Any]) -> StagePlan:
    """The plan of a stage of the format ``key`` from its stored options; what is absent has its default.

    ``raw`` has the names of ``Options`` besides ``groups``, ``qualify`` or ``sources`` (as ``read_sources`` has them),
    ``points`` (a key of SCHEMES, or "own" with ``own_points`` {"3": [..], ..}, ``own_draw`` a number and
    ``own_shared`` one of SHARED), ``bye``, ``forfeit_win``, ``forfeit_loss``, ``double_forfeit`` (numbers, or "1/2"),
    ``last_games`` (numbers) and ``chain`` (keys of TIEBREAKS; with starting points ``starting-points`` is among them
    anyway). Raises PlanError.
    """
    if key not in FORMATS:
        raise PlanError("unknown", "format")
    form = FORMATS[key]
    names = {*NUMBERS, *LIMITS, *SWITCHES, *CHOICES, *POINTS, *OTHERS}
    if unknown := raw.keys() - names:
        raise PlanError("unknown", min(unknown))
    given = [field for field in NUMBERS | LIMITS if raw.get(field) is not None]
    numbers: dict[str, Any] = {field: _number(field, raw[field]) for field in given}
    if form.duels:
        numbers["seats"] = 2
    seats = numbers.get("seats", 2)
    if key == "table-knockout" and (seats < 3 or not 1 <= numbers.get("advance", seats // 2) < seats):
        raise PlanError("range", "seats" if seats < 3 else "advance")
    groups = numbers.pop("groups", 1)
    if groups > 1 and not form.standings:
        raise PlanError("no-groups", "groups")
    options = Options(
        **numbers,
        **{field: _one_of(field, raw[field], CHOICES[field]) for field in CHOICES if field in raw},
        **{field: _one_of(field, raw[field], (False, True)) for field in SWITCHES if field in raw},
        last_games=_last_games(raw.get("last_games"), form),
        rule=_rule(raw, seats, boards=numbers.get("boards", 0)),
        chain=_chain(raw.get("chain"), start=raw.get("acceleration") in STARTING),
    )
    _check_games(form, options)
    _check_boards(form, options)
    if options.acceleration != ACCELERATIONS[0] and options.points.scheme.places is None:
        raise PlanError("no-places", "acceleration")
    try:
        sources = read_sources(raw)
    except SourceError as error:
        raise PlanError(error.code, "qualify") from error
    return StagePlan(form, options, groups, sources)


def chain_from(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The stages of a chain written in one line, as formats and options that ``read_plan`` takes.

    ``swiss:seats=4:rounds=5,single-elimination:size=8``: stages in their order between commas, and of each the format
    and those options that are numbers or words, or words with ``/`` between them; ``size``, ``per_group``,
    ``best_runners_up``, ``after`` and ``losers`` say who comes in from the stage before, ``from`` who from which.
    Raises PlanError where the text is not of this form.
    """
    stages = []
    for stage in text.split(",") if text else ():
        key, *shapes = stage.split(":")
        options: dict[str, Any] = {}
        for shape in shapes:
            name, equals, value = shape.partition("=")
            if not equals or name in options:
                raise PlanError("unknown", name)
            options[name] = _as_written(name, value)
        if entry := {name: options.pop(name) for name in ENTRY if name in options}:
            options["qualify"] = entry
        if "from" in options:
            options["sources"] = options.pop("from")
        stages.append((key, options))
    return stages


def chain_text(stages: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """The inverse of ``chain_from``, without what a line does not hold: how results count."""
    lines = []
    for key, options in stages:
        chosen = {name: value for name, value in options.items() if name in {*NUMBERS, *SWITCHES, *DRAWN}}
        if options.get("last_games"):
            chosen["last_games"] = "/".join(map(str, options["last_games"]))
        if options.get("sources"):
            chosen["from"] = sources_text(options["sources"])
        given_options = {name: value for name, value in (chosen | (options.get("qualify") or {})).items() if value}
        lines.append(":".join([key, *(f"{name}={str(value).lower()}" for name, value in given_options.items())]))
    return ",".join(lines)


def read_chain(text: str) -> list[StagePlan]:
    """The plans of the stages of ``text``, as ``chain_from`` has it. Raises PlanError."""
    return [read_plan(key, options) for key, options in chain_from(text)]


def has_next_round(plan: StagePlan, groups: Sequence[StageRecord]) -> bool:
    """Whether ``next_round`` would have a round to draw, even if nobody can be seated for it as things are. No draw."""
    return any(plan.form.goes_on(group, plan.options) for group in groups)


def is_deserted(plan: StagePlan, groups: Sequence[StageRecord]) -> bool:
    """Whether nobody is left to sit down with in any group, though rounds are to come. Who left a round robin late
    still loses there; a bracket and lost lives end by themselves.
    """
    if not plan.form.standings or not has_next_round(plan, groups):
        return False
    scheduled = plan.form.scheduled
    return all(
        group.withdrawn.issuperset(group.entrants)
        or len(set(group.entrants) - (group.withdrawn - group.kept if scheduled else group.withdrawn)) < 2
        for group in groups
    )


def next_round(plan: StagePlan, groups: Sequence[StageRecord]) -> NextRound | None:
    """The next round of all groups in one; None when every group is over. Raises NoValidPairing."""
    rounds = [plan.form.next_round(group, plan.options) for group in groups]
    drawn = [group_round for group_round in rounds if group_round is not None]
    if not drawn:
        return None
    if len(drawn) == 1:
        return drawn[0]
    floats = [group_round.seating.floats for group_round in drawn]
    known_floats = [floated for floated in floats if floated is not None]
    scores: dict[Id, Score] = {}
    for group_round in drawn:
        scores |= group_round.scores
    return NextRound(
        Seating(
            tuple(joined.from_iterable(group_round.seating.tables for group_round in drawn)),
            tuple(joined.from_iterable(group_round.seating.byes for group_round in drawn)),
            tuple(joined.from_iterable(known_floats)) if len(known_floats) == len(floats) else None,
        ),
        tuple(joined.from_iterable(group_round.matches for group_round in drawn)),
        scores,
    )


def rounds_of_schedule(plan: StagePlan, sizes: Iterable[int]) -> int:
    """How many rounds everybody meets everybody in, in groups of these ``sizes``; 0 for a format without a schedule."""
    if not plan.form.scheduled:
        return 0
    largest = StageRecord(entrants=tuple(range(max(sizes, default=0))))
    return round_robin_length(largest, plan.options) if len(largest.entrants) > 1 else 0


def due_next(plan: StagePlan, group: StageRecord) -> tuple[Id, ...]:
    """Who is to be seated, or to have a bye, in the group's next round; nobody where it has none. Not for a bracket."""
    if not plan.form.goes_on(group, plan.options):
        return ()
    return group.playing if plan.form.standings else strikes_state(group, plan.options).still_in


def floats(plan: StagePlan, groups: Sequence[StageRecord], tables: Iterable[Sequence[Id]]) -> tuple[Id, ...] | None:
    """Who meets a lower score than their own at these ``tables`` of the next round, drawn or seated by hand; None where
    no draw asks for it.
    """
    if plan.form.key != "swiss" or plan.options.seats != 2:
        return None
    score: dict[Id, Score] = {}
    for group in groups:
        score |= drawing_scores(group, plan.options)
    floaters: list[Id] = []
    for table in tables:
        lowest = min((score[who] for who in table), default=0)
        floaters += [who for who in table if score[who] > lowest]
    return tuple(floaters)


def _as_written(name: str, value: str) -> Any:
    if name == "chain":
        return value.split("/")
    if name == "last_games":
        return [_as_written("games", number) for number in value.split("/")]
    if name == "from":
        try:
            return sources_from(value)
        except SourceError as error:
            raise PlanError(error.code, "qualify") from error
    is_number = value.isdecimal() and len(value) < 9 and name not in KEYS
    return int(value) if is_number else WORDS.get(value, value)


def _number(field: str, value: object) -> int:
    low, high = (NUMBERS | LIMITS)[field]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PlanError("range", field)
    return value


def _last_games(raw: object, form: Format) -> tuple[int, ...]:
    if raw in (None, [], ()):
        return ()
    if form.bracket is None or not isinstance(raw, list | tuple):
        raise PlanError("unknown", "last_games")
    try:
        return tuple(_number("games", number) for number in raw)
    except PlanError as error:
        raise PlanError("range", "last_games") from error


def _check_games(form: Format, options: Options) -> None:
    """In a bracket somebody goes on: among an even number of games two may win as many as each other. Each game brings
    its points where two play two of them, whatever their scores.
    """
    if options.points.scheme.by_game:
        shape = (form.standings, options.seats, options.games, options.decided)
        if shape != (True, 2, GAMES_EACH, DECIDED[0]):
            raise PlanError("each-game", "points")
    if form.bracket and options.decided == "wins":
        for field, numbers in {"games": (options.games,), "last_games": options.last_games}.items():
            if any(number % 2 == 0 for number in numbers):
                raise PlanError("even", field)


def _check_boards(form: Format, options: Options) -> None:
    """Two teams meet, once, where places or a bracket decide."""
    if options.boards and (options.seats != 2 or not (form.standings or form.duels)):
        raise PlanError("no-boards", "boards")
    if options.boards and (options.games > 1 or options.last_games or options.acceleration == "handicap"):
        raise PlanError("no-boards", "boards")


def _one_of(field: str, value: Any, choices: Sequence[Any]) -> Any:
    if value not in choices:
        raise PlanError("unknown", field)
    return value


def _chain(keys: object, *, start: bool) -> tuple[str, ...]:
    """With the points that everybody starts with, ``starting-points`` is always among them: standings show it."""
    if keys is None:
        keys = DEFAULT_CHAIN
    if not isinstance(keys, list | tuple):
        raise PlanError("unknown", "chain")
    try:
        chain = tuple(tiebreak.key for tiebreak in check_chain(keys))
    except ChainError as error:
        raise PlanError(error.code, "chain") from error
    if not start or "starting-points" in chain:
        return chain
    last = [key for key in chain if key in ("decided", "lots")]
    return (*(key for key in chain if key not in last), "starting-points", *last)


def _rule(raw: Mapping[str, Any], seats: int, *, boards: int) -> PointRule:
    scheme = _scheme(raw, seats, usual_scheme(seats, boards=boards))
    return PointRule(scheme=scheme, **{name: _points(name, raw[name]) for name in POINTS if raw.get(name) is not None})


def _scheme(raw: Mapping[str, Any], seats: int, usual: str) -> Scheme:
    key = raw.get("points") or usual
    if key != "own":
        return SCHEMES[_one_of("points", key, tuple(SCHEMES))]
    own = raw.get("own_points")
    if not isinstance(own, Mapping):
        raise PlanError("empty", "own_points")
    rows = {int(size): [_points("own_points", raw_points) for raw_points in row] for size, row in own.items()}
    draw = None if raw.get("own_draw") is None else _points("own_draw", raw["own_draw"])
    how = _one_of("own_shared", raw.get("own_shared", SHARED[0]), SHARED)
    try:
        scheme = own_scheme(rows, draw=draw, shared=how)
    except PointsError as error:
        raise PlanError(error.code, "own_draw" if error.code == "draw" else "own_points") from error
    if scheme.places is not None and seats not in scheme.places:
        raise PlanError("size-missing", "own_points")
    return scheme


def _points(field: str, value: object) -> Fraction:
    if "e" in str(value).lower():  # 1e999999999 would be computed for ever
        raise PlanError("number", field)
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise PlanError("number", field) from error
