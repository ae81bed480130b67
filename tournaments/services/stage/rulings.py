"""The director's rulings on a table or a tie, beside the deals, which stay; play-offs, lots, orders of tie-breaks."""

import hashlib
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.audit import Actor, Details, players_of, seated_at, the_player
from tournaments.formats.consequences import PlaceMoved, moved_by_chain
from tournaments.formats.record import Id, are_places
from tournaments.formats.standings.ledger import drawn_lots
from tournaments.limits import LONGEST_REASON, UNDO_DEAL
from tournaments.models import Entrant, PadLink, Round, Ruling, Seat, Stage, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.places import LevelFirst, level_first
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import StageState, stage_state
from tournaments.selectors.stage.stages import ON_PLACES, SETTLED_BY, newest, standing_of_match
from tournaments.selectors.table.deals import has_later_round
from tournaments.selectors.tournament.desk import says_who_is_first
from tournaments.services.change import commit_change, commit_table_change, load, lock_table
from tournaments.services.opening import place_in_match, require_free
from tournaments.services.refusals import Refused, fitting
from tournaments.services.stage.planning import lock_stage, require_decided, require_over, require_turn
from tournaments.services.stage.rounds import open_play_off
from tournaments.services.table.confirmations import stand_by_ruling
from tournaments.services.table.judging import rescore
from tournaments.services.table.life import end_boards, make_place, reopen_boards


@transaction.atomic
def decide_places(*, table_id: int, places: Sequence[int], reason: str, actor: Actor, late: bool = False) -> None:
    """The table ended like this: the place of each seat, equal ones shared, 1 the best."""
    _decide(_lock(table_id, late=late), Ruling.Kind.DECISION, places, reason, actor)


@transaction.atomic
def decide_match(*, table_id: int, places: Sequence[int] | None, reason: str, actor: Actor) -> None:
    """The match ended like this, whatever its games were; without ``places`` as it stands. Its boards at play end."""
    end_boards(table_id=table_id, actor=actor)
    table = _lock(table_id, late=False)
    if table.games == 1:
        raise Refused("no-match")
    _decide(table, Ruling.Kind.MATCH, standing_of_match(table_id) if places is None else places, reason, actor)


@transaction.atomic
def forfeit(*, table_id: int, seats: Collection[int], reason: str, actor: Actor, late: bool = False) -> None:
    """These seats (indexes) did not play, or not to the end. All of them: a double forfeit.

    Where nothing has been recorded yet and enough stay for the game, they play it without the missing.
    """
    table = _lock(table_id, late=late)
    sitting = list(table.seats.order_by("index"))
    missing = sorted(set(seats))
    if not missing or not set(missing) <= {seat.index for seat in sitting}:
        raise Refused("seat-missing")
    old_ruling = _ruled(table)
    staying = len(sitting) - len(missing)
    if table.deal_count == 0 and table.status in ENDED and staying >= 2:
        raise Refused("ended-without-deals")
    if staying >= 2 and not table.deals.exists():  # deals name seats by their index, even when voided
        counts = newest(list(table.rulings.all()))
        if counts and counts.kind != Ruling.Kind.LIFTED:
            _rule(table, Ruling.Kind.LIFTED, [], reason, actor)
        _go_on_without(table, sitting, missing)
    else:
        _rule(table, Ruling.Kind.FORFEIT, missing, reason, actor)
        if staying < 2:
            _end(table)
    _commit(table, Ruling.Kind.FORFEIT, missing, reason, actor, before=old_ruling)


@transaction.atomic
def lift_ruling(*, table_id: int, reason: str, actor: Actor) -> None:
    """What was ruled on the table counts no more; its deals do, and without any the table plays."""
    table = _lock(table_id, late=False)
    old_ruling = _ruled(table)
    _rule(table, Ruling.Kind.LIFTED, [], reason, actor)
    if table.deal_count == 0 and table.status in ENDED:
        sitting = table.seats.values_list("entrant__player_id", flat=True)
        require_free(table.event, sitting, going_on=table)
        table.status, table.ended_at = Table.Status.PLAYING, None
        if not table.pad_links.filter(revoked_at=None).exists():
            PadLink.objects.create(table=table)
    _commit(table, Ruling.Kind.LIFTED, [], reason, actor, before=old_ruling)
    if old_ruling["kind"] == Ruling.Kind.MATCH:
        reopen_boards(table_id=table_id, actor=actor)


