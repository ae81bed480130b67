"""Parts of pages that are fetched while people look: drawn once for all, sent once; what they need of their page."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import announce, deal, make_night, make_table
from tests.tournaments.test_permissions import client_of, closed, make_scene
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def test_a_partial_is_sent_once_a_revision_and_once_a_language(client: Client) -> None:
    table = make_table()
    address = reverse("wall", args=[table.event_id])

    def ask(etag: str = "", language: str = "en") -> HttpResponse:
        given = {"HX-Request": "true", "Accept-Language": language, "If-None-Match": etag}
        return client.get(address, headers=given)

    first = ask()
    assert first.status_code == 200
    assert {"HX-Request", "Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    assert ask(first["ETag"]).status_code == 304
    assert ask(first["ETag"], language="it").status_code == 200
    deal(table, announce(1, 3, 2))
    assert ask(first["ETag"]).status_code == 200


@pytest.mark.parametrize("name", ["event", "wall", "table"])
def test_what_many_fetch_is_drawn_for_the_first_of_them(name: str) -> None:
    table = make_table()
    deal(table, announce(1, 3, 2))
    address = reverse(name, args=[table.pk if name == "table" else table.event_id])

    def ask(**more: str) -> tuple[str, int]:
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(address, more, headers={"HX-Request": "true"})
        return answer.content.decode(), len(queries)

    first, asked = ask()
    assert asked > 2 and ask() == (first, 2)  # who sees it, and the version
    assert ask(q="Ana")[1] == asked
    deal(table, announce(0, 3, 3))
    after, again = ask()
    assert again == asked and after != first


def test_what_is_drawn_for_visitors_is_not_what_a_member_gets(client: Client, admin_user: User) -> None:
    address = reverse("event", args=[make_table().event_id])
    asked = {"HX-Request": "true"}
    visitors = client.get(address, headers=asked)
    client.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address, headers=asked)["ETag"] != visitors["ETag"]


def test_a_whole_page_is_always_made_anew(client: Client) -> None:
    response = client.get(reverse("wall", args=[make_night().pk]))
    assert response.status_code == 200
    assert "ETag" not in response
    assert "no-cache" in response["Cache-Control"]


def test_a_button_that_names_a_form_is_on_a_page_with_that_form() -> None:
    scene = make_scene()
    owner = client_of(Role.OWNER, scene)
    pages = [at for pattern in closed() for at, _event in scene.addresses(pattern)]
    desks = [f"{reverse('desk', args=[event.pk])}?open={given['tables/']}" for event, given in scene.of_events.items()]
    alone = []
    for at in pages + desks:
        content = owner.get(at).getvalue().decode(errors="replace")
        if not content.startswith("<!doctype"):  # a part of a page, or a file
            continue
        forms = set(re.findall(r'<form [^>]*?\bid="([^"]+)"', content))
        alone += [(at, name) for name in re.findall(r'<\w+ [^>]*?\bform="([^"]+)"', content) if name not in forms]
    assert alone == []


def test_an_action_of_a_page_that_is_out_of_date_is_answered_with_what_to_do() -> None:
    night = make_night()
    client = Client(enforce_csrf_checks=True)
    client.force_login(night.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("desk-here", args=[night.pk])
    part, page = (client.post(address, headers=headers) for headers in ({"HX-Request": "true"}, {}))
    assert (part.status_code, page.status_code) == (403, 403)
    assert "Reload this page, and try once more." in part.text
    assert "Go back, reload it, and try once more." in page.text
