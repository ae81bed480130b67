"""Points of a Swiss that nobody has won: virtual ones, which only its first draws count (Baku), and those with which
entrants start, which the standings count too (McMahon). Both follow from the order of the seeds.
"""

from fractions import Fraction

from tournaments.formats.record import Id, StageRecord

ACCELERATIONS = ("none", "baku", "mcmahon")


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
    punctual = _punctual(stage)
    upper_half = punctual[: 2 * -(-len(punctual) // 4)]
    return dict.fromkeys(upper_half, win if number <= (accelerated + 1) // 2 else win / 2)


def starting_points(stage: StageRecord, *, bands: int, win: Fraction) -> dict[Id, Fraction]:
    """What entrants have before the first round in a McMahon tournament; who is absent starts with nothing.

    Those who entered before it stand in so many ``bands`` of the same size, or nearly, by their seeds. Each band starts
    with a ``win`` more than the next, the last with nothing.
    """
    punctual = _punctual(stage)
    bands = min(bands, len(punctual))
    below = {who: bands - 1 - number * bands // len(punctual) for number, who in enumerate(punctual)}
    return {who: lower * win for who, lower in below.items() if lower}


def _punctual(stage: StageRecord) -> list[Id]:
    return [who for who in stage.entrants if who not in stage.late]
