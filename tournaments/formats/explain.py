"""Why am I here? What the draw of a round had before it, and what it kept apart, for one entrant."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from tournaments.formats.bracket.progress import Bracket, Progress, Seed, Source
from tournaments.formats.options import Options
from tournaments.formats.record import Id, RoundRecord, Score, Seating, StageRecord
from tournaments.formats.stages import (
    FORMATS,
    Format,
    acceleration_of,
    bracket_progress,
    drawing_scores,
    history_of,
    leg_of,
    planned_rounds,
    round_robin_length,
    seatings_of,
    starting_of,
    strikes_state,
    swiss_length,
)
from tournaments.formats.systems.round_robin import rounds_a_lap
from tournaments.formats.systems.swiss import barred_seats


@dataclass(frozen=True, slots=True)
class Other:
    """Another entrant as the draw saw them: ``score`` as in Reason, ``met`` the earlier rounds (from 1) at one table,
    ``apart`` whether the two should be kept apart, ``mate`` whether they are of one team.
    """

    id: Id
    score: Score | None = None
    met: tuple[int, ...] = ()
    apart: bool = False
    mate: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """A seat of a bracket's match: for the entrant of ``seed``, or whoever takes ``place`` in ``match`` (1 the winner).

    ``id`` is who that was by the results before the round, None while it was open.
    """

    id: Id | None
    seed: int | None = None
    match: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why one entrant was where they were in a round. Results count as they stand now, also where they were corrected.

    ``kind``: "table", "bye" (there, but at no table; in a bracket waiting for ``match``) or "absent" (gone, late, out).
    ``basis`` tells what the round was made from, and so which of the other fields are set:

    - "points" and "lives": ``score`` before the round (lives left in strikes), ``virtual`` what of it only the draw
      counts (None where no round is accelerated), ``starting`` what of it was there before the first round (None where
      nobody had any), ``score_group`` all who were there and had the same, oneself among
      them. Avoided were ``met_before`` (of the group, met earlier), ``same_seat`` (of the others of it, those to whom
      the same seat was barred), and whatever the score ``kept_apart`` (by the director's word) and ``mates`` (of one's
      team); who sits here all the same is among the tablemates only. ``floated``:
      "down" to lower scores, "up" to higher ones, None beside somebody of the same score, or in the middle.
      ``could_rest``: who else could have had one's bye, those with the fewest byes and by points the lowest of them.
    - "schedule": round ``number`` of ``rounds``; ``missing`` are those of the table who were not there. In a second leg
      ``as_in`` is the round of the first with the same tables, seats exchanged.
    - "bracket": ``match`` and, seat by seat, the ``origins`` of its people.

    ``tablemates`` in the order of their seats; ``seat`` from 1, where ``sat`` counts the earlier rounds in that seat;
    ``byes`` counts the earlier rounds without a table that the draw knew of.
    """

    kind: str
    basis: str
    number: int
    tablemates: tuple[Other, ...] = ()
    seat: int | None = None
    sat: int = 0
    byes: int = 0
    score: Score | None = None
    virtual: Score | None = None
    starting: Score | None = None
    score_group: tuple[Id, ...] = ()
    met_before: tuple[Id, ...] = ()
    same_seat: tuple[Id, ...] = ()
    kept_apart: tuple[Id, ...] = ()
    mates: tuple[Id, ...] = ()
    floated: str | None = None
    could_rest: tuple[Other, ...] = ()
    rounds: int | None = None
    missing: tuple[Id, ...] = ()
    as_in: int | None = None
    asked: bool = False
    match: int | None = None
    origins: tuple[Origin, ...] = ()

    @property
    def repeats(self) -> tuple[Other, ...]:
        """The tablemates met before."""
        return tuple(other for other in self.tablemates if other.met)


def explain_round(
    key: str,
    stage: StageRecord,
    options: Options,
    *,
    round: int,  # noqa: A002 - what everybody calls it
    who: Id,
) -> Reason:
    """Why ``who`` was at this table in that round (from 1) of a stage of the format ``key``.

    ``stage`` may hold later rounds too. Raises ValueError for somebody who is no entrant, IndexError for a round that
    is not there.
    """
    if not 1 <= round <= len(stage.rounds):
        raise IndexError(round)
    if who not in stage.entrants:
        raise ValueError(f"no entrant: {who}")
    return _View(FORMATS[key], options, stage, round, who).reason()


