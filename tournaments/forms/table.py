"""One deal as a form, of announcements or of hands, for correcting it without a pad; and the forms of larger
corrections, from preview to confirmation. Nothing is stored in between.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.errors import ScoringError
from scoring.game import Rules
from scoring.games import GAMES
from scoring.showdown.game import ShowdownGame
from scoring.vilnius.game import AnnouncementGame
from tournaments.forms.fields import ChangeField, fields_only, reason_field
from tournaments.limits import LONGEST_CARD, LONGEST_REASON
from tournaments.selectors.table.page import TablePage
from tournaments.services.table.several_deals import Exchange, read_change
from tournaments.words.errors import collision_sentence, error_field, error_sentence
from tournaments.words.table.deals import entered_words, trump_name


class _DealForm(forms.Form):
    helper = fields_only()

    def add_scoring_error(self, error: ScoringError, page: TablePage, *, number: int) -> None:
        """The sentence at the field where it can be mended; a correction may also break another deal than its own."""
        collided = error.params.get("deal")
        other = next((line.deal for line in page.deals if line.number == collided), None)
        if other is not None and collided != number:
            self.add_error(None, collision_sentence(error, page.names, words=entered_words(other, page.names)))
            return
        field = error_field(error)
        if field == "paid":
            field = f"paid-{error.params.get('seat')}"
        self.add_error(field if field in self.fields else None, error_sentence(error, page.names))


class AnnouncementDealForm(_DealForm):
    """``deal`` is what stands in the fields at first, or whose ``turn`` it was; ``as_payload`` what was posted, as the
    game reads it.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        game: AnnouncementGame,
        names: Sequence[str],
        rules: Rules,
        deal: VilniusDeal | None,
        turn: int | None,
    ) -> None:
        super().__init__(data)
        trumps = [(trump, trump_name(trump)) for trump in game.trumps_by(rules)]
        self.fields["declarer"] = _seat(_("Declarer"), names, deal.declarer if deal else turn)
        self.fields["announced"] = _tricks(_("Announced"), deal and deal.announced, most=game.tricks)
        self.fields["trump"] = forms.ChoiceField(
            label=_("Trump"), choices=[("", "–"), *trumps], required=False, initial=(deal and deal.trump) or ""
        )
        self.fields["taken"] = _tricks(_("Taken"), deal and deal.taken, most=game.tricks)
        self.fields["out_of_turn"] = _switch(_("It was played out of turn"), deal and deal.out_of_turn)

    def as_payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        payload = {name: data[name] for name in ("declarer", "announced", "taken")} | {"trump": data["trump"] or None}
        return payload | ({"out_of_turn": True} if data["out_of_turn"] else {})


