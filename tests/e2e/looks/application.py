"""The application on an evening that does not end: its pages look alike on any day. For a server's own process only."""

from django.utils import timezone

from tests.e2e.looks.evening import now

timezone.now = now

from pyramid_site.asgi import application  # noqa: E402, F401  the time stands still first
