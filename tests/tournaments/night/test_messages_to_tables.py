"""The director says something to a table or to all of them, and their pads show it."""

import pytest
from django.test import Client

from tests.factories import announce, deal, make_club, make_night, seat_table
from tournaments.audit import SYSTEM, Actor
from tournaments.models import AuditEntry, Table
from tournaments.services.night import send_message
from tournaments.services.refusals import Missing

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> list[Table]:
    night = make_night()
    return [seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")]


def heard(client: Client, table: Table) -> list[tuple[str, bool]]:
    """The texts a table's pad shows, and whether each was for everybody."""
    state = client.get(f"/pad/{table.pad_links.get().token}/state/").json()
    return [(message["text"], message["everyone"]) for message in state["messages"]]


def say(table: Table, text: str, *, to_all: bool = False) -> None:
    send_message(event_id=table.event_id, table_id=None if to_all else table.pk, text=text, actor=SYSTEM)


def test_a_message_reaches_its_table_and_one_to_all_reaches_everybody(client, tables):
    first, second = tables
    say(first, "Please sort your cards.")
    say(first, "Last deals!", to_all=True)
    assert heard(client, first) == [("Last deals!", True), ("Please sort your cards.", False)]
    assert heard(client, second) == [("Last deals!", True)]


def test_a_table_opened_later_does_not_hear_what_was_said_before(client):
    night = make_night()
    first = seat_table(night, "Ana", "Bruno")
    say(first, "We begin late.", to_all=True)
    later = seat_table(night, "Chiara", "Dovas")
    assert (heard(client, first), heard(client, later)) == ([("We begin late.", True)], [])


def test_pads_are_told_to_look_and_no_deal_goes_stale(tables):
    first, _second = tables
    first.event.refresh_from_db()
    base = first.event.revision
    say(first, "Quietly, please.")
    first.event.refresh_from_db()
    assert first.event.revision == base + 1
    assert deal(first, announce(1, 3, 3), base_revision=base).number == 1


def test_the_log_says_who_told_which_table_what(tables):
    user = tables[0].event.club.members.get().user
    send_message(event_id=tables[0].event_id, table_id=tables[0].pk, text="Quietly.", actor=Actor(user=user))
    entry = AuditEntry.objects.get(action="message")
    assert (entry.user, entry.table, entry.after) == (user, tables[0], {"text": "Quietly."})


def test_a_table_of_another_event_is_not_spoken_to(tables):
    other = seat_table(make_night(club=make_club(name="Other")), "Ana", "Bruno")
    with pytest.raises(Missing):
        send_message(event_id=tables[0].event_id, table_id=other.pk, text="Psst.", actor=SYSTEM)
    assert not other.messages.exists()
