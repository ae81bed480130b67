"""Repechage: who lost to one of the last in a single elimination plays on for the places behind these."""

from collections.abc import Iterator
from itertools import chain

from tournaments.formats.bracket.progress import Bracket, Match, Seed
from tournaments.formats.plan import StagePlan
from tournaments.formats.record import Id, StageRecord
from tournaments.formats.sources import StageSource
from tournaments.formats.stages import bracket_progress


def beaten(source: StageSource, plan: StagePlan, stage: StageRecord) -> dict[Id, Id]:
    """Who lost to one of the last so many of the ``source``, each with the one they lost to. Nobody as long as one of
    these last is not known, or one who lost to them is not out.
    """
    bracket = _bracket(plan, len(stage.entrants))
    if bracket is None:
        return {}
    progress = bracket_progress(stage, bracket)
    _before, those = _rounds(source, bracket)
    last = {*chain.from_iterable(progress.seats[match.number] for match in those)}
    lost = {who: by for who, by in knocked_out_by(plan, stage).items() if by in last and who not in last}
    out = {who for _, who in progress.places}
    return {} if None in last or not lost.keys() <= out else lost


def knocked_out_by(plan: StagePlan, stage: StageRecord) -> dict[Id, Id]:
    """To whom everybody lost who has lost in a single elimination, a match for the third place left aside."""
    bracket = _bracket(plan, len(stage.entrants))
    if bracket is None:
        return {}
    decided = bracket_progress(stage, bracket).decided
    orders = [decided[match.number] for match in _main(bracket) if match.number in decided]
    return {order[1]: order[0] for order in orders}


def count_beaten(source: StageSource, plan: StagePlan, entrants: int) -> tuple[int, int]:
    """How many these are at least and at most, as some may have a bye."""
    bracket = _bracket(plan, entrants)
    if bracket is None:
        return 0, 0
    before, those = _rounds(source, bracket)
    counts: dict[int, tuple[int, int]] = {}

    def seats(match: Match) -> Iterator[tuple[int, int]]:
        for seat in match.seats:
            yield (0, 0) if isinstance(seat, Seed) else counts[seat.match]

    for match in before:
        least, most = zip(*seats(match), strict=True)
        counts[match.number] = 1 + min(least), 1 + max(most)
    pairs = [*chain.from_iterable(map(seats, those))]
    return sum(least for least, _ in pairs), sum(most for _, most in pairs)


def _bracket(plan: StagePlan, entrants: int) -> Bracket | None:
    if plan.form.key != "single-elimination" or plan.form.bracket is None or entrants < 2:
        return None
    return plan.form.bracket(entrants, plan.options)


def _rounds(source: StageSource, bracket: Bracket) -> tuple[list[Match], list[Match]]:
    """The matches before only so many are left, and those that these then play."""
    number = bracket.matches[-1].round + 2 - (source.lost_to or 0).bit_length()
    matches = _main(bracket)
    return [match for match in matches if match.round < number], [match for match in matches if match.round == number]


def _main(bracket: Bracket) -> list[Match]:
    return [match for match in bracket.matches if match.bracket == "winners"]
