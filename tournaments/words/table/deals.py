"""The deals of a table in words and cards, newest first with every version, in one line or one sentence; and their
confirmations.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring.deals import Deal, ShowdownDeal, VilniusDeal
from scoring.game import Rules, Unit
from scoring.games import GAMES
from scoring.result import AnnouncementResult, DealResult, ShowdownResult
from tournaments.models import Member
from tournaments.selectors.pad.phones import author_name
from tournaments.selectors.table.cards import PlayerTag, signed_text
from tournaments.selectors.table.confirmations import ConfirmationStatus, State, deal_confirmations
from tournaments.selectors.table.page import DealLine, DealVersion, TablePage
from tournaments.words.games import card_name, category_name
from tournaments.words.languages import listed


@dataclass(frozen=True)
class ShownConfirmation:
    words: str
    detail: str  # the reason that was given, or when it will be accepted by itself
    stopped: bool  # does not count yet, or no more
    disputed: bool


def shown_confirmation(
    status: ConfirmationStatus | None, names: list[str], *, now: datetime
) -> ShownConfirmation | None:
    """Nothing where nobody is asked."""
    if status is None or status.state == State.NONE:
        return None
    settled = status.is_settled(now)
    return ShownConfirmation(
        words=_words(status, names, settled=settled),
        detail=_detail(status, settled=settled),
        stopped=not settled,
        disputed=status.state == State.DISPUTED,
    )


def _words(status: ConfirmationStatus, names: list[str], *, settled: bool) -> str:
    if status.state == State.WAITING:
        first = "" if settled else author_name(status, names)
        if first:
            return _("confirmed by %(name)s, a second seat is asked") % {"name": first}
        return _("accepted: nobody disputed it") if settled else _("to be confirmed")
    by = author_name(status, names)
    if status.state == State.CONFIRMED:
        return _("confirmed by %(name)s") % {"name": by} if by else _("settled by the director")
    return _("disputed by %(name)s") % {"name": by} if by else _("disputed from the table’s pad")


def _detail(status: ConfirmationStatus, *, settled: bool) -> str:
    if status.confirmation and status.state != State.WAITING:
        return status.confirmation.reason
    if settled or status.since is None:
        return ""
    time = date_format(timezone.localtime(status.since), "H:i")
    return _("accepted by itself at %(time)s") % {"time": time}


TRUMPS = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
    "NT": gettext_lazy("no trump"),
}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": gettext_lazy("NT")}

OUTCOMES = {
    "last-player": gettext_lazy("%(names)s wins: everybody else folded."),
    "claim": gettext_lazy("%(names)s wins: %(hand)s."),
    "tie": gettext_lazy("A tie of %(names)s: %(hand)s. They play it off."),
    "split": gettext_lazy("%(names)s share the pot: %(hand)s."),
}
UPHELD = gettext_lazy("%(names)s wins by the director’s word: %(reason)s.")
ANNOUNCED = gettext_lazy("%(name)s announced %(announced)s, took %(taken)s: %(points)s.")
ANNOUNCED_TRUMP = gettext_lazy("%(name)s announced %(announced)s (%(trump)s), took %(taken)s: %(points)s.")


def trump_name(trump: str) -> str:
    return str(TRUMPS.get(trump, trump))


def deal_words(deal: Deal | None, result: DealResult | None, names: Sequence[str]) -> str:
    """`names` are those of the seats, in order. Where there is no deal it was voided."""
    if isinstance(deal, VilniusDeal) and isinstance(result, AnnouncementResult):
        return _announcement(deal, result, names)
    return _showdown(result, names) if deal and isinstance(result, ShowdownResult) else _("Voided.")


def _announcement(deal: VilniusDeal, result: AnnouncementResult, names: Sequence[str]) -> str:
    # Where trumps are not recorded, the core does not look at what stands there.
    trump = deal.trump if deal.trump in TRUMPS else ""
    return _announcement_verdict(
        get_language() or "", names[result.declarer], deal.announced, deal.taken, trump, points=result.points
    )


@lru_cache(maxsize=8192)
def _announcement_verdict(_language: str, name: str, announced: int, taken: int, trump: str, *, points: int) -> str:
    """A page shows up to a hundred, of which one is new."""
    facts = {
        "name": name,
        "announced": announced,
        "taken": taken,
        "points": ngettext("%(n)s point", "%(n)s points", points) % {"n": str(points).replace("-", "−")},
    }
    return str(ANNOUNCED_TRUMP) % {**facts, "trump": TRUMPS[trump]} if trump else str(ANNOUNCED) % facts


def _showdown(result: ShowdownResult, names: Sequence[str]) -> str:
    best = result.hands.get(result.winners[0])
    facts: dict[str, object] = {
        "names": listed([names[seat] for seat in result.winners]),
        "hand": category_name(best.category) if best else _("no cards shown"),
    }
    if result.override:
        facts["reason"] = result.override
        return str(UPHELD) % facts
    if result.runner_up is not None:
        return _beats(result, facts)
    return str(OUTCOMES[result.decided_by]) % facts


def _beats(result: ShowdownResult, facts: dict[str, object]) -> str:
    """How the winner's hand beats the next best one."""
    runner_up = result.runner_up
    assert runner_up is not None
    if result.kicker:
        won, lost = map(card_name, result.kicker)
        facts |= {"won": won, "lost": lost}
        return _("%(names)s wins: %(hand)s, kicker %(won)s beats %(lost)s.") % facts
    facts["lost"] = category_name(result.hands[runner_up].category)
    if result.hands[result.winners[0]].category == result.hands[runner_up].category:
        return _("%(names)s wins: %(hand)s in the higher suit.") % facts
    return _("%(names)s wins: %(hand)s beats %(lost)s.") % facts


