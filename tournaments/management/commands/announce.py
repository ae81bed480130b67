from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from sesame.utils import get_query_string

from tournaments.addresses import address_in_the_network


class Command(BaseCommand):
    help = "Prints where to open Capstone, the address for phones, and a one-time sign-in link for the director."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", default="8000")
        parser.add_argument("--username", default="director")

    def handle(self, *, port: str, username: str, **options: object) -> None:
        here = settings.PUBLIC_ADDRESS or f"http://localhost:{port}"
        user, _ = get_user_model().objects.get_or_create(
            username=username, defaults={"is_staff": True, "is_superuser": True}
        )
        if not user.has_usable_password() and not user.password:
            user.set_unusable_password()
            user.save()
        self.stdout.write(f"\n  Capstone            {here}/")
        if not settings.PUBLIC_ADDRESS and (address := address_in_the_network()):
            self.stdout.write(f"  on the phones       http://{address}:{port}/")
        self.stdout.write(f"  sign in, once       {here}{reverse('sign-in-link')}{get_query_string(user)}\n\n")
