"""A result is corrected after later stages have begun by it: they begin again, as if it had been so from the start."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from django.db import transaction

from tests.factories import make_member, sign_in
from tests.tournament_scenes import finish_table, ids, make_tournament, start
from tests.tournaments.api.scenes import Program, token_for
from tests.tournaments.proofs.scenes import file_of
from tests.tournaments.stage.test_pages_late_corrections import address, hidden, text_of
from tests.tournaments.tournament.test_graphs import TWO_FINALS, play, stage_of
from tournaments.audit import SYSTEM
from tournaments.models import Entrant, Event, Member, Round, Ruling, Stage, Table
from tournaments.proofs.verify import verify
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.services.desk.actions import set_match
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import withdraw
from tournaments.services.stage.late_corrections import PlacesChange, correct_late, preview
from tournaments.services.stage.planning import start_stage, undo_start
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import decide_places, settle_tie

pytestmark = pytest.mark.django_db

SEEDS = range(int(os.environ.get("HISTORIES", "80")))
SWISS = ("swiss", {"seats": 2, "rounds": 2})
UPPER_AND_REST = (
    SWISS,
    ("single-elimination", {"sources": [{"stage": 1, "size": 2}]}),
    ("swiss", {"seats": 2, "rounds": 1, "sources": [{"stage": 1}]}),
)
ONE_BY_ONE = (SWISS, ("swiss", {"seats": 2, "rounds": 1}), ("single-elimination", {"qualify": {"size": 2}}))
LOSERS = (
    ("single-elimination", {}),
    ("single-elimination", {"sources": [{"stage": 1, "losers": 1}]}),
    ("single-elimination", {"sources": [{"stage": 2, "losers": 1}]}),
)
REPECHAGE = (
    ("single-elimination", {}),
    ("swiss", {"seats": 2, "rounds": 1, "sources": [{"stage": 1, "lost_to": 2}]}),
    ("swiss", {"seats": 2, "rounds": 1, "sources": [{"stage": 1}]}),
)
GRAPHS = [
    (UPPER_AND_REST, 5),
    (ONE_BY_ONE, 4),
    (TWO_FINALS, 8),
    (LOSERS, 8),
    ((SWISS, UPPER_AND_REST[2], UPPER_AND_REST[1]), 5),
    (REPECHAGE, 7),
]
Key = tuple[int, int, frozenset[int]]


class Evening:
    """A small event in which the same people in the same round or match of a stage always end alike, by the seed: but
    for the one table that is ``corrected``.
    """

    def __init__(self, event: Event, seed: int) -> None:
        self.event, self.seed = event, seed
        self.corrected: Key | None = None

    def winner(self, key: Key) -> int:
        stage, number, people = key
        first, second = Random(f"{self.seed} {stage} {number} {sorted(people)}").sample(sorted(people), 2)
        return second if key == self.corrected else first

    def key(self, table: Table) -> Key:
        assert table.round is not None
        people = frozenset(table.seats.values_list("entrant_id", flat=True))
        return table.round.stage.number, table.match or table.round.number, people

    def places(self, table: Table) -> tuple[int, ...]:
        first = self.winner(self.key(table))
        seats = table.seats.order_by("index").values_list("entrant_id", flat=True)
        return tuple(1 if who == first else 2 for who in seats)

    def turned(self, table: Table) -> PlacesChange:
        """The other has won."""
        return PlacesChange(tuple(3 - place for place in self.places(table)))

    def finish(self, table: Table) -> None:
        decide_places(table_id=table.pk, places=self.places(table), reason="", actor=SYSTEM)

    def begin(self, stage: Stage) -> None:
        """With an order for all who may be level."""
        start(self.event, stage.number)
        for group in {*stage.entries.values_list("group", flat=True)}:
            order = sorted(stage.entries.filter(group=group).values_list("entrant_id", flat=True))
            settle_tie(stage_id=stage.pk, order=order, reason="", actor=SYSTEM)

    def step(self, random: Random, *, unplayed: int = 0) -> bool:
        """Whether something was done of all that can be: a stage begun, a round drawn or published, a table played. The
        stage numbered ``unplayed`` begins as soon as it can, and none of its tables is played.
        """
        stages = list(self.event.stages.order_by("number"))
        open_tables = self.event.tables.filter(status=Table.Status.PLAYING).exclude(round__stage__number=unplayed)
        acts: list[Callable[[], object]] = [lambda table=table: self.finish(table) for table in open_tables]
        previews = Round.objects.filter(stage__in=stages, status=Round.Status.PREVIEW)
        acts += [lambda pk=waiting.pk: publish_round(round_id=pk, actor=SYSTEM) for waiting in previews]
        for stage in stages:
            if stage.status == Stage.Status.RUNNING:
                acts.append(lambda pk=stage.pk: draw_round(stage_id=pk, actor=SYSTEM))
            elif stage.status == Stage.Status.PLANNED:
                acts.append(lambda stage=stage: self.begin(stage))
        random.shuffle(acts)
        if unplayed and stage_of(self.event, unplayed).status == Stage.Status.PLANNED:
            acts.insert(0, lambda: self.begin(stage_of(self.event, unplayed)))
        for act in acts:
            try:
                with transaction.atomic():
                    act()
            except Refused:
                continue
            return True
        return False

    def play_out(self, random: Random) -> list[tuple[int | None, int]]:
        while self.step(random):
            pass
        begun = [stage_state(stage) for stage in self.event.stages.exclude(status=Stage.Status.PLANNED)]
        return [(row.place, row.person.id) for row in final_places(begun)]


@contextmanager
def as_if() -> Iterator[None]:
    """What is done here has not been done."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.flood(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_correction_leads_through_all_stages_as_if_it_had_been_so_from_the_beginning(seed):
    stages, people = GRAPHS[seed % len(GRAPHS)]
    random = Random(seed)
    event = make_tournament(people, stages=stages)
    evening = Evening(event, seed)
    with as_if():
        after = random.choice((2, 3))
        while not stage_of(event, after).entries.exists() and evening.step(random, unplayed=after):
            pass
        for _ in range(random.randrange(3)):
            evening.step(random, unplayed=after)
        ended = list(Table.objects.filter(event=event, round__stage__number__lt=after, status=Table.Status.CLOSED))
        random.shuffle(ended)
        seen = [(table, preview(table_id=table.pk, change=evening.turned(table), actor=SYSTEM)) for table in ended]
        possible = [(table, impact) for table, impact in seen if impact.obstacle is None]
        table, impact = max(possible, key=lambda each: bool(each[1].stages))
        correct_late(
            table_id=table.pk, change=evening.turned(table), replay=True, reason="", actor=SYSTEM, seen=impact.seal
        )
        evening.corrected = evening.key(table)
        late = evening.play_out(random)
    assert evening.play_out(Random(seed)) == late


