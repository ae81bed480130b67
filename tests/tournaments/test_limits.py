"""What people may enter at most: too much is refused and changes nothing, and nothing is cut in silence."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django import forms as django_forms
from django.core.exceptions import ValidationError
from django.test import Client
from pydantic import ValidationError as Malformed

from tests.confirmation_scenes import table_to_confirm
from tests.factories import announce, deal, make_club, make_table
from tests.tournaments.api.scenes import Program, sending, token_for
from tests.tournaments.pad.test_pad import send
from tournaments import forms, limits
from tournaments.api import sent
from tournaments.audit import SYSTEM
from tournaments.limits import LONGEST_NOTE, LONGEST_REASON, LONGEST_SLUG, numbered, shortened
from tournaments.models import AuditEntry, Deal, Message, Table
from tournaments.services.club.clubs import free_slug
from tournaments.services.night import send_message
from tournaments.services.refusals import Refused, fitting
from tournaments.services.table.deals import correct_deal
from tournaments.words.refusals import refusal_text

LONGEST = {value for name, value in vars(limits).items() if name.startswith("LONGEST_")}  # characters
LONG = "x" * (LONGEST_REASON + 1)
OF_AN_ADDRESS = 320  # letters, by Django, of e-mail
NO_LIMIT = {
    *("ListForm.text", "TeamsForm.text"),  # what somebody pastes: its lines are counted, its names checked
    *("StartForm.admit", "LevelForm.level", "FirstPlaceForm.level"),  # what no page writes counts as nothing
}
TEMPLATES = Path(import_module("tournaments").__file__ or "").parent.parent / "templates"


def modules() -> Iterator[ModuleType]:
    return (import_module(each.name) for each in walk_packages(forms.__path__, f"{forms.__name__}."))


def typed_texts() -> Iterator[Any]:
    for module in modules():
        for name, form in vars(module).items():
            if (
                isinstance(form, type)
                and issubclass(form, django_forms.BaseForm)
                and form.__module__ == module.__name__
            ):
                fields = [(f"{name}.{key}", field) for key, field in form.base_fields.items()]
                yield from (pytest.param(key, each, id=key) for key, each in fields if is_typed(key, each))


def is_typed(key: str, field: django_forms.Field) -> bool:
    hidden = field.widget.is_hidden or isinstance(field.widget, django_forms.PasswordInput)
    return isinstance(field, django_forms.CharField) and not hidden and key not in NO_LIMIT


@pytest.mark.parametrize(("key", "field"), list(typed_texts()))
def test_a_form_refuses_a_text_that_is_too_long(key: str, field: django_forms.CharField):
    """What has no length of its own is read: a list of names, or numbers."""
    longest = field.max_length or max(limits.LONGEST_PLAYER_NAME, limits.LONGEST_REASON)
    assert longest in {*LONGEST, OF_AN_ADDRESS}, key
    with pytest.raises(ValidationError):
        field.clean("x" * (longest + 1))


GIVEN_OUT = {"game", "seen"}  # one of those that there are, or what the server has said


def sent_texts() -> Iterator[Any]:
    schemas = [each for each in vars(sent).values() if isinstance(each, type) and issubclass(each, sent.Strict)]
    for schema in schemas:
        for key, field in schema.model_fields.items():
            if field.annotation in (str, str | None) and key not in GIVEN_OUT:
                yield pytest.param(schema, field.alias or key, id=f"{schema.__name__}.{key}")


@pytest.mark.parametrize(("schema", "key"), list(sent_texts()))
def test_a_program_is_refused_a_text_that_is_too_long(schema: Any, key: str):
    longest = schema.model_json_schema(by_alias=True)["properties"][key]
    (allowed,) = {each["maxLength"] for each in [longest, *longest.get("anyOf", [])] if "maxLength" in each}
    assert allowed in LONGEST
    with pytest.raises(Malformed) as caught:
        schema(**{key: "x" * (allowed + 1)})
    assert (key,) in [each["loc"] for each in caught.value.errors() if each["type"] == "string_too_long"]


def test_pages_and_the_pad_take_no_more_letters_than_are_kept():
    pages = " ".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    assert {int(number) for number in re.findall(r'maxlength="(\d+)"', pages)} == {len(str(limits.HIGHEST_SEED))}
    pad = (TEMPLATES.parent / "static" / "js" / "pad" / "screens" / "dom.js").read_text()
    assert f'maxlength: "{LONGEST_REASON}"' in pad and LONGEST_REASON == LONGEST_NOTE


def test_what_is_cut_shows_it():
    assert shortened("Ana", 3) == "Ana"
    assert shortened("Anastasia", 4) == "Ana…"
    assert [numbered("neris", number, 6) for number in (1, 2, 10)] == ["neris", "neri-2", "ner-10"]


def test_a_text_that_is_too_long_is_refused_with_the_limit():
    assert fitting(LONG[1:], LONGEST_REASON) == LONG[1:]
    with pytest.raises(Refused) as caught:
        fitting(LONG, LONGEST_REASON)
    assert "at the most" in refusal_text(caught.value) and str(LONGEST_REASON) in refusal_text(caught.value)


@pytest.mark.django_db
class TestNothingIsCutInSilence:
    @pytest.mark.parametrize(
        ("path", "said"),
        [
            ("call/", {"note": LONG}),
            ("confirmation/", {"verdict": "disputed", "reason": LONG}),
        ],
    )
    def test_what_a_table_says_is_refused_where_it_is_too_long(self, client: Client, path: str, said: dict[str, Any]):
        table = table_to_confirm("table", deals=1)
        entries = AuditEntry.objects.count()
        answer = send(client, table, None, path=path, **said)
        assert (answer.status_code, answer.json()["error"]) == (422, {"code": "text-long", "most": LONGEST_REASON})
        assert AuditEntry.objects.count() == entries

    def test_a_phone_loses_no_correction_by_a_long_reason(self, client: Client):
        table = corrected_table()
        answer = send(client, table, announce(1, 3, 2), path="deals/1/", reason=LONG)
        assert answer.status_code == 200
        newest = Deal.objects.latest("version")
        assert newest.reason == LONG[2:] + "…" and len(newest.reason) == LONGEST_REASON

    def test_a_program_corrects_nothing_with_too_long_a_reason(self):
        table = corrected_table()
        program = Program(token_for(table.event.club, "record"))
        correction = sending(announce(1, 3, 2), base_revision=table.event.revision, reason=LONG)
        answer = program.post(f"/tables/{table.pk}/deals/1", correction)
        assert (answer.status_code, answer.json()["field"]) == (422, "/reason")
        assert Deal.objects.count() == 1

    def test_a_service_refuses_what_no_form_has_looked_at(self):
        table = corrected_table()
        asked = {"table_id": table.pk, "number": 1, "payload": announce(1, 3, 2), "actor": SYSTEM}
        with pytest.raises(Refused, match="text-long"):
            correct_deal(**asked, client_id=uuid4(), base_revision=None, reason=LONG)
        with pytest.raises(Refused, match="text-long"):
            send_message(event_id=table.event_id, table_id=None, text=LONG, actor=SYSTEM)
        assert (Deal.objects.count(), Message.objects.count()) == (1, 0)

    def test_the_address_of_a_long_name_makes_room_for_its_number(self):
        name = "n" * 80
        slugs = [make_club(name=name).slug, free_slug(name)]
        assert slugs == ["n" * LONGEST_SLUG, "n" * (LONGEST_SLUG - 2) + "-2"]


def corrected_table() -> Table:
    table = make_table()
    deal(table, announce(1, 3, 3))
    table.event.refresh_from_db()
    return table
