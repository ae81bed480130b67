"""The preview of a round as the director changes it: people picked, seated, pinned, drawn again, undone."""

import re

import pytest
from django.urls import reverse

from tests.tournament_scenes import begun, draw, finish_round, ids, next_round
from tournaments.audit import SYSTEM
from tournaments.models import Entrant, Round
from tournaments.services.stage.entrants import enter_late, withdraw
from tournaments.services.stage.preview import exchange_in_preview

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
FOURS = (("swiss", {"rounds": 3, "seats": 4}),)


@pytest.fixture
def event(client):
    event = begun(9)
    client.force_login(event.club.members.get().user, backend=BACKEND)
    return event


def seated(round_) -> list[list[int]]:
    round_.refresh_from_db()
    return [list(table.entrants) for table in round_.seating.tables]


def look(client, round_, **asked) -> str:
    return client.get(reverse("round", args=[round_.pk]), asked).content.decode()


def post(client, name, round_, **said) -> str:
    return client.post(reverse(name, args=[round_.pk]), said, follow=True).content.decode()


def name_of(entrant: int) -> str:
    return Entrant.objects.get(pk=entrant).player.name


def targets(page) -> list[str]:
    return re.findall(r'<option value="(new|bye|out|\d+)"', page.split('class="preview-find"')[1].split("</select>")[0])


def test_who_is_picked_can_be_seated_at_every_table_with_room_at_a_new_one_or_free(client, event):
    round_ = draw(event)
    one = seated(round_)[0][0]
    page = look(client, round_, first=one)
    assert targets(page) == ["new", "bye", "2", "3", "4"]
    assert page.count("Seat here") == 4, "three tables, and among those who are free"
    post(client, "round-seat", round_, entrants=[one], to="2")
    assert one in seated(round_)[1]


def test_several_are_picked_one_by_one_or_by_the_table_and_made_a_table(client, event):
    round_ = draw(event)
    (one, mate), (other, opponent), *_rest = seated(round_)
    page = look(client, round_, several=1, pick=one, toggle=other)
    assert re.findall(r'name="entrants" value="(\d+)"', page) == [str(one), str(other)]
    assert f"&amp;pick={one}&amp;pick={other}" in page, "news of the event lets them be picked"
    page = look(client, round_, several=1, pick=[one, other], toggle=other)
    assert re.findall(r'name="entrants" value="(\d+)"', page) == [str(one)]
    page = look(client, round_, several=1, pick=other, table=1)
    assert set(re.findall(r'name="entrants" value="(\d+)"', page)) == {str(other), str(one), str(mate)}
    post(client, "round-seat", round_, entrants=[one, other], to="new")
    assert {one, other} in [set(table) for table in seated(round_)]
    assert [opponent] in seated(round_)


def test_a_table_that_is_full_is_not_offered_and_is_refused_with_the_games_sizes(client, event):
    five = begun(8, stages=FOURS, club=event.club)
    round_ = draw(five)
    first, second = seated(round_)
    page = look(client, round_, several=1, pick=first[:3])
    assert targets(page) == ["new", "bye"]
    page = post(client, "round-seat", round_, entrants=first[:3], to="2")
    assert "this game seats 2 to 6" in page
    assert seated(round_) == [first, second]


def test_who_was_picked_for_what_is_refused_stays_picked_and_is_told_why_beside(client, event):
    round_ = draw(begun(8, stages=FOURS, club=event.club))
    first, _second = seated(round_)
    picked = {"several": 1, "pick": first[:3], "entrants": first[:3], "to": "2"}
    answer = client.post(reverse("round-seat", args=[round_.pk]), picked, headers={"HX-Request": "true"})
    page = answer.content.decode()
    bar = page.split('class="panel preview-bar')[1].split('class="preview-tables"')[0]
    assert "this game seats 2 to 6" in bar
    assert page.count("preview-picked") == 3
    answer = client.post(
        reverse("round-seat", args=[round_.pk]), {**picked, "to": "new"}, headers={"HX-Request": "true"}
    )
    assert "preview-picked" not in answer.content.decode()


def test_what_was_changed_is_said_with_what_stands_against_it_and_undone(client, event):
    round_ = draw(event)
    before = seated(round_)
    page = post(client, "round-seat", round_, entrants=[before[0][0]], to="bye")
    assert f"Last change: moved, {name_of(before[0][0])}." in page
    assert "Nobody to play with" in page
    assert "Free, although a draw would seat them" in page
    assert "Too few at table 1" in post(client, "round-publish", round_)
    page = post(client, "round-back", round_)
    assert seated(round_) == before
    assert "Last change" not in page
    assert "Nothing was changed by hand" in post(client, "round-back", round_)


