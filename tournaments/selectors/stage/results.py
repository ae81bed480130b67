"""What a table, or the games of a match, come to: the record that the formats read, from deals and rulings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from tournaments.formats.matches import MatchRule, match_record
from tournaments.formats.record import Id, SeatRecord, TableRecord
from tournaments.formats.stages import FORMATS
from tournaments.models import Provisional, Ruling, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.table.cards import MatchScore, games_text
from tournaments.selectors.table.confirmations import has_counting_result

ON_PLACES = (Ruling.Kind.DECISION, Ruling.Kind.MATCH)


def has_result(table: Table, rulings: Sequence[Ruling], *, at: datetime | None = None) -> bool:
    ruling = newest(rulings)
    if ruling and ruling.kind in ON_PLACES:
        return True
    forfeits = len(ruling.value) if ruling and ruling.kind == Ruling.Kind.FORFEIT else 0
    played = has_counting_result(table, now=at) and table.deal_count > 0
    return played or forfeits >= len(table.seats.all()) - 1


def newest(rulings: Sequence[Ruling]) -> Ruling | None:
    """The ruling on the table's places that counts."""
    return next((ruling for ruling in reversed(rulings) if ruling.kind != Ruling.Kind.ADVANCED), None)


def rule_of(table: Table) -> MatchRule:
    return MatchRule(table.games - table.extra_games, table.decided, table.extra_games)


def match_score(table: Table, match: TableRecord) -> MatchScore | None:
    """None for a table that is no game of several."""
    if table.games == 1:
        return None
    wins = {seat.id: games_text(seat.wins) for seat in match.seats}
    score = "–".join(wins.get(seat.entrant_id, "0") for seat in table.seats.all())
    return MatchScore(table.game, table.games - table.extra_games, score, match.kind != "open")


@dataclass(frozen=True)
class PlayedMatch:
    """The games of a match with what each came to, the newest last."""

    games: list[Table]
    records: list[TableRecord]
    rulings: Mapping[int, list[Ruling]]  # by game
    reader: "ResultReader"

    @property
    def record(self) -> TableRecord:
        return self.before(len(self.games))

    @property
    def is_ruled(self) -> bool:
        """Whether the director has said how the whole match ended."""
        kinds = (word.kind for rulings in self.rulings.values() if (word := newest(rulings)))
        return Ruling.Kind.MATCH in kinds

    def is_open(self, game: int) -> bool:
        """Whether one of the first games, up to the one of this index, plays or has no result."""
        first = zip(self.games[:game], self.records[:game], strict=True)
        return any(table.status not in ENDED or record.kind == "open" for table, record in first)

    def before(self, game: int) -> TableRecord:
        """Of the first games, up to the one of this index."""
        return self.reader.match(self.games[:game], self.records[:game], self.rulings)


def played_match(table: Table) -> PlayedMatch:
    """All games of the match to which the table belongs. What has ended counts, as for those who play on."""
    round_ = table.round
    assert round_ is not None  # a match is played in one
    same = Table.objects.filter(round=round_, number=table.number).exclude(status=Table.Status.UNDONE)
    games = list(same.order_by("game").prefetch_related("seats__entrant__player"))
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in Ruling.objects.filter(table__in=games).order_by("pk"):
        rulings[ruling.table_id or 0].append(ruling)
    reader = ResultReader(bracket=FORMATS[round_.stage.format].bracket is not None, ended=True)
    absent = next((seated.forfeited for seated in round_.seating.tables if seated.number == table.number), ())
    records = [reader.record(game, absent, rulings[game.pk]) for game in games]
    return PlayedMatch(games, records, rulings, reader)


class ShownMatch(NamedTuple):
    line: MatchScore | None
    games: list[Table]


def shown_match(table: Table) -> ShownMatch | None:
    """The score of the table's match, and all its games; None for a table that is no game of several."""
    if table.games == 1:
        return None
    played = played_match(table)
    return ShownMatch(match_score(table, played.record), played.games)


