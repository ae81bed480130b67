"""Every write leaves its entry in the log; what is kept for good cannot be edited or deleted through the app."""

import ast
import re
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_type_hints

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError
from django.urls import reverse

import tournaments
from tests.factories import announce, deal, make_club, make_night, make_table, make_user, told
from tests.tournament_scenes import make_tournament, next_round, start
from tournaments import audit
from tournaments.audit import SYSTEM, Details
from tournaments.models import (
    AuditEntry,
    Club,
    Confirmation,
    Deal,
    Event,
    Member,
    Message,
    PadLink,
    Player,
    ProposedCorrection,
    RecordedForGood,
    Ruling,
    Table,
)
from tournaments.words.log.actions import ACTIONS, KINDS

APP = Path(tournaments.__path__[0])
COMMITS = {"commit_change", "commit_table_change", "commit_note", "record"}
WRITES = {
    "save", "create", "update", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create",
}  # fmt: skip
# What a phone says of itself, where somebody is signed in, what is sent out: nothing that was played, nor decided.
NO_RECORD = {
    "note_unsent", "register_phone", "ask_phone", "ask_for_all", "answer_neighbour", "end_other_sessions",
    "forget_names", "send_trial", "send_again", "claim_deliveries", "note_answers", "release", "post_mail",
}  # fmt: skip
WITH_ADMIN = pytest.mark.urls("tests.server.with_admin")
BY_ITS_STEPS = {"undo", "made_once", "answered_once"}  # each of which is a service with its entry
STATEMENTS = {"insert", "update", "update_all"}  # of models.statements
# What comes to be has no before; of a table that only changes its state, the commit itself tells from which to which.
NEW = {
    "club-created", "players-added", "event-created", "entered-late", "tables-opened", "round-drawn", "deal",
    "tie-settled", "lots-drawn", "play-off-drawn", "late-correction", "message", "correction-proposed", "claim",
    "invited", "nights-planned", "season-planned", "season-published", "token-made", "first-lots-drawn", "first-shared",
    "ladder-set-up", "challenge-made", "webhook-made", "sheet-typed",
    "club-brought", "paper-brought", "event-brought",
}  # fmt: skip
TOLD_BY_THE_TABLE = {"table-ended", "table-taken-back", "table-adjourned", "table-resumed", "table-reopened"}


class Service:
    """A function of the services: what it calls, whether it writes, and with which actions it commits."""

    def __init__(self, module: str, node: ast.FunctionDef, tree: ast.Module) -> None:
        self.name, self.node, self.tree = f"{module}.{node.name}", node, tree
        self.calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
        self.called = {called(each) for each in self.calls}
        # `.update()` of a dict or set writes nothing; those of the services are all of query sets.
        self.writes = any(is_write(each.func) for each in self.calls)
        self.is_public = not node.name.startswith("_")
        self.is_atomic = "transaction.atomic" in map(ast.unparse, node.decorator_list)


