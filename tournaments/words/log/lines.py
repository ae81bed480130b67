"""The log, line by line: when, who, the action in one sentence, and what became what."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from scoring.deals import Deal, ShowdownDeal, is_read
from tournaments.audit import read_details
from tournaments.selectors.log import LogEntry, TableLabel
from tournaments.selectors.table.deals import read_deal
from tournaments.words.games import card_name
from tournaments.words.languages import listed
from tournaments.words.log.actions import ACTIONS, UNKNOWN
from tournaments.words.log.fields import NOT_SHOWN, NOTHING, label_of, value_words
from tournaments.words.table.deals import TRUMPS, entered_words

LONG = 400
BY_VISITORS = {"registered", "night-answered"}
RECORDED = {"deal", "void"}  # the sentence says it; the deal's fields are there for who wants them


@dataclass(frozen=True)
class Change:
    label: str
    before: str  # empty where there was nothing to tell
    after: str

    @property
    def is_long(self) -> bool:
        return len(self.before) + len(self.after) > LONG


@dataclass(frozen=True)
class LogLine:
    id: int
    at: datetime
    revision: int | None
    who: str
    table: TableLabel | None
    place: str  # the table in words
    words: str
    kind: str
    changes: list[Change]
    details: list[Change]  # what the sentence has said already, field by field


def log_line(entry: LogEntry) -> LogLine:
    action = ACTIONS.get(entry.action, UNKNOWN)
    facts, fields = [*_changes(entry), *_changed_deals(entry)], list(_deal_changes(entry))
    shown, aside = (facts, fields) if entry.action in RECORDED else ([*facts, *fields], [])
    return LogLine(
        id=entry.id,
        at=entry.at,
        revision=entry.revision,
        who=who_words(entry),
        table=entry.table,
        place=table_words(entry.table) if entry.table else "",
        words=str(action.words) % _Facts(entry),
        kind=action.kind,
        changes=[change for change in shown if not change.is_long],
        details=[*(change for change in shown if change.is_long), *aside],
    )


def who_words(entry: LogEntry) -> str:
    if entry.program:
        return gettext("%(name)s (by the program “%(program)s”)") % {"name": entry.person, "program": entry.program}
    if entry.person:
        return entry.person
    if entry.seat_name:
        return gettext("%(name)s (own phone)") % {"name": entry.seat_name}
    if entry.seat is not None:
        return gettext("seat %(number)s at table %(table)s (own phone)") % {
            "number": entry.seat + 1,
            "table": entry.pad_table,
        }
    if entry.pad_table is not None:
        return gettext("a phone at table %(table)s") % {"table": entry.pad_table}
    return gettext("a visitor") if entry.action in BY_VISITORS else gettext("the app")


def table_words(table: TableLabel) -> str:
    if table.round is None:
        return gettext("Table %(number)s") % {"number": table.number}
    return gettext("Round %(round)s, table %(number)s") % {"round": table.round, "number": table.number}


class _Facts(dict[str, str]):
    """What a sentence may name; what an old entry does not tell is a dash."""

    def __init__(self, entry: LogEntry) -> None:
        facts = {**read_details(entry.before), **read_details(entry.after)}
        super().__init__({key: value_words(key, value) for key, value in facts.items() if key != "payload"})
        self["action"] = entry.action
        self["words"] = _payload(entry.after, entry)
        self["was"] = _payload(entry.before, entry)
        self["asked"] = _asked(entry)

    def __missing__(self, key: str) -> str:
        return NOTHING if key != "note" else ""


def _payload(logged: Any, entry: LogEntry) -> str:
    return _words_of(read_details(logged).get("payload"), entry)


def _deal(payload: Any, entry: LogEntry) -> Deal | None:
    return read_deal(entry.game, payload, seats=len(entry.names))


def _words_of(payload: Any, entry: LogEntry) -> str:
    deal = _deal(payload, entry)
    if not is_read(deal):  # a seat that is no more, or a deal of another age
        return NOTHING
    words = entered_words(deal, entry.names)
    if isinstance(deal, ShowdownDeal) and deal.folded:
        return f"{words.rstrip('.')} · {label_of('folded')}: {seats_words(deal.folded, entry.names)}"
    return words


def _asked(entry: LogEntry) -> str:
    """What a correction was to be that needs another seat's consent."""
    change = read_details(entry.after).get("change", {})
    facts = {"number": change.get("number") or change.get("from") or change.get("at") or NOTHING}
    if change.get("kind") == "void":
        return gettext("void deal %(number)s.") % facts
    if change.get("kind") == "exchange":
        facts["names"] = ", ".join(seat_name(seat, entry.names) for seat in change.get("seats") or [])
        return gettext("exchange %(names)s from deal %(number)s on.") % facts
    facts["words"] = _words_of(change.get("payload"), entry)
    if change.get("kind") == "insert":
        return gettext("insert as deal %(number)s: %(words)s") % facts
    return gettext("deal %(number)s: %(words)s") % facts


