"""The owner's page of webhooks, and what other pages show in a frame."""

import re
from datetime import date

import pytest
from csp.utils import build_policy
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import announce, deal, make_club, make_member, make_night, make_table, pad_token
from tests.tournament_scenes import make_tournament, play_event, start
from tests.tournaments.integrations.scenes import webhook_of
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Club, Event, Member, Visibility, Webhook
from tournaments.selectors.integrations import framed_standing, newest_event
from tournaments.services.club.clubs import set_club_visibility
from tournaments.services.integrations.trusted import set_frames
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db

OUTSIDE = "https://example.org/told"
OWN_PAGE = "https://club.example.org"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def owner_of(club: Club) -> Client:
    return signed_in(club.members.get(role=Member.Role.OWNER).user)


def test_a_webhook_is_made_its_secret_shown_once_changed_and_switched_off_and_on():
    club = make_club()
    client, page = owner_of(club), reverse("connections", args=[club.slug])
    made = client.post(page, {"address": OUTSIDE, "topics": ["deal", "event"]})
    secret = made.context["text"]
    webhook = Webhook.objects.get()
    own = reverse("webhook", args=[club.slug, webhook.pk])
    assert secret in made.content.decode() and webhook.topics == ["deal", "event"]
    assert OUTSIDE in client.get(page).content.decode() and secret not in client.get(own).content.decode()
    changed = client.post(f"{own}secret/").context["text"]
    assert changed != secret and secret not in str(Webhook.objects.values_list())
    client.post(f"{own}switch/", {"on": "no"})
    assert Webhook.objects.get().off_at and "Switch on" in client.get(own).content.decode()
    client.post(f"{own}switch/", {"on": "yes"})
    assert Webhook.objects.get().off_at is None
    actions = AuditEntry.objects.filter(club=club).order_by("pk").values_list("action", flat=True)
    assert list(actions)[1:] == ["webhook-made", "webhook-secret", "webhook-switched", "webhook-switched"]


