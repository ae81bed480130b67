"""What reports tell and what luck rests on, counted once more from the raw deals of the demo, slowly and by the rules
as they are written: by code that knows nothing of sheets, evaluators and moments.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby
from math import comb, prod
from statistics import median
from typing import Any, NamedTuple

import pytest
from pytest_django import DjangoDbBlocker

from scoring.cards import COLONIAL_DECK
from scoring.showdown.odds import CHANCES, multisets
from tests.databases import standing
from tests.scoring.brute_force import C8_WORST_FIRST, C9_WORST_FIRST, colonial_key, colonial_readings
from tournaments.management.demo import PROGRAMME, load_demo
from tournaments.models import Club, Deal, Event, EventCounts, EventReport, Seat, Table
from tournaments.selectors.report import Moment, read_moments, read_places

pytestmark = pytest.mark.django_db

MILLION = 10**6
SUITS, LEVELS = {"H": "P", "S": "G", "D": "O"}, {"A": 1, "K": 2, "Q": 2, "2": 3, "3": 3, "4": 3}
Key = tuple[int, ...]
Payload = dict[str, Any]


class Played(NamedTuple):
    """Who sat at a table (ids), and the newest payload of each deal that was not voided."""

    pk: int
    players: list[int]
    deals: list[tuple[int, Payload]]


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with standing(django_db_blocker):
        yield load_demo(today=date(2026, 11, 21), username="director", nights=3 * len(PROGRAMME))


def nights(club: Club, game: str) -> list[Event]:
    over = club.events.filter(game=game, kind=Event.Kind.CLUB_NIGHT, status=Event.Status.FINISHED)
    return list(over.order_by("pk"))


def tables_of(night: Event, *, ended: bool = True) -> list[Played]:
    found = []
    for table in night.tables.order_by("pk"):
        if ended and table.status not in (Table.Status.FINISHED, Table.Status.CLOSED):
            continue
        seats = Seat.objects.filter(table=table).order_by("index").select_related("entrant")
        players = [seat.substitute_id or seat.entrant.player_id for seat in seats]
        newest = dict(Deal.objects.filter(table=table).order_by("number", "version").values_list("number", "payload"))
        found.append(Played(table.pk, players, [(number, each) for number, each in sorted(newest.items()) if each]))
    return found


def told(night: Event, kind: str) -> Iterator[tuple[Played, Moment]]:
    tables = {table.pk: table for table in tables_of(night)}
    moments = read_moments(EventReport.objects.get(event=night).moments)
    return ((tables[each.table], each) for each in moments if each.kind == kind and each.table)


def announced_by(table: Played) -> dict[int, list[tuple[int, int, int]]]:
    """By player: the number of the deal, announced, taken."""
    found: dict[int, list[tuple[int, int, int]]] = {player: [] for player in table.players}
    for number, deal in table.deals:
        found[table.players[deal["declarer"]]].append((number, deal["announced"], deal["taken"]))
    return found


def points(announced: int, taken: int) -> int:
    return 10 - 2 * abs(announced - taken)


def steps_of(table: Played) -> list[dict[int, int]]:
    """Everybody's points after as many announcements each."""
    sheets = announced_by(table)
    lasted = min(map(len, sheets.values()))
    return [
        {player: sum(points(a, t) for _, a, t in own[: step + 1]) for player, own in sheets.items()}
        for step in range(lasted)
    ]


def leader(totals: dict[int, int]) -> int | None:
    first = [player for player, total in totals.items() if total == max(totals.values())]
    return first[0] if len(first) == 1 else None


def test_the_places_of_vilnius_nights_are_those_of_all_points_added_by_hand(club: Club):
    for night in nights(club, "vilnius"):
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for table in tables_of(night, ended=False):
            for player, own in announced_by(table).items():
                more = (sum(points(a, t) for _, a, t in own), sum(a == t for _, a, t in own), len(own))
                sums[player] = [was + new for was, new in zip(sums[player], more, strict=True)]
        keys = {who: (total, Fraction(total, made), exact) for who, (total, exact, made) in sums.items() if made}
        found = {
            each.player: (each.place, Fraction(each.points), each.exact, each.made)
            for each in read_places(EventReport.objects.get(event=night).places)
        }
        assert found == {
            who: (1 + sum(other > key for other in keys.values()), sums[who][0], *sums[who][1:])
            for who, key in keys.items()
        }


