"""Whether a stage has another round is known without drawing it."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.records import table
from tests.formats.test_stages import names, with_results
from tournaments.formats.plan import StagePlan, has_next_round, next_round, read_plan
from tournaments.formats.qualification import groups_of
from tournaments.formats.record import NoValidPairing, StageRecord, TableRecord
from tournaments.formats.stages import FORMATS

OPTIONS = {
    "round-robin": st.fixed_dictionaries({}, optional={"seats": st.sampled_from([2, 3, 4]), "double": st.booleans()}),
    "swiss": st.one_of(
        st.fixed_dictionaries({}, optional={"seats": st.sampled_from([2, 3, 4])}),
        st.just({"games": 2, "points": "games"}),
    ),
    "single-elimination": st.fixed_dictionaries({"third_place": st.booleans()}),
    "double-elimination": st.fixed_dictionaries({"grand_final": st.sampled_from(["single", "reset"])}),
    "table-knockout": st.fixed_dictionaries({"seats": st.sampled_from([3, 4])}),
    "strikes": st.fixed_dictionaries({"lives": st.integers(1, 3)}, optional={"seats": st.sampled_from([2, 3, 4])}),
}
ROUNDS = st.fixed_dictionaries({}, optional={"rounds": st.integers(1, 5)})


@pytest.mark.parametrize("key", FORMATS)
@settings(max_examples=40)
@given(data=st.data())
def test_a_stage_is_known_to_go_on_exactly_where_a_draw_is_tried(key, data):
    plan = data.draw(plans(key), label="plan")
    random = Random(data.draw(st.integers(0, 2**16), label="results"))
    people = data.draw(st.integers(2 * plan.groups, 12), label="people")
    groups = [
        StageRecord(entrants=tuple(group), seed=random.randrange(100))
        for group in groups_of(names(people), groups=plan.groups)
    ]
    for _ in range(data.draw(st.integers(1, 8), label="rounds played")):
        assert has_next_round(plan, groups) == draw_is_tried(plan, groups)
        groups = [a_round_later(each, plan, random) for each in groups]


def plans(key: str) -> st.SearchStrategy[StagePlan]:
    groups = st.fixed_dictionaries({"groups": st.integers(1, 2)} if FORMATS[key].standings else {})
    return st.builds(lambda *parts: read_plan(key, {**parts[0], **parts[1], **parts[2]}), OPTIONS[key], ROUNDS, groups)


def draw_is_tried(plan: StagePlan, groups: list[StageRecord]) -> bool:
    try:
        return next_round(plan, groups) is not None
    except NoValidPairing:
        return True


def a_round_later(stage: StageRecord, plan: StagePlan, random: Random) -> StageRecord:
    """If there is one; tables may be open, tied or forfeited, and somebody may have left."""
    with suppress(NoValidPairing):
        if drawn := plan.form.next_round(stage, plan.options):
            stage = with_results(stage, drawn, random)
            last = stage.rounds[-1]
            unsettled = replace(last, tables=tuple(unsettle(each, random) for each in last.tables))
            stage = replace(stage, rounds=(*stage.rounds[:-1], unsettled))
    leaves = {random.choice(stage.entrants)} if random.random() < 0.2 else set()
    return replace(stage, withdrawn=stage.withdrawn | leaves)


def unsettle(played: TableRecord, random: Random) -> TableRecord:
    ids = [seat.id for seat in played.seats]
    return random.choices(
        [
            played,
            table(*ids, places=[None] * len(ids)),
            table(*ids, places=[1] * len(ids)),
            table(*ids, forfeited=ids[:1]),
            table(*ids, forfeited=ids),
        ],
        weights=[12, 1, 1, 1, 1],
    )[0]
