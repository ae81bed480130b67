"""What the standings of a tournament show beside its figures, and what stands above them and those of a night."""

import json
import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, announce, deal, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, play_round, start
from tests.tournaments.tournament.test_pages_tournament import rows
from tournaments.audit import SYSTEM
from tournaments.models import Event
from tournaments.selectors.night.standings import event_page
from tournaments.selectors.stage.places import PlaceRow
from tournaments.selectors.stage.stages import person
from tournaments.selectors.tournament.desk import tournament_desk
from tournaments.services.night import finish_event
from tournaments.services.stage.rounds import draw_round, publish_round
from tournaments.services.stage.rulings import share_first
from tournaments.services.table.life import end_table
from tournaments.words.standings import night_lead, stage_lead

pytestmark = pytest.mark.django_db


def test_who_leads_on_the_results_is_first_on_the_desk_whatever_everybody_else_plays(client):
    final, rest = {"sources": [{"stage": 1, "size": 2}]}, {"sources": [{"stage": 1}]}
    event = make_tournament(4, stages=[("swiss", {"rounds": 1, **sources}) for sources in ({}, final, rest)])
    for number in (1, 2, 3):
        for table in publish_round(
            round_id=draw_round(stage_id=start(event, number).pk, actor=SYSTEM).pk, actor=SYSTEM
        ):
            finish_table(table)
    (step,) = tournament_desk(event.pk, now=timezone.now()).steps
    first, points = step.leader
    assert points == 1
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert re.findall(r"<h2>\s*(\w+) leads", page) == [first.tag.short_name]
    finish_event(event_id=event.pk, actor=SYSTEM)
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert re.findall(r"<h2>\s*(\w+) won", page) == [first.tag.short_name]


def test_a_lot_does_not_lead_while_the_desk_says_that_they_are_tied(client):
    event = make_tournament(4, stages=[("swiss", {"rounds": 1, "chain": ["score", "lots"]})])
    start(event)
    for table in next_round(event):
        finish_table(table)
    (step,) = tournament_desk(event.pk, now=timezone.now()).steps
    (level,) = step.first
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert re.search(r"<h2>\s*(\w+) and (\w+) are tied for first", page)
    share_first(stage_id=event.stages.get().pk, level=level.ids, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    assert "share first place" in client.get(reverse("event", args=[event.pk])).content.decode()


def test_a_tournament_that_ended_early_has_the_winner_of_its_table_and_report(client):
    event = make_tournament(4, stages=[("swiss", {"rounds": 2, "chain": ["score", "lots"]})])
    start(event)
    for table in next_round(event):
        finish_table(table)
    finish_event(event_id=event.pk, actor=SYSTEM)
    page, report = (client.get(reverse(name, args=[event.pk])).content.decode() for name in ("event", "report"))
    (winner,) = re.findall(r"<h2>\s*(\w+) won", page)
    assert f"{winner} has won." in report


def test_a_bar_joins_the_tied_a_line_shows_who_goes_on_and_each_row_where_they_play(client):
    stages = [("swiss", {"rounds": 3, "chain": ["score"]}), ("single-elimination", {"qualify": {"size": 2}})]
    event = make_tournament(6, stages=stages)
    start(event)
    for table in next_round(event):
        finish_table(table, order=[0, 1])
    first, *_others = next_round(event)
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    assert re.findall(r'data-tied="(\w*)"', page) == ["first", "middle", "last"] * 2
    assert page[: page.index("The first 2 go on: single elimination")].count("data-tied=") == 2
    one, other = (seat.player.name for seat in first.seats.all())
    places = re.findall(r'player-name[^>]*>(.*?)<.*?<td class="place-now">(.*?)</td>', page, re.S)
    assert dict(places)[one] == f"table 1, {other}" and dict(places)[other] == f"table 1, {one}"
    assert "3 are tied for first" in page


def test_the_rounds_that_were_lead_to_their_pairings_and_those_to_come_are_named(client):
    event = make_tournament(4, stages=[("swiss", {"rounds": 3})])
    start(event)
    (table, _other) = next_round(event)
    page = client.get(reverse("event", args=[event.pk])).content.decode()
    course = page[page.index('<ol class="course">') :].split("</ol>")[0]
    assert f'href="{reverse("pairings", args=[table.round_id])}"' in course
    assert re.findall(r">\s*(Round \d)\s*<", course) == ["Round 1", "Round 2", "Round 3"]


@pytest.mark.parametrize(
    ("places", "text"),
    [([1, 2, 2, 4], "Ana leads, 2 are tied for second"), ([1, 1, 3, 4], "Ana and Bruno are tied for first")],
)
def test_above_the_standings_of_a_stage_it_says_who_leads(places, text):
    event = make_tournament(4)
    people = [person(entrant) for entrant in event.entrants.order_by("pk")]
    named = [replace(who, tag=who.tag._replace(short_name=name)) for who, name in zip(people, NAMES, strict=False)]
    lead = stage_lead([PlaceRow(place, who) for place, who in zip(places, named, strict=True)], event)
    assert lead and lead.text == text
    assert stage_lead([PlaceRow(None, who) for who in named], event) is None


def test_above_the_standings_of_a_night_it_says_who_leads_and_then_who_has_won_and_by_how_much(client):
    night = make_night(names=NAMES[:2])
    assert night_lead(event_page(night.pk)).text == "Standings"
    table = seat_table(night, *NAMES[:2])
    deal(table, announce(1, 3, 3))
    deal(table, announce(0, 3, 2))
    lead = night_lead(event_page(night.pk))
    assert lead.text == "Bruno leads by 2"
    assert json.loads(lead.patterns)["by"] == "{name} leads by {margin}"
    Event.objects.filter(pk=night.pk).update(by_average=True)
    assert night_lead(event_page(night.pk)).text == "Bruno leads"
    Event.objects.filter(pk=night.pk).update(by_average=False)
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    over = night_lead(event_page(night.pk))
    assert (over.text, over.patterns) == ("Bruno won by 2", "")
    assert "Bruno won by 2" in client.get(reverse("event", args=[night.pk])).content.decode()


@pytest.mark.parametrize("players", [6, 20])
def test_the_cross_table_tells_apart_what_one_started_with(client, players):
    event = begun(players, stages=[("swiss", {"rounds": 2, "acceleration": "mcmahon", "bands": 2})])
    play_round(event)
    crossed = rows(client, "cross-table", event.pk, caption="Cross-table")
    assert {row[-3] for row in crossed} == {"0", "1"}
    assert sum(int(row[-2]) - int(row[-3]) for row in crossed) == players // 2