@transaction.atomic
def unrule(*, table_id: int, ruling_id: int, actor: Actor) -> None:
    """Withdraws the newest ruling on a table: what was ruled before counts, or else its deals."""
    table = _lock(table_id, late=False)
    words = list(words_on(table))
    if not words or words[-1].pk != ruling_id:
        raise Refused("list-changed")
    earlier = words[-2] if len(words) > 1 else None
    if earlier is None or earlier.kind == Ruling.Kind.LIFTED:
        lift_ruling(table_id=table_id, reason="", actor=actor)
        return
    old_ruling, kind = _ruled(table), Ruling.Kind(earlier.kind)
    _rule(table, kind, earlier.value, earlier.reason, actor)
    if kind in ON_PLACES or table.seats.count() - len(earlier.value) < 2:
        _end(table)
    _commit(table, kind, earlier.value, earlier.reason, actor, before=old_ruling)


@transaction.atomic
def undo_ruling(*, table_id: int, revision: int, actor: Actor) -> None:
    """The newest ruling on a result that later rounds rest on, a minute old at most: what was ruled before counts."""
    table = _lock(table_id, late=True)
    *earlier, newest = words_on(table)
    if table.revision != revision:
        raise Refused("undo-overtaken")
    if timezone.now() - newest.created_at > UNDO_DEAL:
        raise Refused("undo-late")
    old_ruling = _ruled(table)
    kind, value = (earlier[-1].kind, earlier[-1].value) if earlier else (Ruling.Kind.LIFTED, [])
    _rule(table, Ruling.Kind(kind), value, "", actor)
    _commit(table, Ruling.Kind(kind), value, "", actor, before=old_ruling)


def words_on(table: Table) -> QuerySet[Ruling]:
    return table.rulings.exclude(kind=Ruling.Kind.ADVANCED).order_by("pk")


@transaction.atomic
def sit_again(*, table_id: int, entrant_id: int, index: int, actor: Actor) -> None:
    """Who forfeited, so that the others play without, sits down after all, as long as they have not begun."""
    table = _lock(table_id, late=False)
    round_ = round_of(table)
    if table.deals.exists() or table.status != Table.Status.PLAYING:
        raise Refused("table-begun", table=table.number)
    absent = [seated for seated in round_.seating.tables if entrant_id in seated.forfeited]
    if table.has_games and table.game > 1:
        index = place_in_match(table, entrant_id)
    elif table.number not in (seated.number for seated in absent):
        raise Refused("list-changed")
    old_seats = seated_at(table)
    tables = [seated.back(entrant_id, index) if seated in absent else seated for seated in round_.seating.tables]
    round_.seating = replace(round_.seating, tables=tuple(tables))
    round_.save(update_fields=["seating"])
    entrant = load(table.event.entrants.select_related("player"), pk=entrant_id)
    place = make_place(table, index)
    seat = Seat.objects.create(table=table, index=place, entrant=entrant, substitute_id=entrant.substitute_id)
    after: Details = {"player": the_player(seat.player.pk), "seats": seated_at(table)}
    commit_table_change(table, actor, "seat-taken", before={"seats": old_seats}, after=after)


@transaction.atomic
def settle_tie(*, stage_id: int, order: Sequence[int], reason: str, actor: Actor) -> Ruling:
    """Entrants (ids) who were level and settled it at the table, the best first."""
    stage = lock_stage(stage_id)
    groups = list(stage.entries.filter(entrant__in=order).values_list("group", flat=True))
    if len(set(order)) < 2 or len(groups) != len(order):
        raise Refused("list-changed")
    if len(set(groups)) > 1:
        raise Refused("other-group")
    reason, kind = fitting(reason, LONGEST_REASON), Ruling.Kind.ORDER
    ruling = Ruling.objects.create(stage=stage, kind=kind, value=list(order), reason=reason, user=actor.user)
    after: Details = {"stage": stage.number, "order": list(order), "players": players_of(order), "reason": reason}
    commit_change(stage.event, actor, "tie-settled", after=after)
    return ruling


def _lock(table_id: int, *, late: bool) -> Table:
    table = lock_table(table_id)
    round_ = round_of(table)
    if table.event.status != table.event.Status.OPEN:
        raise Refused("tournament-over")
    if not late and has_later_round(table):
        raise Refused("later-round")
    if not late and table.match:  # nothing rests on it any more: its result says again who moves on
        moved_on = Ruling.objects.filter(table__round=round_, table__match=table.match, kind=Ruling.Kind.ADVANCED)
        if (latest := moved_on.order_by("pk").last()) and latest.value:
            Ruling.objects.create(stage=round_.stage, table=table, kind=latest.kind, value=[])
    return table


def round_of(table: Table) -> Round:
    if table.round is None or table.status == Table.Status.UNDONE:
        raise Refused("no-tournament")
    return table.round


def _decide(table: Table, kind: Ruling.Kind, places: Sequence[int], reason: str, actor: Actor) -> None:
    if len(places) != table.seats.count() or not are_places(places):
        raise Refused("places-wrong")
    old_ruling = _ruled(table)
    _rule(table, kind, list(places), reason, actor)
    _end(table)
    _commit(table, kind, list(places), reason, actor, before=old_ruling)


