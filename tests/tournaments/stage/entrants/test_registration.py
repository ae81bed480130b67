"""Who plays: entering, checking in, seeding, coming late, leaving, coming back, and somebody in one's place."""

from fractions import Fraction

import pytest

from tests.factories import told
from tests.tournament_scenes import (
    begun,
    draw,
    finish_round,
    finish_table,
    ids,
    make_tournament,
    next_round,
    play_round,
    running,
    start,
)
from tournaments.audit import SYSTEM
from tournaments.formats.stages import stage_standings
from tournaments.models import AuditEntry, Entrant, Player
from tournaments.selectors.stage.qualification import start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.opening import require_free
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import (
    ListedEntrant,
    check_in,
    enter,
    enter_late,
    enter_oneself,
    expel,
    keep_apart,
    reinstate,
    seed_at_random,
    seed_by_hand,
    seed_by_rating,
    substitute,
    withdraw,
)
from tournaments.services.stage.preview import discard_preview
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db

KNOCKOUT = (("single-elimination", {}),)


def names(event) -> list[str]:
    """By seed."""
    return [event.entrants.get(pk=pk).player.name for pk in ids(event)]


def proposed(event) -> list[str]:
    return [line.entrant.player.name for line in start_list(event.stages.get(number=1)).lines]


def rows(event):
    state = stage_state(event.stages.get(number=1))
    return {int(row.id): row for row in stage_standings(state.groups[0], state.plan.options)}


def seated(tables) -> set[int]:
    return {who for table in tables for who in table.seats.values_list("entrant_id", flat=True)}


def test_a_name_is_entered_once_and_takes_over_what_a_later_list_says():
    event = make_tournament(names=["Ana", "Bruno"])
    given = [
        ListedEntrant(name=" ana ", rating=1500.0, table=3),
        ListedEntrant(name="Chiara"),
        ListedEntrant(name="CHIARA"),
    ]
    entered = enter(event_id=event.pk, entries=given, actor=SYSTEM)
    assert event.entrants.count() == Player.objects.count() == 3
    ana = event.entrants.get(player__name="Ana")
    assert (ana.rating, ana.fixed_table, ana.seed, ana.present) == (1500, 3, 1, True)
    assert entered[1] == entered[2]
    assert entered[1].present is False


def test_only_who_is_checked_in_is_proposed_for_the_first_stage():
    event = make_tournament(names=["Ana", "Bruno", "Chiara"], checked_in=False)
    assert proposed(event) == []
    here = [entrant.pk for entrant in event.entrants.exclude(player__name="Bruno")]
    check_in(event_id=event.pk, entrants=here, present=True, actor=SYSTEM)
    first = start_list(event.stages.get())
    assert proposed(event) == ["Ana", "Chiara"]
    assert [entrant.player.name for entrant in first.missing] == ["Bruno"]
    check_in(event_id=event.pk, entrants=here[:1], present=False, actor=SYSTEM)
    assert proposed(event) == ["Chiara"]


def test_seeds_by_rating_put_the_entered_before_the_known_and_nobodys_last():
    event = make_tournament(names=["Ana", "Bruno", "Chiara", "Dovas"])
    enter(event_id=event.pk, entries=[ListedEntrant(name="Chiara", rating=1700.0)], actor=SYSTEM)
    player = {entrant.player.name: entrant.player_id for entrant in event.entrants.select_related("player")}
    ratings = {player["Bruno"]: 1600.0, player["Dovas"]: 1800.0, player["Chiara"]: 100.0}
    seed_by_rating(event_id=event.pk, ratings=ratings, actor=SYSTEM)
    assert names(event) == ["Dovas", "Chiara", "Bruno", "Ana"]
    assert proposed(event) == names(event)