def winners_play_on(*, drawn: bool) -> tuple[Event, Table]:
    """Those who won the round of four have begun a final, of which the table is drawn; and a table they come from."""
    final = ("single-elimination", {"sources": [{"stage": 1, "size": 2}]})
    names = ["Ana", "Bruno", "Chiara", "Dovas"]
    event = make_tournament(stages=(("swiss", {"seats": 2, "rounds": 1}), final), names=names)
    start(event)
    table, _other = play(event, 1)
    start(event, 2)
    if drawn:
        publish_round(round_id=draw_round(stage_id=stage_of(event, 2).pk, actor=SYSTEM).pk, actor=SYSTEM)
    return event, Table.objects.get(pk=table.pk)


def finalists(event: Event) -> set[str]:
    return {entry.entrant.player.name for entry in stage_of(event, 2).entries.all()}


TURNED = {"step": "places", "places-seat-0": "2", "places-seat-1": "1"}


def test_who_comes_into_a_later_stage_and_who_leaves_it_is_seen_first_and_then_so_and_undone(client):
    event, table = winners_play_on(drawn=True)
    winner, loser = [seat.entrant.player.name for seat in table.seats.order_by("index")]
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    shown = client.post(address(table), TURNED)
    assert f"Comes in: {loser}" in text_of(shown) and f"Leaves: {winner}" in text_of(shown)
    assert "A replay takes back round 1; then the stage begins again." in text_of(shown)
    assert winner in finalists(event) and loser not in finalists(event)
    client.post(address(table), hidden(shown) | {"replay": "yes"})
    assert [stage.status for stage in event.stages.all()] == ["running", "planned"]
    start(event, 2)
    assert loser in finalists(event) and winner not in finalists(event)
    client.post(address(table), hidden(client.get(address(table), {"undo": "1"})) | {"replay": "yes"})
    start(event, 2)
    assert winner in finalists(event) and loser not in finalists(event)


