"""How tables went, deal by deal: what pictures of a game are drawn from."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.games import GAMES
from scoring.options import Rules
from scoring.result import AnnouncementResult, Points, RecordedTable, TableResult
from tournaments.models import Deal, Event, Table
from tournaments.selectors.table.deal_history import live_deals, read_text


class Gain(NamedTuple):
    """What one announcement brought (Vilnius), or one deal that was decided."""

    points: Points
    announced: int | None = None
    exact: bool = False


Course = tuple[tuple[Gain, ...], ...]
"""By seat, in the order of the deals."""

RuleItems = tuple[tuple[str, object], ...]
Texts = tuple[str | None, ...]  # of deals 1, 2, … as they are stored


class RecordedTexts(NamedTuple):
    closed: bool
    first_dealer: int
    texts: Texts


def courses(event: Event, wanted: Q, *, seats: dict[int, int]) -> dict[int, Course]:
    """Of the event's tables that are ``wanted``, by their ids, in one statement. ``seats``: how many each has."""
    rules = tuple(sorted(event.game_rules.items()))
    return {
        table: course(event.game, rules, seats[table], recorded)
        for table, recorded in recorded_texts(wanted)
        if table in seats
    }


def recorded_texts(wanted: Q) -> Iterable[tuple[int, RecordedTexts]]:
    """By table, of the deals that are wanted."""
    found: dict[int, tuple[bool, int, dict[int, str | None]]] = {}
    rows = (
        Deal.objects.filter(wanted)
        .order_by("table_id", "number", "version")
        .annotate(text=Cast("payload", TextField()))
        .values_list("table_id", "table__status", "table__first_dealer", "number", "text")
    )
    for table, status, first_dealer, number, text in rows:
        found.setdefault(table, (status == Table.Status.CLOSED, first_dealer, {}))[2][number] = text
    for table, (closed, first_dealer, newest) in found.items():
        texts = tuple(newest.get(number) for number in range(1, max(newest) + 1))
        yield table, RecordedTexts(closed, first_dealer, texts)


@lru_cache(maxsize=512)
def course(game: str, rules: RuleItems, seats: int, recorded: RecordedTexts) -> Course:
    """Scored once while the table stands as it does: of a room, few tables have moved since the last look."""
    checked = Rules(dict(rules))
    table = read_recorded(game, checked, recorded, seats=seats)
    counts_cubits = GAMES[game].unit(checked) == "cubits"
    return gains(GAMES[game].score(table), table.deals, seats=seats, counts_cubits=counts_cubits)


def read_recorded(game: str, rules: Rules, recorded: RecordedTexts, *, seats: int) -> RecordedTable:
    played = {
        number: None if text is None else read_text(game, text, seats)
        for number, text in enumerate(recorded.texts, start=1)
    }
    return RecordedTable(seats, recorded.first_dealer, rules, live_deals(played), recorded.closed)


def gains(result: TableResult, deals: Sequence[PlayedDeal | None], *, seats: int, counts_cubits: bool) -> Course:
    brought: list[list[Gain]] = [[] for _ in range(seats)]
    waiting = _played_off(result, deals)
    for number, (deal, scored) in enumerate(zip(deals, result.deals, strict=True), start=1):
        if deal is None or scored is None or number in waiting:
            continue
        if isinstance(deal, VilniusDeal) and isinstance(scored, AnnouncementResult):
            brought[scored.declarer].append(Gain(scored.points, deal.announced, scored.exact))
        elif not isinstance(scored, AnnouncementResult):
            share = Fraction(1, len(scored.winners))
            for seat, own in enumerate(brought):
                won = (scored.net or {}).get(seat, 0) if counts_cubits else share * (seat in scored.winners)
                own.append(Gain(won))
    return tuple(map(tuple, brought))


def _played_off(result: TableResult, deals: Sequence[PlayedDeal | None]) -> set[int]:
    """Numbers of the tied deals that bring nothing by themselves: their play-offs do (C14)."""
    tied = {result.playoff_of} if result.playoff_of else set()
    last = 0
    for number, deal in enumerate(deals, start=1):
        if isinstance(deal, ShowdownDeal) and deal.playoff_of is not None:
            tied.add(last)
        last = number if deal is not None else last
    return tied
