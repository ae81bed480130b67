"""The server is killed in the middle of forty saves: no answered deal is lost, no resent one is doubled."""

import subprocess
import sys
import threading
import time
import uuid
from typing import Any

from tests.e2e.phone import Phone
from tests.e2e.servers import ROOT, Server, runs, wait_until, workers_of
from tests.factories import NAMES, announce, make_night
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Deal, Event, Table
from tournaments.services.night import open_tables

TABLES = 4
DEALS = 10
KILLED_AFTER = (9, 23)  # answers


class FaithfulPhone(Phone):
    """As the pad does, it sends a deal under one client_id until it is answered."""

    def __init__(self, pad: str) -> None:
        super().__init__(pad)
        self.answered: dict[uuid.UUID, int] = {}  # client_id -> number of the deal
        self.unanswered = 0

    def play(self, revision: int) -> None:
        for turn in range(DEALS):
            payload, client_id = announce((turn + 1) % 2, turn // 2 + 1, 3), uuid.uuid4()
            deal = self.send_until_answered(payload, base_revision=revision, number=turn + 1, client_id=client_id)
            self.answered[client_id] = deal["number"]
            revision = deal["revision"]

    def send_until_answered(self, payload: dict[str, object], **more: Any) -> dict[str, int]:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                status, answer = self.send(payload, **more)
            except (OSError, ValueError):  # nobody there, or an answer cut short
                self.unanswered += 1
                time.sleep(0.1)
            else:
                assert status == 200, answer
                return answer["deal"]
        raise AssertionError("no answer for a minute")


def test_every_deal_is_there_once_after_the_server_was_killed_amid_forty_saves(own_server):
    tables = make_tables()
    phones = [FaithfulPhone(f"{own_server.address}/pad/{table.pad_links.get().token}/") for table in tables]
    threads = [
        threading.Thread(target=phone.play, args=[table.revision]) for phone, table in zip(phones, tables, strict=True)
    ]
    for thread in threads:
        thread.start()
    for enough in KILLED_AFTER:
        wait_until(lambda enough=enough: sum(len(phone.answered) for phone in phones) >= enough)
        own_server.kill()
        own_server.start()
    for thread in threads:
        thread.join(timeout=90)
    assert sum(phone.unanswered for phone in phones) > 0
    for phone, table in zip(phones, tables, strict=True):
        kept = {deal.client_id: deal.number for deal in Deal.objects.filter(table=table)}
        assert kept == phone.answered
        assert sorted(kept.values()) == list(range(1, DEALS + 1))
    logged = AuditEntry.objects.filter(event=tables[0].event_id, action="deal").values_list("revision", flat=True)
    assert len(set(logged)) == TABLES * DEALS
    assert Event.objects.get(pk=tables[0].event_id).revision == max(logged)


def test_no_process_keeps_the_port_where_the_first_of_them_was_killed(transactional_db, server_environment, tmp_path):
    server = Server(server_environment, log=tmp_path / "server.log", workers=2)
    server.start()
    try:
        workers = workers_of(server)
        assert len(workers) == 2
        server.kill()
        wait_until(lambda: not any(runs(pid) for pid in workers))
        server.start()
    finally:
        server.stop()


def test_what_was_begun_in_a_process_of_its_own_ends_with_a_server_that_was_killed():
    command = [sys.executable, "-c", RECKONS]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        process = int(server.stdout.readline())
        assert runs(process)
        server.kill()
    wait_until(lambda: not runs(process))


RECKONS = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from tournaments.simulations import PROCESSES, stand_back
with ProcessPoolExecutor(1, mp_context=PROCESSES, initializer=stand_back) as process:
    print(process.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


def make_tables() -> list[Table]:
    night = make_night(names=NAMES[: 2 * TABLES])
    here = list(night.entrants.order_by("pk").values_list("pk", flat=True))
    groups = [here[2 * index : 2 * index + 2] for index in range(TABLES)]
    opened = open_tables(event_id=night.pk, groups=groups, actor=SYSTEM)
    return list(Table.objects.filter(pk__in=[table.pk for table in opened]).order_by("number"))
