"""How fast programs may ask is tried elsewhere (tests/server/test_limits_of_programs.py)."""

import pytest
from pytest_django import Settings

from pyramid_site.limits.limit import Limit


@pytest.fixture(autouse=True)
def unlimited(settings: Settings) -> None:
    settings.PROGRAMS = {by: Limit("programs", by=by, most=10**9, seconds=60) for by in ("token", "address")}