def _rule(table: Table, kind: Ruling.Kind, value: list[int], reason: str, actor: Actor) -> None:
    round_ = round_of(table)
    reason = fitting(reason, LONGEST_REASON)
    Ruling.objects.create(stage=round_.stage, table=table, kind=kind, value=value, reason=reason, user=actor.user)


def _end(table: Table) -> None:
    if table.status in ENDED:
        return
    table.status, table.ended_at = Table.Status.CLOSED, timezone.now()
    if table.deal_count:  # closed unfinished, the deals give other places (V10)
        rescore(table)


def _ruled(table: Table) -> Details:
    """What counts until now, and whom its seats (indexes) mean."""
    newest = words_on(table).last()
    kind, value = (newest.kind, newest.value) if newest else (None, [])
    return {"kind": kind, "value": value, "seats": seated_at(table)}


def _commit(table: Table, kind: Ruling.Kind, value: list[int], reason: str, actor: Actor, *, before: Details) -> None:
    if kind != Ruling.Kind.LIFTED:
        stand_by_ruling(table, reason, actor)
    after: Details = {"kind": kind, "value": value, "reason": reason, "seats": before["seats"]}
    commit_table_change(table, actor, "ruling", before=before, after=after)


def _go_on_without(table: Table, sitting: Sequence[Seat], missing: Sequence[int]) -> None:
    """Nobody has played yet: the missing get up, the others close ranks."""
    if table.game == 1:  # whoever leaves later was at the games before
        round_ = round_of(table)
        gone = [seat.entrant_id for seat in sitting if seat.index in missing]
        tables = tuple(
            seated.without(gone) if seated.number == table.number else seated for seated in round_.seating.tables
        )
        round_.seating = replace(round_.seating, tables=tables)
        round_.save(update_fields=["seating"])
    table.seats.filter(index__in=missing).delete()
    for index, seat in enumerate(seat for seat in sitting if seat.index not in missing):
        Seat.objects.filter(pk=seat.pk).update(index=index)
    table.first_dealer = 0


@transaction.atomic
def draw_lots(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """Lots decide who of those level at the cut go on into this stage, by the seed stored with the one before."""
    state, _ = _level_at_cut(stage_id, level)
    stage = state.stage
    seed = next((group.seed for group in state.groups if {*level} <= {*group.entrants}), stage.seed)
    order = drawn_lots(level, seed=seed, drawn_as=_drawn_as(state))
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.LOTS, value=order, user=actor.user)
    after: Details = {"stage": stage.number, "order": order, "players": players_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "lots-drawn", after=after)
    return ruling


