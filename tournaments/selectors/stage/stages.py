"""The chain of stages of a tournament, how far each has come, who is in it, and what settled its ties. What a table, or
the games of a match, come to: the record that the formats read, from deals and rulings.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Literal, NamedTuple

from django.db.models import Count, Q, QuerySet

from tournaments.formats.boards import by_seat, team_match
from tournaments.formats.matches import MatchRule, match_record
from tournaments.formats.record import Id, SeatRecord, TableRecord
from tournaments.formats.stages import FORMATS, as_moved_on
from tournaments.formats.standings.ledger import Settled
from tournaments.models import (
    Entrant,
    Event,
    Provisional,
    Round,
    RoundSeating,
    Ruling,
    Seat,
    Stage,
    StageEntry,
    Table,
    prepared,
)
from tournaments.models.table import ENDED
from tournaments.selectors.table.cards import MatchScore, MatchSide, PlayerTag, player_tag
from tournaments.selectors.table.confirmations import has_counting_result
from tournaments.selectors.table.deals import current_deals, score_table, status_if_ended


def stages_of(event: Event) -> QuerySet[Stage]:
    """Each with ``drawn``, the number of its rounds that stand."""
    return event.stages.annotate(drawn=Count("rounds", filter=~Q(rounds__status=Round.Status.UNDONE))).order_by(
        "number"
    )


def every_stage(event: Event) -> list[Stage]:
    """For pages, which ask for them each time."""
    stages = prepared.stages_of(event.pk)
    for stage in stages:
        stage.event = event
    return stages


def every_round(stage: Stage) -> list[Round]:
    """The rounds of a stage, without those taken back."""
    rounds = prepared.rounds_of(stage.pk)
    for round_ in rounds:
        round_.stage = stage
    return rounds


def entries_of(stage: Stage) -> QuerySet[StageEntry]:
    return stage.entries.select_related("entrant__player", "entrant__substitute")


def has_rounds(stage: Stage) -> bool:
    """Whether any is drawn and not taken back."""
    return stage.rounds.exclude(status=Round.Status.UNDONE).exists()


def has_bracket(event: Event) -> bool:
    """Whether any of its stages is drawn as one."""
    return event.has_rounds and any(FORMATS[stage.format].bracket for stage in every_stage(event))


@dataclass(frozen=True)
class Person:
    """An entrant, shown by who plays for them now."""

    id: int
    tag: PlayerTag
    stands_in_for: str  # the entrant's own name, where a substitute plays
    gone: str  # "withdrawn" or "expelled" in words, else empty
    expelled: bool


def person(entrant: Entrant) -> Person:
    return Person(
        id=entrant.pk,
        tag=player_tag(entrant.substitute or entrant.player),
        stands_in_for=entrant.player.short_name if entrant.substitute else "",
        gone="" if entrant.status == Entrant.Status.ACTIVE else str(entrant.get_status_display()),
        expelled=entrant.status == Entrant.Status.EXPELLED,
    )


How = Literal["decided", "lots", "play-off", "first-lots", "shared"]


SETTLED_BY: Mapping[str, How] = {
    Ruling.Kind.ORDER: "decided",
    Ruling.Kind.LOTS: "lots",
    Ruling.Kind.FIRST_LOTS: "first-lots",
    Ruling.Kind.SHARED: "shared",
}


@dataclass(frozen=True)
class Decision:
    """What told some apart who were level: the director's word, a lot, or tables played for it; or that they share. The
    "lots" of a cut say who goes on, and move no place.
    """

    how: How
    at: datetime
    places: Settled


def settled_by(rulings: Iterable[Ruling], *, here: Set[Id]) -> list[Decision]:
    """By the rulings on a stage, the oldest first. What was taken back is left out, and whoever is not ``here`` since
    the stage has begun again."""
    decisions_found: list[Decision] = []
    for ruling in rulings:
        if ruling.kind in SETTLED_BY:
            how = SETTLED_BY[ruling.kind]
            order = enumerate(ruling.value, start=1)
            places = {who: 1 if how == "shared" else place for place, who in order if who in here}
            decisions_found.append(Decision(how, ruling.created_at, places))
        elif ruling.kind == Ruling.Kind.LIFTED and ruling.table_id is None:
            decisions_found.remove(
                next(one for one in reversed(decisions_found) if one.places.keys() == here & {*ruling.value})
            )
    return [decision for decision in decisions_found if len(decision.places) > 1]


def sharing(decisions: Sequence[Decision], members: set[Id]) -> frozenset[frozenset[Id]]:
    """Which of the members share a place, as long as nothing newer settles it among them."""
    shared = set()
    for number, decision in enumerate(decisions, start=1):
        if decision.how == "shared" and members.issuperset(decision.places):
            newer = [later.places.keys() for later in decisions[number:] if later.how != "lots"]
            if not any(ids >= decision.places.keys() for ids in newer):
                shared.add(frozenset(decision.places))
    return frozenset(shared)


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


def word_on(table: Table, rulings: Sequence[Ruling]) -> Ruling | None:
    """That which counts of the table alone: what is ruled on a match of teams says nothing of its board."""
    return newest([ruling for ruling in rulings if not (table.is_board and ruling.kind == Ruling.Kind.MATCH)])


def rule_of(table: Table) -> MatchRule:
    return MatchRule(table.games - table.extra_games, table.decided, table.extra_games)


def match_score(table: Table, match: TableRecord, sides: Mapping[Id, Entrant]) -> MatchScore | None:
    """None for a table that is no game of several, nor a board of two ``sides``."""
    if table.games == 1:
        return None
    over = match.kind != "open"
    best = 1 if over else max(seat.wins or 0 for seat in match.seats)
    ahead = [seat.id for seat in match.seats if (seat.place if over else seat.wins or 0) == best]
    standing_in = {} if table.is_board else {seat.entrant_id: seat.substitute for seat in table.seats.all()}
    lines = []
    for seat in match.seats:
        player = standing_in.get(seat.id) or sides[seat.id].player if seat.id in sides else None
        name = "" if player is None else player.name if table.is_board else player_tag(player).short_name
        lines.append(MatchSide(seat.id, name, seat.wins or 0, ahead == [seat.id]))
    return MatchScore(table.game, table.games - table.extra_games, tuple(lines), over, table.is_board)


@dataclass(frozen=True)
class PlayedMatch:
    """The games of a match with what each came to, the newest last."""

    games: list[Table]
    records: list[TableRecord]
    rulings: Mapping[int, list[Ruling]]  # by game
    reader: "ResultReader"
    seating: RoundSeating

    @property
    def record(self) -> TableRecord:
        return self.before(len(self.games))

    @property
    def is_ruled(self) -> bool:
        """Whether the director has said how the whole match ended."""
        kinds = (word.kind for rulings in self.rulings.values() if (word := newest(rulings)))
        return Ruling.Kind.MATCH in kinds

    @property
    def sides(self) -> dict[Id, Entrant]:
        """Who meets here; of teams what stands for them."""
        if not self.games[0].is_board:
            return {seat.entrant_id: seat.entrant for seat in self.games[0].seats.all()}
        return {**Entrant.objects.select_related("player").in_bulk(list(self.record.ids))}

    def is_open(self, game: int) -> bool:
        """Whether one of the first games, up to the one of this index, plays or has no result."""
        first = zip(self.games[:game], self.records[:game], strict=True)
        return any(table.status not in ENDED or record.kind == "open" for table, record in first)

    def before(self, game: int) -> TableRecord:
        """Of the first games, up to the one of this index."""
        return self.reader.match(self.games[:game], self.records[:game], self.rulings, self.seating)


def played_match(table: Table) -> PlayedMatch:
    """All games of the match to which the table belongs. What has ended counts, as for those who play on."""
    round_ = table.round
    assert round_ is not None  # a match is played in one
    last = table.match_number + table.games - 1 if table.is_board else table.number
    same = Table.objects.filter(round=round_, number__range=(table.match_number, last))
    games = list(
        same.exclude(status=Table.Status.UNDONE)
        .order_by("game")
        .prefetch_related("seats__entrant__player", "seats__substitute")
    )
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in Ruling.objects.filter(table__in=games).order_by("pk"):
        rulings[ruling.table_id or 0].append(ruling)
    reader = ResultReader(bracket=FORMATS[round_.stage.format].bracket is not None, ended=True)
    absent = next((seated.forfeited for seated in round_.seating.tables if seated.number == table.number), ())
    records = [reader.record(game, absent, rulings[game.pk]) for game in games]
    return PlayedMatch(games, records, rulings, reader, round_.seating)


def match_around(table: Table) -> PlayedMatch | None:
    """The match to which the table belongs; None where it is no game of several, or all of them were taken back."""
    played = played_match(table) if table.games > 1 else None
    return played if played and played.games else None


class ShownMatch(NamedTuple):
    line: MatchScore | None
    games: list[Table]


def shown_match(table: Table) -> ShownMatch | None:
    """The score of the table's match, and all its games, where it has one."""
    played = match_around(table)
    return ShownMatch(match_score(table, played.record, played.sides), played.games) if played else None


