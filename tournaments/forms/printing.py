"""The forms of printing, and those in which a table's paper sheet is typed: a field a deal and player, which says what
is wrong with it meanwhile.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.deals import ShowdownDeal
from scoring.games import GAMES
from scoring.showdown.game import ShowdownGame
from tournaments.forms.fields import fields_only
from tournaments.imports.logos import BadPicture, BroughtPicture, read_picture
from tournaments.limits import LARGEST_PICTURE, LONGEST_ANNOUNCEMENT, LONGEST_CARD
from tournaments.selectors.printing import (
    Facts,
    JudgedDeal,
    JudgedSheet,
    TypedTurn,
    judge,
    lines_of_hands,
    next_number,
    turns_left,
)
from tournaments.selectors.table.page import TablePage
from tournaments.words.errors import error_field, error_sentence
from tournaments.words.printing import (
    CUBITS,
    READABLE,
    SEATS_SAID,
    SIZES,
    WHOM,
    column_words,
    dealt_by,
    missing_words,
    short_words,
    total_problem,
)
from tournaments.words.table.deals import deal_words

SAID = {
    "too-large": _("This picture is too large: the limit is 480 kB. Make it smaller: 1,000 pixels across is plenty."),
    "kind": _("This is neither a PNG nor a JPEG. Save the picture as one of these, and choose it again."),
    "pixels": _("This picture has too many pixels. Make it smaller: 1,000 across is plenty."),
    "unreadable": _("This picture cannot be read. Save it anew, and choose it again."),
    "busy": _("The machine is too busy to draw it. Try once more in a minute."),
}


class LogoForm(forms.Form):
    """Cleans to what was brought, which is drawn anew before it is kept."""

    helper = fields_only()
    picture = forms.FileField(
        label=_("A picture, PNG or JPEG"),
        help_text=_("Square is best. It is made small, and nothing of what a camera writes beside it is kept."),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg,image/png,image/jpeg"}),
    )

    def clean_picture(self) -> BroughtPicture:
        file: UploadedFile = self.cleaned_data["picture"]
        try:
            return read_picture(file.read(LARGEST_PICTURE + 1))
        except BadPicture as bad:
            raise ValidationError(SAID[str(bad)]) from bad

    def refuse(self, fault: str) -> None:
        self.add_error("picture", SAID[fault])


class PrintForm(forms.Form):
    """What says nothing, or makes no sense, is passed over."""

    paper = forms.ChoiceField(choices=SIZES, required=False)
    whom = forms.ChoiceField(choices=WHOM, required=False)
    round = forms.IntegerField(required=False)
    category = forms.IntegerField(required=False)

    @property
    def size(self) -> str:
        return str(self._said("paper") or SIZES[0][0])

    @property
    def for_all(self) -> bool:
        return self._said("whom") == "all"

    @property
    def round_id(self) -> int | None:
        return self._number("round")

    @property
    def category_id(self) -> int | None:
        return self._number("category")

    def _number(self, name: str) -> int | None:
        chosen = self._said(name)
        return chosen if isinstance(chosen, int) else None

    def _said(self, name: str) -> object:
        return self.cleaned_data.get(name) if not self.errors.get(name) else None


class FirstDealerForm(forms.Form):
    """Asked as long as no deal stands."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, page: TablePage) -> None:
        super().__init__(data)
        self.page = page
        self.fields["dealer"] = forms.TypedChoiceField(
            label=gettext("First dealer"),
            choices=list(enumerate(page.names)),
            coerce=int,
            initial=page.table.first_dealer,
            widget=forms.Select(attrs={"autofocus": True}),
        )

    def as_dealt(self) -> TablePage:
        """The table with whom is said to have dealt first."""
        if self.is_valid():
            self.page.table.first_dealer = self.cleaned_data["dealer"]
        return self.page


Cell = tuple[BoundField | None, str]
"""What is typed, None where something is recorded already; and what it brought."""
SheetLine = tuple[str, list[Cell], str]
"""What it is called, its cells, and what is said of all of it."""


