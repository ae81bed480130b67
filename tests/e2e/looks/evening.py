"""When the pages of the pictures are opened."""

from datetime import UTC, datetime

EVENING = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)


def now() -> datetime:
    return EVENING
