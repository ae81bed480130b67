"""What a phone recorded, field by field, so that the log can tell in what two versions differ."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.deals import Deal
from tournaments.words.cards import card_name
from tournaments.words.languages import listed
from tournaments.words.table.verdicts import TRUMPS

Names = Sequence[str]


def deal_fields(deal: Deal | None, names: Names) -> dict[str, str]:
    """The fields of a deal by their labels; a voided deal has none."""
    if deal is None:
        return {}
    fields: dict[str, str] = {}
    written: dict[str, Any] = deal.as_payload()
    for key, value in written.items():
        if value in (None, [], {}):
            continue
        if key in ("hands", "paid"):
            words = hand_words if key == "hands" else str
            label = _("Cards of %(name)s") if key == "hands" else _("Paid by %(name)s")
            fields |= {label % {"name": seat_name(seat, names)}: words(each) for seat, each in value.items()}
        elif key in FIELDS:
            label_of, words_of = FIELDS[key]
            fields[label_of()] = words_of(value, names)
        else:
            fields[key] = str(value)
    return fields


def seat_name(seat: Any, names: Names) -> str:
    index = int(seat) if str(seat).isdecimal() else -1
    return names[index] if index in range(len(names)) else _("seat %(number)s") % {"number": seat}


def seats_words(seats: Sequence[Any], names: Names) -> str:
    return listed([seat_name(seat, names) for seat in seats])


def hand_words(cards: Sequence[str]) -> str:
    return ", ".join(map(card_name, cards))


def _seat(seat: Any, names: Names) -> str:
    return seat_name(seat, names)


def _plain(value: Any, names: Names) -> str:
    return str(value)


def _yes(value: Any, names: Names) -> str:
    return _("yes") if value else _("no")


FIELDS: dict[str, tuple[Callable[[], str], Callable[[Any, Names], str]]] = {
    "declarer": (lambda: _("Declarer"), _seat),
    "announced": (lambda: _("Announced"), _plain),
    "trump": (lambda: _("Trump"), lambda value, names: str(TRUMPS.get(value, value))),
    "taken": (lambda: _("Tricks taken"), _plain),
    "dealer": (lambda: _("Dealer"), _seat),
    "folded": (lambda: _("Folded"), seats_words),
    "claimed": (lambda: _("Announced as winner"), seats_words),
    "quarry": (lambda: _("Quarry"), lambda value, names: hand_words(value)),
    "playoff_of": (lambda: _("Play-off of deal"), _plain),
    "out_of_turn": (lambda: _("Out of turn"), _yes),
    "override": (lambda: _("Director’s word"), _plain),
}
