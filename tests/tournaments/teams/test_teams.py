"""Teams of an event: made, changed, kept apart by draws, and placed."""

from itertools import combinations
from random import Random

import pytest

from tests.factories import announce, deal, make_night, seat_table
from tests.tournament_scenes import begun, draw, finish_round, ids, make_tournament, next_round, play_round, start
from tests.tournaments.prizes.scenes import played_night
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Event, Table
from tournaments.selectors.teams import standing_of_teams, teams_of
from tournaments.services.night import add_entrants_by_name, finish_event, mark_not_here, rank_by_average
from tournaments.services.refusals import Refused
from tournaments.services.stage.entrants import substitute, withdraw
from tournaments.services.stage.rulings import decide_places
from tournaments.services.teams import ListedTeam, set_teams, undo_teams
from tournaments.words.teams import shown_teams

pytestmark = pytest.mark.django_db

FOURS = (("swiss", {"rounds": 3, "seats": 4}),)


def names(event: Event) -> dict[str, list[str]]:
    """Members by team, the captain first."""
    return {team.team.name: [entrant.player.name for entrant in team.members] for team in teams_of(event)}


def points(event: Event) -> dict[str, tuple[int | None, int]]:
    standing = standing_of_teams(event)
    assert standing
    return {line.team.name: (line.row.place, int(line.row.points)) for line in standing.lines}


def test_a_team_has_members_a_captain_and_a_name_and_keeps_its_number():
    event = make_tournament(6)
    team_up(event, Reds="P2 P1", Blues="P3 P4")
    numbers = {team.team.name: team.team.pk for team in teams_of(event)}
    team_up(event, Reds="P2 P5", Greens="P3 P4")
    assert names(event) == {"Reds": ["P2", "P5"], "Greens": ["P3", "P4"]}
    assert {team.team.name: team.team.pk for team in teams_of(event)}["Reds"] == numbers["Reds"]
    assert event.entrants.get(player__name="P1").team is None
    team_up(event)
    assert (event.has_teams, names(event), event.teams.count()) == (False, {}, 0)


@pytest.mark.parametrize(
    ("teams", "best", "code"),
    [
        ([("Reds", (0, 1)), ("Blues", (1, 2))], 0, "in-two-teams"),
        ([("Reds", (0,)), ("reds", (1,))], 0, "team-taken"),
        ([("Reds", ())], 0, "team-empty"),
        ([("", (0,))], 0, "team-empty"),
        ([("Reds", (0, 9))], 0, "list-changed"),
        ([("Reds", (0,))], 100, "team-best"),
    ],
)
def test_a_list_of_teams_that_cannot_be_is_refused_whole(teams, best, code):
    event = make_tournament(3)
    entrants = dict(enumerate(ids(event)))
    listed = [ListedTeam(name, tuple(entrants.get(at, 0) for at in members)) for name, members in teams]
    with pytest.raises(Refused) as refused:
        set_teams(event_id=event.pk, teams=listed, best=best, actor=SYSTEM)
    assert refused.value.code == code
    assert not event.teams.exists()


def test_a_captain_is_one_of_the_team_and_no_other_events_team_is_taken():
    event, other = make_tournament(2), make_tournament(2)
    team_up(other, Reds="P1")
    one, two = ids(event)
    for team in (ListedTeam("Reds", (one,), captain=two), ListedTeam("Reds", (one,), id=other.teams.get().pk)):
        with pytest.raises(Refused):
            set_teams(event_id=event.pk, teams=[team], best=0, actor=SYSTEM)


def test_the_log_says_what_was_before_and_undo_brings_it_back_unless_it_changed_since():
    event = make_tournament(4)
    team_up(event, Reds="P1 P2", Blues="P3 P4", best=1)
    revision = team_up(event, Reds="P1 P3")
    entry = AuditEntry.objects.get(event=event, revision=revision)
    assert [team["name"] for team in entry.before["teams"]] == ["Reds", "Blues"]
    assert (entry.before["best_of"], entry.after["best_of"]) == (1, 0)
    undo_teams(event_id=event.pk, revision=revision, actor=SYSTEM)
    event.refresh_from_db()
    assert (names(event), event.team_best) == ({"Reds": ["P1", "P2"], "Blues": ["P3", "P4"]}, 1)
    with pytest.raises(Refused):
        undo_teams(event_id=event.pk, revision=revision, actor=SYSTEM)