@transaction.atomic
def play_off(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Lets those level at the cut play for who goes on into this stage, at as few tables as hold them."""
    return open_play_off(state=_level_at_cut(stage_id, level)[0], people=level, actor=actor)


@transaction.atomic
def play_off_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> list[Table]:
    """Lets those level for first place of the last stage play for it."""
    state, tie = _asking(stage_id, level, actor)
    if gone := next((entrant for entrant in tie.entrants if entrant.status != Entrant.Status.ACTIVE), None):
        raise Refused("plays-no-more", name=gone.player.name)
    return open_play_off(state=state, people=level, actor=actor)


@transaction.atomic
def draw_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """A lot decides between those level for first place: that of the stored seed, as in the standings."""
    state, tie = _asking(stage_id, level, actor)
    stage, seed = state.stage, state.groups[(tie.group or 1) - 1].seed
    order = drawn_lots(level, seed=seed, drawn_as=_drawn_as(state))
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.FIRST_LOTS, value=order, user=actor.user)
    after: Details = {"stage": stage.number, "order": order, "players": players_of(order), "lots_seed": seed}
    commit_change(stage.event, actor, "first-lots-drawn", after=after)
    return ruling


def _drawn_as(state: StageState) -> dict[Id, Id]:
    """Whose lot is drawn by another id than the entrant has here."""
    return {who: first for group in state.groups for who, first in group.drawn_as.items()}


@transaction.atomic
def share_first(*, stage_id: int, level: Sequence[int], actor: Actor) -> Ruling:
    """Rules that those level for first place are first together, whatever a lot would say."""
    state, tie = _level_first(stage_id, level)
    stage, together = state.stage, sorted(tie.ids)
    if tie.shared:
        shared: Ruling = stage.rulings.filter(kind=Ruling.Kind.SHARED).latest("pk")
        return shared
    ruling = Ruling.objects.create(stage=stage, kind=Ruling.Kind.SHARED, value=together, user=actor.user)
    commit_change(stage.event, actor, "first-shared", after={"stage": stage.number, "players": players_of(together)})
    return ruling


@transaction.atomic
def open_tie(*, ruling_id: int, actor: Actor) -> None:
    """What was last settled among some who are level is taken back, and they are level again."""
    ruling = Ruling.objects.select_related("stage").get(pk=ruling_id)
    stage = lock_stage(ruling.stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    if ruling.kind not in SETTLED_BY or stage.rulings.filter(table=None).order_by("pk").last() != ruling:
        raise Refused("list-changed")
    Ruling.objects.create(stage=stage, kind=Ruling.Kind.LIFTED, value=ruling.value, user=actor.user)
    subject: Details = {"stage": stage.number, "players": players_of(ruling.value)}
    old_facts: Details = {**subject, "kind": ruling.kind}
    commit_change(stage.event, actor, "tie-opened", before=old_facts, after={**subject, "kind": None})


def _asking(stage_id: int, level: Sequence[int], actor: Actor) -> tuple[StageState, LevelFirst]:
    """As `_level_first`; from now on the order of tie-breaks asks what is settled, before any lot. Refused where that
    would move others, whose tie was settled in vain: it is seen first.
    """
    state, tie = _level_first(stage_id, level)
    chain = [key for key in state.plan.options.chain if key not in ("decided", "lots")]
    asking = [*chain, "decided", *(["lots"] if "lots" in state.plan.options.chain else [])]
    if asking == list(state.plan.options.chain):
        return state, tie
    impact = _chain_impact(state.stage, asking)
    if impact.moves:
        raise Refused("tie-not-asked")
    set_chain(stage_id=stage_id, chain=asking, seen=impact.seal, actor=actor)
    return _level_first(stage_id, level)


def _level_first(stage_id: int, level: Sequence[int]) -> tuple[StageState, LevelFirst]:
    """The stage that says who is first, and those level for it. Raises Refused where they are not, or no more."""
    stage = lock_stage(stage_id)
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    state = stage_state(stage)
    match = next((tie for tie in level_first(state) if {*tie.ids} == {*level}), None)
    if match is None or not says_who_is_first(stage):
        raise Refused("list-changed")
    require_over(state, people=level)
    return state, match


@dataclass(frozen=True)
class ChainImpact:
    """What another order of tie-breaks would move in a stage that is played."""

    state: StageState
    chain: tuple[str, ...]
    moves: tuple[PlaceMoved, ...]

    @property
    def seal(self) -> str:
        """A hash that stays as long as the same moves: what the director agrees to is what they have seen."""
        return hashlib.sha256(repr((self.chain, self.moves)).encode()).hexdigest()


def preview_chain(*, stage_id: int, chain: Sequence[str]) -> ChainImpact:
    """Nothing is kept. Raises Refused where the stage is not played, or not for points."""
    return _chain_impact(Stage.objects.select_related("event").get(pk=stage_id), chain)


@transaction.atomic
def set_chain(*, stage_id: int, chain: Sequence[str], seen: str, actor: Actor) -> None:
    """Another order of tie-breaks from now on. Refused where something else moves than was ``seen`` (its seal)."""
    stage = lock_stage(stage_id)
    impact = _chain_impact(stage, chain)
    if impact.seal != seen:
        raise Refused("list-changed")
    old_facts: Details = {"stage": stage.number, "chain": list(impact.state.plan.options.chain)}
    after: Details = {"stage": stage.number, "chain": list(chain)}
    stage.options = {**stage.options, "chain": list(chain)}
    stage.save(update_fields=["options"])
    commit_change(stage.event, actor, "chain-set", before=old_facts, after=after)


def _chain_impact(stage: Stage, chain: Sequence[str]) -> ChainImpact:
    if stage.status != Stage.Status.RUNNING:
        raise Refused("stage-not-running")
    state = stage_state(stage)
    if not state.plan.form.standings:
        raise Refused("no-tie-breaks")
    key, options = state.plan.form.key, state.plan.options
    moves = (moved_by_chain(key, group, options, chain=chain) for group in state.groups)
    return ChainImpact(state, tuple(chain), tuple(itertools.chain.from_iterable(moves)))


def _level_at_cut(stage_id: int, level: Sequence[int]) -> tuple[StageState, LevelAtCut]:
    """The stage before, and those at its cut. Raises Refused where they are not level there, or no more."""
    stage = lock_stage(stage_id)
    require_turn(stage)
    proposed: StartList = start_list(stage)
    match = next((tie for tie in proposed.level if {*tie.ids} == {*level}), None)
    if match is None:
        raise Refused("list-changed")
    require_decided(proposed, people=level)
    match.before.stage.event = stage.event
    return match.before, match
