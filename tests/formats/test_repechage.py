"""Who lost to one of the last of a bracket plays on for the places behind them."""

from random import Random

import pytest

from tournaments.formats.graph import check_graph, final_order
from tournaments.formats.plan import read_chain
from tournaments.formats.record import Id, StageRecord
from tournaments.formats.repechage import beaten, count_beaten
from tournaments.formats.simulation import playing
from tournaments.formats.simulation.playing import Counts, play_stages
from tournaments.formats.sources import StageSource


def records_of(monkeypatch: pytest.MonkeyPatch) -> list[StageRecord]:
    """The records of the stages that are played from now on."""
    kept: list[StageRecord] = []
    end = playing._end

    def keep(number, sources, plan, groups):
        kept.extend(groups)
        return end(number, sources, plan, groups)

    monkeypatch.setattr(playing, "_end", keep)
    return kept


def lost_to(record: StageRecord) -> list[tuple[Id, Id]]:
    """Of all matches that were played: who lost, and to whom."""
    tables = [sorted(table.seats, key=lambda seat: seat.place or 0) for table in record.tables]
    return [(loser.id, winner.id) for winner, loser in tables]


@pytest.mark.flood(24)
@pytest.mark.parametrize("last", [2, 4])
@pytest.mark.parametrize("main", ["single-elimination", "single-elimination:third_place=true"])
@pytest.mark.parametrize("entrants", range(4, 65))
def test_who_lost_to_one_of_the_last_plays_on_and_everybody_ends_once(monkeypatch, main, last, entrants):
    plans = read_chain(f"{main},single-elimination:lost_to={last}")
    if check_graph(plans, entrants=entrants):
        assert entrants < 2 * last, "too few for a repechage"
        return
    kept = records_of(monkeypatch)
    ends = play_stages(plans, range(1, entrants + 1), Random(entrants), Counts(), lambda rounds: None)
    first = {who for place, who in ends[0].places if place <= last}
    came = {who for _, who in ends[1].places}
    assert came == {loser for loser, winner in lost_to(kept[0]) if winner in first and loser not in first}
    least, most = count_beaten(StageSource(1, lost_to=last), plans[0], entrants)
    assert least <= len(came) <= most
    order = final_order(ends)
    assert sorted(ended.id for ended in order) == list(range(1, entrants + 1))
    given = [ended.place for ended in order]
    assert given == [1 + sum(other < place for other in given) for place in given]
    assert {ended.id for ended in order[:last]} == first
    assert {ended.id for ended in order[last : last + len(came)]} == came


def test_nobody_comes_before_it_is_told_who_the_last_are():
    (plan,) = read_chain("single-elimination")
    stage, told = StageRecord(entrants=tuple(range(1, 9)), seed=1), []
    strengths = dict.fromkeys(stage.entrants, 0.0)
    while drawn := plan.form.next_round(stage, plan.options):
        stage, _lengths = playing.played_out(stage, drawn, plan, strengths, Random(1))
        told.append([len(beaten(StageSource(1, lost_to=last), plan, stage)) for last in (4, 2)])
    assert told == [[4, 0], [4, 4], [4, 4]]
