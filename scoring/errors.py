"""The one exception for what a person at the table can mend."""

from __future__ import annotations

from typing import Literal

Problem = Literal["missing", "unknown", "wrong-kind", "not-allowed", "doubled"]
"""What is wrong with a field: that it is not there, that nobody knows its name, that its value is of another kind, that
this value cannot stand here, that it is there twice."""


class ScoringError(ValueError):
    """A table, deal or hand that the clauses do not allow.

    ``code`` is one of the codes of the interface ("quota-used", "hand-size", ...); ``params`` are JSON values
    that help to word the message. Seats count from 0, deals from 1. ``problem`` says more of what is ``malformed``.
    """

    problem: Problem | None = None

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code

    def in_deal(self, number: int) -> ScoringError:
        """A copy of the error, placed at deal ``number`` unless it already names a deal."""
        placed = ScoringError(self.code, **{"deal": number, **self.params})
        placed.problem = self.problem
        return placed

    def as_dict(self) -> dict[str, object]:
        """``{"code": ..., "deal": ..., ...}``, ready for JSON."""
        return {"code": self.code, **self.params}


def malformed(field: str, problem: Problem = "wrong-kind") -> ScoringError:
    """The error for a field that cannot be read, or not here."""
    error = ScoringError("malformed", field=clip(field))
    error.problem = problem
    return error


def clip(text: str) -> str:
    """What somebody typed, cut to a length that can be shown back to them."""
    return text[:40]
