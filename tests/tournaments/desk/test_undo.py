"""What the director does says so, with a button beside it that undoes it; and who has not come is out in one tap."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NAMES, announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments.audit import SYSTEM
from tournaments.models import Club, Entrant, Event, Table
from tournaments.services.desk.actions import no_show
from tournaments.services.desk.undo import undo
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db

STEPS = re.compile(r'name="steps" value="([^"]+)"')


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_night(**facts: object) -> Event:
    return make_night(club=Club.objects.get(), **facts)


def seats(event: Event) -> dict[int, list[str]]:
    """Who sits at each table that plays, by its number."""
    tables = event.tables.filter(status=Table.Status.PLAYING)
    return {table.number: [seat.player.name for seat in table.seats.order_by("index")] for table in tables}


def scene(event: Event) -> object:
    """What a director sees of it: tables, people, and whether it is open."""
    here = event.entrants.filter(present=True, status=Entrant.Status.ACTIVE).values_list("player__name", flat=True)
    statuses = list(event.tables.order_by("pk").values_list("status", flat=True))
    return seats(event), sorted(here), statuses, Event.objects.get(pk=event.pk).status


def act(director: Client, name: str, pk: int, **data: object) -> str:
    """The action, and the steps that the answer offers to undo it."""
    answer = director.post(reverse(name, args=[pk]), data, headers={"HX-Request": "true"})
    found = STEPS.search(answer.text)
    assert found, answer.text
    return found[1]


def seat_of(event: Event, name: str) -> int:
    return event.tables.get(seats__entrant__player__name=name).seats.get(entrant__player__name=name).pk


def test_every_action_at_the_desk_is_undone_by_the_button_it_brings(director):
    night = open_night(names=NAMES[:7])
    first, second = seat_table(night, "Ana", "Bruno", "Chiara"), seat_table(night, "Dovas", "Elena")
    faust = night.entrants.get(player__name="Faust").pk
    ana, bruno, dovas, elena = (seat_of(night, name) for name in ("Ana", "Bruno", "Dovas", "Elena"))
    actions: list[tuple[str, int, dict[str, object]]] = [
        ("desk-here", night.pk, {"names": "Henris"}),
        ("desk-left", night.pk, {"entrant": faust}),
        ("desk-sit-down", night.pk, {"place": f"{faust}-{second.pk}"}),
        ("desk-move", night.pk, {"seat": ana, "to": f"seat-{dovas}"}),
        ("desk-move", night.pk, {"seat": bruno, "to": f"table-{second.pk}"}),
        ("table-adjourn", first.pk, {}),
        ("table-take-back", first.pk, {}),
        ("seat-no-show", elena, {}),  # and too few are left to play
        ("table-end", first.pk, {}),
        ("table-end", second.pk, {}),
    ]
    before = scene(night)
    for name, pk, data in actions:
        steps = act(director, name, pk, **data)
        assert scene(night) != before, name
        director.post(reverse("desk-undo", args=[night.pk]), {"steps": steps})
        assert scene(night) == before, name


def test_a_no_show_at_a_table_of_three_leaves_two_and_sits_down_again_in_one():
    night = make_night(names=NAMES[:3])
    table = seat_table(night, *NAMES[:3])
    steps = no_show(seat_id=table.seats.get(index=1).pk, reason="", actor=SYSTEM)
    assert seats(night) == {1: ["Ana", "Chiara"]}
    undo(event_id=night.pk, steps=steps, actor=SYSTEM)
    assert seats(night) == {1: ["Ana", "Bruno", "Chiara"]}


def test_what_was_opened_is_taken_back_in_one(director):
    night = open_night()
    ids = list(night.entrants.values_list("pk", flat=True))
    answer = director.post(
        reverse("desk-seating", args=[night.pk]),
        {"how": "by-hand", **{f"seat-{pk}": 1 + index // 2 for index, pk in enumerate(ids)}},
        follow=True,
    )
    director.post(reverse("desk-undo", args=[night.pk]), {"steps": STEPS.search(answer.text)[1]})
    assert seats(night) == {}


def test_what_has_gone_on_since_is_not_undone_and_says_why(director):
    night = open_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    answer = director.post(
        reverse("desk-undo", args=[night.pk]), {"steps": f"{night.pk} take-back:{table.pk}"}, follow=True
    )
    assert "Table 1 has begun" in answer.text
    assert seats(night) == {1: ["Ana", "Bruno"]}


def test_steps_that_no_page_offers_lead_nowhere(director):
    night, other = open_night(), make_night(club=make_club(name="Other"))
    table = seat_table(other, "Ana", "Bruno")
    for steps in ("", "drop:1", "sit:1", "end", f"end:{table.pk}", "finish-event:3"):
        answer = director.post(reverse("desk-undo", args=[night.pk]), {"steps": f"{night.pk} {steps}"})
        assert answer.status_code == 404, steps
    answer = director.post(reverse("desk-undo", args=[night.pk]), {"steps": f"{other.pk} finish-event"})
    assert answer.status_code == 404
    assert seats(other) == {1: ["Ana", "Bruno"]}


@pytest.mark.parametrize("format_", ["swiss", "pods", "round-robin", "single-elimination"])
def test_a_no_show_of_a_tournament_forfeits_and_has_withdrawn_and_comes_back_in_one(format_):
    options = {"swiss": {"rounds": 3}, "pods": {"rounds": 3, "seats": 4}}.get(format_, {})
    key = "swiss" if format_ == "pods" else format_
    event = make_tournament(8, stages=((key, options),))
    start(event)
    table = next_round(event)[0]
    before, seat = scene(event), table.seats.get(index=1)
    steps = no_show(seat_id=seat.pk, reason="No-show", actor=SYSTEM)
    seat.entrant.refresh_from_db()
    assert seat.entrant.status == Entrant.Status.WITHDRAWN
    assert seat.player.name not in seats(event).get(table.number, [])
    undo(event_id=event.pk, steps=steps, actor=SYSTEM)
    assert scene(event) == before
    table.round.refresh_from_db()
    assert not any(each.forfeited for each in table.round.seating.tables)


def test_somebody_who_has_played_is_no_no_show():
    table = seat_table(make_night(), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    with pytest.raises(Refused, match="no-show-begun"):
        no_show(seat_id=table.seats.first().pk, reason="", actor=SYSTEM)


def test_leaving_a_tournament_is_undone_on_the_list_of_entrants(director):
    event = make_tournament(4, club=Club.objects.get())
    entrant = event.entrants.first()
    steps = act(director, "entrants-status", event.pk, entrant=entrant.pk, status="withdrawn")
    answer = director.post(reverse("desk-undo", args=[event.pk]), {"steps": steps, "page": "entrants"})
    entrant.refresh_from_db()
    assert (answer.url, entrant.status) == (reverse("entrants", args=[event.pk]), Entrant.Status.ACTIVE)


def test_what_is_done_on_a_night_is_refused_in_a_tournament(director):
    event = make_tournament(8)
    director.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    start(event)
    first, second = next_round(event)[:2]
    one, other = first.seats.get(index=0), second.seats.get(index=0)
    before = scene(event)
    posts: list[tuple[str, dict[str, object]]] = [
        ("desk-here", {"names": "Zita"}),
        ("desk-left", {"entrant": one.entrant_id}),
        ("desk-move", {"seat": one.pk, "to": f"seat-{other.pk}"}),
        ("desk-undo", {"steps": f"{event.pk} here:{one.entrant_id}"}),
        ("desk-undo", {"steps": f"{event.pk} not-here:{one.entrant_id}"}),
        ("desk-undo", {"steps": f"{event.pk} exchange:{one.pk}:{other.pk}"}),
    ]
    for name, data in posts:
        answer = director.post(reverse(name, args=[event.pk]), data, follow=True)
        assert "This is possible on a club night only" in answer.text, data
    assert scene(event) == before


def test_an_address_that_opens_no_table_shows_the_desk(director):
    night = open_night()
    for opened in ("9" * 5000, "-1", "x", "12"):
        assert director.get(reverse("desk", args=[night.pk]), {"open": opened}).status_code == 200
