"""The deals of a table in words and cards, newest first, with every version of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.games import GAMES
from scoring.result import ShowdownResult
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.table.confirmations import deal_confirmations
from tournaments.selectors.table.page import DealLine, DealVersion, TablePage
from tournaments.words.games import category_name
from tournaments.words.table.confirmations import ShownConfirmation, shown_confirmation
from tournaments.words.table.verdicts import deal_words


@dataclass(frozen=True)
class ShownHand:
    player: PlayerTag
    category: str
    rows: list[list[str]]  # of the pyramid, the top first
    rest: tuple[str, ...]
    quarry: str | None
    won: bool
    folded: bool
    net: int | None


@dataclass(frozen=True)
class ShownVersion:
    number: int
    words: str
    version: DealVersion


@dataclass(frozen=True)
class ShownDeal:
    line: DealLine
    words: str
    marks: list[str]
    hands: list[ShownHand]
    quarry: list[str]
    pot: int
    newest: DealVersion
    earlier: list[ShownVersion]
    confirmation: ShownConfirmation | None


def shown_deals(page: TablePage, *, now: datetime) -> list[ShownDeal]:
    standings = deal_confirmations(page.table)
    return [
        _shown(line, page, shown_confirmation(standings.get(line.number), page.names, now=now))
        for line in reversed(page.deals)
    ]


def _shown(line: DealLine, page: TablePage, confirmation: ShownConfirmation | None) -> ShownDeal:
    payload = line.payload or {}
    showdown = line.result if isinstance(line.result, ShowdownResult) else None
    return ShownDeal(
        line=line,
        words=deal_words(line.payload, line.result, page.names),
        marks=_marks(line, payload),
        hands=_hands(payload, showdown, page) if showdown else [],
        quarry=payload.get("quarry") or [],
        pot=showdown.pot if showdown else 0,
        newest=line.versions[-1],
        earlier=[
            ShownVersion(version.version, payload_words(version.payload, page.names), version)
            for version in line.versions[:-1]
        ],
        confirmation=confirmation,
    )


def _hands(payload: Mapping[str, Any], result: ShowdownResult, page: TablePage) -> list[ShownHand]:
    folded = set(payload.get("folded") or [])
    game, hands = GAMES[page.event.game], []
    deck = game.deck_by(game.check_rules(page.event.rules))
    for seat in page.card.seats:
        reading = result.hands.get(seat.index)
        if reading is None and seat.index not in folded and seat.index not in result.winners:
            continue
        hands.append(
            ShownHand(
                player=seat.player,
                category=category_name(reading.category) if reading else "",
                rows=deck.rows(reading.pyramid) if reading else [],
                rest=reading.rest if reading else (),
                quarry=reading.quarry if reading else None,
                won=seat.index in result.winners,
                folded=seat.index in folded,
                net=result.net.get(seat.index) if result.net else None,
            )
        )
    return hands


def _marks(line: DealLine, payload: Mapping[str, Any]) -> list[str]:
    """What everybody should know about a deal before he trusts it."""
    marks = []
    if line.payload is None:
        marks.append(_("struck out"))
    elif line.corrected:
        marks.append(_("corrected"))
    if payload.get("out_of_turn"):
        marks.append(_("out of turn"))
    if payload.get("override"):
        marks.append(_("by the director’s word"))
    if isinstance(line.result, ShowdownResult) and line.result.unverified:
        marks.append(_("unverified: no cards shown"))
    if payload.get("playoff_of"):
        marks.append(_("play-off of deal %(deal)s") % {"deal": payload["playoff_of"]})
    return marks


def payload_words(payload: Mapping[str, Any] | None, names: list[str]) -> str:
    """A version that no longer counts: what it said, without judging it again."""
    if payload is None:
        return _("Struck out.")
    if "announced" in payload:
        facts = {"name": names[payload["declarer"]], **payload}
        return _("%(name)s announced %(announced)s, took %(taken)s.") % facts
    hands = [f"{names[int(seat)]}: {' '.join(cards)}" for seat, cards in (payload.get("hands") or {}).items()]
    claimed = [names[seat] for seat in payload.get("claimed") or []]
    if claimed:
        hands.append(_("announced as winner: %(names)s") % {"names": ", ".join(claimed)})
    return " · ".join(hands) or _("No cards shown.")