def test_the_log_which_directors_read_and_files_take_along_tells_whose_a_webhook_is_and_no_more():
    club = make_club()
    client, page = owner_of(club), reverse("connections", args=[club.slug])
    client.post(page, {"address": "https://chat.example.org/hooks/B0C5/secret?token=7f3a", "topics": ["deal"]})
    director = signed_in(make_member(club, Member.Role.DIRECTOR))
    log = director.get(reverse("club-log", args=[club.slug])).content.decode()
    assert "https://chat.example.org" in log and "B0C5" not in log
    assert "B0C5" not in str(AuditEntry.objects.values_list("before", "after"))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"address": "https://10.0.0.1/", "topics": ["deal"]}, "no address of its own network"),
        ({"address": "http://example.org/", "topics": ["deal"]}, "must begin with https://"),
        ({"address": OUTSIDE}, "This field is required."),
        ({"address": OUTSIDE, "topics": ["everything"]}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_called_is_refused_in_words_and_nothing_is_made(data, said):
    club = make_club()
    answer = owner_of(club).post(reverse("connections", args=[club.slug]), data)
    assert said in answer.content.decode() and not Webhook.objects.exists()


def test_the_list_says_what_became_of_each_message_and_sends_it_again():
    club = make_club()
    webhook = webhook_of(club, OUTSIDE)
    delivery = webhook.deliveries.get()
    webhook.deliveries.update(tries=9, tried_at=timezone.now(), answer=500, milliseconds=12)
    client, page = owner_of(club), reverse("webhook", args=[club.slug, webhook.pk])
    text = client.get(page).content.decode()
    assert "not taken, 9 tries; given up" in text and "Answer 500" in text
    again = client.post(f"{page}deliveries/{delivery.pk}/again/", follow=True)
    assert "On its way." in again.content.decode()
    delivery.refresh_from_db()
    assert delivery.due_at and delivery.tries == 0
    client.post(f"{page}trial/")
    assert webhook.deliveries.filter(due_at__isnull=False).count() == 2
    assert client.get(reverse("connections", args=[club.slug])).content.decode().count("latest message:") == 1


def test_a_webhook_is_its_own_clubs_alone():
    webhook = webhook_of(make_club(), OUTSIDE)
    delivery = webhook.deliveries.get()
    other = make_club(name="Vilnia")
    client, page = owner_of(other), reverse("webhook", args=[other.slug, webhook.pk])
    posts = ["secret/", "switch/", "trial/", f"deliveries/{delivery.pk}/again/"]
    assert client.get(page).status_code == 404
    assert {client.post(f"{page}{each}", {"on": "no"}).status_code for each in posts} == {404}
    director = signed_in(make_member(webhook.club, Member.Role.DIRECTOR))
    assert director.get(reverse("connections", args=[webhook.club.slug])).status_code == 403


def framed(club: Club) -> None:
    set_frames(club=club, framed_by=OWN_PAGE, actor=SYSTEM)


def test_a_frame_is_let_into_the_pages_the_club_has_named_and_every_other_page_into_none():
    table = make_table()
    club, address = table.event.club, reverse("standing-frame", args=[table.event_id])
    assert Client().get(address).status_code == 404
    framed(club)
    deal(table, announce(1, 3, 3))
    for each in (address, reverse("club-frame", args=[club.slug])):
        answer = Client().get(each)
        assert answer.status_code == 200 and "X-Frame-Options" not in answer
        assert f"frame-ancestors {OWN_PAGE};" in f"{answer['Content-Security-Policy']};"
        assert "<script" not in answer.content.decode() and "Bruno" in answer.content.decode()
        assert int(answer["Refresh"]) == 60
    page = Client().get(reverse("event", args=[table.event_id]))
    assert page["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_every_answer_but_a_frame_has_the_policy_of_the_settings():
    table = make_table()
    framed(table.event.club)
    asked, pad = Client(), f"/pad/{pad_token(table)}/"
    frame = asked.get(reverse("standing-frame", args=[table.event_id]))
    pages = [asked.get(address) for address in (reverse("event", args=[table.event_id]), pad, f"{pad}state/", "/no/")]
    saved = asked.post(f"{pad}deals/", "{", content_type="application/json")
    assert [answer.status_code for answer in (*pages, saved)] == [200, 200, 200, 404, 422]
    policies = {answer["Content-Security-Policy"] for answer in (*pages, saved)}
    assert frame["Content-Security-Policy"] not in policies
    assert [sorted(policy.split("; ")) for policy in policies] == [sorted(build_policy().split("; "))]


def test_a_frame_speaks_the_language_it_is_asked_for_and_is_not_drawn_again_while_nothing_changes():
    table = make_table()
    framed(table.event.club)
    address = f"{reverse('standing-frame', args=[table.event_id])}?lang=lt"
    first = Client().get(address)
    assert '<html lang="lt">' in first.content.decode() and first["Content-Language"] == "lt"
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    deal(table, announce(1, 3, 3))
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_names_in_a_frame_are_those_for_strangers_also_where_a_member_looks():
    night = make_night(names=["Ana Longname", "Bruno"])
    framed(night.club)
    Club.objects.update(shown_names="initials")
    text = owner_of(night.club).get(reverse("standing-frame", args=[night.pk])).content.decode()
    assert "A. L." in text and "Longname" not in text


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_is_hidden_is_in_no_frame_without_its_link(visibility):
    night = make_night()
    framed(night.club)
    client, addresses = Client(), [reverse("club-frame", args=["neris"]), reverse("standing-frame", args=[night.pk])]
    Event.objects.update(visibility=Visibility(visibility))
    assert "Friday" not in client.get(addresses[0]).content.decode()
    assert client.get(addresses[1]).status_code == 404
    set_club_visibility(club=night.club, visibility=visibility, shown_names="full", actor=SYSTEM)
    assert {Client().get(each).status_code for each in addresses} == {404}
    page = owner_of(night.club).get(reverse("connections", args=["neris"])).content.decode()
    sources = re.findall(r"src=&quot;http://testserver([^&]*\?link=[^&]*)", page)
    assert [Client().get(each).status_code for each in sources[:1]] == ([200] if visibility == "unlisted" else [])


def test_what_is_played_is_framed_before_what_was_played_last():
    club = make_club()
    older, newer = make_night(club=club), make_night(club=club, on=date(2026, 11, 27))
    finish_event(event_id=newer.pk, actor=SYSTEM)
    assert newest_event(club) == older
    finish_event(event_id=older.pk, actor=SYSTEM)
    assert newest_event(club) == newer


def test_a_bracket_is_framed_whole_and_a_night_has_none():
    event = make_tournament(4, stages=[("single-elimination", {})])
    start(event)
    framed(event.club)
    answer = Client().get(reverse("bracket-frame", args=[event.pk]))
    assert "bracket-drawing" in answer.content.decode() and "<script" not in answer.content.decode()
    night = make_night(club=event.club, names=["Elena"])
    assert Client().get(reverse("bracket-frame", args=[night.pk])).status_code == 404


@pytest.mark.parametrize(
    "stages",
    [[("round-robin", {"groups": 2})], [("swiss", {"rounds": 1}), ("single-elimination", {"qualify": {"size": 2}})]],
)
def test_a_tournament_that_is_over_is_framed_by_its_final_places(stages):
    event = make_tournament(4, stages=stages)
    play_event(event)
    groups = [len(table.rows) for table in framed_standing(event)]
    finish_event(event_id=event.pk, actor=SYSTEM)
    (places,) = framed_standing(Event.objects.get(pk=event.pk))
    assert (groups, len(places.rows), places.counted) == ([2] * len(groups), 4, "places")


@pytest.mark.parametrize("typed", ["example.org", "https://a b'; script-src *", "https://x.org;", "https://x.org/page"])
def test_what_is_no_beginning_of_an_address_is_refused_and_changes_nothing(typed):
    club = make_club()
    framed(club)
    with pytest.raises(Refused, match="frames-unknown"):
        set_frames(club=club, framed_by=typed, actor=SYSTEM)
    answer = owner_of(club).post(reverse("frames", args=[club.slug]), {"framed_by": typed})
    assert "is not the beginning of an address" in answer.content.decode()
    club.refresh_from_db()
    assert club.framed_by == OWN_PAGE
