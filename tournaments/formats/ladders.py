"""The rules of a ladder, and its order, act by act."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, get_args

Takes = Literal["place", "exchange"]
TAKES: tuple[Takes, ...] = get_args(Takes)


@dataclass(frozen=True)
class LadderRules:
    """``reach``: so many places above oneself somebody may be challenged; ``days``: within which the two have to sit
    at one table; ``takes``: whoever wins takes the place and all between move down by one, or the two exchange places.
    """

    reach: int = 3
    days: int = 14
    takes: Takes = "place"

    def may_challenge(self, place: int, other: int) -> bool:
        """Whether the player at a place may challenge the one at another; place 1 is the highest."""
        return 0 < place - other <= self.reach


def read_rules(stored: Mapping[str, Any]) -> LadderRules:
    """The rules from what `write_rules` made of them."""
    return LadderRules(**stored)


def write_rules(rules: LadderRules) -> dict[str, Any]:
    """The rules as JSON stores them."""
    return asdict(rules)


Kind = Literal["joined", "left", "placed", "won", "held"]


class Act(NamedTuple):
    """``place``: where they are put, None for the lowest; ``other``: whom they had challenged, and either
    ``won`` against or was ``held`` by; ``source``: the challenge.
    """

    kind: Kind
    player: int
    place: int | None = None
    other: int | None = None
    source: int | None = None


class Move(NamedTuple):
    """What came of an act: the player's place before and after, None where there was none."""

    act: Act
    was: int | None
    now: int | None


def climbed(acts: Iterable[Act], rules: LadderRules) -> tuple[list[int], list[Move]]:
    """The order in the end, the highest first, and how it came to be. An act of somebody who has no place moves
    nobody, nor does it a win against somebody below.
    """
    order: list[int] = []
    moves = []
    for act in acts:
        was = _place(order, act.player)
        _apply(order, act, rules)
        moves.append(Move(act, was, _place(order, act.player)))
    return order, moves


def _place(order: list[int], player: int | None) -> int | None:
    return order.index(player) + 1 if player in order else None


def _apply(order: list[int], act: Act, rules: LadderRules) -> None:
    at, other = _place(order, act.player), _place(order, act.other)
    if act.kind == "joined" and at is None:
        _put(order, act.player, act.place)
    elif act.kind == "left" and at:
        order.remove(act.player)
    elif act.kind == "placed" and at:
        order.remove(act.player)
        _put(order, act.player, act.place)
    elif act.kind == "won" and at and other and other < at:
        if rules.takes == "exchange":
            order[at - 1], order[other - 1] = order[other - 1], order[at - 1]
        else:
            order.remove(act.player)
            _put(order, act.player, other)


def _put(order: list[int], player: int, place: int | None) -> None:
    order.insert(len(order) if place is None else place - 1, player)


def taken_back(order: list[int], moves: Iterable[Move], rules: LadderRules) -> list[list[int]]:
    """The order before each of the latest moves, the newest first."""
    taken = []
    order = list(order)
    for act, was, now in moves:
        if now and was and act.kind == "won" and rules.takes == "exchange":
            order[now - 1], order[was - 1] = order[was - 1], order[now - 1]
        else:
            if now:
                order.remove(act.player)
            if was:
                _put(order, act.player, was)
        taken.append(list(order))
    return taken
