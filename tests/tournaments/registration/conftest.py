import pytest
from django.test import Client

from tests.factories import make_club
from tournaments.models import Club


@pytest.fixture
def director(client: Client) -> Client:
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    return client