def test_a_program_is_told_of_it_too():
    event, table = winners_play_on(drawn=True)
    winner, loser = table.seats.order_by("index").values_list("entrant_id", flat=True)
    said = Program(token_for(event.club, "direct")).post(f"/tables/{table.pk}/corrections/preview", {"places": [2, 1]})
    moved = {"stage": 2, "comes": [loser], "leaves": [winner], "rounds": [1], "tables": []}
    assert (said.json()["stages"], said.json()["can_replay"]) == ([moved], True)


def test_a_later_stage_that_was_played_keeps_its_people_and_the_page_says_by_which_table(client):
    event, table = winners_play_on(drawn=True)
    final = Table.objects.get(event=event, round__stage__number=2)
    finish_table(final)
    sign_in(client, make_member(event.club, Member.Role.DIRECTOR))
    shown = client.post(address(table), TURNED)
    assert f"Stage 2 would begin otherwise, and has been played (table {final.number})" in text_of(shown)
    assert [value for value, _label in shown.context["form"].fields["replay"].choices] == ["no"]
    with pytest.raises(Refused) as caught:
        correct_late(table_id=table.pk, change=PlacesChange((2, 1)), replay=True, reason="", actor=SYSTEM)
    assert caught.value.as_dict() == {"code": "later-stage", "stage": 2, "tables": [final.number]}
    before = finalists(event)
    client.post(address(table), hidden(shown) | {"replay": "no"})
    assert finalists(event) == before


def test_a_stage_that_would_begin_alike_goes_on_whoever_the_director_had_put_in():
    event, table = winners_play_on(drawn=False)
    undo_start(stage_id=stage_of(event, 2).pk, actor=SYSTEM)
    by_hand = [*ids(event)][:3]
    start_stage(stage_id=stage_of(event, 2).pk, entrants=by_hand, actor=SYSTEM)
    same = PlacesChange((1, 2))
    assert preview(table_id=table.pk, change=same, actor=SYSTEM).stages == ()
    correct_late(table_id=table.pk, change=same, replay=True, reason="", actor=SYSTEM)
    assert sorted(stage_of(event, 2).entries.values_list("entrant_id", flat=True)) == by_hand


def names(entrants: Iterable[Entrant]) -> set[str]:
    return {entrant.player.name for entrant in entrants}


def test_everybody_else_comes_behind_whom_a_stage_of_a_higher_number_takes():
    final = ("single-elimination", {"sources": [{"stage": 1, "size": 2}]})
    rest = ("swiss", {"seats": 2, "rounds": 1, "sources": [{"stage": 1}]})
    event = make_tournament(4, stages=(("swiss", {"seats": 2, "rounds": 1}), rest, final))
    start(event)
    table, _other = play(event, 1)
    start(event, 3)
    start(event, 2)
    winner, loser = [{seat.entrant.player.name} for seat in table.seats.order_by("index")]
    moved = preview(table_id=table.pk, change=PlacesChange((2, 1)), actor=SYSTEM).stages
    told = [(each.stage.number, names(each.comes), names(each.leaves)) for each in moved]
    assert told == [(3, loser, winner), (2, winner, loser)]


def test_who_sits_in_a_stage_that_waits_for_another_is_not_held_back_from_a_third():
    upper, lower = ({"stage": 1, "per_group": 2, "after": after} for after in (0, 2))
    final = ("single-elimination", {"sources": [{"stage": 2}]})
    stages = (TWO_FINALS[0], ("round-robin", {"sources": [upper]}), final, ("round-robin", {"sources": [lower]}))
    event = make_tournament(8, stages=stages)
    start(event)
    play_by_seeds(event, 1)
    start(event, 2)
    play_by_seeds(event, 2)
    start(event, 3)
    start(event, 4)
    second, third = ids(event)[3:5]  # of the group of P1, P4, P5 and P8
    table = event.tables.filter(round__stage__number=1, seats__entrant=second).get(seats__entrant=third)
    order = table.seats.order_by("index").values_list("entrant_id", flat=True)
    change = PlacesChange(tuple(1 + (who == second) for who in order))
    stages = preview(table_id=table.pk, change=change, actor=SYSTEM).stages
    moved = {each.stage.number: (names(each.comes), names(each.leaves)) for each in stages}
    assert moved[2] == ({"P5"}, {"P4"})
    assert moved[4] == ({"P4"}, {"P5"})