def test_seeds_by_lot_come_again_from_the_same_number():
    event = make_tournament(20)
    entered = names(event)
    seed_at_random(event_id=event.pk, seed=5, actor=SYSTEM)
    first = names(event)
    assert sorted(first) == sorted(entered) != first
    seed_at_random(event_id=event.pk, seed=6, actor=SYSTEM)
    assert names(event) != first
    seed_at_random(event_id=event.pk, seed=5, actor=SYSTEM)
    assert names(event) == first
    assert (
        AuditEntry.objects.filter(event=event, action="seeded").order_by("id").last().after["how"] == "random, seed 5"
    )


def test_seeds_by_hand_put_the_unnamed_behind_as_before():
    event = make_tournament(names=["Ana", "Bruno", "Chiara", "Dovas"])
    ana, _bruno, _chiara, dovas = ids(event)
    seed_by_hand(event_id=event.pk, entrants=[dovas], actor=SYSTEM)
    assert names(event) == ["Dovas", "Ana", "Bruno", "Chiara"]
    for order in ([ana, ana], [ana, 10**6]):
        with pytest.raises(Refused, match="list-changed"):
            seed_by_hand(event_id=event.pk, entrants=order, actor=SYSTEM)


def test_who_is_entered_after_the_seeding_is_seeded_last():
    event = make_tournament(names=["Ana", "Bruno"])
    enter(event_id=event.pk, entries=[ListedEntrant(name="Aaron")], actor=SYSTEM, checked_in=True)
    assert proposed(event) == ["Ana", "Bruno", "Aaron"]
    seed_by_hand(event_id=event.pk, entrants=ids(event)[1:2], actor=SYSTEM)
    assert names(event) == ["Bruno", "Ana", "Aaron"]


def test_a_seed_from_a_list_is_given_once_and_the_others_move_back_behind_it():
    event = make_tournament(3)
    enter(
        event_id=event.pk,
        entries=[ListedEntrant(name="Ana", seed=1), ListedEntrant(name="Bruno", seed=3)],
        actor=SYSTEM,
    )
    seeds = {e.player.name: e.seed for e in event.entrants.select_related("player")}
    assert seeds == {"Ana": 1, "P1": 2, "Bruno": 3, "P2": 4, "P3": 5}


def test_a_late_entrant_plays_from_the_next_round_on_with_points_for_those_missed():
    event = begun(stages=[("swiss", {"rounds": 4})])
    play_round(event)
    play_round(event)
    late = enter_late(event_id=event.pk, name="Elena", late_points=Fraction(1, 2), actor=SYSTEM)
    assert rows(event)[late.pk].points == 1
    tables = play_round(event)
    everybody = [*seated(tables), *tables[0].round.seating.byes]
    assert late.pk in everybody
    assert len(everybody) == 5
    played = late.pk in seated(tables)
    won = played and late.seats.get().index == 0
    assert rows(event)[late.pk].points == 1 + (won if played else 1)


def test_who_comes_while_a_preview_waits_has_missed_that_round_too():
    event = begun(stages=[("swiss", {"rounds": 4})])
    preview = draw(event)
    late = enter_late(event_id=event.pk, name="Elena", late_points=Fraction(1, 2), actor=SYSTEM)
    publish_round(round_id=preview.pk, actor=SYSTEM)
    finish_round(event)
    assert rows(event)[late.pk].points == Fraction(1, 2)
    again = draw(event)
    assert late.pk in {*again.seating.seated, *again.seating.byes}


def test_a_preview_drawn_again_seats_who_came_meanwhile():
    event = begun()
    preview = draw(event)
    late = enter_late(event_id=event.pk, name="Elena", late_points=Fraction(1, 2), actor=SYSTEM)
    discard_preview(round_id=preview.pk, actor=SYSTEM)
    tables = play_round(event)
    assert late.pk in seated(tables) | set(tables[0].round.seating.byes)
    assert rows(event)[late.pk].points in (0, 1), "nothing was missed"


