"""Two servers do each job in the same instant, in real threads: it is done once."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from pyramid_site.settings import CACHES
from tests.factories import NAMES, make_club, make_night, seat_table
from tests.tournaments.calendar.scenes import at, planned, says
from tests.tournaments.integrations.scenes import receiving, webhook_of
from tests.tournaments.win_probability.test_stored_win_probability import over
from tournaments import jobs
from tournaments.audit import SYSTEM
from tournaments.backups import stored
from tournaments.jobs import JOBS
from tournaments.models import AuditEntry, EventReport, TableBend
from tournaments.services.club.clubs import add_players
from tournaments.services.club.members import post_mail
from tournaments.services.club.people import anonymise
from tournaments.services.summaries import events

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30  # seconds


@pytest.fixture(autouse=True)
def as_two_servers_have_it(settings: Settings) -> None:
    settings.CACHES = {**settings.CACHES, "default": CACHES["default"]}


def by_two_servers(name: str) -> None:
    (job,) = [each for each in JOBS if each.name == name]
    start = threading.Barrier(2)

    def server() -> None:
        start.wait()
        try:
            job.run()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as servers:
        for each in [servers.submit(server) for _ in range(2)]:
            each.result(timeout=PATIENCE)


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, function: str) -> list[object]:
    """With each call of it one more."""
    real: Callable[..., Any] = getattr(module, function)
    calls: list[object] = []

    def counting(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return real(*given, **named)

    monkeypatch.setattr(module, function, counting)
    return calls


def test_a_mail_is_sent_once(settings: Settings) -> None:
    settings.HAS_MAIL = True
    for name in ("ana", "bruno"):
        post_mail(to=f"{name}@example.org", subject="Invitation", text="Come!")
    by_two_servers("mail")
    assert sorted(each.to[0] for each in mail.outbox) == ["ana@example.org", "bruno@example.org"]


def test_a_webhook_is_told_once(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with receiving() as receiver:
        club = make_club()
        webhook_of(club, receiver.address)
        night = make_night(club=club)
        seat_table(night, *NAMES[:2])
        by_two_servers("webhooks")
        ids = [each.headers["webhook-id"] for each in receiver.received]
    assert ids and len(ids) == len(set(ids))


def test_who_is_needed_at_a_planned_night_is_decided_once() -> None:
    night = planned(call_hours=3)
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", NAMES[3])
    with patch.object(timezone, "now", lambda: at(night, hours=-2)):
        by_two_servers("planned-nights")
    assert AuditEntry.objects.filter(action="night-decided").count() == 1


def test_a_name_is_forgotten_once() -> None:
    club = make_club()
    (player,) = add_players(club=club, names=["Ana"], actor=SYSTEM)
    anonymise(player=player, actor=SYSTEM, now=timezone.now() - timedelta(days=8))
    by_two_servers("names")
    assert AuditEntry.objects.filter(action="player-forgotten").count() == 1


def test_a_missing_report_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    over()
    EventReport.objects.all().delete()
    made = counted(monkeypatch, events, "report_of")
    by_two_servers("reports")
    assert (len(made), EventReport.objects.count()) == (1, 1)


def test_win_probabilities_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    over()
    monkeypatch.setattr(jobs, "ProcessPoolExecutor", lambda *given, **named: ThreadPoolExecutor(1))
    worked_out = counted(monkeypatch, events, "bend_at")
    for turn in (1, 2):
        TableBend.objects.update(waits=True)
        by_two_servers("win-probability")
        assert (len(worked_out), TableBend.objects.filter(waits=True).count()) == (turn, 0)


def test_a_folder_for_backups_gets_one_a_day(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUPS = tmp_path / "backups"
    make_club()
    made = counted(monkeypatch, stored, "make_backup")
    by_two_servers("backups")
    assert (len(made), len(stored.stored_backups())) == (1, 1)
