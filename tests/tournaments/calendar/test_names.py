"""Days and months as they stand in the middle of a sentence."""

from datetime import date

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

A_SUNDAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "Sunday, 22 November 2026"),
        ("it", "domenica, 22 novembre 2026"),
        ("lt", "sekmadienis, 2026 m. lapkričio 22 d."),
    ],
)
def test_days_and_months_are_written_as_the_language_writes_them(language: str, written: str):
    with override(language):
        assert f"{date_format(A_SUNDAY, 'l')}, {date_format(A_SUNDAY)}" == written
