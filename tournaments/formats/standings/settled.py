"""What was settled among entrants who were level: by the director's word, a play-off or a lot."""

from collections.abc import Mapping, Sequence
from random import Random

from tournaments.formats.draw import Id

Settled = Mapping[Id, int]
"""A place, from 1, for everybody it names; those with the same place are level still."""


def settled_tiers(decisions: Sequence[Settled], level: Sequence[Id]) -> list[list[Id]]:
    """``level`` in the order settled, those together who are level still, in the order they came in.

    The newest (last) of the ``decisions`` that names all of them counts; for those it leaves level, the newest that
    names these, and so on.
    """
    decision = next((each for each in reversed(decisions) if each.keys() >= set(level)), None)
    if decision is None or len({decision[who] for who in level}) < 2:
        return [list(level)]
    places = sorted({decision[who] for who in level})
    parts = ([who for who in level if decision[who] == place] for place in places)
    return [tier for part in parts for tier in settled_tiers(decisions, part)]


def drawn_lots(entrants: Sequence[Id], *, seed: int, drawn_as: Mapping[Id, Id] | None = None) -> list[Id]:
    """In the order of their lots: drawn for each by the stored seed, so that no other entrant can change the order.
    ``drawn_as``: whose lot was drawn by another id.
    """
    known = drawn_as or {}
    return sorted(entrants, key=lambda who: (Random(f"{seed}:{known.get(who, who)}").random(), who))
