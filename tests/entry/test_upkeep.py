"""What the server sees to by itself while it runs and when it stops."""

import gc
import json
import logging
import weakref
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.db.utils import OperationalError
from django.utils import timezone
from pytest_django import Settings

from pyramid_site.entry.application import Application
from pyramid_site.upkeep import Upkeep, collect_what_is_old
from tests.entry.asking import Asked, hub, run
from tests.factories import NAMES, announce, deal, make_club, make_table, whole_vilnius_game
from tests.tournaments.calendar.scenes import planned, says, shown
from tests.tournaments.integrations.scenes import receiving, webhook_of
from tournaments import jobs
from tournaments.audit import SYSTEM
from tournaments.backups.stored import stored_backups
from tournaments.models import NameAside, TableBend
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import anonymise
from tournaments.services.night import finish_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def own_backups(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUPS = tmp_path / "backups"


def serve_and_stop() -> None:
    async def test() -> None:
        lifespan = Asked(Application(hub, Upkeep()), {"type": "lifespan"}).talk
        for moment in ("startup", "shutdown"):
            await lifespan.send_input({"type": f"lifespan.{moment}"})
            assert await lifespan.receive_output(timeout=60) == {"type": f"lifespan.{moment}.complete"}

    run(test())


def test_the_server_backs_up_each_day_on_which_it_runs() -> None:
    deal(make_table(), announce(1, 3, 3))
    serve_and_stop()
    serve_and_stop()
    assert len(stored_backups()) == 1


class Ring:
    def __init__(self) -> None:
        self.itself = self


def test_what_is_old_and_refers_to_itself_is_given_back() -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    gc.collect()  # from now on it is old
    gc.disable()
    try:
        del ring
        gc.collect(1)
        assert seen() is not None
        collect_what_is_old()
        assert seen() is None
    finally:
        gc.enable()


def test_the_server_forgets_the_names_whose_time_is_over() -> None:
    ana, bruno = add_players(club=make_club(), names=["Ana", "Bruno"], actor=SYSTEM)
    anonymise(player=ana, actor=SYSTEM, now=timezone.now() - timedelta(days=8))
    anonymise(player=bruno, actor=SYSTEM, now=timezone.now() - timedelta(days=6))
    serve_and_stop()
    assert [aside.name for aside in NameAside.objects.all()] == ["Bruno"]


def test_the_server_tells_webhooks_what_has_happened(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    table = make_table()
    with receiving() as receiver:
        webhook_of(table.event.club, receiver.address)
        deal(table, announce(1, 3, 3))
        serve_and_stop()
        assert [json.loads(each.body)["type"] for each in receiver.received] == ["deal.recorded"]


def test_the_server_decides_at_the_set_hour_who_is_needed() -> None:
    in_an_hour = timezone.localtime() + timedelta(hours=1)
    night = planned(date=in_an_hour.date(), begins=in_an_hour.time(), ends=in_an_hour.time())
    says(night, "yes", *NAMES[:3])
    says(night, "if-needed", *NAMES[3:5])
    serve_and_stop()
    assert shown(night) == {"coming": [*NAMES[:4]], "released": ["Elena"]}


def test_the_server_reckons_what_the_tables_of_an_event_that_is_over_tell() -> None:
    table = make_table()
    for payload in whole_vilnius_game(2):
        deal(table, payload)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    [job] = [job for job in jobs.JOBS if job.name == "win-probability"]
    job()  # a server that stops waits five seconds for it, and a process of its own may need longer to begin
    assert TableBend.objects.get(table=table).steps[-1] == [32, 1, 0]


@pytest.mark.parametrize(("name", "asks"), [("win-probability", "newest_waiting"), ("reports", "make_missing_reports")])
def test_a_database_in_trouble_is_told_of_in_a_line_however_often_it_is_asked(
    name: str, asks: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_asked: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(jobs, asks, fail)
    [job] = [job for job in jobs.JOBS if job.name == name]
    job()
    assert "database or disk is full" in caplog.text
    assert "Traceback" not in caplog.text


def test_the_server_starts_and_stops_where_nothing_can_be_backed_up(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BACKUPS.touch()
    make_table()
    with caplog.at_level(logging.WARNING):
        serve_and_stop()
    [said] = caplog.messages
    assert said.startswith(f"No backup of today: No backup can be written to {settings.BACKUPS}: ")