def test_a_drawn_round_keeps_teammates_apart():
    event = make_tournament(8, stages=FOURS)
    team_up(event, Reds="P1 P2", Blues="P3 P4", Greens="P5 P6", Whites="P7 P8")
    start(event)
    members = dict(event.entrants.values_list("pk", "team"))
    seating = draw(event).seating
    assert not any(members[a] == members[b] for one in seating.tables for a, b in combinations(one.entrants, 2))


def test_a_team_has_the_points_of_its_members_and_of_whoever_plays_for_them():
    event = make_tournament(4, stages=FOURS)
    team_up(event, Reds="P1 P2", Blues="P3 P4")
    start(event)
    substitute(event_id=event.pk, entrant_id=ids(event)[0], name="Zita", actor=SYSTEM)
    (table,) = next_round(event)
    order = {seat.entrant.player.name: 4 - seat.index for seat in table.seats.select_related("entrant__player")}
    finish_round(event)
    reds, blues = order["P1"] + order["P2"], order["P3"] + order["P4"]
    assert {name: number for name, (_place, number) in points(event).items()} == {"Reds": reds, "Blues": blues}


def test_the_points_of_who_withdraws_stay_with_the_team():
    event = begun(8, stages=FOURS)
    team_up(event, Reds="P1 P2", Blues="P3 P4")
    play_round(event, Random(1))
    before = points(event)
    withdraw(event_id=event.pk, entrant_id=ids(event)[0], actor=SYSTEM)
    assert points(event) == before


def test_on_a_night_teams_are_placed_by_the_points_of_the_evening():
    night = played_night()
    team_up(night, North="Ana Dovas", South="Bruno Chiara")
    scores = dict(night.tables.get().seats.values_list("entrant__player__name", "score"))
    expected = {"North": scores["Ana"] + scores["Dovas"], "South": scores["Bruno"] + scores["Chiara"]}
    assert {name: number for name, (_place, number) in points(night).items()} == expected
    assert points(night)["South"][0] == 1


def test_where_the_best_member_counts_the_better_one_places_the_team():
    night = played_night()
    team_up(night, best=1, North="Ana Dovas", South="Bruno Chiara")
    scores = dict(night.tables.get().seats.values_list("entrant__player__name", "score"))
    assert points(night)["North"][1] == max(scores["Ana"], scores["Dovas"])


def test_a_night_ranked_by_the_average_adds_averages_up_and_shared_first_places_are_no_tables_won():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    Table.objects.filter(pk=table.pk).update(first_dealer=1)
    for announced, taken in ((1, 1), (2, 2), (3, 3), (2, 1)):
        for seat in (0, 1):
            deal(table, announce(seat, announced, taken))
    team_up(night, North="Ana", South="Bruno")
    rank_by_average(event_id=night.pk, by_average=True, actor=SYSTEM)
    night.refresh_from_db()
    shown = shown_teams(standing_of_teams(night), night)
    assert [(team.points, team.members[0].share) for team in shown.teams] == [("9½", "9½")] * 2
    assert shown.terms == [
        "A team has the averages of all its members, added up.",
        "Teams with equal points are told apart by these: First places.",
    ]
    assert dict(shown.tiebreaks)["members-wins"] == "First places"


def test_half_a_point_reads_as_half_a_match_does():
    event = begun(2)
    team_up(event, Reds="P1", Blues="P2")
    (table,) = next_round(event)
    decide_places(table_id=table.pk, places=[1, 1], reason="level", actor=SYSTEM)
    shown = shown_teams(standing_of_teams(event), event)
    assert [(team.points, team.members[0].share) for team in shown.teams] == [("½", "½")] * 2
    assert [row.cells["points"] for team in shown.rows for row in (team, *team.rows)] == ["½"] * 4


def test_who_had_not_come_after_all_is_in_no_team():
    night = make_night()
    add_entrants_by_name(event_id=night.pk, names=["Ana", "Bruno", "Chiara"], actor=SYSTEM)
    team_up(night, North="Ana Bruno", South="Chiara")
    mark_not_here(event_id=night.pk, entrants=[ids(night)[0]], actor=SYSTEM)
    assert names(night) == {"North": ["Bruno"], "South": ["Chiara"]}


def test_teams_of_an_event_that_is_over_can_be_corrected():
    night = played_night()
    finish_event(event_id=night.pk, actor=SYSTEM)
    team_up(night, North="Ana Dovas", South="Bruno Chiara")
    assert points(night)["South"][0] == 1


def test_an_event_without_teams_asks_nothing_more(django_assert_num_queries):
    event = begun(4)
    with django_assert_num_queries(0):
        assert (teams_of(event), standing_of_teams(event)) == ([], None)
