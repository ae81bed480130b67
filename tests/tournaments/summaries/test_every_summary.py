"""Whatever the directors of a club do, what is kept for reading is what all deals give once more."""

import pytest

from tests.confirmation_scenes import later
from tests.tournaments.summaries import night_acts, year_acts
from tests.tournaments.summaries.year_walk import Act, Walk
from tournaments.formats.seasons.standing import POINTS_RULES
from tournaments.models import TableBend
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.summaries.events import make_bends

pytestmark = pytest.mark.django_db

ACTS: dict[Act, int] = {
    night_acts.open_night: 6,
    night_acts.ask: 2,
    night_acts.seat: 2,
    night_acts.play: 6,
    night_acts.end: 2,
    night_acts.adjourn: 2,
    night_acts.carry_on: 2,
    night_acts.open_table_again: 2,
    night_acts.take_back: 1,
    night_acts.correct: 8,
    night_acts.give_word: 6,
    night_acts.rule_it: 3,
    night_acts.time_passes: 4,
    night_acts.leave: 1,
    night_acts.finish: 8,
    night_acts.reopen: 4,
    night_acts.discard: 1,
    night_acts.merge_two: 3,
    night_acts.part_two: 2,
    night_acts.add_somebody: 2,
    night_acts.no_name: 1,
    night_acts.away: 1,
    year_acts.open_tournament: 3,
    year_acts.round_on: 6,
    year_acts.decide: 4,
    year_acts.late: 3,
    year_acts.entrant_changes: 4,
    year_acts.new_season: 1,
    year_acts.publish: 1,
    year_acts.archive: 1,
    year_acts.choose: 3,
    year_acts.draw_league: 2,
    year_acts.challenge: 5,
}
SEEN = {"finish", "reopen", "correct", "merge_two", "give_word", "choose", "time_passes"}


@pytest.mark.slow
def test_after_a_year_of_anything_what_is_kept_is_what_the_deals_give():
    done = set[str]()
    for seed in (2, 11):
        walk = Walk(seed, ACTS)
        for points in POINTS_RULES:
            year_acts.a_season(walk, points=points, events="all")
        for step in range(1, 181):
            walk.step()
            if step % 30 == 0:
                with later(walk.minutes):
                    assert list(rebuild_scores(keep=False)) == [], (seed, step)
        done |= walk.done.keys()
    assert done >= SEEN
    chances_add_up()


def chances_add_up() -> None:
    """At every table after every deal; whoever has won has them all."""
    while make_bends():
        pass
    bends = list(TableBend.objects.exclude(steps=None).select_related("table"))
    assert bends
    for bend in bends:
        steps = [chances for _deal, *chances in bend.steps]
        assert all(abs(sum(chances) - 1) < 0.002 for chances in steps)
        if bend.table.status == "finished":
            first = [place == 1 for place in bend.table.seats.order_by("index").values_list("place", flat=True)]
            assert steps[-1] == pytest.approx([is_first / sum(first) for is_first in first], abs=0.001)
