"""All tables end or are adjourned at once, and the night with them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.confirmation_scenes import DISPUTED, say, table_to_confirm
from tests.factories import announce, deal, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, open_tables, start
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table
from tournaments.selectors.table.confirmations import State
from tournaments.services.desk.actions import close_tables
from tournaments.services.desk.undo import undo
from tournaments.services.night import finish_event
from tournaments.services.refusals import Missing, Refused
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db


def make_evening() -> tuple[Event, Table, Table]:
    """Something was played at the first table, nothing at the second."""
    night = make_night()
    played, empty = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    deal(played, announce(1, 3, 3))
    return night, played, empty


def states(event: Event) -> list[str]:
    return [str(each) for each in event.tables.values_list("status", flat=True)]


def close(event: Event, tables: dict[int, str], **given: Any) -> list[Any]:
    return close_tables(event_id=event.pk, tables=tables, actor=SYSTEM, **{"stand": [], "finish": True, **given})


def director_of(event: Event, client: Client) -> Client:
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_all_tables_end_and_the_night_is_over_in_two_clicks(client):
    night, _played, _empty = make_evening()
    page = director_of(night, client).get(reverse("desk", args=[night.pk]))
    address = reverse("desk-close", args=[night.pk])
    assert f'href="{address}"' in page.text
    assert "End all tables and the night" in client.get(address).text
    answer = client.post(address, {"all": "end"}, follow=True)
    night.refresh_from_db()
    assert (night.status, states(night)) == ("finished", ["closed", "undone"])
    assert "2 tables are no longer playing." in answer.text


def test_all_tables_are_adjourned_and_what_was_never_played_is_taken_back(client):
    night, _played, _empty = make_evening()
    director_of(night, client).post(reverse("desk-close", args=[night.pk]), {"all": "adjourn"})
    assert states(night) == ["adjourned", "undone"]


def test_each_table_as_it_is_chosen(client):
    night, played, empty = make_evening()
    chosen = {"all": "", f"how-{played.pk}": "adjourn", f"how-{empty.pk}": ""}
    answer = director_of(night, client).post(reverse("desk-close", args=[night.pk]), chosen)
    assert "Still playing: table 2. End or adjourn it first." in answer.text
    assert states(night) == ["playing", "playing"]
    client.post(reverse("desk-close", args=[night.pk]), chosen | {f"how-{empty.pk}": "take-back"})
    assert states(night) == ["adjourned", "undone"]


def test_closing_is_undone_in_one():
    night, played, empty = make_evening()
    steps = close(night, {played.pk: "end", empty.pk: "take-back"})
    undo(event_id=night.pk, steps=steps, actor=SYSTEM)
    night.refresh_from_db()
    assert (night.status, states(night)) == ("open", ["playing", "playing"])
    assert empty.pad_links.filter(revoked_at=None).count() == 1


def test_a_disputed_result_keeps_the_night_open_until_the_director_lets_it_stand(client):
    table = table_to_confirm("deal", ended=False)
    say(table, DISPUTED, 2, 1, reason="It was two.")
    address = reverse("desk-close", args=[table.event_id])
    page = director_of(table.event, client).get(address)
    assert "It was two." in page.text
    assert "Disputed: table 1." in client.post(address, {"all": "end"}).text
    assert states(table.event) == ["playing"]
    client.post(address, {"all": "end", f"stands-{table.pk}": "on"})
    table.refresh_from_db()
    assert (table.confirmation, table.event.status) == (State.CONFIRMED, "finished")


def test_a_table_of_another_event_is_not_closed_from_here():
    night, played, _empty = make_evening()
    other = Event.objects.create(club=night.club, name="Other", date=night.date, game=night.game)
    with pytest.raises(Missing):
        close(other, {played.pk: "end"})
    assert states(night) == ["playing", "playing"]


def test_the_tables_of_a_tournament_are_adjourned_and_it_goes_on_tomorrow(client):
    event = make_tournament(8)
    start(event)
    next_round(event)
    address = reverse("desk-close", args=[event.pk])
    assert "End Open" not in director_of(event, client).get(address).text, "the tournament goes on"
    client.post(address, {"all": "adjourn"})
    event.refresh_from_db()
    assert (event.status, set(states(event))) == ("open", {"adjourned"})


def test_the_director_is_told_that_tables_of_no_set_length_wait_for_them(client):
    event = make_tournament(4, rules={"cards": "optional"})
    start(event)
    next_round(event)
    desk, waits = reverse("desk", args=[event.pk]), "no set length: you end them"
    assert waits not in director_of(event, client).get(desk).text, "first the cards are put on the tables"
    for table in event.tables.all():
        deal(table, {"dealer": 0, "claimed": [1]})
    assert waits in client.get(desk).text
    event.rules |= {"deals": 2}
    event.save()
    assert waits not in client.get(desk).text, "the last deal ends them"


def test_what_is_refused_at_one_table_changes_none():
    night, played, empty = make_evening()
    with pytest.raises(Refused, match="table-begun"):
        close(night, {empty.pk: "end", played.pk: "take-back"})
    assert states(night) == ["playing", "playing"]


@pytest.mark.parametrize("make", [make_night, lambda: make_tournament(8)])
def test_a_second_click_changes_nothing_and_leads_to_the_desk_with_the_first_ones_undo(client, make):
    event = make()
    if event.kind == Event.Kind.TOURNAMENT:
        start(event)
        next_round(event)
    else:
        deal(seat_table(event, "Ana", "Bruno"), announce(1, 3, 3))
    address = reverse("desk-close", args=[event.pk])
    director_of(event, client).post(address, {"all": "end"})
    event.refresh_from_db()
    answer = client.post(address, {"all": "end"}, follow=True)
    assert answer.redirect_chain[0][0] == reverse("desk", args=[event.pk])
    assert "Undo</button>" in answer.text
    assert Event.objects.get(pk=event.pk).revision == event.revision


def test_a_tournament_ends_when_every_adjourned_table_has_a_result() -> None:
    event = begun(8)
    waiting, other = next_round(event)[:2]
    for table in (waiting, other):
        adjourn_table(table_id=table.pk, actor=SYSTEM)
    for table in open_tables(event)[2:]:
        finish_table(table)
    with pytest.raises(Refused) as caught:
        finish_event(event_id=event.pk, actor=SYSTEM)
    assert caught.value.as_dict() == {"code": "tables-adjourned", "tables": [waiting.number, other.number]}
    finish_table(waiting)
    end_table(table_id=other.pk, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
