"""For whom names are drawn, and what is drawn for nobody yet."""

from contextvars import Context

import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from tests.factories import make_night, make_table
from tests.tournaments.club.test_visibility import signed_in
from tournaments.audience import drawn_for
from tournaments.models import Player, Visibility
from tournaments.visibility import key_to_follow, may_follow, premises_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wished", "own", "nickname", "shown"),
    [
        ("", "initials", "Annie", ("Ana Maria Rossi", "Annie")),
        ("full", "", "Annie", ("Ana Maria Rossi", "Annie")),
        ("full", "initials", "Annie", ("A. M. R.", "A. M. R.")),
        ("call", "", "Annie", ("Annie", "Annie")),
        ("call", "", "", ("Ana", "Ana")),
        ("call", "full", "", ("Ana Maria Rossi", "Ana Maria Rossi")),
        ("initials", "", "Annie", ("A. M. R.", "A. M. R.")),
        ("initials", "call", "", ("Ana", "Ana")),
    ],
)
def test_strangers_read_of_a_name_what_the_club_wishes_or_the_player_where_he_says_so(wished, own, nickname, shown):
    ana = Player(name="Ana Maria Rossi", nickname=nickname, shown_names=own)
    with drawn_for(wished):
        assert (ana.full_name, ana.short_name) == shown


@login_not_required
def forgetful(request: HttpRequest) -> HttpResponse:
    return HttpResponse(", ".join(each.full_name for each in Player.objects.all()))


urlpatterns = [path("forgetful/", forgetful)]


@pytest.mark.parametrize("own", ["", "full"])
def test_a_page_that_says_nothing_of_its_audience_shows_no_whole_name(settings: Settings, own):
    club = make_night(names=("Ana Rossi", "Bruno Žukas")).club
    club.players.update(shown_names=own)
    member = signed_in(club)
    settings.ROOT_URLCONF = __name__
    for visitor in (Client(), member):
        assert visitor.get("/forgetful/").content.decode() == "A. R., B. Ž."


def test_what_is_drawn_outside_of_a_request_shows_no_whole_name_unless_it_says_for_whom():
    ana = Player(name="Ana Rossi", nickname="Annie")
    assert Context().run(lambda: (ana.full_name, ana.short_name)) == ("A. R.", "A. R.")


def test_a_stream_that_tells_everybody_the_same_needs_no_key():
    table = make_table()
    public = premises_of("table", table.pk)
    assert key_to_follow(public, None, inside=True, by="") == key_to_follow(public, table.pk, inside=False, by="") == ""
    assert key_to_follow(public, table.pk, inside=True, by="") != ""


@pytest.mark.parametrize(
    ("audience", "visible"),
    [("", ["public"]), ("strangers", ["public", "unlisted"]), ("insiders", ["public", "unlisted", "private"])],
)
def test_a_stream_goes_on_while_those_it_was_opened_for_may_see_what_it_tells_of(audience, visible):
    assert {kind for kind in Visibility if may_follow(audience, kind)} == {Visibility(kind) for kind in visible}