class TypedForm(forms.Form):
    """``page`` is the table as it stands, ``sheet`` what was typed with what is wrong with it."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    base_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seats: Mapping[int, int] = {}
    sheet: JudgedSheet

    def __init__(self, data: Any = None, *, page: TablePage, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.page = page
        self._add_fields(data or {})
        self.sheet = judge(page, {}, seats=self.seats)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.sheet = judge(self.page, self._facts(data), seats=self.seats)
        for deal in self.sheet.deals:
            if deal.error and (name := self._field_of(deal)) not in self.errors:
                self.add_error(name, error_sentence(deal.error, self.page.names))
        return data

    def require_whole(self) -> None:
        """Before it is saved nothing is left out in between."""
        for deal in self.sheet.deals:
            if deal.payload is None and not self.errors.get(name := self._field_of(deal)):
                self.add_error(name, missing_words(deal.number))

    @property
    def payloads(self) -> list[Facts]:
        return [deal.payload for deal in self.sheet.deals if deal.payload is not None]

    @property
    def problems(self) -> list[tuple[str, str, str]]:
        """Of every field that is wrong: its id, what it is called, what to do."""
        wrong = [name for name in self.fields if name in self.errors]
        return [
            (self[name].auto_id, str(self.fields[name].label), " ".join(map(str, self.errors[name]))) for name in wrong
        ]

    @abstractmethod
    def _add_fields(self, data: Mapping[str, Any]) -> None: ...

    @abstractmethod
    def _facts(self, data: Mapping[str, Any]) -> dict[int, Facts]: ...

    @abstractmethod
    def _field_of(self, judged: JudgedDeal) -> str: ...

    def _text(self, name: str, label: str, *, most: int) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "aria-label": label}
        self.fields[name] = forms.CharField(
            label=label, required=False, max_length=most, widget=forms.TextInput(attrs=attributes)
        )


ANNOUNCEMENT = re.compile(r"([0-9])\s*([^\d\s]*)\s*([0-9])")
TRUMPS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "N": "NT"}


class AnnouncedSheetForm(TypedForm):
    """A column a player, a line an announcement, each as “3h2”: announced, trump, taken (V2-V5)."""

    turns: list[TypedTurn]

    def _add_fields(self, data: Mapping[str, Any]) -> None:
        self.turns = turns_left(self.page)
        self.seats = {turn.number: turn.seat for turn in self.turns}
        names = self.page.names
        for turn in sorted(self.turns, key=lambda turn: (turn.line, turn.seat)):
            self._text(_cell(turn), f"{names[turn.seat]} {turn.line}", most=LONGEST_ANNOUNCEMENT)
        for seat, name in enumerate(names):
            self.fields[f"total-{seat}"] = forms.IntegerField(
                label=gettext("Total of %(name)s on paper") % {"name": name},
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
        return [(column_words(column), self[f"total-{seat}"]) for seat, column in enumerate(self.sheet.result.seats)]

    @property
    def lines(self) -> list[SheetLine]:
        turns = {(turn.line, turn.seat): turn for turn in self.turns}
        brought = {deal.number: deal.brought for deal in self.sheet.deals}
        first = min((turn.line for turn in self.turns), default=1)
        last = max((turn.line for turn in self.turns), default=0)
        lines: list[SheetLine] = []
        for line in range(first, last + 1):
            cells = [self._cell(turns.get((line, seat)), brought) for seat in range(len(self.page.names))]
            lines.append((str(line), cells, ""))
        return lines

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
        columns = [("quarry", gettext("Quarry"))] if self.game.quarry else []
        if self.page.event.unit == "cubits":
            columns.append(("paid", gettext("Cubits put in")))
        return [*columns, ("claimed", gettext("Winner"))]

    def _add_fields(self, data: Mapping[str, Any]) -> None:
        filled = [int(match[1]) for name in data if (match := LINE.match(name)) and str(data[name]).strip()]
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
        judged = {deal.number: deal for deal in self.sheet.deals}
        parts = [f"hand-{seat}" for seat in range(len(self.page.names))] + [part for part, _label in self._more]
        lines: list[SheetLine] = []
        for number in self.numbers:
            cells: list[Cell] = [(self[f"deal-{number}-{part}"], "") for part in parts]
            lines.append((str(number), cells, self._says(judged.get(number))))
        return lines

    def _says(self, judged: JudgedDeal | None) -> str:
        if judged is None or judged.seat is None or judged.payload is None:
            return ""
        names, sentences = self.page.names, [dealt_by(self.page.names[judged.seat])]
        if isinstance(judged.deal, ShowdownDeal):
            sentences += [deal_words(judged.deal, judged.brought, names), short_words(judged.deal, names)]
        return " ".join(filter(None, sentences))

    def _facts(self, data: Mapping[str, Any]) -> dict[int, Facts]:
        facts = {number: self._deal(number, data) for number in self.numbers}
        return {number: deal for number, deal in facts.items() if deal}

    def _deal(self, number: int, data: Mapping[str, Any]) -> Facts:
        typed = {seat: data.get(f"deal-{number}-hand-{seat}", "") for seat in range(len(self.page.names))}
        facts = {
            "hands": {str(seat): _cards(text) for seat, text in typed.items() if text and text not in FOLDED},
            "folded": [seat for seat, text in typed.items() if text in FOLDED],
            "quarry": _cards(data.get(f"deal-{number}-quarry", "")),
            "paid": self._paid(number, data),
            "claimed": self._claimed(number, data),
        }
        return {name: value for name, value in facts.items() if value}

    def _claimed(self, number: int, data: Mapping[str, Any]) -> list[int]:
        name = f"deal-{number}-claimed"
        texts = BETWEEN.split(data.get(name, ""))
        seats = {str(seat + 1): seat for seat in range(len(self.page.names))}
        if any(text and text not in seats for text in texts):
            self.add_error(name, str(SEATS_SAID) % {"most": len(seats)})
        return [seats[text] for text in texts if text in seats]

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


def typed_form(page: TablePage, data: Any = None, *, initial: dict[str, Any]) -> TypedForm:
    """Of the table's game; ``data`` may also say who dealt first."""
    form = AnnouncedSheetForm if GAMES[page.event.game].sheet == "announcements" else HandsSheetForm
    return form(data, page=page, initial=initial)


def first_dealer_form(page: TablePage, data: Any = None) -> FirstDealerForm | None:
    return FirstDealerForm(data, page=page) if next_number(page) == 1 else None
