"""Points that entrants start with by their ratings: given when a stage begins, and changed before its first draw."""

from fractions import Fraction

import pytest

from tests.tournament_scenes import draw, make_tournament, play_round, rated, start
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.selectors.stage.records import stage_state
from tournaments.services.refusals import Refused
from tournaments.services.stage.handicaps import set_handicaps
from tournaments.services.stage.planning import undo_start

pytestmark = pytest.mark.django_db

HANDICAP = (("swiss", {"rounds": 5, "acceleration": "handicap"}),)


def with_handicap(stages=HANDICAP) -> Event:
    """Of Ana the strongest, Bruno, Chiara, and Dovas, who has no rating."""
    event = make_tournament(names=["Ana", "Bruno", "Chiara", "Dovas"], stages=stages)
    rated(event, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    start(event)
    return event


def points(event: Event) -> dict[str, Fraction | None]:
    entries = event.stages.get(number=1).entries.select_related("entrant__player")
    return {entry.entrant.player.name: entry.starts_with and entry.starts_with.points for entry in entries}


def test_the_weaker_start_with_points_and_who_has_no_rating_with_none():
    event = with_handicap()
    given = points(event)
    assert given["Ana"] == given["Dovas"] == 0 < given["Bruno"] < given["Chiara"] == 2
    rated(event, Chiara=1900.0)
    assert points(event) == given


def test_who_is_left_out_of_the_ranking_gets_none_and_moves_nobody():
    event = make_tournament(names=["Ana", "Bruno", "Chiara"], stages=HANDICAP)
    rated(event, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    event.club.players.filter(name="Chiara").update(unranked=True)
    start(event)
    assert points(event)["Chiara"] == 0 < points(event)["Bruno"]


def test_other_stages_give_none():
    event = with_handicap(stages=(("swiss", {"rounds": 5}),))
    assert set(points(event).values()) == {None}


def test_standings_count_them_and_say_so_in_their_column():
    event = with_handicap()
    play_round(event)
    state = stage_state(event.stages.get())
    rows = {row.id: row for row in state.standings[0]}
    chiara = event.entrants.get(player__name="Chiara").pk
    assert rows[chiara].figures["starting-points"].value == 2
    assert rows[chiara].points >= 2


def test_a_director_changes_them_until_a_round_is_drawn():
    event = with_handicap()
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    usual = points(event)["Bruno"]
    set_handicaps(stage_id=stage.pk, points={bruno: Fraction(3, 2)}, actor=SYSTEM)
    entry = stage.entries.get(entrant=bruno)
    assert entry.starts_with and (entry.starts_with.points, entry.starts_with.by_hand) == (Fraction(3, 2), True)
    set_handicaps(stage_id=stage.pk, points={bruno: usual}, actor=SYSTEM)
    assert not stage.entries.get(entrant=bruno).starts_with.by_hand
    assert event.audit_entries.filter(action="handicaps-set").count() == 2
    draw(event)
    with pytest.raises(Refused, match="stage-played"):
        set_handicaps(stage_id=stage.pk, points={bruno: Fraction(1)}, actor=SYSTEM)


def test_none_is_negative_or_endless_and_stages_without_have_none():
    event = with_handicap()
    stage, bruno = event.stages.get(), event.entrants.get(player__name="Bruno").pk
    for value in (Fraction(-1, 2), Fraction(19, 2)):
        with pytest.raises(Refused, match="handicap-range"):
            set_handicaps(stage_id=stage.pk, points={bruno: value}, actor=SYSTEM)
    with pytest.raises(Refused, match="list-changed"):
        set_handicaps(stage_id=stage.pk, points={0: Fraction(1)}, actor=SYSTEM)
    other = with_handicap(stages=(("swiss", {"rounds": 5}),)).stages.get()
    with pytest.raises(Refused, match="no-handicaps"):
        set_handicaps(stage_id=other.pk, points={}, actor=SYSTEM)


def test_a_stage_that_begins_again_gives_them_anew():
    event = with_handicap()
    undo_start(stage_id=event.stages.get().pk, actor=SYSTEM)
    rated(event, Ana=1350.0, Chiara=1650.0)
    start(event)
    assert points(event)["Chiara"] == 0 < points(event)["Ana"]
