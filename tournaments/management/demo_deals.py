"""Deals as people might play them: some read their cards better than others, or are bolder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from uuid import uuid4

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.sheet import Showdown
from scoring.vilnius.game import AnnouncementGame
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.services.table.deals import record_deal


@dataclass(frozen=True)
class Character:
    """From 0 to 1: how strong somebody is, how bold, and how often they come."""

    strength: float = 0.5
    boldness: float = 0.5
    attendance: float = 0.5


Seated = Sequence[Character]
ANYBODY = Character()


def play_table(table: Table, random: Random, *, seated: Seated, limit: int | None) -> None:
    deals: list[PlayedDeal] = []
    result = _score(table, len(seated), deals)
    while not result.finished and (limit is None or len(deals) < limit):
        deal = next_deal(table.event, seated, result, len(deals), random)
        payload = deal.as_payload()
        record_deal(table_id=table.pk, payload=payload, client_id=uuid4(), base_revision=None, actor=SYSTEM)
        deals.append(deal)
        result = _score(table, len(seated), deals)


def _score(table: Table, seats: int, deals: list[PlayedDeal]) -> TableResult:
    return GAMES[table.event.game].score(RecordedTable(seats, 0, table.event.game_rules, tuple(deals)))


def next_deal(event: Event, seated: Seated, result: TableResult, number: int, random: Random) -> PlayedDeal:
    """Such as a table might play next."""
    game = GAMES[event.game]
    if game.sheet == "announcements":
        return announced_deal(game, result, random, seated=seated, trumps=game.trumps_by(event.game_rules))
    showdown = game.showdown(event.game_rules)
    return showdown_deal(game, showdown, result, random, seated=seated, dealer=number % len(seated))


def announced_deal(
    game: AnnouncementGame, result: TableResult, random: Random, *, seated: Seated, trumps: tuple[str, ...]
) -> VilniusDeal:
    """The strong miss more seldom and by less; the bold take fewer tricks than they announced."""
    declarer = result.turn
    assert declarer is not None
    sheet = result.seats[declarer].sheet
    assert sheet is not None
    announced = random.choice([kind for kind, times in enumerate(sheet.left) for _ in range(times)])
    who = seated[declarer]
    missed = random.choices([0, 1, 2, 3], weights=[28 + 48 * who.strength, 34, 11, 3])[0]
    taken = announced - missed if random.random() < who.boldness else announced + missed
    return VilniusDeal(declarer, announced, random.choice(trumps), min(game.tricks, max(0, taken)))


def showdown_deal(
    game: ShowdownGame, showdown: Showdown, result: TableResult, random: Random, *, seated: Seated, dealer: int
) -> ShowdownDeal:
    in_play = list(result.playoff_seats) or list(range(len(seated)))
    cards = iter(random.sample(list(showdown.deck.copies), showdown.deck.size, counts=showdown.deck.copies.values()))
    hands = {seat: tuple(islice(cards, showdown.hand_size)) for seat in in_play}
    quarry = tuple(islice(cards, len(in_play))) if game.quarry else ()
    may_fold = game.folds and not result.playoff_of
    away = list(_folding(showdown, hands, quarry, seated, random)) if may_fold else []
    still_in = [seat for seat in in_play if seat not in away] or [away.pop()]
    shown = still_in if len(still_in) > 1 else []
    stake = random.choice((2, 4, 5, 10)) if showdown.counts_cubits else 0
    return ShowdownDeal(
        dealer,
        hands={seat: hands[seat] for seat in shown},
        quarry=quarry if shown else (),
        folded=tuple(away),
        paid={seat: 1 if seat in away else stake for seat in in_play} if stake else {},
        playoff_of=result.playoff_of,
    )


def _folding(
    showdown: Showdown, hands: dict[int, tuple[str, ...]], quarry: tuple[str, ...], seated: Seated, random: Random
) -> Iterator[int]:
    """The strong feel that somebody else holds more; the bold stay in all the same."""
    readings = {seat: showdown.read_hand(cards, quarry) for seat, cards in hands.items()}
    best = max(readings.values())
    for seat, reading in readings.items():
        who = seated[seat]
        often = 0.4 - 0.3 * who.boldness
        if random.random() < who.strength:
            often = 2 * often if reading < best else 0
        if random.random() < often:
            yield seat
