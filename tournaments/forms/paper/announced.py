"""The paper sheet of a game of announcements."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from tournaments.forms.paper.typed import Cell, SheetLine, TypedForm
from tournaments.selectors.paper.typed import Facts, JudgedDeal, TypedTurn, turns_left
from tournaments.words.paper.typed import READABLE, column_words, total_problem

ANNOUNCEMENT = re.compile(r"([0-9])\s*([^\d\s]*)\s*([0-9])")
TRUMPS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "N": "NT"}


class AnnouncedSheetForm(TypedForm):
    """A column a player, a line an announcement, each as “3h2”: announced, trump, taken (V2-V5)."""

    turns: list[TypedTurn]

    def _add_fields(self, data: Mapping[str, Any]) -> None:
        self.turns = turns_left(self.page)
        self.seats = {turn.number: turn.seat for turn in self.turns}
        names = self.page.names
        for turn in sorted(self.turns, key=lambda each: (each.line, each.seat)):
            self._text(_cell(turn), f"{names[turn.seat]} {turn.line}", most=12)
        for seat, name in enumerate(names):
            self.fields[f"total-{seat}"] = forms.IntegerField(
                label=_("Total of %(name)s on paper") % {"name": name},
                required=False,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        for seat, scored in enumerate(self.sheet.result.seats):
            total = data.get(f"total-{seat}")
            if total is not None and scored.sheet and (problem := total_problem(total, scored, scored.sheet)):
                self.add_error(f"total-{seat}", problem)
        return data

    @property
    def heads(self) -> list[str]:
        return [f"{seat} {name}" for seat, name in enumerate(self.page.names, start=1)]

    @property
    def columns(self) -> list[tuple[str, BoundField]]:
        """How each player's sheet stands, and the total that the paper says."""
        return [(column_words(each), self[f"total-{seat}"]) for seat, each in enumerate(self.sheet.result.seats)]

    @property
    def lines(self) -> list[SheetLine]:
        at = {(turn.line, turn.seat): turn for turn in self.turns}
        brought = {each.number: each.brought for each in self.sheet.deals}
        first = min((turn.line for turn in self.turns), default=1)
        last = max((turn.line for turn in self.turns), default=0)
        return [
            (str(line), [self._cell(at.get((line, seat)), brought) for seat in range(len(self.page.names))], "")
            for line in range(first, last + 1)
        ]

    def _cell(self, turn: TypedTurn | None, brought: Mapping[int, Any]) -> Cell:
        if turn is None:
            return None, ""
        result = brought.get(turn.number)
        return self[_cell(turn)], f"{result.points}".replace("-", "−") if result else ""

    def _facts(self, data: Mapping[str, Any]) -> dict[int, Facts]:
        facts: dict[int, Facts] = {}
        for turn in self.turns:
            text = data.get(_cell(turn), "")
            if not text:
                continue
            if read := ANNOUNCEMENT.fullmatch(text):
                announced, trump, taken = read.groups()
                trump = TRUMPS.get(trump.upper(), trump.upper()) or None
                facts[turn.number] = {"announced": int(announced), "trump": trump, "taken": int(taken)}
            else:
                self.add_error(_cell(turn), str(READABLE))
        return facts

    def _field_of(self, judged: JudgedDeal) -> str:
        return next(_cell(turn) for turn in self.turns if turn.number == judged.number)


def _cell(turn: TypedTurn) -> str:
    return f"line-{turn.line}-{turn.seat}"