def test_a_table_of_several_games_is_named_once_among_those_that_were_played():
    event, table = winners_play_on(drawn=False)
    set_match(stage_id=stage_of(event, 2).pk, terms={"games": 3}, actor=SYSTEM)
    number = publish_round(round_id=draw_round(stage_id=stage_of(event, 2).pk, actor=SYSTEM).pk, actor=SYSTEM)[0].number
    for game in (1, 2):
        finish_table(Table.objects.get(event=event, round__stage__number=2, game=game))
    (moved,) = preview(table_id=table.pk, change=PlacesChange((2, 1)), actor=SYSTEM).stages
    assert moved.begun == (number,)


def test_a_stage_goes_on_that_has_already_whom_it_would_take():
    _event, table = winners_play_on(drawn=True)
    wrong, right = PlacesChange((2, 1)), PlacesChange((1, 2))
    correct_late(table_id=table.pk, change=wrong, replay=False, reason="", actor=SYSTEM)
    assert preview(table_id=table.pk, change=right, actor=SYSTEM).stages == ()


def play_by_seeds(event: Event, number: int) -> None:
    """Three rounds, in which whoever is seeded higher wins."""
    for _ in range(3):
        drawn = draw_round(stage_id=stage_of(event, number).pk, actor=SYSTEM)
        for table in publish_round(round_id=drawn.pk, actor=SYSTEM):
            seats = [*table.seats.order_by("index").values_list("entrant_id", flat=True)]
            decide_places(table_id=table.pk, places=[1 + (who != min(seats)) for who in seats], reason="", actor=SYSTEM)


def test_who_has_left_a_later_stage_counts_as_when_it_began():
    final = ("swiss", {"seats": 2, "rounds": 1, "sources": [{"stage": 1, "size": 2}]})
    event = make_tournament(4, stages=(("round-robin", {}), final))
    start(event)
    play_by_seeds(event, 1)
    start(event, 2)
    first, second, third, fourth = ids(event)
    withdraw(event_id=event.pk, entrant_id=second, actor=SYSTEM)

    def moved(winner: int, loser: int) -> list[tuple[set[int], set[int]]]:
        table = event.tables.filter(seats__entrant=winner).get(seats__entrant=loser)
        order = table.seats.order_by("index").values_list("entrant_id", flat=True)
        change = PlacesChange(tuple(1 if who == winner else 2 for who in order))
        stages = preview(table_id=table.pk, change=change, actor=SYSTEM).stages
        return [({who.pk for who in each.comes}, {who.pk for who in each.leaves}) for each in stages]

    assert moved(fourth, third) == []
    assert moved(third, first) == [({third}, {second})]


def test_what_was_settled_among_people_who_have_left_a_stage_says_nothing_any_more():
    event, table = winners_play_on(drawn=True)
    order = [*stage_of(event, 2).entries.values_list("entrant_id", flat=True)]
    settle_tie(stage_id=stage_of(event, 2).pk, order=order, reason="", actor=SYSTEM)
    correct_late(table_id=table.pk, change=PlacesChange((2, 1)), replay=True, reason="", actor=SYSTEM)
    assert not verify(file_of(event)).difference, "while nobody is in the stage"
    start(event, 2)
    assert stage_state(stage_of(event, 2)).decisions == []
    assert not verify(file_of(event)).difference


def test_what_moved_meanwhile_in_a_later_stage_is_looked_at_again():
    event, table = winners_play_on(drawn=False)
    seen = preview(table_id=table.pk, change=PlacesChange((2, 1)), actor=SYSTEM).seal
    draw_round(stage_id=stage_of(event, 2).pk, actor=SYSTEM)
    asked = {"table_id": table.pk, "change": PlacesChange((2, 1)), "replay": True, "reason": "", "actor": SYSTEM}
    with pytest.raises(Refused, match="stale"):
        correct_late(**asked, seen=seen)


def test_a_final_that_was_played_again_by_others_can_still_be_corrected():
    event = make_tournament(4, stages=(("single-elimination", {}),))
    start(event)
    semi, _other = play(event, 1)
    (old_final,) = play(event, 1)
    asked = {"replay": False, "reason": "", "actor": SYSTEM}
    correct_late(table_id=semi.pk, change=PlacesChange((2, 1)), **asked)
    Ruling.objects.create(stage=stage_of(event, 1), table=semi, kind=Ruling.Kind.ADVANCED, value=[])
    (new_final,) = play(event, 1)
    correct_late(table_id=old_final.pk, change=PlacesChange((2, 1)), **asked)
    assert final_places([stage_state(stage_of(event, 1))])[0].person.id in {
        *new_final.seats.values_list("entrant_id", flat=True)
    }