def standing_of_match(table_id: int) -> list[int]:
    """The place of each seat of this game in its match, as if no further game followed."""
    table = Table.objects.select_related("round__stage").get(pk=table_id)
    played = played_match(table)
    over = [record for record in played.records if record.kind != "open"]
    match = match_record(over or played.records[:1], rule_of(table), as_it_stands=True)
    places = {seat.id: seat.place for seat in match.seats}
    staying = len(match.present)
    sitting = next(game for game in played.games if game.pk == table_id).seats.all()
    return [places[seat.entrant_id] or staying + 1 for seat in sitting]


@dataclass(frozen=True)
class ResultReader:
    """``bracket``: who moved on by the director's word stays. ``at``: by what counts then. ``ended``: whatever has
    ended counts, as whoever plays on takes it.
    """

    bracket: bool = False
    provisional: Provisional = field(default_factory=dict)
    at: datetime | None = None
    ended: bool = False

    def counts(self, table: Table) -> bool:
        over = table.status in ENDED if self.ended else has_counting_result(table, now=self.at)
        return over and table.deal_count > 0

    def record(self, table: Table, absent: Iterable[int], rulings: Sequence[Ruling]) -> TableRecord:
        """Of the table alone."""
        seats = list(table.seats.all())
        ruling = newest(rulings)
        forfeits = set(ruling.value) if ruling and ruling.kind == Ruling.Kind.FORFEIT else set()
        places = self._places(table, seats, rulings)
        sitting = tuple(
            SeatRecord(
                seat.entrant_id,
                place=places[seat.index],
                score=seat.score,
                exact=seat.exact,
                made=seat.deals,
                net=seat.net,
            )
            for seat in seats
        )
        missing = tuple(SeatRecord(who) for who in absent)
        forfeited = {seat.entrant_id for seat in seats if seat.index in forfeits} | {seat.id for seat in missing}
        return TableRecord((*sitting, *missing), frozenset(forfeited))

    def match(
        self,
        games: Sequence[Table],
        records: Sequence[TableRecord],
        rulings: Mapping[int, Sequence[Ruling]],
    ) -> TableRecord:
        """Of all the ``games`` together, each with its record."""
        table = games[-1]
        how = self.provisional.get(table.pk)
        ruled = self._ruled(games, rulings)
        if ruled is None and how == "shared":
            ruled = dict.fromkeys(records[0].ids, 1)
        return match_record(records, rule_of(table), ruled=ruled, as_it_stands=how == "standing")

    def _ruled(self, games: Sequence[Table], rulings: Mapping[int, Sequence[Ruling]]) -> dict[Id, int] | None:
        """The places in the match by the director's word, the newest on any of its games."""
        words = sorted(chain.from_iterable(rulings.get(game.pk, ()) for game in games), key=attrgetter("pk"))
        if self.bracket and (order := _advanced(words)):
            return {who: place for place, who in enumerate(order, start=1)}
        on_match = [(game, word) for game in games if (word := newest(rulings.get(game.pk, ())))]
        decided = [(word.pk, game, word.value) for game, word in on_match if word.kind == Ruling.Kind.MATCH]
        if not decided:
            return None
        _, game, value = max(decided, key=lambda one: one[0])
        return {seat.entrant_id: value[seat.index] for seat in game.seats.all()}

    def _places(self, table: Table, seats: list[Seat], rulings: Sequence[Ruling]) -> dict[int, int | None]:
        ruling = newest(rulings)
        if self.bracket and table.games == 1 and (order := _advanced(rulings)):
            return {seat.index: order.index(seat.entrant_id) + 1 for seat in seats}
        # The word on a match is that on its only game, once the empty extra one is taken back.
        if ruling and (ruling.kind == Ruling.Kind.DECISION or (ruling.kind == Ruling.Kind.MATCH and table.games == 1)):
            return {seat.index: ruling.value[seat.index] for seat in seats}
        provisional = self.provisional.get(table.pk)
        if self.counts(table) or provisional == "standing":
            return {seat.index: seat.place for seat in seats}
        return {seat.index: 1 if provisional == "shared" else None for seat in seats}


def _advanced(rulings: Sequence[Ruling]) -> list[int] | None:
    """The order in which these moved on, where the director let that stand after a correction."""
    return next((ruling.value for ruling in reversed(rulings) if ruling.kind == Ruling.Kind.ADVANCED), None)
