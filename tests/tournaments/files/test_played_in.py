"""What was played elsewhere comes into a tournament that is planned, and stands as it stood there."""

import pytest

from scoring.games import GAMES
from tests.factories import deal
from tests.tournament_scenes import (
    begun,
    finish_round,
    finish_table,
    make_tournament,
    next_round,
    play_event,
    play_round,
    running,
)
from tests.tournaments.files.test_files_out import exported
from tournaments.audit import SYSTEM
from tournaments.imports.played import Played, read_played
from tournaments.models import Club, Event, Player, Table
from tournaments.selectors.files.stages import plans_of
from tournaments.selectors.stage.records import stage_state
from tournaments.services.files.played import bring_played
from tournaments.services.refusals import Refused
from tournaments.services.stage.registration import expel, substitute
from tournaments.services.stage.rulings import forfeit

pytestmark = pytest.mark.django_db

SWISS = (("swiss", {"rounds": 3}),)


def read(event: Event, *files: str) -> Played:
    return read_played(
        [file.encode() for file in files], game=GAMES[event.game], rules=event.game_rules, plans=plans_of(event)
    )


def brought(event: Event, *files: str, into: Event | None = None) -> Event:
    """Into a tournament that is planned alike, of another club."""
    stages = [(stage.format, stage.options) for stage in event.stages.all()]
    there = into or make_tournament(stages=stages, game=event.game, rules=event.rules)
    played = read(there, *files)
    assert played.faults == []
    bring_played(event_id=there.pk, played=played.event, people={}, file="one", actor=SYSTEM, tell=lambda *_: None)
    return Event.objects.get(pk=there.pk)


def standing(event: Event) -> list[list[tuple[object, ...]]]:
    """Of each stage and group, by name."""
    states = [stage_state(stage) for stage in event.stages.all()]
    return [
        [(place, state.entrants[who].player.name) for place, who in places]
        for state in states
        for places in state.places
    ]


def points(event: Event) -> dict[str, object]:
    state = stage_state(event.stages.get(number=1))
    return {state.entrants[row.id].player.name: row.points for rows in state.standings for row in rows}


def sheets(event: Event, *names: str, kind: str = "csv", language: str = "en") -> list[str]:
    return [exported(name, event=event.pk, kind=kind, language=language) for name in names]


def test_a_report_gives_the_same_standings_again() -> None:
    event = play_event(make_tournament(5))
    there = brought(event, exported("report", event=event.pk))
    assert standing(there) == standing(event)
    assert points(there) == points(event)
    assert exported("report", event=there.pk).splitlines()[5:] == exported("report", event=event.pk).splitlines()[5:]


@pytest.mark.parametrize(("kind", "language"), [("csv", "en"), ("csv", "it"), ("json", "en")])
def test_the_sheets_of_an_event_give_the_same_standings_again(kind: str, language: str) -> None:
    event = begun(6)
    first, second, third = next_round(event)
    finish_table(first, winner=1)
    forfeit(table_id=second.pk, seats=[0], reason="", actor=SYSTEM)
    finish_table(third, order=[1, 0])
    substitute(event_id=event.pk, entrant_id=third.seats.all()[0].entrant_id, name="Stand-in", actor=SYSTEM)
    play_round(event)
    expel(event_id=event.pk, entrant_id=first.seats.all()[0].entrant_id, reason="", actor=SYSTEM)
    play_round(event)
    files = sheets(event, "pairings", "deals", "standings", "entrants", kind=kind, language=language)
    there = brought(event, *files)
    assert standing(there) == standing(event)
    assert points(there) == points(event)
    deals = list(event.tables.order_by("pk").values_list("number", "deal_count", "status"))
    assert list(there.tables.order_by("pk").values_list("number", "deal_count", "status")) == deals
    stand_ins = [each.tables.filter(seats__substitute__name="Stand-in").count() for each in (event, there)]
    assert stand_ins[0] == stand_ins[1] > 0


def test_deals_alone_are_a_whole_event_too_and_who_had_none_rested() -> None:
    event = begun(5)
    for _ in range(3):
        for table in next_round(event):
            finish_table(table, winner=0)
    there = brought(event, *sheets(event, "deals"))
    assert points(there) == points(event)
    assert there.tables.count() == 6


def test_a_round_that_is_still_played_goes_on_here() -> None:
    event = begun(4)
    play_round(event)
    first, _second = next_round(event)
    deal(first, {"dealer": 0, "claimed": [0]})
    there = brought(event, *sheets(event, "pairings", "deals"))
    assert list(there.tables.order_by("pk").values_list("status", flat=True)) == [
        "closed",
        "closed",
        "finished",
        "playing",
    ]
    finish_round(there)
    assert len(next_round(there)) == 2


def test_a_chain_of_stages_with_tables_of_four_and_a_bracket_comes_in_whole() -> None:
    stages = (("swiss", {"seats": 4, "rounds": 2}), ("single-elimination", {"qualify": {"size": 4}}))
    event = play_event(make_tournament(8, stages=stages))
    there = brought(event, *sheets(event, "pairings", "standings", "entrants"))
    assert standing(there) == standing(event)


def test_a_paired_round_without_results_is_read_from_a_hand_made_sheet() -> None:
    """As somebody writes it: names and places, no numbers of ours."""
    there = make_tournament(stages=SWISS)
    brought(there, "Turno;Tavolo;Giocatore;Punteggio\n1;1;Ana;1,5\n1;1;Bruno;0,5\n1;;Chiara;\n", into=there)
    assert points(there) == {"Ana": 1, "Bruno": 0, "Chiara": 1}