def _changes(entry: LogEntry) -> Iterator[Change]:
    """Field by field, and only what differs; of what has no before, what the sentence does not say."""
    before, after = read_details(entry.before), read_details(entry.after)
    if not before and not after and (entry.before is not None or entry.after is not None):
        yield Change("", value_words("", entry.before), value_words("", entry.after))
    placeholders = set(re.findall(r"%\((\w+)\)s", str(ACTIONS.get(entry.action, UNKNOWN).words)))
    placeholders |= {"deal"} if "asked" in placeholders else set()
    for key in dict.fromkeys([*before, *after]):
        was, now = before.get(key), after.get(key)
        if (
            key in NOT_SHOWN
            or was == now
            or (key == "deals" and (_listed_deals(before) or _listed_deals(after)))
            or (key not in before and (key in placeholders or now in (None, "", [], {})))
        ):
            continue
        was, now = _differing(was, now)
        yield Change(
            label_of(key),
            value_words(key, was) if key in before else "",
            value_words(key, now) if key in after else NOTHING,
        )


def _differing(was: Any, now: Any) -> tuple[Any, Any]:
    """Of two lists of facts, those that are not in both."""
    if not (isinstance(was, list) and isinstance(now, list) and was and isinstance(was[0], Mapping)):
        return was, now
    return [item for item in was if item not in now], [item for item in now if item not in was]


def _deal_changes(entry: LogEntry) -> Iterator[Change]:
    old_fields = deal_fields(_deal(read_details(entry.before).get("payload"), entry), entry.names)
    new_fields = deal_fields(_deal(read_details(entry.after).get("payload"), entry), entry.names)
    if entry.action == "void":
        yield from (Change(label, "", words) for label, words in old_fields.items())
        return
    for label in dict.fromkeys([*old_fields, *new_fields]):
        was, now = old_fields.get(label, NOTHING), new_fields.get(label, NOTHING)
        if was != now:
            yield Change(label, was if old_fields else "", now)


def _changed_deals(entry: LogEntry) -> Iterator[Change]:
    """Several deals that became others in one step, each in words."""
    before, after = (_listed_deals(logged) for logged in (entry.before, entry.after))
    for number in sorted({*before, *after}):
        label = gettext("Deal %(number)s") % {"number": number}
        was, now = (_words_of(deals[number], entry) if number in deals else NOTHING for deals in (before, after))
        if before.get(number) != after.get(number):
            yield Change(label, was, now)


def _listed_deals(logged: Any) -> dict[int, Any]:
    deals = read_details(logged).get("deals")
    return {deal["deal"]: deal["payload"] for deal in deals or [] if isinstance(deal, Mapping) and "payload" in deal}


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
            label = gettext("Cards of %(name)s") if key == "hands" else gettext("Paid by %(name)s")
            fields |= {label % {"name": seat_name(seat, names)}: words(item) for seat, item in value.items()}
        elif key in FIELDS:
            label_of, words_of = FIELDS[key]
            fields[label_of()] = words_of(value, names)
        else:
            fields[key] = str(value)
    return fields


def seat_name(seat: Any, names: Names) -> str:
    index = int(seat) if str(seat).isdecimal() else -1
    return names[index] if index in range(len(names)) else gettext("seat %(number)s") % {"number": seat}


def seats_words(seats: Sequence[Any], names: Names) -> str:
    return listed([seat_name(seat, names) for seat in seats])


def hand_words(cards: Sequence[str]) -> str:
    return ", ".join(map(card_name, cards))


def _seat(seat: Any, names: Names) -> str:
    return seat_name(seat, names)


def _plain(value: Any, names: Names) -> str:
    return str(value)


def _yes(value: Any, names: Names) -> str:
    return gettext("yes") if value else gettext("no")


FIELDS: dict[str, tuple[Callable[[], str], Callable[[Any, Names], str]]] = {
    "declarer": (lambda: gettext("Declarer"), _seat),
    "announced": (lambda: gettext("Announced"), _plain),
    "trump": (lambda: gettext("Trump"), lambda value, names: str(TRUMPS.get(value, value))),
    "taken": (lambda: gettext("Tricks taken"), _plain),
    "dealer": (lambda: gettext("Dealer"), _seat),
    "folded": (lambda: gettext("Folded"), seats_words),
    "claimed": (lambda: gettext("Announced as winner"), seats_words),
    "quarry": (lambda: gettext("Quarry"), lambda value, names: hand_words(value)),
    "playoff_of": (lambda: gettext("Play-off of deal"), _plain),
    "out_of_turn": (lambda: gettext("Out of turn"), _yes),
    "override": (lambda: gettext("Director’s word"), _plain),
}