def is_write(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(attr=name):
            return name in WRITES
        case ast.Name(id=name):
            return name in STATEMENTS
    return False


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@cache
def services() -> dict[str, list[Service]]:
    found: dict[str, list[Service]] = {}
    for path in sorted((APP / "services").rglob("*.py")):
        tree = ast.parse(path.read_text())
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append(Service(path.stem, node, tree))
    return found


def all_services() -> list[Service]:
    return [each for named in services().values() for each in named]


def commits(service: Service, *, seen: frozenset[str] = frozenset()) -> bool:
    """By itself, or by a function of the services that it calls."""
    if service.called & COMMITS:
        return True
    further = [each for name in service.called - seen for each in services().get(name, [])]
    return any(commits(each, seen=seen | service.called) for each in further)


def test_every_service_that_writes_leaves_an_entry_in_the_same_transaction():
    public = [
        each
        for each in all_services()
        if each.is_public and each.is_atomic and each.node.name not in NO_RECORD | BY_ITS_STEPS
    ]
    assert [each.name for each in public if not commits(each)] == []
    assert len(public) > 50


def test_what_is_only_a_part_of_a_write_is_called_by_services_only():
    parts = {each.node.name for each in all_services() if each.is_public and each.writes and not each.is_atomic}
    parts -= {"rebuild_scores"}  # an iterator: a transaction for each table
    layers = ("views", "forms", "words", "management", "exports")
    above = [path for name in layers for path in (APP / name).rglob("*.py")]
    imported = {
        f"{path.stem}: {alias.name}"
        for path in [*above, APP / "admin.py"]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments.services")
        for alias in node.names
    }
    assert {each for each in imported if each.split(": ")[1] in parts} == set()
    assert {"commit_change", "take_back", "keep_scores"} <= parts


def test_only_services_write():
    layers = ("views", "forms", "words", "selectors", "exports", "templatetags")
    reading = [path for name in layers for path in (APP / name).rglob("*.py")]
    writes = re.compile(
        rf"\.objects\.(\w+\(.*\)\.)*({'|'.join(WRITES)})\(|\.save\(|\.delete\("
        rf"|statements import .*\b({'|'.join(STATEMENTS)})\b"
    )
    assert [path.name for path in reading if writes.search(path.read_text())] == []


def committing() -> Iterator[tuple[Service, ast.Call, set[str]]]:
    """Every call that hands on an action, with the actions it may be."""
    at = {"commit_change": 2, "commit_table_change": 2, "record": 1, "record_all": 1}
    for each in all_services():
        names = [argument.arg for argument in each.node.args.args]
        if "action" in names:
            at[each.node.name] = names.index("action")
    for each in all_services():
        for call in each.calls:
            if called(call) in at and len(call.args) > at[called(call)]:
                yield each, call, actions(call.args[at[called(call)]], each)


def actions(node: ast.expr, service: Service) -> set[str]:
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=one, orelse=other):
            return actions(one, service) | actions(other, service)
        case ast.Subscript(value=ast.Name(id=name)):
            (table,) = [each.value for each in service.tree.body if isinstance(each, ast.Assign) and is_of(each, name)]
            assert isinstance(table, ast.Dict)
            return set().union(*(actions(value, service) for value in table.values))
        case ast.JoinedStr(values=[ast.Constant(value=str(stem)), _]):
            return {f"{stem}{answer}" for answer in ProposedCorrection.Answer.values}
        case ast.Name(id=name):
            given = [
                each.value for each in ast.walk(service.node) if isinstance(each, ast.Assign) and is_of(each, name)
            ]
            return set().union(*(actions(value, service) for value in given))
    raise AssertionError(f"{service.name}: an action is a name that can be read off the source")


def is_of(assignment: ast.Assign, name: str) -> bool:
    return [getattr(target, "id", "") for target in assignment.targets] == [name]


def test_every_action_has_its_sentence_and_every_sentence_its_action():
    used = set().union(*(codes for _, _, codes in committing()))
    assert used - ACTIONS.keys() == set()
    assert ACTIONS.keys() - used == set()
    assert {action.kind for action in ACTIONS.values()} == KINDS.keys()


def test_a_sentence_names_only_facts_that_entries_have():
    facts = {*get_type_hints(Details), "words", "was", "asked"}
    named = {code: set(re.findall(r"%\((\w+)\)s", str(action.words))) for code, action in ACTIONS.items()}
    assert {code: names - facts for code, names in named.items() if names - facts} == {}


def test_every_entry_tells_what_was_before_and_what_is_after():
    silent = []
    for service, call, codes in committing():
        given = {keyword.arg for keyword in call.keywords}
        if called(call) in COMMITS and not codes <= TOLD_BY_THE_TABLE and None not in given:
            wanted = {"after"} if codes <= NEW else {"before", "after"}
            if codes and wanted - given:
                silent.append(f"{service.name} {sorted(codes)}: {sorted(wanted - given)}")
    assert silent == []


@pytest.fixture
def kept(db: None) -> dict[type[Model], Model]:
    """A row of everything that is kept for good."""
    event = make_tournament(4, stages=(("swiss", {"rounds": 2}),))
    start(event)
    table = next_round(event)[0]
    deal(table, {"dealer": 0, "claimed": [0]})
    user = make_user("somebody")
    stage, link = table.round.stage, table.pad_links.get()
    given = {"user": user, "table": table}
    entry = audit.record(
        audit.Actor(user, link, 0), "deal", club=event.club, event=event, table=table, after={"deal": 9}
    )
    return {
        AuditEntry: entry,
        Deal: Deal.objects.create(table=table, number=7, version=1, payload={}, revision=1, user=user, pad_link=link),
        Confirmation: Confirmation.objects.create(revision=1, verdict="confirmed", pad_link=link, **given),
        Ruling: Ruling.objects.create(stage=stage, kind="lifted", **given),
        Message: Message.objects.create(event=event, text="Sit down", **given),
    }