def test_tables_are_pinned_alone_and_all_at_once_and_the_rest_is_drawn_again(client, event):
    round_ = draw(event)
    drawn = seated(round_)
    post(client, "round-exchange", round_, first=drawn[0][0], second=drawn[1][0])
    page = post(client, "round-pin", round_, pin="1")
    assert "tile-pinned" in page
    assert "Draw the rest again" in page
    page = post(client, "round-redraw", round_)
    assert seated(round_)[0] == [drawn[1][0], drawn[0][1]]
    post(client, "round-pin", round_, pin="all")
    assert "Fewer than two are left to be drawn" in post(client, "round-redraw", round_)
    assert "tile-pinned" not in post(client, "round-pin", round_, unpin="all")
    assert "tile-pinned" in post(client, "round-pin", round_, pin="byes")


def test_who_came_or_left_since_the_draw_is_named_and_seated_or_taken_out(client, event):
    round_ = draw(event)
    late = enter_late(event_id=event.pk, name="Zoe", late_points=0, actor=SYSTEM)
    gone = seated(round_)[0][0]
    withdraw(event_id=event.pk, entrant_id=gone, actor=SYSTEM)
    page = look(client, round_)
    assert "Without a place in this round: Zoe." in page
    assert f"{name_of(gone)}: not playing any more." in page
    assert targets(look(client, round_, first=gone)) == ["new", "bye", "out", "2", "3", "4"]
    post(client, "round-seat", round_, entrants=[gone], to="out")
    post(client, "round-seat", round_, entrants=[late.pk], to="1")
    page = look(client, round_)
    assert "Without a place" not in page
    assert "not playing any more" not in page
    assert "still playing" in post(client, "round-seat", round_, entrants=[late.pk], to="out")


def test_the_later_of_two_directors_is_told_and_sees_what_the_other_did(client, event):
    round_ = draw(event)
    (one, mate), (other, _), *_rest = seated(round_)
    exchange_in_preview(round_id=round_.pk, first=one, second=other, actor=SYSTEM)
    for name, said in (
        ("round-exchange", {"first": mate, "second": other}),
        ("round-seat", {"entrants": [mate], "to": "bye"}),
        ("round-pin", {"pin": "1"}),
        ("round-redraw", {}),
        ("round-back", {}),
        ("round-discard", {}),
        ("round-publish", {}),
    ):
        page = post(client, name, round_, seen=0, **said)
        assert "This preview was changed since you looked" in page, name
        assert "Last change: changed places" in page
    assert Round.objects.get().status == Round.Status.PREVIEW
    assert 'name="seen" value="1"' in page


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("round-seat", {}),
        ("round-seat", {"entrants": ["x"], "to": "new"}),
        ("round-seat", {"entrants": [1], "to": "nowhere"}),
        ("round-seat", {"entrants": [10**30], "to": "bye"}),
        ("round-pin", {}),
        ("round-pin", {"pin": "everything"}),
        ("round-pin", {"pin": "99"}),
    ],
)
def test_what_makes_no_sense_changes_nothing_and_is_said(client, event, name, said):
    round_ = draw(event)
    before = round_.seating
    assert "The list has changed in the meantime" in post(client, name, round_, **said)
    round_.refresh_from_db()
    assert round_.seating == before


@pytest.mark.parametrize("asked", [{"first": "x"}, {"first": 10**30}, {"several": 1, "pick": ["x"]}, {"table": 1}])
def test_an_address_that_picks_nobody_shows_the_preview(client, event, asked):
    assert "Tap two players" in look(client, draw(event), **asked)


def test_in_a_bracket_nothing_but_the_seats_of_a_table_is_offered(client, event):
    round_ = draw(begun(8, stages=(("single-elimination", {}),), club=event.club))
    page = look(client, round_, first=seated(round_)[0][0])
    assert not re.findall(r"Seat here|Choose several|Pin all|>\s*Pin\s*<", page)


def test_a_preview_that_was_published_meanwhile_leads_to_the_desk(client, event):
    round_ = draw(event)
    one = seated(round_)[0][0]
    post(client, "round-publish", round_)
    answer = client.post(
        reverse("round-seat", args=[round_.pk]), {"entrants": [one], "to": "bye"}, headers={"HX-Request": "true"}
    )
    assert answer["HX-Redirect"] == reverse("desk", args=[event.pk])
    assert one in seated(round_)[0]


def test_beside_the_round_stands_the_cut_among_those_who_still_play(client):
    stages = [("swiss", {"rounds": 3}), ("single-elimination", {"qualify": {"size": 4}})]
    event = begun(8, stages=stages)
    client.force_login(event.club.members.get().user, backend=BACKEND)
    next_round(event)
    finish_round(event)
    withdraw(event_id=event.pk, entrant_id=ids(event)[0], actor=SYSTEM)
    page = look(client, draw(event)).partition("cut-places")[2]
    above, _line, below = page.partition('class="cut-line"')
    places, names = re.compile(r"<b>(\d)</b>"), re.compile(r"P\d")
    assert (len(places.findall(above)), len(places.findall(below))) == (3, 3)
    assert places.findall(above) < places.findall(below) and "P1" not in names.findall(page)
