"""Every address is closed unless it is meant for visitors. Which member may what: test_permissions.py."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from pyramid_site.accounts.urls import urlpatterns as account_urls
from tests.factories import make_table
from tournaments.urls import urlpatterns

# Open to anyone. The pad's pages ask for the table's secret token instead of an account.
PUBLIC = {
    "home",
    "clubs",
    "club",
    "nights",
    "all-time",
    "club-card",
    "club-feed",
    "club-frame",
    "standing-frame",
    "bracket-frame",
    "passport-issuer",
    "passport-issuer-file",
    "compare",
    "meetings",
    "player",
    "event",
    "event-bend",
    "event-live",
    "event-people",
    "event-prints",
    "event-revision",
    "tables",
    "verifier",
    "cross-table",
    "handicaps",
    "bracket",
    "calendar",
    "calendar-file",
    "coming",
    "pairings",
    "race",
    "club-file-csv",
    "club-file-json",
    "club-files",
    "logo-picture",
    "event-file-csv",
    "event-file-json",
    "event-files",
    "event-report",
    "event-proved",
    "event-score-lines",
    "rating-change",
    "ratings",
    "ratings-game",
    "statistics",
    "statistics-game",
    "player-statistics",
    "event-statistics",
    "definitions",
    "rivals",
    "register",
    "report",
    "report-card",
    "report-player-card",
    "wall",
    "wall-opened",
    "pad-worker",
    "print-sheet",
    "privacy",
    "why",
    "table",
    "rules",
    "rules-game",
    "division",
    "fixture",
    "ladder",
    "league",
    "season",
    "season-file-csv",
    "season-file-json",
    "season-what-if",
    "season-statistics",
    "season-statistics-game",
    "season-why",
    "seasons",
    "sign-in-link",
}
# Of signing in itself, with which allauth sees to it; the others want somebody signed in.
OPEN_ACCOUNT = {
    "account_login",
    "account_logout",
    "account_inactive",
    "account_request_login_code",
    "account_confirm_login_code",
    "account_reset_password",
    "account_confirm_password_reset_code",
    "account_complete_password_reset",
    "account_password_reset_completed",
    "account_email_verification_sent",
    "account_confirm_email",
    "mfa_authenticate",
    "mfa_login_webauthn",
}
NEEDS_TOKEN = re.compile(r"^(pad/<pad:token>|codes/<str:code>|invitations/<str:token>)/")


def views() -> list[URLPattern]:
    return [pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)]


def is_open(pattern: URLPattern) -> bool:
    return not getattr(pattern.callback, "login_required", True)


def address(pattern: URLPattern, **given: object) -> str:
    values = {
        "pk": 1,
        "slug": "neris",
        "game": "vilnius",
        "player": 1,
        "other": 2,
        "token": "nobody",
        "number": 1,
        "event": 1,
        "code": "nobody",
        "delivery": 1,
        "claimed": 1,
        "name": "standings",
        "side": 1,
        "shape": "wide",
    } | given
    return "/" + re.sub(r"<\w+:(\w+)>", lambda match: str(values[match[1]]), str(pattern.pattern))


def test_only_what_is_meant_for_visitors_is_open():
    open_views = {p.name for p in views() if is_open(p) and not NEEDS_TOKEN.match(str(p.pattern))}
    assert open_views == PUBLIC


def test_no_address_leads_past_the_apps_own_urls_but_the_account_and_the_choice_of_a_language():
    prefixes = [str(pattern.pattern) for pattern in get_resolver().url_patterns]
    assert prefixes == ["language/", "", ""]
    assert {pattern.name for pattern in leaves(account_urls) if is_open(pattern)} == OPEN_ACCOUNT


def leaves(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from leaves(pattern.url_patterns)


@contextmanager
def nothing_is_drawn() -> Iterator[None]:
    """Views answer as ever, with pages that are empty: where nothing but their status is asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.shortcuts.loader", SimpleNamespace(render_to_string=lambda *_, **__: ""))
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("pattern", [p for p in views() if not is_open(p)], ids=lambda p: p.name)
def test_a_visitor_at_a_closed_door_is_asked_to_sign_in(client, pattern):
    for answer in (client.get(address(pattern)), client.post(address(pattern))):
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/sign-in/")


@pytest.mark.django_db
def test_after_signing_in_one_is_back_on_the_page_not_at_the_action(client):
    at_the_desk = {"HX-Request": "true", "HX-Current-URL": "http://testserver/events/1/desk/"}
    answer = client.post("/events/1/desk/here/", headers=at_the_desk)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, "/sign-in/?next=/events/1/desk/")
    answer = client.post("/events/1/desk/here/", headers={"Referer": "http://testserver/events/1/desk/"})
    assert answer["Location"] == "/sign-in/?next=/events/1/desk/"
    answer = client.get("/events/1/desk/seating/?how=random&size=4")
    assert answer["Location"] == "/sign-in/?next=/events/1/desk/seating/%3Fhow%3Drandom%26size%3D4"


@pytest.mark.django_db
def test_a_form_from_an_outdated_page_is_answered_in_words(client):
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"login": "ana"})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["club.example", "club.example:8000", "club.example:99999", "[2001:db8::1]:8000"])
def test_the_wall_shows_the_address_it_was_asked_at(client, host):
    night = make_table().event
    answer = client.get(f"/events/{night.pk}/wall/", headers={"Host": host})
    assert answer.context["address"] == f"{host}/events/{night.pk}/"


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["nobody", "", "../../admin", "a" * 300, "%00"])
def test_a_guessed_pad_link_leads_nowhere(client, token):
    assert client.get(f"/pad/{token}/").status_code == 404


@pytest.mark.django_db
def test_a_revoked_pad_link_leads_nowhere_and_takes_no_deal(client):
    table = make_table()
    link = table.pad_links.get()
    assert client.get(f"/pad/{link.token}/").status_code == 200
    table.pad_links.update(revoked_at="2026-11-20T20:00Z")
    assert client.get(f"/pad/{link.token}/").status_code == 404
    assert client.post(f"/pad/{link.token}/deals/", {}, content_type="application/json").status_code == 404
