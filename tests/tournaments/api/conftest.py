"""Each test is as if no program had asked before."""

import pytest

from pyramid_site.limits.attempts import forget_programs


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    forget_programs()