@pytest.mark.parametrize("stage", ["single-elimination", "round-robin"])
def test_nobody_joins_a_bracket_or_a_schedule(stage):
    event = begun(stages=[(stage, {})])
    with pytest.raises(Refused, match="too-late"):
        enter_late(event_id=event.pk, name="Elena", late_points=Fraction(0), actor=SYSTEM)
    assert not Player.objects.filter(name="Elena").exists()


def test_nobody_joins_twice_or_before_the_start():
    event = make_tournament(4)
    with pytest.raises(Refused, match="stage-not-running"):
        enter_late(event_id=event.pk, name="Elena", late_points=Fraction(0), actor=SYSTEM)
    start(event)
    with pytest.raises(Refused, match="entered-already"):
        enter_late(event_id=event.pk, name="p1", late_points=Fraction(0), actor=SYSTEM)


@pytest.mark.parametrize("stage", [("swiss", {"rounds": 1}), ("strikes", {"lives": 1})])
def test_nobody_joins_a_stage_without_a_further_round(stage):
    event = begun(2, stages=[stage])
    play_round(event)
    with pytest.raises(Refused, match="stage-over"):
        enter_late(event_id=event.pk, name="Late", late_points=Fraction(0), actor=SYSTEM)
    assert not Player.objects.filter(name="Late").exists()


@pytest.mark.parametrize("leave", [withdraw, lambda **who: expel(**who, reason="cheated")])
def test_who_has_left_is_not_entered_again_by_name(leave):
    event = make_tournament(4)
    leave(event_id=event.pk, entrant_id=ids(event)[0], actor=SYSTEM)
    with pytest.raises(Refused, match="plays-no-more"):
        enter_oneself(event_id=event.pk, name="P1", actor=SYSTEM)
    start(event)
    with pytest.raises(Refused, match="plays-no-more"):
        enter_late(event_id=event.pk, name="P1", late_points=Fraction(0), actor=SYSTEM)
    assert running(event).entries.count() == 3


def test_who_plays_for_another_is_not_entered_beside():
    event = make_tournament(4)
    substitute(event_id=event.pk, entrant_id=ids(event)[0], name="Ana", actor=SYSTEM)
    with pytest.raises(Refused, match="stands-in"):
        enter(event_id=event.pk, entries=[ListedEntrant(name="Ana")], actor=SYSTEM)
    start(event)
    with pytest.raises(Refused, match="stands-in"):
        enter_late(event_id=event.pk, name="Ana", late_points=Fraction(0), actor=SYSTEM)
    assert event.entrants.count() == 4


def test_who_withdraws_is_not_drawn_keeps_the_points_and_can_come_back():
    event = begun(6, stages=[("swiss", {"rounds": 4})])
    first = play_round(event)[0]
    gone = first.seats.get(index=0).entrant
    withdraw(event_id=event.pk, entrant_id=gone.pk, actor=SYSTEM)
    second = play_round(event)
    assert gone.pk not in seated(second) | set(second[0].round.seating.byes)
    assert (rows(event)[gone.pk].points, rows(event)[gone.pk].status) == (1, "withdrawn")
    reinstate(event_id=event.pk, entrant_id=gone.pk, actor=SYSTEM)
    third = play_round(event)
    assert gone.pk in seated(third) | set(third[0].round.seating.byes)
    gone.refresh_from_db()
    assert (gone.status, gone.left_at) == (Entrant.Status.ACTIVE, None)


def test_a_bracket_goes_on_over_who_has_withdrawn():
    event = begun(8, stages=KNOCKOUT)
    tables = play_round(event)
    gone = tables[0].seats.get(index=0).entrant_id
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    play_round(event)
    (final,) = next_round(event)
    assert gone not in seated([final])
    finish_table(final)
    state = stage_state(running(event))
    assert len(state.plan.form.places(state.groups[0], state.plan.options)) == 8