def standing_of_match(table_id: int) -> list[int]:
    """The place of each seat of this game in its match, as if no further game followed."""
    table = Table.objects.select_related("round__stage").get(pk=table_id)
    played = played_match(table)
    if table.is_board:
        return standing_of_boards(played, table)
    over = [record for record in played.records if record.kind != "open"]
    match = match_record(over or played.records[:1], rule_of(table), as_it_stands=True)
    places = {seat.id: seat.place for seat in match.seats}
    staying = len(match.present)
    sitting = next(game for game in played.games if game.pk == table_id).seats.all()
    return [places[seat.entrant_id] or staying + 1 for seat in sitting]


def standing_of_boards(played: PlayedMatch, table: Table) -> list[int]:
    """By the boards that have a result; the sides as they sit at this one."""
    bracket = played.reader.bracket
    ranks = {seat.id: (seat.score, (seat.weighted or 0) if bracket else 0) for seat in played.record.seats}
    return [1 + sum(other > ranks[side] for other in ranks.values()) for side in by_seat(table.game, [*ranks])]


def as_if_ended(played: PlayedMatch, event: Event) -> PlayedMatch:
    """The match of teams with its boards at play as they would end now."""
    for board in played.games:
        if board.status not in ENDED and board.deal_count:
            board.event, seats = event, list(board.seats.all())
            result = score_table(board, current_deals(board, seats=len(seats)), seats=len(seats))
            board.status = status_if_ended(board, result)
            for seat, scored in zip(seats, result.seats, strict=True):
                seat.score, seat.place = scored.score, scored.place
    records = [played.reader.record(board, (), played.rulings.get(board.pk, ())) for board in played.games]
    return replace(played, records=records)


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
        ruling = word_on(table, rulings)
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
        record = TableRecord((*sitting, *missing), frozenset(forfeited))
        order = self._moved_on(rulings) if table.games == 1 else None
        return as_moved_on(record, order) if order else record

    def match(
        self,
        games: Sequence[Table],
        records: Sequence[TableRecord],
        rulings: Mapping[int, Sequence[Ruling]],
        seating: RoundSeating,
    ) -> TableRecord:
        """Of all the ``games`` together, or boards, each with its record."""
        table = games[-1]
        if table.is_board:
            return self._team_match(games, records, rulings, seating)
        how = self.provisional.get(table.pk)
        ruled = self._ruled(games, rulings) or (dict.fromkeys(records[0].ids, 1) if how == "shared" else None)
        record = match_record(records, rule_of(table), ruled=ruled, as_it_stands=how == "standing")
        order = self._moved_on(*(rulings.get(game.pk, ()) for game in games))
        return as_moved_on(record, order) if order else record

    def _team_match(
        self,
        boards: Sequence[Table],
        records: Sequence[TableRecord],
        rulings: Mapping[int, Sequence[Ruling]],
        seating: RoundSeating,
    ) -> TableRecord:
        """A board at which only one side had somebody has no table: its line-up has the point."""
        first = boards[0]
        sides = seating.sides(first.match_number)
        by_board = {board.game: record for board, record in zip(boards, records, strict=True)}
        for side in sides:
            for board, who in enumerate(seating.line_ups.get(side, ()), start=1):
                by_board.setdefault(board, TableRecord((SeatRecord(who),)))
        side_of: dict[Id, Id] = {who: side for side in sides for who in seating.line_ups.get(side, ())}
        ruled = self._ruled(boards, rulings, sides)
        return team_match(sides, by_board, side_of, number=first.games, bracket=self.bracket, ruled=ruled)

    def _ruled(
        self, games: Sequence[Table], rulings: Mapping[int, Sequence[Ruling]], sides: Sequence[Id] = ()
    ) -> dict[Id, int] | None:
        """The places in the match by the director's word, the newest on any game, or board of the ``sides``."""
        if order := self._moved_on(*(rulings.get(game.pk, ()) for game in games)):
            return {who: place for place, who in enumerate(order, start=1)}
        on_match = [(game, word) for game in games if (word := newest(rulings.get(game.pk, ())))]
        decided = [(word.pk, game, word.value) for game, word in on_match if word.kind == Ruling.Kind.MATCH]
        if not decided:
            return None
        _, game, value = max(decided, key=lambda one: one[0])
        if game.is_board:
            return dict(zip(by_seat(game.game, sides), value, strict=True))
        return {seat.entrant_id: value[seat.index] for seat in game.seats.all()}

    def _moved_on(self, *rulings: Sequence[Ruling]) -> list[int] | None:
        """The order in which these moved on, where the director let that stand after a correction."""
        words = sorted(chain.from_iterable(rulings), key=attrgetter("pk"), reverse=True) if self.bracket else ()
        return next((ruling.value for ruling in words if ruling.kind == Ruling.Kind.ADVANCED), None)

    def _places(self, table: Table, seats: list[Seat], rulings: Sequence[Ruling]) -> dict[int, int | None]:
        ruling = word_on(table, rulings)
        # The word on a match is that on its only game, once the empty extra one is taken back.
        if ruling and (ruling.kind == Ruling.Kind.DECISION or (ruling.kind == Ruling.Kind.MATCH and table.games == 1)):
            return {seat.index: ruling.value[seat.index] for seat in seats}
        provisional = self.provisional.get(table.pk)
        if self.counts(table) or provisional == "standing":
            return {seat.index: seat.place for seat in seats}
        return {seat.index: 1 if provisional == "shared" else None for seat in seats}