@dataclass(frozen=True)
class InALine:
    whose: tuple[int, ...] = ()  # seats: who announced, or who won
    who: str = ""
    what: str = ""
    brought: str = ""  # to the one it is told of; empty where nothing is known, or it is shared


def in_a_line(line: DealLine, names: Sequence[str], unit: str | None) -> InALine:
    """Of one that was voided what it was; it brought nothing. ``unit``: of the game (``Event.unit``)."""
    played, result = line.standing, line.result
    if isinstance(played, VilniusDeal):
        trump = f" {SIGNS[played.trump]}" if played.trump in SIGNS else ""
        return InALine(
            whose=(played.declarer,),
            who=names[played.declarer],
            what=f"{played.announced}{trump} → {played.taken}",
            brought=signed_text(result.points) if isinstance(result, AnnouncementResult) else "",
        )
    if not isinstance(result, ShowdownResult):
        return InALine()
    who = ", ".join(names[seat] for seat in result.winners)
    return InALine(whose=result.winners, who=who, what=_won_by(result), brought=_gain(result, unit))


def _won_by(result: ShowdownResult) -> str:
    if result.decided_by in ("tie", "split"):
        return _("a tie")
    best = result.hands.get(result.winners[0])
    return category_name(best.category) if best else _("no cards shown")


def _gain(result: ShowdownResult, unit: str | None) -> str:
    """A deal won is a point, unless cubits count."""
    winner, *others = result.winners
    if others:
        return ""
    if unit == "cubits":
        return "" if result.net is None or winner not in result.net else signed_text(result.net[winner])
    return signed_text(1)


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


class DealContext(NamedTuple):
    """What the deals of a table are shown with."""

    language: str
    game: str
    options: tuple[tuple[str, object], ...]
    unit: Unit | None
    players: tuple[PlayerTag, ...]  # by seat

    @property
    def names(self) -> list[str]:
        return [player.short_name for player in self.players]


def deal_context(page: TablePage) -> DealContext:
    event, players = page.event, tuple(seat.player for seat in sorted(page.card.seats, key=lambda seat: seat.index))
    return DealContext(get_language() or "", event.game, tuple(event.game_rules.items()), event.unit, players)


