"""Whatever ids a director posts, those of another club and those that there are not are nobody's here."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from django import forms as django_forms
from django.db import transaction
from django.test import Client

import tournaments.forms
from tests.factories import make_club, make_table, sign_in
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.test_doors import address, views
from tournaments.models import AuditEntry, Club, Event, Member, Table
from tournaments.services.desk.undo import STEPS

LARGE = 10**25
CHANGES = re.compile("(desk|table|seat|registration|entrants|event-codes|pad-link|round|stage|preview|ruling)")
Posted = dict[str, Any]


def forms() -> Iterator[type[django_forms.Form]]:
    for module in walk_packages(tournaments.forms.__path__, "tournaments.forms."):
        for _name, form in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(form, django_forms.BaseForm):
                yield form


def example(field: django_forms.Field, pk: int) -> Any:
    """What passes where it is a choice or a text; elsewhere the id."""
    if isinstance(field, django_forms.ChoiceField):
        keys = [str(key) for key, _text in field.choices if key]
        return keys[0] if keys else pk
    if isinstance(field, django_forms.DateField):
        return "2026-03-04"
    return "because" if type(field) is django_forms.CharField else pk


def posted(pk: int) -> Iterator[Posted]:
    """All fields of all forms, by name, and where somebody goes as a seat and as a table."""
    fields = {name: field for form in forms() for name, field in form.base_fields.items()}
    data = {name: example(field, pk) for name, field in fields.items()}
    for to in ("seat", "table"):
        yield data | {"to": f"{to}-{pk}", "place": f"{pk}-{pk}", "table-1": [pk, pk], "waiting": pk}


def steps(event: int, pk: int) -> Iterator[Posted]:
    for key in STEPS:
        for count in (1, 2, 3):
            yield {"steps": f"{event} {':'.join([key, *[str(pk)] * count])}"}


def things(table: Table) -> dict[str, int]:
    """By what stands in an address before its number."""
    found = {"events/": table.event_id, "tables/": table.pk, "seats/": table.seats.all()[0].pk}
    return found | ({"rounds/": table.round.pk, "stages/": table.round.stage_id} if table.round else {})


@pytest.fixture
def scene() -> tuple[Client, list[Table], Table]:
    """An owner, the tables of a night and a tournament of the club, and one of another club."""
    other = make_table(club=make_club(name="Vilnia"))
    club = make_club()
    tournament = make_tournament(4, club=club)
    start(tournament)
    own = [make_table(club=club), next_round(tournament)[0]]
    client = Client(raise_request_exception=False)
    return sign_in(client, club.members.get(role=Member.Role.OWNER).user), own, other


def ids_of_others(other: Table) -> set[int]:
    return {other.seats.all()[0].pk, 987654321, LARGE}


def post(client: Client, at: str, data: Posted) -> int:
    """What it does is taken back."""
    with transaction.atomic():
        answer = client.post(at, data, headers={"HX-Request": "true"})
        transaction.set_rollback(True)
    return answer.status_code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("desk-move", {"seat": "{seat}", "to": "table-{own}"}),
        ("desk-move", {"seat": "{own_seat}", "to": "table-{table}"}),
        ("desk-move", {"seat": "{own_seat}", "to": "seat-{seat}"}),
        ("desk-move", {"seat": "{seat}", "to": "seat-{own_seat}"}),
        ("desk-left", {"entrant": "{entrant}"}),
        ("desk-sit-down", {"place": "{own_entrant}-{table}"}),
        ("desk-resume", {"table": "{table}"}),
        ("desk-message", {"table": "{table}", "text": "Hello"}),
    ],
)
@pytest.mark.parametrize("unknown", [False, True], ids=["of another club", "of nothing"])
def test_an_id_of_another_club_is_not_found_at_the_desk(
    scene: tuple[Client, list[Table], Table], name: str, fields: dict[str, str], unknown: bool
) -> None:
    client, (own, _), other = scene
    seat, entrant = other.seats.all()[0], other.event.entrants.all()[0]
    theirs = {"seat": seat.pk, "entrant": entrant.pk, "table": other.pk}
    if unknown:
        theirs = dict.fromkeys(theirs, 987654321)
    ours = {"own": own.pk, "own_seat": own.seats.all()[0].pk, "own_entrant": own.event.entrants.all()[0].pk}
    written = AuditEntry.objects.count()
    (pattern,) = [each for each in views() if each.name == name]
    data = {field: value.format(**theirs, **ours) for field, value in fields.items()}
    assert client.post(address(pattern, pk=own.event_id), data).status_code == 404
    assert AuditEntry.objects.count() == written


@pytest.mark.django_db
@pytest.mark.parametrize("which", [0, 1], ids=["night", "tournament"])
def test_no_action_of_a_desk_fails_whatever_ids_it_is_sent(
    scene: tuple[Client, list[Table], Table], which: int
) -> None:
    client, own, other = scene
    failed, given = set(), things(own[which])
    for pattern in views():
        kind = str(pattern.pattern).split("<int")[0]
        if kind not in given or not CHANGES.match(pattern.name or ""):
            continue
        at = address(pattern, pk=given[kind], event=own[which].event_id)
        if post(client, at, {}) == 405:
            continue
        for pk in sorted(ids_of_others(other)):
            sent = [*posted(pk), *(steps(own[which].event_id, pk) if pattern.name == "desk-undo" else ())]
            failed |= {(pattern.name, str(data)[:80]) for data in sent if post(client, at, data) >= 500}
    assert failed == set()
    assert Club.objects.count() == 2 and Event.objects.count() == 3
