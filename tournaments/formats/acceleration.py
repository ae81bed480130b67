"""An accelerated Swiss: in its first rounds the upper half is drawn as if it had won more. Standings never see it."""

from fractions import Fraction

from tournaments.formats.record import Id, StageRecord

ACCELERATIONS = ("none", "baku")


def virtual_points(stage: StageRecord, *, rounds: int, win: Fraction) -> dict[Id, Fraction]:
    """What entrants have besides their scores where the next of ``rounds`` is drawn; who is absent has nothing.

    The Baku acceleration (FIDE C.04.5.1): the upper half are the first 2⌈n/4⌉ of the n who entered before the first
    round. The first half of the rounds is accelerated, rounded up. In the first half of these, rounded up, the upper
    half has a ``win`` each, in the others half of it.
    """
    accelerated = (rounds + 1) // 2
    number = len(stage.rounds) + 1
    if number > accelerated:
        return {}
    punctual = [who for who in stage.entrants if who not in stage.late]
    upper_half = punctual[: 2 * -(-len(punctual) // 4)]
    return dict.fromkeys(upper_half, win if number <= (accelerated + 1) // 2 else win / 2)
