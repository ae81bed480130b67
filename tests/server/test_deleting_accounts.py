"""An account ends by the word of whoever has it; what was recorded stays."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import announce, deal, make_club, make_member, make_table, make_user
from tests.server.test_accounts import PASSWORD, sign_in, totp, who
from tests.tournaments.club.test_anonymising import everything_stored
from tournaments.audit import Actor
from tournaments.models import AuditEntry, Deal, Member
from tournaments.services.club.members import post_mail
from tournaments.services.integrations.trusted import make_token

pytestmark = pytest.mark.django_db


def test_an_account_is_deleted_by_its_owner_and_nothing_says_any_more_whose_it_was(client: Client) -> None:
    table = make_table()
    club, ana = table.event.club, make_user("ana.petrauskaite", email="ana@example.org", last_name="Petrauskaitė")
    member = Member.objects.create(club=club, user=ana, role=Member.Role.DIRECTOR, player=club.players.all()[0])
    _, secret = make_token(club=club, name="board", scope="direct", good_for=timedelta(days=9), user=ana)
    for browser in (client, there := Client()):
        sign_in("ana.petrauskaite", client=browser)
    EmailAddress.objects.create(user=ana, email="ana.p@example.org", verified=True)
    totp(ana)
    post_mail(to="Ana.P@example.org", subject="Invitation", text="Come!")
    deal(table, announce(1, 3, 3), actor=Actor(user=ana))
    assert "Deals, results and standings" in client.get("/account/delete/").text
    client.post("/account/again/?next=/account/delete/", {"password": PASSWORD})
    answer = client.post("/account/delete/", {"name": "ana.petrauskaite"}, follow=True)
    assert "Your account is deleted, and you are signed out everywhere." in answer.text
    assert [who(client), who(there), who(sign_in("ana.petrauskaite"))] == ["", "", ""]
    stored = everything_stored()
    telling = ("petrauskait", "Petrauskait", "ana@", "ana.p@", "Ana.P@", "JBSWY3DPEHPK3PXP")
    assert [each for each in telling if each in stored] == []
    asked = client.get("/api/1/clubs", headers={"Authorization": f"Bearer {secret}"})
    assert asked.status_code == 401
    kept = Deal.objects.get()
    assert (kept.user_id, kept.table.seats.count()) == (ana.pk, 2)
    assert not Member.objects.filter(pk=member.pk).exists()
    assert {"member-removed", "token-revoked"} <= set(
        AuditEntry.objects.filter(user=ana).values_list("action", flat=True)
    )
    make_user("ana.petrauskaite")


@pytest.mark.parametrize(("name", "again"), [("bruno", True), ("Ana", True), ("ana", False)])
def test_an_account_is_not_deleted_without_its_name_and_a_password_typed_of_late(
    client: Client, name: str, *, again: bool
) -> None:
    make_user("ana")
    client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    if again:
        client.post("/account/again/?next=/account/delete/", {"password": PASSWORD})
    answer = client.post("/account/delete/", {"name": name})
    assert (answer.status_code == 302) is not again
    assert again or answer["Location"].startswith("/account/again/")
    assert User.objects.get().username == "ana" and who(client) == "ana"


def test_the_only_owner_of_a_club_hands_it_over_before_the_account_is_deleted(client: Client) -> None:
    neris = make_club(owner=make_user("ana"))
    sign_in(client=client)
    client.post("/account/again/?next=/account/delete/", {"password": PASSWORD})
    answer = client.post("/account/delete/", {"name": "ana"})
    assert "You are the only owner of these clubs." in answer.text and 'href="/clubs/neris/members/"' in answer.text
    assert (who(client), neris.members.get().role) == ("ana", Member.Role.OWNER)
    make_member(neris, Member.Role.OWNER, name="bruno")
    assert client.post("/account/delete/", {"name": "ana"}).status_code == 302
    assert [member.user.username for member in neris.members.all()] == ["bruno"]
