"""What pages say of teams that meet over boards, and the phones of their captains."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import GAMES
from tests.factories import deal, make_member, make_table, make_user, pad_token, sign_in
from tests.tournament_scenes import draw, make_tournament, next_round
from tests.tournaments.api.scenes import Program, token_for
from tests.tournaments.boards.scenes import (
    begun_teams,
    boards_of,
    entrant,
    play_boards,
    side,
    sitting,
    state_of,
    team_event,
    win,
)
from tests.tournaments.stage.plan.test_pages_stages import filled
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.exports.files.catalogue import event_files
from tournaments.forms.stage.stages import StageForm
from tournaments.models import Event, Member, Player, Table
from tournaments.services.night import finish_event
from tournaments.services.stage.entrants import check_in
from tournaments.services.stage.line_ups import set_line_up
from tournaments.services.stage.rounds import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    """Of every club."""
    return sign_in(client, make_user("Ruta", is_superuser=True))


def text(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, (name, answer.status_code)
    return " ".join(answer.content.decode().split())


def words(client: Client, name: str, *args: object) -> str:
    return " ".join(re.sub("<[^>]*>", " ", text(client, name, *args)).split())


def pages(client: Client, event: Event) -> dict[str, str]:
    """All pages that tell of the event, whatever it has come to."""
    names = ("event", "tables", "wall", "desk", "stages", "entrants", "teams", "cross-table", "bracket", "event-log")
    shown = {name: text(client, name, event.pk) for name in (*names, "event-files", "event-codes", "report")}
    for stage_entry in state_of(event).entries if event.status == Event.Status.OPEN else ():
        shown["why"] = text(client, "why", event.pk, stage_entry.entrant_id)
    for table in event.tables.exclude(status=Table.Status.UNDONE):
        shown["table"] = text(client, "table", table.pk)
        shown["table-ruling"] = text(client, "table-ruling", table.pk)
    return shown


@pytest.mark.parametrize("key", ["swiss", "round-robin", "single-elimination", "double-elimination"])
def test_all_pages_tell_of_a_round_that_is_drawn_played_and_over(director, key):
    event = begun_teams(4, each=3, boards=2, key=key, line_up="free")
    round_ = draw(event)
    preview = text(director, "round", round_.pk)
    assert "Line-up of A" in preview and "Tap two teams" in preview and "Find a team" in preview
    pages(director, event)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    shown = pages(director, event)
    assert "Board 1 of 2: A 0–0 " in shown["desk"]
    one, two = boards_of(event, "A")
    win(one, "A")
    win(two, "A")
    shown = pages(director, event)
    other = next(name[0] for name in sitting(one) if name[0] != "A")
    assert f"Board 1 of 2: A 2–0 {other}" in text(director, "pairings", round_.pk)
    assert f'<a href="{reverse("pairings", args=[round_.pk])}">Round 1</a>' in text(director, "table", one.pk)


def test_results_name_the_teams_of_a_match_once_above_its_boards(director):
    event = begun_teams(4, each=3, boards=3)
    next_round(event)
    page = text(director, "event", event.pk)
    assert len(re.findall(r'pairing-teams" data-for="\w 0–0 \w"', page)) == 2
    assert page.count("pairing-turned") == 2, "the second board of each"
    assert len(re.findall(r"<span>\w</span> <strong>0</strong> <strong>0</strong> <span>\w</span> </b>", page)) == 2


def test_the_start_page_lists_teams_and_no_people(director):
    event = team_event(3)
    page = text(director, "stage-start", event.stages.get().pk)
    assert ">A<" in page.replace(" ", "")
    assert "A1" not in page


def test_the_cross_table_of_teams_keeps_their_matches_apart(director):
    event = begun_teams(2, key="round-robin", double=True)
    for _leg in range(2):
        play_boards(event, Random(3))
    page = text(director, "cross-table", event.pk)
    assert ">Team</th>" in page and ">Player</th>" not in page
    assert len(re.findall(r"[½\d]</a> <a class=\"mark-", page)) == 2, "a space between the two of each team"


def test_the_start_page_leads_to_the_teams_where_nobody_has_made_them(director):
    event = make_tournament(4, stages=[("swiss", {"boards": 2})])
    page = text(director, "stage-start", event.stages.get().pk)
    assert "Teams begin this stage" in page
    assert page.count(f'href="{reverse("teams", args=[event.pk])}"') == 1


def test_an_event_of_teams_ends_with_its_results_and_report(director):
    event = begun_teams(4, rounds=2)
    for _number in range(2):
        play_boards(event, Random(4))
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    shown = pages(director, event)
    assert "A" in shown["event"]
    assert Player.objects.filter(club=event.club).count() == 8


def test_every_file_of_an_event_of_teams_can_be_had(director):
    event = begun_teams(4, rounds=1)
    play_boards(event, Random(2))
    for name in event_files(event):
        answer = director.get(reverse("event-file-csv", args=[event.pk, name]))
        assert answer.status_code == 200 and b"".join(answer), name
    answer = director.get(reverse("event-report", args=[event.pk, "1"]))
    assert answer.status_code == 404 or b"".join(answer)


def test_a_team_withdraws_on_its_own_page(director):
    event = begun_teams(4, rounds=3)
    play_boards(event, Random(1))
    address = reverse("entrant-leave", args=[event.pk, side(event, "D")])
    assert address in text(director, "teams", event.pk)
    director.post(address, {"status": "withdrawn"})
    assert event.entrants.get(pk=side(event, "D")).status == "withdrawn"
    assert side(event, "D") not in draw(event).seating.seated
    assert "Plays again" in text(director, "teams", event.pk)
    director.post(reverse("entrants-status", args=[event.pk]), {"entrant": side(event, "D"), "status": "active"})
    assert event.entrants.get(pk=side(event, "D")).status == "active"


@pytest.mark.parametrize(("role", "is_led"), [(Member.Role.DIRECTOR, True), (Member.Role.EVENING, False)])
def test_the_page_of_the_teams_says_how_a_captain_names_a_line_up(client, role, is_led):
    event = team_event(2)
    user = make_member(event.club, role)
    Member.objects.filter(user=user).update(event=event if role == Member.Role.EVENING else None)
    page = text(sign_in(client, user), "teams", event.pk)
    assert "captains can name the line-up on a phone, with their own code of the club" in page
    assert (f'href="{reverse("codes", args=[event.club.slug])}?of=players"' in page) is is_led


def test_the_pad_of_a_board_says_where_captains_name_the_line_up():
    sentence = "Captains name the line-up of their team with their own code of the club"
    next_round(event := begun_teams(2))
    for table, is_said in ((boards_of(event, "A")[0], True), (make_table(club=event.club), False)):
        assert (sentence in Client().get(f"/pad/{pad_token(table)}/").content.decode()) is is_said


def test_a_team_has_a_fixed_table_by_the_form_on_its_page_which_can_be_undone(director):
    event = begun_teams(4)
    teams = reverse("teams", args=[event.pk])
    address, given = reverse("entrants-table", args=[event.pk]), {"entrant": side(event, "D")}
    assert address in text(director, "teams", event.pk)
    answer = director.post(address, given | {"table": 3}, follow=True)
    assert answer.redirect_chain == [(teams, 302)]
    page = " ".join(answer.content.decode().split())
    assert "D always sits at table 3." in page and "Fixed table: 3" in page
    next_round(event)
    assert [table.number for table in boards_of(event, "D")] == [3, 4]
    (steps,) = re.findall(r'name="steps" value="([^"]+)"', page)
    director.post(reverse("desk-undo", args=[event.pk]), {"steps": steps})
    assert event.entrants.get(pk=side(event, "D")).fixed_table is None


def test_a_captain_says_on_a_phone_who_plays_until_the_round_begins():
    event = begun_teams(2, each=3, boards=2, line_up="free")
    phone, code = Client(), player_code(entrant(event, "A1").player_id, 0)
    assert "Say who plays" not in words(phone, "code", code)
    round_ = draw(event)
    assert "Round 1, against B Say who plays for your team" in words(phone, "code", code)
    assert "against B · no line-up is named yet" in words(phone, "own-line-up", code, round_.pk)
    address = reverse("own-line-up", args=[code, round_.pk])
    members = [entrant(event, name).pk for name in ("A3", "A1")]
    assert phone.post(address, {"board-1": members[0], "board-2": members[1]}).status_code == 302
    round_.refresh_from_db()
    assert round_.seating.line_ups == {side(event, "A"): tuple(members)}
    assert "your line-up is saved Change who plays" in words(phone, "code", code)
    saved = words(phone, "own-line-up", code, round_.pk)
    assert "the line-up is saved" in saved
    assert "Save the change" in saved
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert phone.get(address).status_code == 404
    late = phone.post(address, {"board-1": members[1]}, follow=True)
    assert "The round has begun without this change." in late.content.decode()
    assert {name for table in boards_of(event, "A") for name in sitting(table)} == {"A1", "A3", "B1", "B2"}


def test_the_director_reads_who_the_captains_are_and_the_cards_which_teams_meet_at_which_board(director):
    event = begun_teams(2, each=2, boards=2)
    event.entrants.filter(player__name="B1").update(captain=False)
    teams = words(director, "teams", event.pk)
    assert teams.count("No captain yet") == 1
    round_ = draw(event)
    preview = words(director, "round", round_.pk)
    assert "Line-up of A · captain A1" in preview
    assert "Line-up of B · captain" not in preview
    publish_round(round_id=round_.pk, actor=SYSTEM)
    cards = words(director, "event-cards", event.pk)
    assert re.search("Table 2 (A – B|B – A), Board 2", cards)


def test_a_program_names_a_line_up():
    event = begun_teams(2, each=3, boards=2)
    round_, program = draw(event), Program(token_for(event.club, "direct"))
    path = f"/events/{event.pk}/stages/1/rounds/1/line-ups/{side(event, 'A')}"
    named = [entrant(event, name).pk for name in ("A2", "A3")]
    answer = program.post(path, {"entrants": named})
    assert answer.status_code == 200, answer.json()
    round_.refresh_from_db()
    assert round_.seating.line_ups == {side(event, "A"): tuple(named)}
    refused = program.post(path, {"entrants": named[::-1]})
    assert (refused.status_code, refused.json()["code"]) == (422, "line-up-order")


def test_nobody_but_the_captain_names_a_line_up_and_the_other_side_does_not_see_it():
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=[entrant(event, "A3").pk], actor=SYSTEM)
    member = player_code(entrant(event, "A2").player_id, 0)
    assert Client().get(reverse("own-line-up", args=[member, round_.pk])).status_code == 404
    captain = player_code(entrant(event, "B1").player_id, 0)
    assert "A3" not in text(Client(), "own-line-up", captain, round_.pk)


def test_a_wrong_line_up_is_said_to_the_captain():
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    code = player_code(entrant(event, "A1").player_id, 0)
    members = [entrant(event, name).pk for name in ("A3", "A1")]
    answer = Client().post(
        reverse("own-line-up", args=[code, round_.pk]), {"board-1": members[0], "board-2": members[1]}
    )
    assert "leave out those who do not play" in answer.content.decode()


def test_a_member_who_is_named_for_two_boards_is_told_so(director):
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    who = entrant(event, "A2").pk
    answer = director.post(reverse("line-up", args=[round_.pk, side(event, "A")]), {"board-1": who, "board-2": who})
    assert "A2 is named twice" in answer.content.decode()
    round_.refresh_from_db()
    assert not round_.seating.line_ups


@pytest.mark.parametrize(
    ("order", "chosen", "sitting_there"),
    [
        ("free", ("A3", None), ("A3", "A1")),
        ("free", (None, "A2"), ("A1", "A2")),
        ("free", (None, "A1"), ("A2", "A1")),
        ("fixed", (None, "A1"), ("A1", "A2")),
        ("fixed", ("A3", None), ("A1", "A3")),
        ("fixed", (None, None), ("A1", "A2")),
    ],
)
def test_the_next_of_the_list_sits_where_nobody_is_chosen_as_the_page_says(director, order, chosen, sitting_there):
    event = begun_teams(2, each=3, boards=2, line_up=order)
    round_ = draw(event)
    address = reverse("line-up", args=[round_.pk, side(event, "A")])
    posted = {f"board-{board}": entrant(event, name).pk for board, name in enumerate(chosen, 1) if name}
    assert director.post(address, posted).status_code == 302
    shown = re.findall(r'<option value="(\d+)" selected>', director.get(address).content.decode())
    publish_round(round_id=round_.pk, actor=SYSTEM)
    at_boards = [next(name for name in sitting(board) if name[0] == "A") for board in boards_of(event, "A")]
    assert tuple(at_boards) == sitting_there
    assert [int(pk) for pk in shown] == [entrant(event, name).pk for name in sitting_there]


def test_a_captain_whose_member_has_gone_since_the_page_was_read_is_told_so_in_words():
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    code, gone = player_code(entrant(event, "A1").player_id, 0), entrant(event, "A2").pk
    check_in(event_id=event.pk, entrants=[gone], present=False, actor=SYSTEM)
    answer = Client().post(reverse("own-line-up", args=[code, round_.pk]), {"board-1": gone})
    assert "The list has changed in the meantime." in answer.content.decode()


def test_the_page_of_a_line_up_shows_who_will_sit_when_somebody_who_was_named_has_gone(director):
    event = begun_teams(2, each=3, boards=2, line_up="free")
    round_ = draw(event)
    named = [entrant(event, name).pk for name in ("A3", "A2")]
    set_line_up(round_id=round_.pk, side=side(event, "A"), members=named, actor=SYSTEM)
    check_in(event_id=event.pk, entrants=named[:1], present=False, actor=SYSTEM)
    page = text(director, "line-up", round_.pk, side(event, "A"))
    expected = [entrant(event, name).pk for name in ("A2", "A1")]
    assert [int(pk) for pk in re.findall(r'<option value="(\d+)" selected>', page)] == expected
    publish_round(round_id=round_.pk, actor=SYSTEM)
    assert [
        seat.entrant_id for table in boards_of(event, "A") for seat in table.seats.all() if seat.entrant_id in expected
    ] == expected


def test_the_director_names_a_line_up_in_the_preview(director):
    event = begun_teams(2, each=3, boards=2)
    round_ = draw(event)
    address = reverse("line-up", args=[round_.pk, side(event, "A")])
    page = director.get(address).content.decode()
    assert "A2" in page
    assert f'href="{reverse("codes", args=[event.club.slug])}?of=players"' in page
    named = [entrant(event, name).pk for name in ("A2", "A3")]
    director.post(address, {"board-1": named[0], "board-2": named[1]})
    round_.refresh_from_db()
    assert round_.seating.line_ups == {side(event, "A"): tuple(named)}


def test_the_link_of_a_team_leads_to_its_event(director):
    event = begun_teams(2)
    next_round(event)
    team = event.entrants.get(pk=side(event, "A"))
    assert director.get(reverse("player", args=[team.player_id])).url == reverse("event", args=[event.pk])


def test_boards_are_planned_in_the_form_of_a_stage(director):
    event = team_event(2)
    page = text(director, "stages", event.pk)
    assert "Boards of a team match" in page


def test_teams_stand_by_the_points_of_their_boards_unless_another_order_is_chosen():
    game = GAMES["colonial-italian"]
    data = filled(StageForm(number=1, game=game, given=StageForm.given_by("swiss", {"seats": 2}, game=game)))
    alone, teams, own = (
        StageForm(data | other, number=1, game=game)
        for other in ({}, {"1-boards": "2"}, {"1-boards": "2", "1-chain_2": "wins", "1-chain_6": ""})
    )
    assert [form.is_valid() for form in (alone, teams, own)] == [True] * 3
    assert alone.planned[1]["chain"][:3] == ["score", "direct-encounter", "buchholz-cut-1"]
    assert teams.planned[1]["chain"][:3] == ["score", "board-points", "direct-encounter"]
    assert own.planned[1]["chain"][:3] == ["score", "wins", "buchholz-cut-1"]


def test_a_plan_by_a_program_without_an_order_has_that_of_teams(director):
    event = begun_teams(4)
    play_boards(event, Random(1))
    assert event.stages.get().options["chain"][1] == "board-points"
    page = director.get(reverse("event", args=[event.pk])).content.decode()
    assert page.count('<th scope="col">Team</th>') == 2 and '<th scope="col">Player</th>' not in page


def test_the_members_of_teams_are_folded_beside_the_standings_of_teams(director):
    event = begun_teams(4)
    play_boards(event, Random(1))
    page = text(director, "event", event.pk)
    assert '<details class="panel team-standing" id="teams">' in page
    assert page.count('<section class="panel panel-key team-standing"') == 0


def test_somebody_may_be_missing_at_any_board(director):
    event = begun_teams(4, each=2, boards=2)
    round_ = draw(event)
    assert "From table 3" in text(director, "round", round_.pk)
    publish_round(round_id=round_.pk, actor=SYSTEM)
    event.rules |= {"deals": 2}
    event.save()
    one, two = boards_of(event, "A")
    deal(one, {"dealer": one.first_dealer, "claimed": [0]})
    Table.objects.filter(pk=two.pk).update(opened_at=timezone.now() - timedelta(minutes=11))
    missing = [f"No-show: {name}" for name in sitting(two)]
    assert [words for words in missing if words not in text(director, "desk", event.pk)] == []


def test_how_many_of_a_team_count_is_no_question_where_they_meet_over_boards(director):
    assert "How many members count" not in text(director, "teams", begun_teams(2).pk)


def test_teams_are_not_counted_among_the_players_of_an_event(client):
    event = begun_teams()
    finish_event(event_id=event.pk, actor=SYSTEM)
    text = client.get(reverse("nights", args=[event.club.slug])).content.decode()
    assert "8 players" in text and "12 players" not in text
