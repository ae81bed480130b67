"""The deals of a table in words and cards, newest first, with every version of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.games import GAMES
from scoring.result import AnnouncementResult, ShowdownResult
from tournaments.models import Member
from tournaments.selectors.table.cards import PlayerTag
from tournaments.selectors.table.confirmations import deal_confirmations
from tournaments.selectors.table.page import DealLine, DealVersion, TablePage
from tournaments.words.games import category_name
from tournaments.words.table.confirmations import ShownConfirmation, shown_confirmation
from tournaments.words.table.lines import InALine, in_a_line
from tournaments.words.table.verdicts import deal_words


@dataclass(frozen=True)
class ShownHand:
    player: PlayerTag
    category: str
    rows: tuple[tuple[str, ...], ...]  # of the pyramid, the top first
    rest: tuple[str, ...]
    quarry: str | None
    won: bool
    folded: bool
    net: int | None


@dataclass(frozen=True)
class ShownVersion:
    at: str  # with the date, as machines read it
    time: str
    by: str
    reason: str
    words: str = ""


@dataclass(frozen=True)
class ShownDeal:
    """All that is shown of it: two that are equal look the same."""

    number: int
    voided: bool
    line: InALine
    words: str
    marks: tuple[str, ...]
    newest: ShownVersion
    earlier: tuple[ShownVersion, ...] = ()
    hands: tuple[ShownHand, ...] = ()
    quarry: tuple[str, ...] = ()
    pot: int = 0
    confirmation: ShownConfirmation | None = None

    @property
    def is_plain(self) -> bool:
        """As it was announced, and nothing more to tell of it."""
        more = self.voided, self.marks, self.earlier, self.hands, self.quarry, self.pot, self.confirmation
        return not any(more)


def shown_deals(page: TablePage, *, now: datetime) -> list[ShownDeal]:
    standings = deal_confirmations(page.table)
    language, names = get_language() or "", tuple(page.names)
    shown = [
        _announced(language, line.number, line.versions[0], line.result, names)
        if isinstance(line.result, AnnouncementResult) and not line.corrected
        else _shown(line, page)
        for line in reversed(page.deals)
    ]
    if not standings:
        return shown
    return [
        replace(each, confirmation=shown_confirmation(standings.get(each.number), page.names, now=now))
        for each in shown
    ]


def _shown(line: DealLine, page: TablePage) -> ShownDeal:
    played, showdown = line.standing, line.result if isinstance(line.result, ShowdownResult) else None
    voided = line.deal is None
    return ShownDeal(
        number=line.number,
        voided=voided,
        line=in_a_line(line, page.names, page.event.unit),
        words=entered_words(played, page.names) if voided else deal_words(played, line.result, page.names),
        marks=tuple(_marks(line)),
        newest=_version(line.versions[-1]),
        earlier=tuple(_version(each, entered_words(each.deal, page.names)) for each in line.versions[:-1]),
        hands=shown_hands(played, showdown, page) if isinstance(played, ShowdownDeal) and (showdown or voided) else (),
        quarry=tuple(played.quarry) if isinstance(played, ShowdownDeal) else (),
        pot=showdown.pot if showdown else 0,
    )


@lru_cache(maxsize=8192)
def _announced(
    _language: str, number: int, version: DealVersion, result: AnnouncementResult, names: tuple[str, ...]
) -> ShownDeal:
    """Which of a table's up to a hundred nobody has corrected stays as it is."""
    line = DealLine(number, version.deal, result, [version])
    return ShownDeal(
        number=number,
        voided=False,
        line=in_a_line(line, names, None),
        words=deal_words(version.deal, result, names),
        marks=tuple(_marks(line)),
        newest=_version(version),
    )


def _version(version: DealVersion, words: str = "") -> ShownVersion:
    at = timezone.localtime(version.at)
    return ShownVersion(at.isoformat(), f"{at:%H:%M}", author_words(version), version.reason, words)


def author_words(version: DealVersion) -> str:
    """Who entered it: by the role where it is nobody whom the club's list names; of a table's phone nothing is said."""
    if version.by or not version.role:
        return version.by
    return _("the scorer") if version.role == Member.Role.SCORER else _("the director")


def shown_hands(deal: ShowdownDeal, result: ShowdownResult | None, page: TablePage) -> tuple[ShownHand, ...]:
    """Without a result, of a deal that was struck out, the cards as they were entered."""
    if result is None:
        return tuple(_as_entered(deal, page))
    game, hands = GAMES[page.event.game], []
    deck = game.deck_by(page.event.game_rules)
    for seat in page.card.seats:
        reading = result.hands.get(seat.index)
        if reading is None and seat.index not in deal.folded and seat.index not in result.winners:
            continue
        hands.append(
            ShownHand(
                player=seat.player,
                category=category_name(reading.category) if reading else "",
                rows=tuple(map(tuple, deck.rows(reading.pyramid))) if reading else (),
                rest=reading.rest if reading else (),
                quarry=reading.quarry if reading else None,
                won=seat.index in result.winners,
                folded=seat.index in deal.folded,
                net=result.net.get(seat.index) if result.net else None,
            )
        )
    return tuple(hands)


def _as_entered(deal: ShowdownDeal, page: TablePage) -> Iterator[ShownHand]:
    for seat in page.card.seats:
        folded, cards = seat.index in deal.folded, deal.hands.get(seat.index, ())
        if folded or cards:
            claimed = seat.index in deal.claimed
            yield ShownHand(seat.player, "", (), cards, None, won=claimed, folded=folded, net=None)


def _marks(line: DealLine) -> list[str]:
    """What everybody should know about a deal before trusting it."""
    deal = line.deal
    if deal is None:
        return [_("struck out")]
    marks = []
    if line.corrected:
        marks.append(_("corrected"))
    if deal.out_of_turn:
        marks.append(_("out of turn"))
    if deal.override:
        marks.append(_("by the director’s word"))
    if isinstance(line.result, ShowdownResult) and line.result.unverified:
        marks.append(_("no cards shown"))
    if deal.playoff_of:
        marks.append(_("play-off of deal %(deal)s") % {"deal": deal.playoff_of})
    return marks


def entered_words(deal: Deal | None, names: list[str]) -> str:
    """A version that no longer counts: what it said, without judging it again."""
    if deal is None:
        return _("Struck out.")
    if isinstance(deal, VilniusDeal):
        facts = {"name": names[deal.declarer], "announced": deal.announced, "taken": deal.taken}
        return _("%(name)s announced %(announced)s, took %(taken)s.") % facts
    hands = [f"{names[seat]}: {' '.join(cards)}" for seat, cards in deal.hands.items()]
    if deal.claimed:
        winners = ", ".join(names[seat] for seat in deal.claimed)
        hands.append(_("announced as winner: %(names)s") % {"names": winners})
    return " · ".join(hands) or _("No cards shown.")
