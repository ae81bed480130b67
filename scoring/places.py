"""Places from scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from scoring.result import Points

Score = TypeVar("Score", Points, tuple[Points, Points])


def places(scores: Sequence[Score]) -> list[int]:
    """The place of each score, the highest first; equal ones share the better place (1, 1, 3)."""
    falling = sorted(scores, reverse=True)
    return [1 + falling.index(score) for score in scores]