class ShowdownDealForm(_DealForm):
    """One deal of a game of hands; the fields of a seat end with its index."""

    def __init__(
        self,
        data: Any = None,
        *,
        game: ShowdownGame,
        names: Sequence[str],
        rules: Rules,
        deal: ShowdownDeal | None,
        turn: int | None,
    ) -> None:
        super().__init__(data)
        self.names = list(names)
        self.game = game
        self.short_of_the_bet: list[str] = []
        self.standing_bets = deal.paid if deal else {}
        deal = deal or ShowdownDeal(turn or 0)
        self.fields["dealer"] = _seat(_("Dealer"), names, deal.dealer)
        for seat in range(len(names)):
            self._add_seat(seat, game, deal, size=game.showdown(rules).hand_size)
        if game.quarry:
            self.fields["quarry"] = _cards(_("Quarry"), deal.quarry, most=game.max_seats)
        self.fields["playoff_of"] = forms.IntegerField(
            label=_("Play-off of deal"), min_value=1, required=False, initial=deal.playoff_of
        )
        self.fields["override"] = forms.CharField(
            label=_("The director upholds the winner against the cards. Reason:"),
            max_length=LONGEST_REASON,
            required=False,
            initial=deal.override,
        )
        self.fields["out_of_turn"] = _switch(_("It was dealt out of turn"), deal.out_of_turn)

    def _add_seat(self, seat: int, game: ShowdownGame, deal: ShowdownDeal, *, size: int) -> None:
        self.fields[f"hand-{seat}"] = _cards(_("Cards"), deal.hands.get(seat, ()), most=size)
        if game.folds:
            self.fields[f"folded-{seat}"] = _switch(_("folded"), seat in deal.folded)
        self.fields[f"claimed-{seat}"] = _switch(_("announced as winner"), seat in deal.claimed)
        if game.bets:
            self.fields[f"paid-{seat}"] = forms.IntegerField(
                label=_("Cubits put in"),
                min_value=0,
                max_value=game.most_cubits,
                required=False,
                initial=deal.paid.get(seat),
            )

    def clean(self) -> dict[str, Any]:
        """Unequal bets are asked about once; the answer comes as ``bets``."""
        data = super().clean() or self.cleaned_data
        if self.errors or not self.game.bets:
            return data
        with suppress(ScoringError):  # the game itself says what is wrong with it
            deal = self.game.read_deal(self.as_payload(), seats=len(self.names))
            assert isinstance(deal, ShowdownDeal)
            self._settle_bets(deal, data)
        return data

    def _settle_bets(self, deal: ShowdownDeal, data: dict[str, Any]) -> None:
        short, answer = deal.short_of_the_bet, self.data.get("bets")
        if answer == "alike":
            data |= {f"paid-{seat}": max(deal.paid.values()) for seat in short}
        elif short and answer != "all-in" and deal.paid != self.standing_bets:
            self.short_of_the_bet = [self.names[seat] for seat in short]
            facts = {"names": ", ".join(self.short_of_the_bet), "highest": max(deal.paid.values())}
            self.add_error(None, _("Less than the highest bet, %(highest)s: %(names)s.") % facts)

    def seats(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The fields of every seat, with its player's name."""
        for seat, name in enumerate(self.names):
            fields = [f"{part}-{seat}" for part in ("hand", "folded", "claimed", "paid")]
            yield name, [self[field] for field in fields if field in self.fields]

    def after_seats(self) -> list[BoundField]:
        return [self[name] for name in ("quarry", "playoff_of", "override", "out_of_turn") if name in self.fields]

    def as_payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        seats = range(len(self.names))
        payload: dict[str, Any] = {
            "hands": {str(seat): cards for seat in seats if (cards := data[f"hand-{seat}"])},
            "folded": [seat for seat in seats if data.get(f"folded-{seat}")],
            "claimed": [seat for seat in seats if data[f"claimed-{seat}"]],
            "paid": {str(seat): paid for seat in seats if (paid := data.get(f"paid-{seat}")) is not None},
            "quarry": data.get("quarry"),
            "playoff_of": data["playoff_of"],
            "override": data["override"],
            "out_of_turn": data["out_of_turn"],
        }
        return {"dealer": data["dealer"]} | {name: value for name, value in payload.items() if value}


class CardsField(forms.CharField):
    """Cards as they are written, with spaces or commas between. Cleans to a list."""

    def clean(self, value: object) -> list[str]:
        return [card.upper() for card in re.split(r"[\s,;]+", super().clean(value)) if card]


DealForm = AnnouncementDealForm | ShowdownDealForm


def deal_form(page: TablePage, *, deal: Deal | None = None, turn: int | None = None, data: Any = None) -> DealForm:
    """The form of the table's game."""
    game = GAMES[page.event.game]
    rules = page.event.game_rules
    scene: dict[str, Any] = {"names": page.names, "rules": rules, "deal": deal, "turn": turn}
    if game.sheet == "announcements":
        return AnnouncementDealForm(data, game=game, **scene)
    return ShowdownDealForm(data, game=game, **scene)


def _seat(label: str, names: Sequence[str], seat: object) -> forms.TypedChoiceField:
    choices = [(str(index), name) for index, name in enumerate(names)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, initial=seat)


def _tricks(label: str, number: object, *, most: int) -> forms.TypedChoiceField:
    choices = [(str(tricks), str(tricks)) for tricks in range(most + 1)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, initial=number)


def _switch(label: str, on: object) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=bool(on))


def _cards(label: str, cards: Sequence[str], *, most: int) -> CardsField:
    return CardsField(
        label=label,
        required=False,
        max_length=LONGEST_CARD * (most + 1),
        initial=" ".join(cards),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class ExchangedSeatsForm(forms.Form):
    """Who has sat in whose place; ``names`` are those of the seats, ``last`` is the newest deal."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, names: Sequence[str], last: int) -> None:
        super().__init__(data)
        choices = [(str(index), name) for index, name in enumerate(names)]
        self.fields["one"] = forms.TypedChoiceField(label=_("Player"), choices=choices, coerce=int)
        self.fields["other"] = forms.TypedChoiceField(
            label=_("has sat in the place of"), choices=choices, coerce=int, initial="1"
        )
        self.fields["start"] = forms.IntegerField(label=_("since deal"), min_value=1, max_value=last)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "one" in data and data["one"] == data.get("other"):
            raise ValidationError(_("Choose two different players."))
        return data

    def as_change(self) -> Exchange:
        data = self.cleaned_data
        return Exchange((data["one"], data["other"]), data["start"])


class ForgottenForm(forms.Form):
    """Which deal was forgotten, by the number it should have had; ``last`` is the newest deal."""

    helper = fields_only()

    def __init__(self, data: Any = None, *, last: int) -> None:
        super().__init__(data)
        self.fields["at"] = forms.IntegerField(label=_("It was played as deal"), min_value=1, max_value=last)


class UndoForm(forms.Form):
    """The change that is taken back, and the request's own number, so that it is done once."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    helper = fields_only()


class DoItForm(forms.Form):
    """The correction as it was looked at, and the request's own number, so that it is done once."""

    change = ChangeField(read=read_change, unreadable=gettext_lazy("This could not be read. Choose it once more."))
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = reason_field()
    helper = fields_only()


class UpholdForm(forms.Form):
    """The reason is shown wherever the deal is shown."""

    reason = forms.CharField(label=gettext_lazy("Reason, for all to read"), max_length=LONGEST_REASON)
    helper = fields_only()


class ClaimForm(forms.Form):
    """Which claim was looked at."""

    claim = forms.IntegerField(widget=forms.HiddenInput)
    helper = fields_only()