@dataclass(frozen=True)
class _View:
    """A round through the eyes of ``who``, with what had been before it."""

    form: Format
    options: Options
    stage: StageRecord
    number: int
    who: Id

    def reason(self) -> Reason:
        """Why the entrant sits where they sit: by the bracket, by score, or by the schedule."""
        if self.form.bracket:
            return self._by_bracket(self.form.bracket(len(self.stage.entrants), self.options))
        return self._by_score() if self.is_drawn else self._by_schedule()

    @property
    def is_drawn(self) -> bool:
        """Schedules and brackets are made once for all rounds, whatever comes of them."""
        return not (self.form.bracket or self.form.scheduled)

    @cached_property
    def before(self) -> StageRecord:
        """The stage as it was before this round."""
        return self.stage.after(self.number - 1)

    @cached_property
    def history(self) -> list[Seating]:
        """The seatings before this round, as its draw read them."""
        return history_of(self.before, self.options) if self.is_drawn else seatings_of(self.before)

    @cached_property
    def now(self) -> RoundRecord:
        """The record of this round."""
        return self.stage.rounds[self.number - 1]

    @cached_property
    def table(self) -> tuple[Id, ...]:
        """Those at the entrant's table, in the order of seats; nobody where they sit at none."""
        return next((table.ids for table in self.now.tables if self.who in table.ids), ())

    @cached_property
    def resting(self) -> bool:
        """Whether the entrant could have played this round and sits at no table."""
        return not self.table and self.who in self.available

    @cached_property
    def available(self) -> tuple[Id, ...]:
        """All who were there, in the order of their seeds."""
        seated = {who for table in self.now.tables for who in table.ids}
        there = seated.union(bye.id for bye in self.now.byes if not bye.requested)
        return tuple(who for who in self.stage.entrants if who in there)

    @cached_property
    def scores(self) -> Mapping[Id, Score]:
        """What the draw went by; nothing where there was no draw."""
        if not self.is_drawn:
            return {}
        if self.form.standings:
            return drawing_scores(self.before, self.options)
        return strikes_state(self.before, self.options).lives

    @cached_property
    def virtual(self) -> Mapping[Id, Score]:
        """What of the scores only the draw counted."""
        return acceleration_of(self.before, self.options) if self.form.standings and self.is_drawn else {}

    @cached_property
    def starting(self) -> Mapping[Id, Score]:
        """What of the scores was there before the first round."""
        return starting_of(self.before, self.options) if self.form.standings and self.is_drawn else {}

    @cached_property
    def met(self) -> Mapping[Id, tuple[int, ...]]:
        """By opponent, the numbers of the earlier rounds (from 1) in which the two met."""
        met: dict[Id, tuple[int, ...]] = defaultdict(tuple)
        for number, seating in enumerate(self.history, start=1):
            for id_ in chain.from_iterable(table for table in seating.tables if self.who in table):
                if id_ != self.who:
                    met[id_] += (number,)
        return met

    @cached_property
    def apart(self) -> frozenset[Id]:
        """Whom a draw keeps apart from the entrant."""
        return self._beside(self.stage.avoid)

    @cached_property
    def mates(self) -> frozenset[Id]:
        """Who is of the entrant's team, whom a draw keeps apart while that can be."""
        return self._beside(self.stage.teams)

    def _beside(self, groups: frozenset[frozenset[Id]]) -> frozenset[Id]:
        named = (together for together in groups if self.is_drawn and self.who in together)
        return frozenset(chain.from_iterable(named)) - {self.who}

    @cached_property
    def byes(self) -> Counter[Id]:
        """By entrant, how many byes they had before this round."""
        return Counter(who for seating in self.history for who in seating.byes)

    def other(self, id_: Id) -> Other:
        """Somebody else as the entrant sees them: score, meetings, and whether the two are kept apart."""
        return Other(id_, self.scores.get(id_), self.met.get(id_, ()), id_ in self.apart, id_ in self.mates)

    def _reason(self, basis: str) -> Reason:
        """What can be said whatever the round was made from."""
        seat = self.table.index(self.who) if self.table else None
        sat = [table.index(self.who) for past in self.history for table in past.tables if self.who in table]
        return Reason(
            kind="bye" if self.resting else "table" if self.table else "absent",
            basis=basis,
            number=self.number,
            tablemates=tuple(self.other(id_) for id_ in self.table if id_ != self.who),
            seat=None if seat is None else seat + 1,
            sat=sum(other == seat for other in sat),
            byes=self.byes[self.who],
            asked=any(bye.id == self.who and bye.requested for bye in self.now.byes),
        )

    def _by_score(self) -> Reason:
        reason = self._reason("points" if self.form.standings else "lives")
        mine = self.scores[self.who]
        if reason.kind == "absent":
            return replace(reason, score=mine)
        group = tuple(id_ for id_ in self.available if self.scores[id_] == mine)
        return replace(
            reason,
            score=mine,
            virtual=self.virtual.get(self.who, 0) if self.virtual else None,
            starting=self.starting.get(self.who, 0) if self.starting else None,
            score_group=group,
            met_before=tuple(id_ for id_ in group if id_ in self.met and id_ not in self.table),
            same_seat=tuple(id_ for id_ in group if id_ in self._same_seat() and id_ not in self.table),
            kept_apart=self._elsewhere(self.apart),
            mates=self._elsewhere(self.mates),
            floated=self._floated(),
            could_rest=tuple(self.other(id_) for id_ in self._due_to_rest() if id_ != self.who) if self.resting else (),
        )

    def _elsewhere(self, ids: frozenset[Id]) -> tuple[Id, ...]:
        """Those of them who were there, and sit at another table."""
        return tuple(id_ for id_ in self.available if id_ in ids and id_ not in self.table)

    def _same_seat(self) -> set[Id]:
        """Who is barred from the seat that oneself is barred from, and not met; nobody where a Swiss does not ask."""
        leading = sorted({self.scores[id_] for id_ in self.available}, reverse=True)[:2]
        last = self.number >= swiss_length(self.stage, self.options)
        asked = self.form.standings and self.options.seats == 2 and not self.options.points.scheme.by_game
        if not asked or (last and self.scores[self.who] in leading):
            return set()
        barred = barred_seats(self.available, self.history)
        mine = barred.get(self.who)
        return {id_ for id_, seat in barred.items() if mine and seat == mine} - {self.who, *self.met}

    def _floated(self) -> str | None:
        mine = self.scores[self.who]
        others = [self.scores[id_] for id_ in self.table if id_ != self.who]
        above, below = sum(score > mine for score in others), sum(score < mine for score in others)
        if above == below or mine in others:
            return None
        return "down" if below > above else "up"

    def _due_to_rest(self) -> list[Id]:
        """Who is due to rest: those with the fewest byes, by points those of them who stand lowest, while in strikes
        the lot decides.
        """
        fewest = min(self.byes[id_] for id_ in self.available)
        due = [id_ for id_ in self.available if self.byes[id_] == fewest]
        if not self.form.standings:
            return due
        lowest = min(self.scores[id_] for id_ in due)
        return [id_ for id_ in due if self.scores[id_] == lowest]

    def _by_schedule(self) -> Reason:
        length = round_robin_length(self.stage, self.options)
        entrants = len(self.stage.entrants)
        second = leg_of(self.options, [entrants], self.number) == 2
        return replace(
            self._reason("schedule"),
            rounds=length,
            missing=self._missing_mates(length),
            as_in=self.number - rounds_a_lap(entrants) if second else None,
        )

    def _missing_mates(self, length: int) -> tuple[Id, ...]:
        """Who would have sat there too. Where nobody is away the schedule, which is searched for, is not asked."""
        away = {*self.stage.entrants} - {*self.available}
        if self.number > length or not away - {self.who}:
            return ()
        options = self.options
        plan = planned_rounds(self.stage.entrants, seats=options.seats, rounds=options.rounds, double=options.double)
        mates = chain.from_iterable(table for table in plan[self.number - 1].tables if self.who in table)
        return tuple(id_ for id_ in mates if id_ in away and id_ != self.who)

    def _by_bracket(self, bracket: Bracket) -> Reason:
        """Without a table somebody waits for a match, or is out."""
        reason = self._reason("bracket")
        progress = bracket_progress(self.before, bracket)
        if self.table:
            numbers = zip(self.stage.matches[self.number - 1], self.now.tables, strict=True)
            match = next(number for number, table in numbers if self.who in table.ids)
        elif (waiting := _next_match(progress, self.who)) is not None:
            match = waiting
        else:
            return reason
        seats = zip(progress.seats[match], bracket.matches[match - 1].seats, strict=True)
        return replace(
            reason,
            kind="table" if self.table else "bye",
            match=match,
            origins=tuple(_origin(id_, source) for id_, source in seats),
        )


def _next_match(progress: Progress, who: Id) -> int | None:
    """The match in which somebody sits and which has not been played."""
    over = {*progress.decided, *progress.needless}
    return next((match for match, seats in progress.seats.items() if who in seats and match not in over), None)


def _origin(id_: Id | None, source: Source) -> Origin:
    if isinstance(source, Seed):
        return Origin(id_, seed=source.seed)
    return Origin(id_, match=source.match, place=source.place)