FOR_GOOD = [AuditEntry, Deal, Confirmation, Ruling, Message]
FIELD = {AuditEntry: "action", Deal: "reason", Confirmation: "reason", Ruling: "reason", Message: "text"}


def attempts(row: Model) -> dict[str, object]:
    """Every way Django knows to change or delete a row."""
    model, field = type(row), FIELD[type(row)]
    rows, user = model.objects, make_user("another")
    accessor = f"{model.__name__.lower()}_set"
    mine, others = getattr(row.user, accessor), getattr(user, accessor)
    copied = {each.attname: getattr(row, each.attname) for each in model._meta.concrete_fields}
    setattr(row, field, "changed")
    return {
        "save": row.save,
        "save one field": lambda: row.save(update_fields=[field]),
        "delete": row.delete,
        "a new one of the same key": lambda: model(**{**copied, field: "changed"}).save(),
        "update": lambda: rows.filter(pk=row.pk).update(**{field: "changed"}),
        "update all": lambda: rows.update(**{field: "changed"}),
        "delete many": lambda: rows.filter(pk=row.pk).delete(),
        "delete all": lambda: rows.all().delete(),
        "bulk_update": lambda: rows.bulk_update([row], [field]),
        "update_or_create": lambda: rows.update_or_create(pk=row.pk, defaults={field: "changed"}),
        "bulk_create over it": lambda: rows.bulk_create(
            [model(**{**copied, field: "changed"})],
            update_conflicts=True, update_fields=[field], unique_fields=["id"],
        ),
        "update of the user's": lambda: mine.update(**{field: "changed"}),
        "delete of the user's": lambda: mine.all().delete(),
        "clear": mine.clear,
        "remove": lambda: mine.remove(row),
        "to another user": lambda: others.add(row),
        "to another user one by one": lambda: others.add(row, bulk=False),
        "instead of others": lambda: others.set([row]),
        "base manager": lambda: model._base_manager.filter(pk=row.pk).update(**{field: "changed"}),
        "default manager": lambda: model._default_manager.filter(pk=row.pk).delete(),
    }  # fmt: skip


@pytest.mark.parametrize("model", FOR_GOOD)
def test_what_is_kept_for_good_is_not_edited_or_deleted_by_any_way_django_knows(kept, model):
    row = kept[model]
    before = model.objects.filter(pk=row.pk).values().get()
    for way, attempt in attempts(row).items():
        with pytest.raises((RecordedForGood, IntegrityError)):  # noqa: PT012
            with transaction.atomic():
                attempt()
            pytest.fail(f"{way} did not raise")
        assert model.objects.filter(pk=row.pk).values().get() == before, way


@pytest.mark.parametrize("model", FOR_GOOD)
def test_what_is_kept_for_good_outlives_whom_and_what_it_is_about(kept, model):
    row = kept[model]
    parents = [getattr(row, field.name) for field in model._meta.concrete_fields if field.remote_field]
    assert len(parents) >= 2
    for parent in filter(None, parents):
        with pytest.raises(ProtectedError):
            parent.delete()
        with pytest.raises(RecordedForGood if isinstance(parent, Deal) else ProtectedError):
            type(parent).objects.filter(pk=parent.pk).delete()


def test_no_club_event_table_player_or_link_with_a_past_can_be_deleted(kept):
    for model in (Club, Event, Table, Player, PadLink):
        with pytest.raises(ProtectedError):
            model.objects.all().delete()