def test_the_expelled_stand_below_all_others_and_without_a_place():
    event = begun(6)
    winner = play_round(event)[0].seats.get(index=0).entrant_id
    expel(event_id=event.pk, entrant_id=winner, reason="hid a card", actor=SYSTEM)
    state = stage_state(running(event))
    *others, last = stage_standings(state.groups[0], state.plan.options)
    assert (int(last.id), last.rank, last.status) == (winner, None, "expelled")
    assert all(row.rank for row in others)
    assert winner not in {int(who) for _, who in state.plan.form.places(state.groups[0], state.plan.options)}
    entry = AuditEntry.objects.get(event=event, action="entrant-status")
    name = Entrant.objects.get(pk=winner).player.name
    assert told(entry.before) == {"player": name, "status": "active"}
    assert told(entry.after) == {"player": name, "status": "expelled", "reason": "hid a card"}


def test_a_status_given_twice_is_told_once():
    event = begun()
    for _ in range(2):
        withdraw(event_id=event.pk, entrant_id=ids(event)[0], actor=SYSTEM)
    assert AuditEntry.objects.filter(event=event, action="entrant-status").count() == 1


def test_a_substitute_takes_the_seat_and_keeps_the_score():
    event = begun()
    table = play_round(event)[0]
    entrant = table.seats.get(index=0).entrant
    second = next(each for each in next_round(event) if each.seats.filter(entrant=entrant).exists())
    before = second.revision
    substitute(event_id=event.pk, entrant_id=entrant.pk, name="Elena", actor=SYSTEM)
    assert second.seats.get(entrant=entrant).player.name == "Elena"
    second.refresh_from_db()
    assert second.revision > before, "the pad must show who plays"
    assert table.seats.get(index=0).player == entrant.player, "what was played stays as it was"
    finish_table(second, order=[0, 1] if second.seats.get(entrant=entrant).index == 0 else [1, 0])
    assert rows(event)[entrant.pk].points == 2
    finish_round(event)
    third = next(each for each in next_round(event) if each.seats.filter(entrant=entrant).exists())
    assert third.seats.get(entrant=entrant).player.name == "Elena"
    substitute(event_id=event.pk, entrant_id=entrant.pk, name="", actor=SYSTEM)
    assert third.seats.get(entrant=entrant).player == entrant.player


def test_nobody_plays_for_two_nor_for_oneself():
    event = begun()
    one, other, *_ = ids(event)
    substitute(event_id=event.pk, entrant_id=one, name="Elena", actor=SYSTEM)
    for entrant, name in ((other, "Elena"), (other, "P1"), (other, "P2")):
        with pytest.raises(Refused, match="plays-already"):
            substitute(event_id=event.pk, entrant_id=entrant, name=name, actor=SYSTEM)


def test_who_withdrew_may_play_for_another():
    event = begun()
    one, other, *_ = ids(event)
    withdraw(event_id=event.pk, entrant_id=one, actor=SYSTEM)
    substitute(event_id=event.pk, entrant_id=other, name="P1", actor=SYSTEM)
    assert event.entrants.get(pk=other).substitute.name == "P1"


def test_groups_to_be_kept_apart_are_of_two_entrants_or_more():
    event = make_tournament(4)
    one = ids(event)[0]
    for group in ([one], [one, one], [one, 10**6]):
        with pytest.raises(Refused, match="list-changed"):
            keep_apart(event_id=event.pk, groups=[group], actor=SYSTEM)


def test_the_substitute_is_at_the_table_and_whom_he_stands_in_for_is_free():
    event = make_tournament(4)
    start(event)
    next_round(event)
    absent = event.entrants.get(pk=ids(event)[0])
    substitute(event_id=event.pk, entrant_id=absent.pk, name="Zita", actor=SYSTEM)
    require_free(event, [absent.player_id])
    with pytest.raises(Refused) as refused:
        require_free(event, [Player.objects.get(name="Zita").pk])
    assert refused.value.as_dict() == {"code": "players-elsewhere", "names": ["Zita"]}
