"""Seats as programs count them, from 1: in payloads of deals and in what refusals say. Within, they count from 0."""

from collections.abc import Mapping
from typing import Any

from scoring.deals import move_seats, moved_seat
from tournaments.words.errors import seats_named

Json = dict[str, Any]


def payload_from_1(payload: Mapping[str, Any] | None) -> Json | None:
    """A stored deal as it is told; its keys sorted, as not every database keeps their order."""
    return None if payload is None else dict(sorted(move_seats(payload, 1).items()))


def payload_from_0(payload: Mapping[str, Any]) -> Json:
    """A deal as it was sent. What is no number of a seat stays, for the game to refuse."""
    return move_seats(payload, -1)


def params_from_1(code: str, params: Mapping[str, Any]) -> Json:
    """What a refusal says, without its code."""
    seats = seats_named(code)
    return {name: moved_seat(value, 1) if name in seats else value for name, value in params.items() if name != "code"}
