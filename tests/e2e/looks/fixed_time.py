"""The application on an evening that does not end: its pages look alike on any day."""

from datetime import UTC, datetime

from django.utils import timezone

EVENING = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)


def now() -> datetime:
    return EVENING


timezone.now = now

from pyramid_site.asgi import application  # noqa: E402, F401  the time stands still first
