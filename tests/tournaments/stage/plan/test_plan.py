import pytest
from django.urls import reverse

from tests.factories import make_user
from tournaments.formats.stages import FORMATS
from tournaments.words.stage.formats import FORMAT_NAMES

pytestmark = pytest.mark.django_db

GIVEN = {"format": "swiss", "players": 8, "seats": 4, "rounds": 3, "remainder": "threes", "minutes": 2}


@pytest.fixture
def page(client):
    client.force_login(make_user("director"), backend="django.contrib.auth.backends.ModelBackend")
    return lambda **given: client.get(reverse("plan"), given).content.decode()


def test_before_anything_is_asked_the_form_stands_ready(page):
    text = page()
    assert "Play it out" in text
    assert "The strongest player wins" not in text


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_played_out(page, key):
    text = page(**GIVEN | {"format": key})
    assert "The strongest player wins" in text
    assert "Length of the evening" in text


def test_every_format_has_a_name():
    assert set(FORMAT_NAMES) == set(FORMATS)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"players": 1}, "greater than or equal to 2"),
        ({"players": 10**30}, "less than or equal to 128"),
        ({"format": "x"}, "Select"),
    ],
)
def test_what_cannot_be_planned_is_said_at_the_field(page, wrong, word):
    text = page(**GIVEN | wrong)
    assert word in text
    assert "The strongest player wins" not in text
