"""Places from scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from scoring.result import Points

Score = TypeVar("Score", Points, tuple[Points, Points])


def places(scores: Sequence[Score]) -> list[int]:
    """The place of each score, the highest first; equal ones share the better place (1, 1, 3)."""
    return [1 + sum(other > score for other in scores) for score in scores]
