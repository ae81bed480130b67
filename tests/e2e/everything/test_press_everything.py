"""Every page of the demo as owner, director, scorer, player and stranger: whatever can be pressed is pressed.

It takes minutes for each role, and --log-cli-level=INFO tells how far it is. PRESS_SEED=… changes the order of what
comes last; PRESS_ONLY="^desk" presses only what is on pages whose name begins so.
"""

import logging
import os
from pathlib import Path

import pytest

from tests.e2e.conftest import DESK, LOG_NAME, Browsers
from tests.e2e.everything.pressing import Walker
from tests.e2e.everything.world import ROLES, Restored, World, environment_of, make_world
from tests.e2e.servers import ROOT

pytestmark = [pytest.mark.everything, pytest.mark.django_db(transaction=True)]
logger = logging.getLogger(__name__)
SEED = int(os.environ.get("PRESS_SEED", "1979"))
ONLY = os.environ.get("PRESS_ONLY", "")
BEGINNINGS = ("/", "/clubs/", "/account/", "/sign-in/", "/plan/", "/rules/")


@pytest.fixture(scope="module")
def world(tmp_path_factory, django_db_setup, migrated, django_db_blocker) -> World:
    with django_db_blocker.unblock():
        return make_world(tmp_path_factory.mktemp("world") / "world.sqlite3", migrated)


@pytest.fixture
def restored(world, server_environment, tmp_path):
    served = Restored(world, environment_of(world, server_environment), tmp_path / LOG_NAME)
    served.open()
    yield served
    served.close()


@pytest.fixture
def files(tmp_path) -> dict[str, Path]:
    """By what a field accepts."""
    paths = {"csv": tmp_path / "players.csv", "zip": tmp_path / "club.zip", "image": ROOT / "static/img/icon-192.png"}
    paths["csv"].write_text("name\nXenia\nYuri\n")
    paths["zip"].write_bytes(b"PK\x05\x06" + bytes(18))
    return paths


@pytest.mark.parametrize("role", ROLES)
def test_whatever_can_be_pressed_answers(role, restored, chromium, files):
    browsers = Browsers(chromium, restored.address, restored.log)
    context = browsers.open(DESK, reduced_motion="reduce").context
    walker = Walker(role, context, restored, files=files, seed=SEED, only=ONLY)
    for beginning in (*BEGINNINGS, *restored.world.doors.get(role, ())):
        walker.visit(restored.address + beginning)
    walker.press_all()
    context.close()
    logger.info(
        "%s: %d pages, %d controls pressed, %d not there any more, %d on what is gone, the world made anew %d times",
        *(role, len(walker.pages), walker.pressed, len(walker.missed), walker.gone, restored.times),
    )
    assert [*walker.findings, *browsers.complaints] == [], f"PRESS_SEED={SEED}"
