"""Pages of coming nights: for strangers, for players by their own codes, for the director; and as calendar files."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.factories import NAMES, make_club, make_member
from tests.tournaments.calendar.scenes import planned, player, says, shown
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.models import Club, ComingNight, Event, Member
from tournaments.services.calendar import decide_due
from tournaments.services.club.clubs import archive_player

pytestmark = pytest.mark.django_db

NEXT_WEEK = timezone.localdate() + timedelta(weeks=1)


def signed_in(club: Club, role: Member.Role = Member.Role.OWNER) -> Client:
    client = Client()
    user = club.members.get(role=role).user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def in_a_week(**facts: object) -> ComingNight:
    return planned(date=NEXT_WEEK, **facts)


def code(night: ComingNight, name: str) -> str:
    return player_code(player(night, name).pk, 0)


def events_of(client: Client, address: str) -> dict[str, str]:
    """Of a calendar file: state and sequence by name."""
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return {
        str(each["summary"]): f"{each['status']} {each['sequence']}"
        for each in Calendar.from_ical(answer.content).events
    }


def test_strangers_read_who_comes_as_the_club_tells_names_and_what_tables_that_makes(client):
    night = in_a_week(place="Hall of the Neris", tables=4)
    Club.objects.update(shown_names="initials")
    says(night, "yes", *NAMES, "Ida Rossi", "Jonas", "Karla", "Leo", "Mia")
    listed = text_of(client, reverse("calendar", args=["neris"]))
    assert "13 are coming." in listed and "That makes 1 table of four and 3 tables of three." in listed
    page = text_of(client, reverse("coming", args=[night.pk]))
    assert "I. R." in page and "Rossi" not in page and "Hall of the Neris" in page
    assert "There is room for 3 more." in page and "To answer, scan your own code" in page


def test_the_first_to_say_yes_reads_how_many_more_make_a_table(client):
    night = in_a_week()
    says(night, "yes", "Ana")
    assert "2 more make a table." in text_of(client, reverse("calendar", args=["neris"]))
    says(night, "yes", "Bruno")
    assert "1 more makes a table." in text_of(client, reverse("calendar", args=["neris"]))


def test_a_player_answers_by_one_tap_on_the_own_page_and_reads_how_it_stands(client):
    night = in_a_week(tables=1)
    says(night, "yes", *NAMES[:4])
    says(night, "no", "Ida")
    mine = reverse("code", args=[code(night, "Ida")])
    assert "You are not coming." in text_of(client, mine)
    own = reverse("own-night", args=[code(night, "Ida"), night.pk])
    assert client.post(own, {"reply": "yes"})["Location"] == f"{mine}#coming"
    assert "You are number 1 on the waiting list." in text_of(client, mine)
    assert client.post(own, {"reply": "if-needed", "page": "night"})["Location"] == own
    assert "You are coming if you are needed." in text_of(client, own)
    assert client.post(own, {"reply": "perhaps"}).status_code == 404
    assert shown(night) == {"coming": list(NAMES[:4]), "offered": ["Ida"]}


def test_after_the_hour_it_is_decided_whoever_looks_or_not_and_before_it_nothing_is(client):
    night = in_a_week()
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", "Dovas", "Elena")
    assert "It is decided on" in text_of(client, reverse("coming", args=[night.pk]))
    ComingNight.objects.update(starts_at=timezone.now() + timedelta(hours=2))
    decide_due(now=timezone.now())
    page = text_of(client, reverse("own-night", args=[code(night, "Dovas"), night.pk]))
    assert "You are needed: please come." in page
    elena = text_of(client, reverse("own-night", args=[code(night, "Elena"), night.pk]))
    assert "You are not needed this time." in elena and 'value="yes"' in elena


def test_a_member_who_is_a_player_answers_signed_in_and_one_who_is_nobody_is_told_what_to_do(client):
    night = in_a_week()
    says(night, "no", "Ana")
    user = make_member(night.club, Member.Role.PLAYER)
    client = signed_in(night.club, Member.Role.PLAYER)
    address = reverse("coming-reply", args=[night.pk])
    assert "say under Members who you are" in client.post(address, {"reply": "yes"}, follow=True).content.decode()
    Member.objects.filter(user=user).update(player=player(night, "Ana"))
    assert "You are coming." in client.post(address, {"reply": "yes"}, follow=True).content.decode()


def test_the_director_plans_every_second_week_like_the_last_one_and_changes_one_of_them():
    club = make_club()
    director, address = signed_in(club), reverse("coming-new", args=["neris"])
    sent = {
        "name": "Tuesday", "settings": "vilnius", "date": NEXT_WEEK.isoformat(), "begins": "19:30", "ends": "00:30",
        "tables": "3", "call_hours": "4", "nights_count": "3", "every": "2",
    }  # fmt: skip
    answer = director.post(address, sent, follow=True)
    assert "3 nights are planned." in answer.content.decode()
    nights = list(ComingNight.objects.all())
    assert [(each.starts_at - nights[0].starts_at).days for each in nights] == [0, 14, 28]
    again = text_of(director, address)
    assert 'value="19:30"' in again and (NEXT_WEEK + timedelta(weeks=5)).isoformat() in again
    change = reverse("coming-change", args=[nights[1].pk])
    assert director.post(change, {**sent, "begins": "20:00"}).status_code == 302
    assert "This day is over." in director.post(change, {**sent, "date": "2020-01-01"}).content.decode()
    far = director.post(address, {**sent, "date": "9999-12-31"})
    assert "too far away" in far.content.decode() and ComingNight.objects.count() == 3
    places = [timezone.localtime(each.starts_at).hour for each in ComingNight.objects.order_by("pk")]
    assert places == [19, 20, 19]


def test_the_director_answers_for_several_at_once_and_opens_the_night_with_those_who_come():
    night = in_a_week()
    says(night, "no", *NAMES[:3])
    director = signed_in(night.club)
    sent = {"players": [player(night, name).pk for name in ("Ana", "Bruno")], "reply": "yes"}
    page = director.post(reverse("coming-answer", args=[night.pk]), sent, follow=True).content.decode()
    assert "2 are coming." in page and "Not coming" in page
    opened = director.post(reverse("coming-open", args=[night.pk]))
    event = night.club.events.get()
    assert opened["Location"] == reverse("desk", args=[event.pk])
    assert [each.player.name for each in event.entrants.order_by("pk")] == ["Ana", "Bruno"]
    assert "It is open" in text_of(director, reverse("calendar", args=["neris"]))


def test_on_its_day_the_clubs_page_opens_a_planned_night_by_one_tap_and_before_it_only_names_it():
    night = in_a_week()
    director, front = signed_in(night.club), reverse("club", args=["neris"])
    assert night.name in text_of(director, front) and "Planned for today" not in text_of(director, front)
    ComingNight.objects.update(starts_at=timezone.now())
    assert "Planned for today" in text_of(director, front) and "Planned for today" not in text_of(Client(), front)
    director.post(reverse("coming-open", args=[night.pk]))
    assert "Next:" not in text_of(director, front)


def test_a_night_that_became_private_when_it_was_opened_is_linked_for_members_alone(client):
    planned_page = reverse("coming", args=[in_a_week().pk])
    ComingNight.objects.update(starts_at=timezone.now())
    director = signed_in(Club.objects.get())
    director.post(reverse("coming-open", args=[ComingNight.objects.get().pk]))
    link = reverse("event", args=[Event.objects.get().pk])
    assert link in text_of(client, planned_page) and link in text_of(director, planned_page)
    Event.objects.update(visibility="private")
    assert link not in text_of(client, planned_page) and link in text_of(director, planned_page)


def test_a_cancelled_night_says_so_everywhere_and_stays_in_calendars(client):
    night, other = in_a_week(), in_a_week(name="Friday")
    says(night, "yes", "Ana")
    director, own = signed_in(night.club), reverse("own-calendar", args=[code(night, "Ana")])
    assert events_of(client, own) == {"Tuesday": "CONFIRMED 1"}
    uid = str(night.uid)
    director.post(reverse("coming-cancel", args=[night.pk]), {"cancelled": "on"})
    told = text_of(client, reverse("own-night", args=[code(night, "Ana"), night.pk]))
    assert "This night is cancelled." in told and "<button" not in told.split("<main")[1].split("</main")[0]
    file = reverse("calendar-file", args=["neris"])
    assert events_of(client, file) == {"Cancelled: Tuesday": "CANCELLED 1", "Friday": "CONFIRMED 0"}
    assert events_of(client, own) == {"Cancelled: Tuesday": "CANCELLED 2"}
    assert uid.encode() in client.get(file).content and str(other.uid).encode() in client.get(file).content


def test_ones_own_calendar_says_who_waits_and_who_does_not_come_and_rises_with_every_change(client):
    night = in_a_week(tables=1)
    says(night, "yes", *NAMES[:5])
    own = reverse("own-calendar", args=[code(night, "Elena")])
    assert events_of(client, own) == {"Tuesday": "TENTATIVE 5"}
    says(night, "no", "Ana")
    assert events_of(client, own) == {"Tuesday": "CONFIRMED 6"}
    says(night, "no", "Elena")
    assert events_of(client, own) == {"Tuesday": "CANCELLED 7"}


def test_a_stricter_night_is_in_no_strangers_list_and_opens_by_its_own_link_alone(client):
    hidden, secret = in_a_week(name="Board", visibility="private"), in_a_week(name="Finals", visibility="unlisted")
    says(hidden, "yes", "Ana")
    listed = text_of(client, reverse("calendar", args=["neris"]))
    assert "Board" not in listed and "Finals" not in listed
    assert events_of(client, reverse("calendar-file", args=["neris"])) == {}
    assert [client.get(reverse("coming", args=[night.pk])).status_code for night in (hidden, secret)] == [404, 404]
    director = signed_in(hidden.club)
    shared = director.get(reverse("coming", args=[secret.pk])).context["link"]
    assert client.get(shared).status_code == 200
    assert client.get(shared.replace(f"/{secret.pk}/", f"/{hidden.pk}/")).status_code == 404
    assert "Board" in text_of(client, reverse("code", args=[code(hidden, "Ana")]))


def test_an_answer_for_somebody_who_is_not_on_the_list_any_more_is_told_so():
    night = in_a_week()
    says(night, "yes", "Ana", "Bruno")
    ana, director = player(night, "Ana"), signed_in(night.club)
    archive_player(player=ana, archived=True, actor=SYSTEM)
    sent = {"players": [player(night, "Bruno").pk, ana.pk], "reply": "no"}
    page = director.post(reverse("coming-answer", args=[night.pk]), sent, follow=True).content.decode()
    assert "Nothing is noted: choose somebody who is on the club’s list now" in page
    assert set(night.answers.values_list("reply", flat=True)) == {"yes"}
