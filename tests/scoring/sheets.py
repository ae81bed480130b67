"""Vilnius sheets for the tests: single announcements and whole random games."""

import random

from scoring.vilnius.game import QUOTAS

Deal = dict[str, object]


def announce(declarer: int, announced: int, taken: int, **more: object) -> Deal:
    return {"declarer": declarer, "announced": announced, "taken": taken, "trump": "H", **more}


def whole_game(*, seats: int, seed: int, first_dealer: int = 0) -> list[Deal]:
    """Every announcement of every seat in turn, in a random order and with random luck."""
    chance = random.Random(seed)
    announcements = [[kind for kind, times in enumerate(QUOTAS) for _ in range(times)] for _ in range(seats)]
    for order in announcements:
        chance.shuffle(order)
    return [
        announce((first_dealer + 1 + lap_place) % seats, announcements[lap_place][lap], chance.randint(0, 6))
        for lap in range(sum(QUOTAS))
        for lap_place in range(seats)
    ]