def test_what_is_told_of_announcements_is_counted_by_hand(club: Club):
    seen = Counter[str]()
    for night in nights(club, "vilnius"):
        for table, moment in told(night, "run"):
            own = announced_by(table)[moment.players[0]]
            runs = [list(run) for exact, run in groupby(own, key=lambda each: each[1] == each[2]) if exact]
            assert moment.facts == {"length": max(map(len, runs))}
            assert moment.deal in [run[-1][0] for run in runs if len(run) == moment.facts["length"]]
        for table, moment in told(night, "sheet"):
            own = announced_by(table)[moment.players[0]]
            assert moment.facts == {"exact": sum(a == t for _, a, t in own), "made": len(own)}
        seen.update(moment.kind for moment in read_moments(EventReport.objects.get(event=night).moments))
    assert seen >= Counter(("run", "sheet"))


def test_what_is_told_of_the_race_is_counted_by_hand(club: Club):
    seen = Counter[str]()
    for night in nights(club, "vilnius"):
        for table, moment in told(night, "lead"):
            leaders = [who for who in map(leader, steps_of(table)) if who]
            assert moment.facts == {"times": len(list(groupby(leaders))) - 1}
            seen["lead"] += 1
        for table, moment in told(night, "decided"):
            leaders = list(map(leader, steps_of(table)))
            winner = moment.players[0]
            ahead = [step for step, who in enumerate(leaders) if who and who != winner]
            taken = next(step for step in range(max(ahead) + 1, len(leaders)) if leaders[step] == winner)
            assert moment.deal == announced_by(table)[winner][taken][0]
            seen["decided"] += 1
        for table, moment in told(night, "comeback"):
            winner = moment.players[0]
            step = [number for number, *_ in announced_by(table)[winner]].index(moment.deal or 0)
            totals = steps_of(table)[step]
            assert moment.facts["behind"] == str(max(totals.values()) - totals[winner])
            assert all(total > totals[winner] for who, total in totals.items() if who != winner)
            seen["comeback"] += 1
        for table, moment in told(night, "close"):
            first, second, *_ = sorted(steps_of(table)[-1].values(), reverse=True)
            assert moment.facts == {"margin": str(first - second)}
            seen["close"] += 1
    assert seen.keys() == {"lead", "decided", "comeback", "close"}


def plain(card: str) -> str:
    """Of the Earth deck too."""
    return card if card in C9_WORST_FIRST else "CAP" if card == "AC" else f"{SUITS[card[1]]}{LEVELS[card[0]]}"


@cache
def best(hand: tuple[str, ...]) -> tuple[str, Key]:
    """Its category and what sets it apart from others."""
    key = max(colonial_key(each, C8_WORST_FIRST, kickers=True) for each in colonial_readings(hand))
    return C8_WORST_FIRST[key[0]], key


def read(cards: Sequence[str]) -> tuple[str, Key]:
    return best(tuple(sorted(map(plain, cards))))


@cache
def shares() -> dict[Key, Fraction]:
    """Of all 28,989,675 hands: how many are worse, and half of those that tie."""
    hands = Counter[Key]()
    for counts in multisets(tuple(COLONIAL_DECK.copies.values()), 6):
        cards = [card for card, held in zip(COLONIAL_DECK.copies, counts, strict=True) for _ in range(held)]
        ways = prod(comb(most, held) for most, held in zip(COLONIAL_DECK.copies.values(), counts, strict=True))
        hands[read(cards)[1]] += ways
    until = accumulate(hands[key] for key in sorted(hands))
    total = sum(hands.values())
    return {key: Fraction(2 * up - hands[key], 2 * total) for key, up in zip(sorted(hands), until, strict=True)}