@WITH_ADMIN
@pytest.mark.parametrize("model", [AuditEntry, Deal, Confirmation, Message])
def test_the_admin_shows_what_is_kept_for_good_and_changes_nothing(kept, client, model):
    row = kept[model]
    admin = make_user("admin", is_staff=True, is_superuser=True)
    client.force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    name = f"admin:tournaments_{model.__name__.lower()}"
    before = list(model.objects.order_by("pk").values())
    listed, shown = reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[row.pk])
    assert [client.get(address).status_code for address in (listed, shown)] == [200, 200]
    assert client.post(shown, {FIELD[model]: "changed"}).status_code == 403
    assert client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert client.post(reverse(f"{name}_add"), {FIELD[model]: "made up"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    assert client.post(listed, chosen).status_code in (200, 302, 403)
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.django_db
@WITH_ADMIN
def test_the_admin_shows_a_game_by_its_name(client):
    night = make_night(game="protean")
    client.force_login(
        make_user("admin", is_superuser=True, is_staff=True), backend="django.contrib.auth.backends.ModelBackend"
    )
    listed = client.get(reverse("admin:tournaments_event_changelist")).text
    shown = client.get(reverse("admin:tournaments_event_change", args=[night.pk])).text
    assert all("Protean Pyramid (72 cards)" in page and ">protean<" not in page for page in (listed, shown))


@WITH_ADMIN
def test_the_admin_deletes_nobody_who_wrote_something_and_no_club(kept, client):
    admin = make_user("admin", is_staff=True, is_superuser=True)
    client.force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    user, club = kept[AuditEntry].user, kept[AuditEntry].club
    for address in (
        reverse("admin:auth_user_delete", args=[user.pk]),
        reverse("admin:tournaments_club_delete", args=[club.pk]),
    ):
        client.post(address, {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    client.post(reverse("admin:auth_user_changelist"), chosen)
    assert user.pk in type(user).objects.values_list("pk", flat=True)
    assert Club.objects.filter(pk=club.pk).exists()


@WITH_ADMIN
def test_what_the_admin_writes_is_in_the_clubs_log(client, db):
    admin = make_user("admin", is_staff=True, is_superuser=True)
    client.force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("admin:tournaments_club_add"), {"name": "Neris"})
    club, bruno = Club.objects.get(), make_user("bruno")
    change = reverse("admin:tournaments_club_change", args=[club.pk])
    client.post(change, {"name": "Vilnia", "slug": "vilnia"})
    client.post(reverse("admin:tournaments_member_add"), {"club": club.pk, "user": bruno.pk, "role": "scorer"})
    member = Member.objects.get(user=bruno)
    client.post(reverse("admin:tournaments_member_change", args=[member.pk]), {"role": "director"})
    client.post(reverse("admin:tournaments_member_delete", args=[member.pk]), {"post": "yes"})
    entries = AuditEntry.objects.filter(club=club, user=admin).order_by("pk").values_list("action", "before", "after")
    person = {"person": "bruno"}
    assert [(action, told(before), told(after)) for action, before, after in entries] == [
        ("club-created", None, {"name": "Neris", "address": "neris", "owner": "admin"}),
        ("club-edited", {"name": "Neris", "address": "neris"}, {"name": "Vilnia", "address": "vilnia"}),
        ("member-set", {**person, "role": None}, {**person, "role": "scorer"}),
        ("member-set", {**person, "role": "scorer"}, {**person, "role": "director"}),
        ("member-removed", {**person, "role": "director"}, {**person, "role": None}),
    ]
    assert not Member.objects.filter(user=bruno).exists()


def test_an_account_is_deleted_only_after_its_membership_was_taken_away(db):
    member = make_club().members.get()
    with pytest.raises(ProtectedError):
        member.user.delete()
    assert Member.objects.filter(pk=member.pk).exists()


def test_a_write_that_is_taken_back_leaves_no_entry(db):
    table = make_table()
    before = AuditEntry.objects.count()
    with transaction.atomic():
        deal(table, announce(1, 3, 3))
        transaction.set_rollback(True)
    assert (AuditEntry.objects.count(), table.deals.count()) == (before, 0)


def test_an_entry_has_the_revision_of_its_event(db):
    club = make_club()
    night = make_night(club=club)
    audit.record(SYSTEM, "players-added", club=club, after={"names": [str(uuid.uuid4())]})
    assert AuditEntry.objects.filter(event=night).latest("pk").revision == night.revision
    assert AuditEntry.objects.latest("pk").revision is None
