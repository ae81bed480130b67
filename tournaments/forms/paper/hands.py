"""The paper sheet of a game of hands."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from scoring.deals import ShowdownDeal
from scoring.games import GAMES
from scoring.showdown.game import ShowdownGame
from tournaments.forms.paper.typed import SheetLine, TypedForm
from tournaments.forms.table.deal_form import LONGEST_CARD
from tournaments.selectors.paper.typed import Facts, JudgedDeal, lines_of_hands
from tournaments.words.paper.typed import CUBITS, SEATS_SAID, dealt_by, short_words
from tournaments.words.scoring_errors import error_field
from tournaments.words.table.verdicts import deal_words

BETWEEN = re.compile(r"[\s,;]+")
FOLDED = {"-", "–", "—"}
LAST = 400  # the highest deal that is offered
LINE = re.compile(r"deal-(\d{1,4})-")


class HandsSheetForm(TypedForm):
    """A line a deal: every hand as its cards, a dash for who folded, and what else the game notes (C13, P8)."""

    numbers: range

    @property
    def game(self) -> ShowdownGame:
        return cast("ShowdownGame", GAMES[self.page.event.game])

    @property
    def _more(self) -> list[tuple[str, str]]:
        """Columns besides the hands."""
        columns = [("quarry", _("Quarry"))] if self.game.quarry else []
        if self.page.event.unit == "cubits":
            columns.append(("paid", _("Cubits put in")))
        return [*columns, ("claimed", _("Winner"))]

    def _add_fields(self, data: Mapping[str, Any]) -> None:
        filled = [int(found[1]) for name in data if (found := LINE.match(name)) and str(data[name]).strip()]
        self.numbers = lines_of_hands(self.page, [number for number in filled if number <= LAST])
        size = self.game.showdown(self.page.event.game_rules).hand_size
        for number in self.numbers:
            for seat, name in enumerate(self.page.names):
                self._text(f"deal-{number}-hand-{seat}", f"{number} {name}", most=LONGEST_CARD * (size + 1))
            for part, label in self._more:
                self._text(f"deal-{number}-{part}", f"{number} {label}", most=LONGEST_CARD * (self.game.max_seats + 1))

    @property
    def heads(self) -> list[str]:
        return [f"{seat} {name}" for seat, name in enumerate(self.page.names, start=1)] + [
            label for _part, label in self._more
        ]

    @property
    def lines(self) -> list[SheetLine]:
        judged = {each.number: each for each in self.sheet.deals}
        parts = [f"hand-{seat}" for seat in range(len(self.page.names))] + [part for part, _label in self._more]
        return [
            (str(number), [(self[f"deal-{number}-{part}"], "") for part in parts], self._says(judged.get(number)))
            for number in self.numbers
        ]

    def _says(self, judged: JudgedDeal | None) -> str:
        if judged is None or judged.seat is None or judged.payload is None:
            return ""
        names, said = self.page.names, [dealt_by(self.page.names[judged.seat])]
        if isinstance(judged.deal, ShowdownDeal):
            said += [deal_words(judged.deal, judged.brought, names), short_words(judged.deal, names)]
        return " ".join(filter(None, said))

    def _facts(self, data: Mapping[str, Any]) -> dict[int, Facts]:
        facts = {number: self._deal(number, data) for number in self.numbers}
        return {number: deal for number, deal in facts.items() if deal}

    def _deal(self, number: int, data: Mapping[str, Any]) -> Facts:
        said = {seat: data.get(f"deal-{number}-hand-{seat}", "") for seat in range(len(self.page.names))}
        facts = {
            "hands": {str(seat): _cards(text) for seat, text in said.items() if text and text not in FOLDED},
            "folded": [seat for seat, text in said.items() if text in FOLDED],
            "quarry": _cards(data.get(f"deal-{number}-quarry", "")),
            "paid": self._paid(number, data),
            "claimed": self._claimed(number, data),
        }
        return {name: value for name, value in facts.items() if value}

    def _claimed(self, number: int, data: Mapping[str, Any]) -> list[int]:
        name = f"deal-{number}-claimed"
        texts = BETWEEN.split(data.get(name, ""))
        known = {str(seat + 1): seat for seat in range(len(self.page.names))}
        if any(text and text not in known for text in texts):
            self.add_error(name, str(SEATS_SAID) % {"most": len(known)})
        return [known[text] for text in texts if text in known]

    def _paid(self, number: int, data: Mapping[str, Any]) -> dict[str, int]:
        name = f"deal-{number}-paid"
        texts = [text for text in BETWEEN.split(data.get(name, "")) if text]
        if not texts:
            return {}
        seats = len(self.page.names)
        if len(texts) != seats or not all(text in FOLDED or (text.isascii() and text.isdigit()) for text in texts):
            self.add_error(name, str(CUBITS) % {"count": seats})
            return {}
        return {str(seat): int(text) for seat, text in enumerate(texts) if text not in FOLDED}

    def _field_of(self, judged: JudgedDeal) -> str:
        part = error_field(judged.error) if judged.error else ""
        name = f"deal-{judged.number}-{part}"
        first = judged.tied[0] if judged.tied else 0
        return name if name in self.fields else f"deal-{judged.number}-hand-{first}"


def _cards(text: str) -> Sequence[str]:
    return [card.upper() for card in BETWEEN.split(text) if card]
