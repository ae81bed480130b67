"""Who are tied for first place of the last stage: they play it off, share it, or a lot decides, and it is said."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament_scenes import finish_table, make_tournament, next_round, open_tables, play_stage, start
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Entrant, Event, Ruling, Stage, Table
from tournaments.selectors.stage.places import LevelFirst, final_places, level_for_first_place
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.rulings import (
    decide_places,
    draw_first,
    open_tie,
    play_off_first,
    settle_tie,
    share_first,
)

pytestmark = pytest.mark.django_db

CHAINS = pytest.mark.parametrize("chain", [["score"], ["score", "lots"], ["score", "decided", "lots"]])


def played(count: int = 4, *, chain: list[str]) -> Event:
    """One round at tables of two: half of them have won, and are tied for first place."""
    event = make_tournament(count, stages=[("swiss", {"rounds": 1, "chain": chain})])
    start(event)
    play_stage(event)
    return event


def stage_of(event: Event) -> Stage:
    return event.stages.get()


def level(event: Event) -> LevelFirst:
    (found,) = level_for_first_place(stage_of(event))
    return found


def firsts(event: Event) -> list[int]:
    """Who hold first place, as the final places have it."""
    return [row.person.tag.id for row in final_places([stage_state(stage_of(event))]) if row.place == 1]


def players(entrants: list[int]) -> list[int]:
    return [Entrant.objects.get(pk=who).player_id for who in entrants]


def given(event: Event) -> dict[str, object]:
    return {"stage_id": stage_of(event).pk, "level": level(event).ids, "actor": SYSTEM}


def directed(client: Client, event: Event) -> Client:
    user = event.club.members.get().user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def choose(client: Client, event: Event, choice: str) -> str:
    posted = {"choice": choice, "level": " ".join(map(str, level(event).ids))}
    answer = directed(client, event).post(reverse("first-place", args=[stage_of(event).pk]), posted, follow=True)
    return " ".join(answer.content.decode().split())


def play_off(event: Event) -> Table:
    (table,) = play_off_first(**given(event))
    return table


@CHAINS
def test_who_wins_the_play_off_is_first_whatever_the_order_of_tie_breaks_was(chain: list[str]) -> None:
    event = played(chain=chain)
    table = play_off(event)
    assert len(firsts(event)) == 2, "no lot while there is something to play"
    finish_table(table, order=[1, 0])
    assert firsts(event) == players([table.seats.get(index=1).entrant_id])
    assert level_for_first_place(stage_of(event)) == []
    (rows,) = stage_state(stage_of(event)).standings
    assert [row.points for row in rows] == [1, 1, 0, 0]


@CHAINS
def test_who_share_first_place_are_champions_together_and_no_lot_parts_them(chain: list[str]) -> None:
    event = played(chain=chain)
    together = level(event).ids
    rulings = {share_first(**given(event)).pk for _tap in range(2)}
    assert sorted(firsts(event)) == sorted(players(together)) and len(rulings) == 1
    assert stage_state(stage_of(event)).placed_by_lot.isdisjoint(together)
    assert level(event).shared


@CHAINS
def test_a_lot_for_first_place_is_recorded_with_its_seed_and_said(client: Client, chain: list[str]) -> None:
    event = played(chain=chain)
    people, seed = level(event).ids, stage_of(event).seed
    page = choose(client, event, "lots")
    assert "A lot was drawn for first place." in page
    order = Ruling.objects.get(kind="first-lots").value
    assert sorted(order) == sorted(people) and firsts(event) == players(order[:1])
    assert AuditEntry.objects.get(action="first-lots-drawn").after["lots_seed"] == seed
    assert stage_state(stage_of(event)).placed_by_lot >= set(people)
    assert "and lots were drawn: 1 of 2." in client.get(reverse("why", args=[event.pk, order[0]])).text


def test_the_desk_asks_before_the_end_and_offers_every_way(client: Client) -> None:
    event = played(chain=["score", "decided", "lots"])
    desk = directed(client, event).get(reverse("desk", args=[event.pk])).text
    assert "2 are tied for first place." in desk and "the lot that is already drawn decides" in desk
    page = client.get(reverse("first-place", args=[stage_of(event).pk])).text
    assert all(f'value="{choice}"' in page for choice in ("play-off", "shared", "lots"))
    assert reverse("tie", args=[stage_of(event).pk]) in page
    assert "First place is shared." in choose(client, event, "shared")
    desk = client.get(reverse("desk", args=[event.pk])).text
    assert "2 share first place." in desk and "Settle who is first" not in desk


@pytest.mark.parametrize(
    ("count", "format_", "sentence"),
    [(2, "swiss", "P1 is first with 1 point."), (2, "single-elimination", "P1 is first."), (4, "swiss", "")],
)
def test_the_desk_says_who_is_first_and_offers_to_settle_ties_where_there_are_any(
    client: Client, count: int, format_: str, sentence: str
) -> None:
    event = make_tournament(count, stages=[(format_, {"rounds": 1} if format_ == "swiss" else {})])
    start(event)
    next_round(event)
    address = reverse("desk", args=[event.pk])
    assert "Start the clock" in directed(client, event).get(address).text
    for table in open_tables(event):
        names = list(table.seats.order_by("index").values_list("entrant__player__name", flat=True))
        finish_table(table, order=sorted(range(len(names)), key=names.__getitem__))
    desk = client.get(address).text
    assert (sentence or "2 are tied for first place.") in desk and (
        "is first" in desk.replace("who is first", "")
    ) == bool(sentence)
    assert ("Settle a tie" in desk) == (count > 2)
    assert not any(text in desk for text in ("Minutes", "Start the clock", "All table cards"))


def test_what_was_chosen_is_undone_from_the_desk(client: Client) -> None:
    event = played(chain=["score"])
    choose(client, event, "lots")
    ruling = Ruling.objects.get(kind="first-lots")
    steps = {"steps": f"{event.pk} open-tie:{ruling.pk}"}
    answer = client.post(reverse("desk-undo", args=[event.pk]), steps, follow=True)
    assert answer.status_code == 200 and len(firsts(event)) == 2
    assert AuditEntry.objects.filter(action="tie-opened").count() == 1
    choose(client, event, "shared")
    with pytest.raises(Refused, match="list-changed"):
        open_tie(ruling_id=ruling.pk, actor=SYSTEM)


def test_the_directors_word_is_undone_as_well() -> None:
    event = played(chain=["score", "decided"])
    ruling = settle_tie(stage_id=stage_of(event).pk, order=level(event).ids[::-1], reason="", actor=SYSTEM)
    assert len(firsts(event)) == 1
    open_tie(ruling_id=ruling.pk, actor=SYSTEM)
    assert len(firsts(event)) == 2


def test_who_is_level_after_a_play_off_is_asked_about_again() -> None:
    event = played(6, chain=["score"])
    table = play_off(event)
    decide_places(table_id=table.pk, places=[1, 1, 3], reason="", actor=SYSTEM)
    assert len(level(event).ids) == 2
    share_first(**given(event))
    assert len(firsts(event)) == 2


def test_a_play_off_after_sharing_was_chosen_counts() -> None:
    event = played(chain=["score", "lots"])
    share_first(**given(event))
    finish_table(play_off(event))
    assert len(firsts(event)) == 1


def test_what_would_move_others_is_seen_before() -> None:
    event = played(chain=["score"])
    (rows,) = stage_state(stage_of(event)).standings
    settle_tie(stage_id=stage_of(event).pk, order=[row.id for row in rows[2:]], reason="", actor=SYSTEM)
    with pytest.raises(Refused, match="tie-not-asked"):
        draw_first(**given(event))


def test_nothing_is_settled_before_everything_is_played_or_for_others() -> None:
    event = make_tournament(4, stages=[("swiss", {"rounds": 2, "chain": ["score"]})])
    start(event)
    for table in next_round(event):
        finish_table(table)
    assert open_tables(event) == []
    with pytest.raises(Refused, match="rounds-left"):
        share_first(**given(event))
    over = played(chain=["score"])
    with pytest.raises(Refused, match="list-changed"):
        share_first(stage_id=stage_of(over).pk, level=level(over).ids[:1], actor=SYSTEM)


def test_before_another_stage_it_is_the_cut_that_is_settled() -> None:
    event = make_tournament(4, stages=[("swiss", {"rounds": 1, "chain": ["score"]}), ("single-elimination", {})])
    start(event)
    play_stage(event)
    first = event.stages.get(number=1)
    (found,) = level_for_first_place(first)
    with pytest.raises(Refused, match="list-changed"):
        share_first(stage_id=first.pk, level=found.ids, actor=SYSTEM)
