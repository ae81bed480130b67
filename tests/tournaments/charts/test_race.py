"""The race of a night and of a table: what it is drawn from, and what it costs."""

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NAMES,
    announce,
    correct,
    deal,
    make_club,
    make_night,
    make_table,
    seat_table,
    whole_vilnius_game,
)
from tournaments.models import Event
from tournaments.selectors.charts import Race, courses
from tournaments.selectors.night.standings import event_page, night_race
from tournaments.words.charts.lines import NARROW, WALL, WIDE, Curve, Frame, line_chart, text_width

pytestmark = pytest.mark.django_db


def race_of_night(night: Event) -> Race:
    race = night_race(event_page(night.pk))
    assert race is not None
    return race


def test_what_the_deals_brought_adds_up_to_the_kept_scores() -> None:
    table = make_table(seats=4)
    for payload in whole_vilnius_game(4)[:40]:
        deal(table, payload)
    correct(table, 40, None)
    correct(table, 3, announce(3, 0, 6))
    (found,) = courses(table.event, Q(table=table), seats={table.pk: 4}).values()
    kept = table.seats.order_by("index").values_list("score", "deals", "exact")
    assert [(sum(g.points for g in own), len(own), sum(g.exact for g in own)) for own in found] == list(kept)


@pytest.mark.parametrize("score", ["hands", "cubits"])
@pytest.mark.parametrize("tie", ["playoff", "split"])
def test_a_tie_brings_what_its_play_off_or_its_shares_bring(score: str, tie: str) -> None:
    rules: dict[str, object] = {"score": score, "cards": "optional", "tie": tie}
    table = make_table(game="protean", rules=rules, seats=3)
    paid = {"paid": {"0": 2, "1": 2, "2": 3}} if score == "cubits" else {}
    deal(table, {"dealer": 0, "claimed": [1], **paid})
    deal(table, {"dealer": 1, "claimed": [0, 2], **paid})
    if tie == "playoff":
        deal(table, {"dealer": 1, "claimed": [2], "playoff_of": 2})
    (found,) = courses(table.event, Q(table=table), seats={table.pk: 3}).values()
    kept = table.seats.order_by("index").values_list("score", "deals")
    assert [(sum(gain.points for gain in own), len(own)) for own in found] == list(kept)


def test_the_race_runs_over_all_tables_of_the_night_against_their_common_average() -> None:
    night = make_night(names=NAMES[:4])
    first, second = seat_table(night, *NAMES[:2]), seat_table(night, *NAMES[2:4])
    for bruno, ana in ((3, 2), (3, 3), (3, 3)):
        deal(first, announce(1, 3, bruno))
        deal(first, announce(0, 3, ana))
        deal(second, announce(1, 3, 1))
        deal(second, announce(0, 3, 2))
    race = race_of_night(night)
    totals = {runner.player.name: runner.totals for runner in race.runners}
    assert totals == {"Bruno": (10, 20, 30), "Ana": (8, 18, 28), "Chiara": (8, 16, 24), "Dovas": (6, 12, 18)}
    assert race.average == (8, 16.5, 25)
    assert race.runners[0].ahead == (0, 2, 3.5, 5)


def test_who_leads_alone_has_led_since_nobody_was_ahead() -> None:
    table = make_table(seats=2)
    for bruno, ana in ((3, 2), (2, 3), (2, 3)):
        deal(table, announce(1, 3, bruno))
        deal(table, announce(0, 3, ana))
    race = race_of_night(table.event)
    assert (race.runners[0].player.name, race.lead_since) == ("Ana", 2)


def test_after_two_announcements_there_is_no_race_yet(client: Client) -> None:
    table = make_table(seats=2)
    for seat in (1, 0, 1, 0):
        deal(table, announce(seat, 3, 3))
    assert night_race(event_page(table.event_id)) is None
    assert "lines-named" not in client.get(reverse("race", args=[table.event_id])).content.decode()
    assert client.get(reverse("race", args=[table.event_id]), {"page": "9" * 5000}).status_code == 200