def showdowns(table: Played) -> Iterator[tuple[int, Payload, dict[int, tuple[str, Key]], list[int]]]:
    """Deal by deal, with hands as read and who won, by seat; of a deal that is tied, all who share it."""
    in_play = list(range(len(table.players)))
    for number, deal in table.deals:
        deal["in_play"] = in_play
        hands = {int(seat): read(cards) for seat, cards in deal.get("hands", {}).items()}
        highest = max((key for _, key in hands.values()), default=())
        won = [seat for seat, (_, key) in hands.items() if key == highest]
        won = won or [seat for seat in in_play if seat not in deal.get("folded", [])]
        yield number, deal, hands, won
        in_play = won if len(won) > 1 else list(range(len(table.players)))


def test_hands_luck_and_cubits_are_counted_by_hand(club: Club):
    for night in nights(club, "colonial-italian"):
        found: dict[int, Counter[str]] = defaultdict(Counter)
        for table in tables_of(night):
            paid, tied = Counter[int](), False
            for _number, deal, hands, won in showdowns(table):
                for seat in deal["in_play"]:
                    own = found[table.players[seat]]
                    own["deals"] += 1
                    own["folded"] += seat in deal.get("folded", [])
                    own["unseen"] += seat not in deal.get("folded", []) and seat not in hands
                    own["tied"] += len(won) > 1 and seat in won
                for seat, (category, key) in hands.items():
                    own, share = found[table.players[seat]], shares()[key]
                    own[f"held:by-level-6.{category}"] += 1
                    own["strength"] += round(MILLION * share)
                    if len(hands) > 1:
                        due = share ** (len(hands) - 1)
                        own["met"] += 1
                        own["due"] += round(MILLION * due)
                        own["due-squared"] += round(MILLION * due**2)
                        own["taken"] += round(MILLION * Fraction(seat in won, len(won)))
                paid.update({int(seat): cubits for seat, cubits in deal.get("paid", {}).items()})
                tied = len(won) > 1
                if not tied:
                    found[table.players[won[0]]]["won:cards" if hands else "won:alone"] += 1
                    for seat, cubits in paid.items():
                        lost = cubits - (paid.total() if seat in won else 0)
                        found[table.players[seat]]["cubits:lost" if lost > 0 else "cubits:won"] += abs(lost)
                    found[table.players[won[0]]]["pots"] += bool(paid.total())
                    paid = Counter()
        kept = {row.player_id: row.counts for row in EventCounts.objects.filter(event=night)}
        wanted = {name for own in found.values() for name in own}
        assert len(wanted) >= 10 and kept.keys() == found.keys()
        for player, own in found.items():
            assert {name: count for name, count in kept[player].items() if name in wanted} == +own


def test_the_rarest_hands_and_the_biggest_pots_are_found_by_hand(club: Club):
    seen = Counter[str]()
    for night in nights(club, "colonial-italian"):
        for table, moment in told(night, "hand"):
            (facts,) = (
                (hands[seat][0], seat in won)
                for number, _deal, hands, won in showdowns(table)
                for seat in hands
                if number == moment.deal and table.players[seat] == moment.players[0]
            )
            assert (moment.facts["category"], bool(moment.facts["won"])) == facts
            assert moment.facts["one_in"] == round(28_989_675 / CHANCES["by-level-6"].hands[facts[0]])
            seen["hand"] += 1
        pots = [pot for table in tables_of(night) for pot in pots_of(table)]
        for _table, moment in told(night, "pot"):
            assert moment.facts == {"pot": max(pots), "usual": round(median(pots))}
            seen["pot"] += 1
    assert seen.keys() == {"hand", "pot"}


def pots_of(table: Played) -> Iterator[int]:
    waits = 0
    for _number, deal, _hands, won in showdowns(table):
        waits += sum(deal.get("paid", {}).values())
        if len(won) == 1:
            yield waits
            waits = 0
