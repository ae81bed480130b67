from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse
from sesame.utils import get_query_string

from tournaments.addresses import address_in_the_network
from tournaments.audit import SYSTEM
from tournaments.backups.databases import one_prepares
from tournaments.models import Club, Member
from tournaments.services.club.members import set_member

DIRECTOR = "director"
THIS_MACHINE = ("127.0.0.1", "::1", "localhost")  # which no phone reaches


class Command(BaseCommand):
    help = "Prints where to open Capstone, the address for phones, and a one-time sign-in link for a director."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", default="8000")
        parser.add_argument("--listen", default="", help="the address the server listens at")
        parser.add_argument("--username", help=f"whose link; without it that of '{DIRECTOR}'")
        parser.add_argument("--create", action="store_true", help="make the account, as a director of the club")
        parser.add_argument("--forget-second-factor", action="store_true", help="where phone and codes are lost")
        parser.add_argument("--club", help="which club, by its address, where there are several")

    def handle(
        self,
        *,
        port: str,
        listen: str,
        username: str | None,
        create: bool,
        forget_second_factor: bool,
        club: str | None,
        **options: object,
    ) -> None:
        own_address = settings.PUBLIC_ADDRESS or f"http://localhost:{port}"
        with one_prepares():
            user = _account(username, create=create, club=club)
        if user and forget_second_factor:
            Authenticator.objects.filter(user=user).delete()
        self.stdout.write(f"\n  Capstone            {own_address}/")
        reached = not settings.PUBLIC_ADDRESS and listen not in THIS_MACHINE
        if reached and (address := address_in_the_network()):
            self.stdout.write(f"  on the phones       http://{address}:{port}/")
        if user and not user.is_superuser:
            self.stdout.write(
                f"  sign in, once       {own_address}{reverse('sign-in-link')}{get_query_string(user)}\n\n"
            )
        else:
            why = f" ({user.get_username()} is a superuser: by password only)" if user else ""
            self.stdout.write(f"  sign in             {own_address}{reverse('account_login')}{why}\n\n")


def _account(username: str | None, *, create: bool, club: str | None) -> User | None:
    """The first account of all is made without being asked for."""
    name = username or DIRECTOR
    user = User.objects.filter(username=name).first()
    if user or not (create or username or not User.objects.exists()):
        return user
    if User.objects.exists() and not create:
        raise CommandError(f"There is no account '{name}'. To make one, as a director of the club: --create.")
    return _make_director(name, club)


@transaction.atomic
def _make_director(name: str, slug: str | None) -> User:
    user = User.objects.create_user(name)
    clubs = list(Club.objects.filter(slug=slug) if slug else Club.objects.all())
    if slug and not clubs:
        raise CommandError(f"There is no club '{slug}'.")
    if len(clubs) > 1:
        slugs = ", ".join(sorted(club.slug for club in clubs))
        raise CommandError(f"Which club is '{name}' to direct? Say it with --club: {slugs}.")
    for club in clubs:
        set_member(club=club, user=user, role=Member.Role.DIRECTOR, actor=SYSTEM)
    return user