def test_the_picture_comes_with_its_sentence_and_its_table_in_the_readers_language(client: Client) -> None:
    table = make_table(seats=2)
    for seat, taken in ((1, 3), (0, 2), (1, 3), (0, 2), (1, 3), (0, 2)):
        deal(table, announce(seat, 3, taken))
    for address in (reverse("race", args=[table.event_id]), reverse("table", args=[table.pk])):
        page = client.get(address).content.decode()
        assert "Bruno has led from the beginning." in page
        figures = page[page.index('id="race-figures"') :]
        assert re.findall(r'<td class="number">(\d+)</td>', figures)[:6] == ["10", "20", "30", "8", "16", "24"]


def test_the_page_of_a_night_asks_for_the_race_and_reads_no_deal_for_it(client: Client) -> None:
    table = make_table(seats=2)
    for seat in (1, 0, 1, 0, 1, 0):
        deal(table, announce(seat, 3, 3))
    with CaptureQueriesContext(connection) as queries:
        page = client.get(reverse("event", args=[table.event_id])).content.decode()
    assert f'hx-get="{reverse("race", args=[table.event_id])}?page=1"' in page
    assert not any('"tournaments_deal"' in query["sql"] for query in queries)
    part = client.get(reverse("race", args=[table.event_id]), headers={"HX-Request": "true"}).content.decode()
    assert "<svg" in part and "<html" not in part


def test_the_race_costs_one_statement_for_forty_tables_as_for_four(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # who sees it; event and club; seats; those carried on; entrants; deals
    for tables in (4, 40):
        names = [f"Player {number:03}" for number in range(2 * tables)]
        night = make_night(club=make_club(name=f"Club of {tables}"), names=names)
        seated = [seat_table(night, *names[at : at + 2]) for at in range(0, len(names), 2)]
        for seat in (1, 0, 1, 0, 1, 0):
            deal(seated[-1], announce(seat, 3, 3))
        with django_assert_num_queries(6):
            assert "<svg" in client.get(reverse("race", args=[night.pk])).content.decode()


@pytest.mark.parametrize("frame", [WIDE, NARROW, WALL])
def test_names_at_the_ends_of_lines_never_meet_and_stay_in_the_frame(frame) -> None:
    named = [Curve([0.0, end], f"Player {end}", "gold") for end in (9.0, 8.9, 8.8, -8.0, -8.1)]
    chart = line_chart([*named, Curve([0.0, 3.0])], frame, ring=1)
    ends = sorted(each.name.y for each in chart.named if each.name)
    assert all(after - before >= 18 for before, after in pairwise(ends))
    assert ends[0] >= 0 and ends[-1] <= frame.bottom
    assert [mark.text for mark in chart.levels] == ["−5", "0", "+5"]
    assert len(chart.others) == 1


def test_a_night_is_drawn_for_a_wide_and_a_narrow_page_with_what_its_axes_count(client: Client) -> None:
    table = make_table(seats=2)
    for seat in (1, 0, 1, 0, 1, 0):
        deal(table, announce(seat, 3, 3))
    part = client.get(reverse("race", args=[table.event_id]), headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r'class="lines lines-(\w+)"', part) == ["wide", "narrow"]
    assert re.findall(r'class="lines-axis[^>]*>(.*?)</text>', part)[:2] == [
        "Points ahead of the average",
        "Announcement",
    ]


@pytest.mark.parametrize("frame", [WIDE, NARROW])
def test_a_frame_for_a_page_makes_room_for_its_longest_name(frame: Frame) -> None:
    short, long = (line_chart([Curve([0.0, 1.0], name, "gold")], frame) for name in ("Ana", "Konstantinas"))
    assert short.frame.right > long.frame.right > frame.width / 2
    assert long.named[0].name and long.named[0].name.text == "Konstantinas"


def test_days_below_a_picture_never_run_into_each_other_on_a_phone():
    days = ["Feb 2026", "Mar 2026", "Jun 2026", "Oct 2026"]
    curve = Curve([1500.0, 1510.0, 1505.0, 1520.0], "1520", 1)
    for frame in (Frame(764, 220, 70), Frame(340, 230, 70)):
        ticks = line_chart([curve], frame, steps=days).steps
        assert len(ticks) > 1
        assert all(right.at - left.at > 10 + text_width(left.text, frame.text) for left, right in pairwise(ticks))
