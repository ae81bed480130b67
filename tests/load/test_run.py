import json
import socket
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scripts.load.management.commands.evening import Command
from scripts.load.server import free_port
from tests.house.test_house_rules import ROOT

TINY = "--tables 3 --clubs 2 --followers 6 --saves-per-s 6 --seconds 2 --played 1 --database sqlite --besiege 2/2/3"
PROMISED = {
    "tables",
    "followers",
    "pads",
    "saves_per_s",
    "save_p50_ms",
    "save_p95_ms",
    "save_p99_ms",
    "follower_p50_ms",
    "follower_p99_ms",
    "page_p95_ms",
    "floor_ms",
    "errors",
    "database",
    "workers",
    "servers",
    "clubs",
}


def test_a_tiny_room_is_measured_without_an_error():
    command = [sys.executable, "-m", "scripts.load", *TINY.split()]
    run = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, timeout=600)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["error_kinds"] == {}, run.stderr
    assert [name for name in PROMISED if found.get(name) is None] == []
    assert 3 <= found["saves"] <= 12  # a busy machine answers fewer in time, but one of each pad
    assert found["siege"]["streams"].get("open", 0) <= 3
    assert set(found["siege"]) == {"passwords", "registrations", "streams"}
    assert set(found["pages"]) == {"results", "wall", "desk", "club", "player", "table"}


@pytest.mark.django_db
def test_a_database_that_holds_anything_is_left_alone():
    with pytest.raises(CommandError, match="not empty"):
        call_command(Command(), tables=1, game="vilnius", played=0, ahead=1, years=0)


def test_a_port_that_was_found_is_had_by_no_other_program_until_a_server_listens_there():
    port = free_port()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))
    socket.create_server(("127.0.0.1", port)).close()
