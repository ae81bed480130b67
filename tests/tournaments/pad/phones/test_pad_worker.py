"""The pad's service worker names the files of this release."""

import json
import re

import pytest
from django.contrib.staticfiles import finders

from tests.factories import make_table


@pytest.fixture
def script(client) -> str:
    answer = client.get("/pad/sw.js")
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (200, "text/javascript", "no-cache")
    return answer.content.decode()


@pytest.mark.django_db
def test_it_is_made_of_a_module_and_of_files_that_exist(script):
    (module,) = re.findall(r'^import \{ serve \} from "/static/(.*)";$', script, re.M)
    files = json.loads(script[script.index("[") : script.rindex("]") + 1])
    assert f"/static/{module}" in files
    assert [name for name in files if not finders.find(name.removeprefix("/static/"))] == []


@pytest.mark.django_db
def test_it_keeps_every_file_that_the_pads_page_is_made_of(client, script):
    table = make_table()
    page = client.get(f"/pad/{table.pad_links.get().token}/").content.decode()
    asked = re.findall(r'<(?:link rel="(?:icon|stylesheet)"|script)[^>]* (?:href|src)="(/static/[^"]+)"', page)
    assert len(asked) == 3
    assert [name for name in asked if f'"{name}"' not in script] == []


@pytest.mark.django_db
def test_while_sources_are_worked_on_the_page_is_made_of_them_and_keeps_none(client, settings):
    settings.DEBUG = True
    table = make_table()
    page = client.get(f"/pad/{table.pad_links.get().token}/").content.decode()
    assert "/static/js/pad/main.js" in page and "/static/css/pad/all.css" in page
    assert "bundle" not in page and "data-worker-url" not in page


@pytest.mark.django_db
def test_from_the_home_screen_the_same_table_is_opened_again(client):
    table = make_table()
    address = f"/pad/{table.pad_links.get().token}/"
    page = client.get(address).content.decode()
    (manifest,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    answer = client.get(manifest)
    described = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (described["start_url"], described["id"], described["display"]) == (address, address, "standalone")
    assert described["name"] == f"Table 1 · {table.event.name}"
    assert [icon["src"] for icon in described["icons"] if not finders.find(icon["src"].removeprefix("/static/"))] == []
    assert client.get("/pad/nobody/app.webmanifest").status_code == 404
