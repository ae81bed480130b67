"""The stages of a plan together: read from a page, shown anew while they are changed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.game import Game
from tournaments.forms.stage.stages import StageForm

MOST_STAGES = 8


class PlanForms:
    """The stages of a plan from ``first`` on, each a form. ``settled``: it was not only asked to be shown anew.

    A changed format, say, or a stage more or one less, leads to other fields, which are shown before anything is kept.
    """

    def __init__(self, forms_: Sequence[StageForm], *, settled: bool = False) -> None:
        self.forms = list(forms_)
        self.settled = settled

    def __iter__(self) -> Iterator[StageForm]:
        return iter(self.forms)

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def may_grow(self) -> bool:
        return len(self.forms) < MOST_STAGES

    @classmethod
    def of(cls, stages: Sequence[tuple[str, Mapping[str, Any]]], *, first: int, game: Game) -> "PlanForms":
        return cls.showing(
            [StageForm.given_by(key, options, game=game) for key, options in stages], first=first, game=game
        )

    @classmethod
    def showing(cls, given: Sequence[Mapping[str, Any]], *, first: int, game: Game) -> "PlanForms":
        return cls([StageForm(number=number, game=game, given=each) for number, each in enumerate(given, first)])

    @classmethod
    def read(cls, data: Mapping[str, Any], *, first: int, game: Game) -> "PlanForms":
        typed = [StageForm(data, number=number, game=game) for number in _numbers(data, first)]
        changed = any(data.get(f"{form.prefix}-shown") != form.shape for form in typed)
        if changed or data.keys() & {"show", "add", "remove"}:
            return cls.anew(data, first=first, game=game)
        return cls(typed, settled=True)

    @classmethod
    def anew(cls, data: Mapping[str, Any], *, first: int, game: Game) -> "PlanForms":
        """What was filled in, with the fields that belong to it: nothing of it is kept yet."""
        given = [_typed(data, number, game) for number in _numbers(data, first) if str(number) != data.get("remove")]
        if "add" in data and len(given) < MOST_STAGES:
            options = {"qualify": {"size": 8}} if first + len(given) > 1 else {}
            given.append(StageForm.given_by("single-elimination", options, game=game))
        return cls.showing(given, first=first, game=game)

    def are_valid(self) -> bool:
        """All of them are looked at, so that every error shows at once."""
        valid = [form.is_valid() for form in self.forms]
        return self.settled and all(valid)

    @property
    def planned(self) -> list[tuple[str, dict[str, Any]]]:
        return [form.planned for form in self.forms]


def _numbers(data: Mapping[str, Any], first: int) -> range:
    count = data.get("stages", "")
    return range(first, first + (min(int(count), MOST_STAGES) if re.fullmatch(r"\d{1,2}", count) else 0))


def _typed(data: Mapping[str, Any], number: int, game: Game) -> dict[str, Any]:
    """What has been filled in for one stage, and the usual order of tie-breaks where none was to be seen."""
    typed = StageForm.sent(data, number)
    if any(name.startswith("chain_") for name in typed):
        return typed
    return {name: key for name, key in StageForm.given_by("swiss", {}, game=game).items() if "chain" in name} | typed
