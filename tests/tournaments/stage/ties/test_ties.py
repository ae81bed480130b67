"""Who is level where places decide: shared places, and at a cut a play-off, lots, all of them in, or a word."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import finish_table, ids, make_tournament, next_round, open_tables, play_stage, start
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, Ruling, Stage, Table
from tournaments.selectors.stage.qualification import LevelAtCut, StartList, start_list
from tournaments.selectors.stage.records import stage_state
from tournaments.services.desk.actions import set_rounds
from tournaments.services.refusals import Refused
from tournaments.services.stage.planning import start_stage
from tournaments.services.stage.rounds import undo_round
from tournaments.services.stage.rulings import decide_places, draw_lots, forfeit, play_off

pytestmark = pytest.mark.django_db


def cut(size: int, *, count: int = 8, chain: tuple[str, ...] = ("score",), seats: int = 2) -> Event:
    """One round is played: the winners are level, and behind them the losers; a knockout of so many follows."""
    swiss = ("swiss", {"rounds": 1, "seats": seats, "chain": list(chain)})
    event = make_tournament(count, stages=[swiss, ("single-elimination", {"qualify": {"size": size}})])
    start(event)
    play_stage(event)
    return event


def second(event: Event) -> Stage:
    return event.stages.get(number=2)


def proposed(event: Event) -> StartList:
    return start_list(second(event))


def level(event: Event) -> LevelAtCut:
    (found,) = proposed(event).level
    return found


def chosen(event: Event) -> list[int]:
    return [line.entrant.pk for line in proposed(event).lines]


def begin(event: Event, entrants: list[int]) -> Stage:
    return start_stage(stage_id=second(event).pk, entrants=entrants, actor=SYSTEM)


def winners(event: Event) -> set[int]:
    (places,) = stage_state(event.stages.get(number=1)).places
    return {who for place, who in places if place == 1}


def directed(client: Client, event: Event) -> Client:
    user = event.club.members.get().user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, event: Event) -> str:
    return directed(client, event).get(reverse("stage-start", args=[second(event).pk])).content.decode()


@pytest.mark.parametrize("chain", [("score",), ("score", "lots"), ("score", "decided", "lots")])
def test_nobody_of_those_level_at_a_cut_is_in_by_silence(client, chain):
    event = cut(3, chain=chain)
    assert set(level(event).ids) == winners(event) if chain == ("score",) else len(level(event).ids) == 4
    assert (level(event).places, level(event).place, chosen(event)) == (3, 1, [])
    assert "4 are tied for the last 3 places" in page(client, event)


def test_a_cut_that_parts_nobody_who_is_level_asks_nothing():
    event = cut(4)
    assert proposed(event).level == []
    assert set(chosen(event)) == winners(event)
    assert [(line.seed, line.place) for line in proposed(event).lines] == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_a_stage_does_not_begin_before_it_is_settled_who_of_the_level_goes_on():
    event = cut(6)
    clear = chosen(event)
    assert (set(clear), level(event).places) == (winners(event), 2)
    with pytest.raises(Refused) as caught:
        begin(event, clear)
    assert caught.value.as_dict() == {"code": "level-at-cut", "count": 4, "places": 2}
    assert [stage.status for stage in event.stages.all()] == [Stage.Status.RUNNING, Stage.Status.PLANNED]


def test_lots_are_drawn_once_and_for_all_and_recorded_with_their_seed(client):
    event = cut(6)
    people, seed = level(event).ids, event.stages.get(number=1).seed
    draw_lots(stage_id=second(event).pk, level=people, actor=SYSTEM)
    ruling = Ruling.objects.get(kind="lots")
    assert sorted(ruling.value) == sorted(people)
    assert AuditEntry.objects.get(action="lots-drawn").after["lots_seed"] == seed
    assert chosen(event)[4:] == ruling.value[:2]
    assert page(client, event).count("place 5 in the stage before, in by lot") == 2
    with pytest.raises(Refused, match="list-changed"):
        draw_lots(stage_id=second(event).pk, level=people, actor=SYSTEM)
    assert begin(event, chosen(event)).status == Stage.Status.RUNNING


def test_the_lots_of_a_cut_are_those_of_the_standings():
    event = cut(2, chain=("score", "lots"))
    (rows,) = stage_state(event.stages.get(number=1)).standings
    draw_lots(stage_id=second(event).pk, level=level(event).ids, actor=SYSTEM)
    assert chosen(event) == [row.id for row in rows[:2]]


def test_all_who_are_level_are_let_in(client):
    event = cut(6)
    address = reverse("stage-start", args=[second(event).pk])
    clear, people = chosen(event), level(event).ids
    posted = {f"in-{who}": "on" for who in clear} | {f"seed-{who}": str(n) for n, who in enumerate(clear, 1)}
    shown = directed(client, event).post(address, posted | {"admit": " ".join(map(str, people))})
    assert [line.entrant.pk for line, _ in shown.context["lines"]] == [*clear, *people]
    assert shown.context["level"] == []
    begin(event, [*clear, *people])
    entry = AuditEntry.objects.get(action="stage-started", after__stage=2)
    assert entry.after["level"] == entry.after["level_in"]
    assert second(event).entries.count() == 8


def test_the_directors_word_is_what_he_ticks_and_the_log_keeps_it(client):
    event = cut(6)
    clear, people = chosen(event), level(event).ids
    address = reverse("stage-start", args=[second(event).pk])
    picked = [*clear, people[3], people[1]]
    posted = {f"in-{who}": "on" for who in picked} | {f"seed-{who}": str(n) for n, who in enumerate(picked, 1)}
    shown = directed(client, event).post(address, posted | {"action": "again"})
    assert [reason for _, reason in shown.context["lines"]][4:] == ["tied for place 5, in by the director’s word"] * 2
    client.post(address, posted | {"action": "start"})
    assert list(second(event).entries.values_list("entrant_id", flat=True)) == picked
    entry = AuditEntry.objects.get(action="stage-started", after__stage=2)
    assert (len(entry.after["level"]), len(entry.after["level_in"])) == (4, 2)


def off(event: Event) -> list[Table]:
    return play_off(stage_id=second(event).pk, level=level(event).ids, actor=SYSTEM)


def test_a_play_off_is_a_table_of_its_own_that_brings_no_points():
    event = cut(6)
    before = chosen(event)
    (table,) = off(event)
    assert {seat.entrant_id for seat in table.seats.all()} == {who for who in ids(event) if who not in before}
    with pytest.raises(Refused, match="results-missing"):
        begin(event, before)
    finish_table(table, order=[2, 0, 1, 3])
    best = [seat.entrant_id for seat in sorted(table.seats.all(), key=lambda seat: [2, 0, 1, 3].index(seat.index))]
    assert chosen(event) == [*before, *best[:2]]
    (rows,) = stage_state(event.stages.get(number=1)).standings
    assert {row.points for row in rows} == {0, 1}
    assert [row.rank for row in rows] == [1, 1, 1, 1, 5, 5, 5, 5], "the order of this stage does not ask for it"
    assert begin(event, chosen(event)).entries.count() == 6


def test_a_play_off_decides_places_where_the_order_asks_for_it():
    event = cut(6, chain=("score", "decided", "lots"))
    (table,) = off(event)
    (rows,) = stage_state(event.stages.get(number=1)).standings
    assert [row.rank for row in rows] == [1, 1, 1, 1, 5, 5, 5, 5], "no lot while there is something to play"
    finish_table(table, order=[3, 2, 1, 0])
    (rows,) = stage_state(event.stages.get(number=1)).standings
    assert [(row.rank, row.decided_by) for row in rows[5:]] == [(6, "decided"), (7, "decided"), (8, "decided")]
    assert rows[4].id == table.seats.get(index=3).entrant_id


def test_who_is_level_after_a_play_off_is_asked_about_again():
    event = cut(6)
    (table,) = off(event)
    decide_places(table_id=table.pk, places=[1, 2, 2, 4], reason="", actor=SYSTEM)
    assert len(chosen(event)) == 5
    assert (len(level(event).ids), level(event).places, level(event).place) == (2, 1, 6)
    (again,) = off(event)
    finish_table(again, order=[1, 0])
    assert chosen(event)[5] == again.seats.get(index=1).entrant_id
    with pytest.raises(Refused, match="later-round"):
        decide_places(table_id=table.pk, places=[1, 2, 3, 4], reason="", actor=SYSTEM)


def test_who_does_not_come_to_a_play_off_is_behind_and_level_with_others_who_did_not():
    event = cut(7)
    (table,) = off(event)
    absent = {table.seats.get(index=seat).entrant_id for seat in (0, 2)}
    forfeit(table_id=table.pk, seats=[0, 2], reason="went home", actor=SYSTEM)
    finish_table(table)
    assert (set(level(event).ids), level(event).places, level(event).place) == (absent, 1, 7)


def test_more_than_one_table_holds_play_at_several():
    event = cut(10, count=18)
    tables = off(event)
    assert sorted(table.seats.count() for table in tables) == [4, 5]
    for table in tables:
        finish_table(table)
    assert (len(chosen(event)), level(event).places) == (9, 1)
    assert sorted(level(event).ids) == sorted(table.seats.get(index=0).entrant_id for table in tables)


def test_a_play_off_is_taken_back_and_no_round_is_added_after_it():
    event = cut(6)
    people = level(event).ids
    (table,) = off(event)
    with pytest.raises(Refused, match="play-off-drawn"):
        set_rounds(stage_id=event.stages.get(number=1).pk, rounds=4, actor=SYSTEM)
    undo_round(round_id=table.round.pk, actor=SYSTEM)
    assert level(event).ids == people


def test_the_losers_of_a_knockout_share_their_place_at_the_next_cut(client):
    stages = [("single-elimination", {}), ("swiss", {"qualify": {"size": 3}, "rounds": 1})]
    event = make_tournament(4, stages=stages)
    start(event)
    play_stage(event)
    assert (len(level(event).ids), level(event).places, level(event).place) == (2, 1, 3)
    (table,) = off(event)
    for name in ("event", "bracket", "wall", "desk"):
        assert directed(client, event).get(reverse(name, args=[event.pk])).status_code == 200
    finish_table(table, order=[1, 0])
    assert chosen(event)[2] == table.seats.get(index=1).entrant_id


def test_within_a_group_and_among_runners_up_who_is_level_is_said(client):
    groups = ("round-robin", {"groups": 2, "chain": ["score"]})
    event = make_tournament(8, stages=[groups, ("single-elimination", {"qualify": {"per_group": 1}})])
    stage = start(event)
    level_group = set(stage.entries.filter(group=1).values_list("entrant_id", flat=True))
    for _ in range(3):
        for table in next_round(event):
            everybody = [seat.entrant_id for seat in table.seats.all()]
            drawn = [1, 1] if level_group >= {*everybody} else [1, 2] if everybody[0] < everybody[1] else [2, 1]
            decide_places(table_id=table.pk, places=drawn, reason="", actor=SYSTEM)
    assert open_tables(event) == []
    assert (set(level(event).ids), level(event).group, len(chosen(event))) == (level_group, 1, 1)
    assert "Group 1: 4 are tied for the last place" in page(client, event)


def test_two_groups_play_off_at_the_same_time(client):
    groups = ("round-robin", {"groups": 2, "chain": ["score"]})
    event = make_tournament(8, stages=[groups, ("single-elimination", {"qualify": {"per_group": 1}})])
    start(event)
    for _ in range(3):
        for table in next_round(event):
            decide_places(table_id=table.pk, places=[1, 1], reason="", actor=SYSTEM)
    desk = directed(client, event).get(reverse("desk", args=[event.pk])).content.decode()
    assert "Group 1: 4 are tied for the last place." in desk
    first, second_ = proposed(event).level
    (table,) = play_off(stage_id=second(event).pk, level=first.ids, actor=SYSTEM)
    shown = page(client, event)
    assert f"They play it off at table {table.number}." in shown
    assert shown.count("Play it off") == 1
    with pytest.raises(Refused, match="results-missing"):
        draw_lots(stage_id=second(event).pk, level=first.ids, actor=SYSTEM)
    (other,) = play_off(stage_id=second(event).pk, level=second_.ids, actor=SYSTEM)
    finish_table(table, order=[2, 1, 0, 3])
    finish_table(table, order=[3, 1, 0, 2])
    finish_table(other)
    assert set(chosen(event)) == {table.seats.get(index=3).entrant_id, other.seats.get(index=0).entrant_id}


def test_nobody_else_than_those_level_is_settled_for(client):
    event = cut(6)
    address = reverse("stage-lots", args=[second(event).pk])
    answer = directed(client, event).post(address, {"level": "1 2"}, follow=True)
    assert "The list has changed in the meantime." in answer.content.decode()
    assert not Ruling.objects.filter(kind="lots").exists()
    client.post(address, {"level": " ".join(map(str, level(event).ids))})
    assert Ruling.objects.filter(kind="lots").count() == 1


def test_what_the_next_stage_rests_on_is_not_corrected_unseen(client):
    event = cut(6)
    (table,) = off(event)
    finish_table(table)
    begin(event, chosen(event))
    address = reverse("table-correct", args=[table.pk])
    places = {f"places-seat-{seat}": str(place) for seat, place in enumerate((4, 3, 2, 1))}
    answer = directed(client, event).post(address, {"step": "places", **places})
    assert "What came after rests on this play-off." in answer.content.decode()
    assert Ruling.objects.filter(table=table).count() == 1


def test_why_one_is_here_tells_what_told_the_level_apart(client):
    event = cut(6, chain=("score", "lots"))
    draw_lots(stage_id=second(event).pk, level=level(event).ids, actor=SYSTEM)
    seed = event.stages.get(number=1).seed
    found = client.get(reverse("why", args=[event.pk, chosen(event)[4]])).content.decode()
    assert "and lots were drawn: 1 of 4." in found
    assert "by lot alone" in found
    assert f"drawn from the seed {seed}." in found


def test_the_page_leads_to_the_play_offs_table(client):
    event = cut(6)
    address = reverse("stage-play-off", args=[second(event).pk])
    posted = {"level": " ".join(map(str, level(event).ids))}
    answer = directed(client, event).post(address, posted, follow=True)
    assert "Play-off" in answer.content.decode()
    for name in ("event", "wall"):
        assert "Play-off" in client.get(reverse(name, args=[event.pk])).content.decode()
    assert client.get(reverse("cross-table", args=[event.pk])).status_code == 200


def running_for_points(client: Client) -> tuple[Event, str]:
    """Two of four have won, one round of two is played; wins decide, then a lot."""
    event = make_tournament(4, stages=[("swiss", {"rounds": 1, "chain": ["score"]})])
    start(event)
    play_stage(event)
    directed(client, event)
    return event, reverse("tie-breaks", args=[event.stages.get().pk])


def test_another_order_of_tie_breaks_shows_what_moves_before_it_counts(client):
    event, address = running_for_points(client)
    shown = client.post(address, {"chain_1": "score", "chain_2": "lots"})
    assert [(line.before, line.after) for line in shown.context["places"]] == [(1, 2), (3, 4)]
    assert event.stages.get().options["chain"] == ["score"]
    seal = shown.context["impact"].seal
    assert client.post(address, {"chain_1": "score", "chain_2": "lots", "seen": seal}).url.endswith("/stages/")
    assert event.stages.get().options["chain"] == ["score", "lots"]
    entry = AuditEntry.objects.get(action="chain-set")
    assert (entry.before["chain"], entry.after["chain"]) == (["score"], ["score", "lots"])
    log = client.get(reverse("event-log", args=[event.pk])).content.decode()
    assert "The order of tie-breaks of stage 1 was changed." in log
    assert "Score, Drawn lots" in log


def test_an_order_that_moves_something_else_by_now_is_not_taken(client):
    event, address = running_for_points(client)
    seal = client.post(address, {"chain_1": "score", "chain_2": "lots"}).context["impact"].seal
    (table, *_) = stage_state(event.stages.get()).all_tables
    decide_places(table_id=table.pk, places=[2, 1], reason="", actor=SYSTEM)
    answer = client.post(address, {"chain_1": "score", "chain_2": "wins", "seen": seal}, follow=True)
    assert "Look again." in answer.content.decode()
    assert event.stages.get().options["chain"] == ["score"]


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [({}, "Choose at least one tie-break."), ({"chain_1": "wins", "chain_2": "wins"}, "already above")],
)
def test_an_order_that_cannot_be_used_is_refused_in_words(client, posted, sentence):
    _event, address = running_for_points(client)
    answer = client.post(address, posted)
    assert sentence in answer.content.decode()
    assert answer.context["impact"] is None


def test_only_the_order_of_a_stage_that_is_played_for_points_is_changed(client):
    event = cut(4)
    begin(event, chosen(event))
    for number, sentence in ((1, "This stage is not running."), (2, "do not come from points")):
        address = reverse("tie-breaks", args=[event.stages.get(number=number).pk])
        assert sentence in directed(client, event).get(address, follow=True).content.decode()