def shown_deals(page: TablePage, *, now: datetime) -> list[ShownDeal]:
    """The newest first."""
    context = deal_context(page)
    deals = [_shown(context, line.number, tuple(line.versions), line.result) for line in reversed(page.deals)]
    standings = deal_confirmations(page.table)
    if not standings:
        return deals
    return [
        replace(deal, confirmation=shown_confirmation(standings.get(deal.number), page.names, now=now))
        for deal in deals
    ]


@lru_cache(maxsize=8192)
def _shown(
    context: DealContext, number: int, versions: tuple[DealVersion, ...], result: DealResult | None
) -> ShownDeal:
    """Of a table's up to a hundred deals all but the newest stay as they are."""
    line, names = DealLine(number, versions[-1].deal, result, versions), context.names
    played, voided = line.standing, line.deal is None
    showdown = result if isinstance(result, ShowdownResult) else None
    hands: tuple[ShownHand, ...] = ()
    if isinstance(played, ShowdownDeal) and (showdown or voided):
        hands = shown_hands(played, showdown, context)
    return ShownDeal(
        number=number,
        voided=voided,
        line=in_a_line(line, names, context.unit),
        words=entered_words(played, names) if voided else deal_words(played, result, names),
        marks=tuple(_marks(line)),
        newest=_version(versions[-1]),
        earlier=tuple(_version(version, entered_words(version.deal, names)) for version in versions[:-1]),
        hands=hands,
        quarry=tuple(played.quarry) if isinstance(played, ShowdownDeal) else (),
        pot=showdown.pot if showdown else 0,
    )


def _version(version: DealVersion, words: str = "") -> ShownVersion:
    recorded_at = timezone.localtime(version.at)
    return ShownVersion(recorded_at.isoformat(), f"{recorded_at:%H:%M}", author_words(version), version.reason, words)


def author_words(version: DealVersion) -> str:
    """Who entered it: by the role where it is nobody whom the club's list names; of a table's phone nothing is said."""
    if version.by or not version.role:
        return version.by
    return _("the scorer") if version.role == Member.Role.SCORER else _("the director")


def shown_hands(deal: ShowdownDeal, result: ShowdownResult | None, context: DealContext) -> tuple[ShownHand, ...]:
    """Without a result, of a deal that was voided, the cards as they were entered."""
    if result is None:
        return tuple(_as_entered(deal, context.players))
    deck, hands = GAMES[context.game].deck_by(Rules(dict(context.options))), []
    for seat, player in enumerate(context.players):
        reading = result.hands.get(seat)
        if reading is None and seat not in deal.folded and seat not in result.winners:
            continue
        hands.append(
            ShownHand(
                player=player,
                category=category_name(reading.category) if reading else "",
                rows=tuple(map(tuple, deck.rows(reading.pyramid))) if reading else (),
                rest=reading.rest if reading else (),
                quarry=reading.quarry if reading else None,
                won=seat in result.winners,
                folded=seat in deal.folded,
                net=result.net.get(seat) if result.net else None,
            )
        )
    return tuple(hands)


def _as_entered(deal: ShowdownDeal, players: Sequence[PlayerTag]) -> Iterator[ShownHand]:
    for seat, player in enumerate(players):
        folded, cards = seat in deal.folded, deal.hands.get(seat, ())
        if folded or cards:
            yield ShownHand(player, "", (), cards, None, won=seat in deal.claimed, folded=folded, net=None)


def _marks(line: DealLine) -> list[str]:
    """What everybody should know about a deal before trusting it."""
    deal = line.deal
    if deal is None:
        return [_("voided")]
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
        return _("Voided.")
    if isinstance(deal, VilniusDeal):
        facts = {"name": names[deal.declarer], "announced": deal.announced, "taken": deal.taken}
        return _("%(name)s announced %(announced)s, took %(taken)s.") % facts
    hands = [f"{names[seat]}: {' '.join(cards)}" for seat, cards in deal.hands.items()]
    if deal.claimed:
        winners = ", ".join(names[seat] for seat in deal.claimed)
        hands.append(_("announced as winner: %(names)s") % {"names": winners})
    return " · ".join(hands) or _("No cards shown.")
