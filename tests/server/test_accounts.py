"""Signing in: by password, link, code and second factor, and out again from elsewhere."""

import re
import time
from datetime import timedelta
from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from sesame.utils import get_query_string

from tests.factories import make_club, make_member, make_user
from tournaments.management.commands import announce
from tournaments.models import Club, Member, OutgoingMail
from tournaments.services.club.members import claim_mail, post_mail, send_due_mail

pytestmark = pytest.mark.django_db

PASSWORD = "winter-is-long"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.HAS_MAIL = settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


def who(client: Client) -> str:
    request = HttpRequest()
    request.session = client.session
    return get_user(request).get_username()


def sign_in(name: str = "ana", password: str = PASSWORD, *, client: Client | None = None) -> Client:
    client = client or Client(headers={"User-Agent": FIREFOX})
    client.post("/sign-in/", {"login": name, "password": password})
    return client


def link_of(user: User) -> str:
    return f"/sign-in/link/{get_query_string(user)}"


def test_a_password_signs_in_by_name_and_by_e_mail_and_leads_back(client: Client) -> None:
    make_user("ana", email="ana@example.org")
    wrong = client.post("/sign-in/", {"login": "ana", "password": "summer-is-short"})
    assert (wrong.status_code, who(client)) == (200, "")
    answer = client.post("/sign-in/", {"login": "ana", "password": PASSWORD, "next": "/plan/"})
    assert (answer["Location"], who(client)) == ("/plan/", "ana")
    assert who(sign_in("ana@example.org")) == "ana"
    assert client.post("/sign-in/", {"login": "ana", "next": "https://evil.example/"})["Location"] == "/"


def test_a_session_lasts_thirty_days(settings: Settings) -> None:
    make_user("ana")
    assert sign_in().session.get_expiry_age() == settings.SESSION_COOKIE_AGE == 30 * 86400


def test_looking_at_a_link_does_not_use_it_up_and_the_tap_on_it_does_so_once(client: Client) -> None:
    link = link_of(make_user("ana"))
    assert client.head(link).status_code == 405
    seen = [client.get(link) for _ in range(2)]
    assert [answer.status_code for answer in seen] == [200, 200]
    assert "Sign in on this device" in seen[0].text and who(client) == ""
    assert client.post(link)["Location"] == "/"
    assert who(client) == "ana"
    assert [Client().get(link).status_code, Client().post(link).status_code] == [403, 403]


def totp(user: User) -> str:
    """The code that their phone shows."""
    secret = "JBSWY3DPEHPK3PXP"
    Authenticator.objects.get_or_create(user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": secret}})
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.mark.parametrize("by_link", [True, False])
def test_after_password_or_link_the_second_factor_is_asked_for(client: Client, *, by_link: bool) -> None:
    user = make_user("ana")
    code = totp(user)
    answer = client.post(link_of(user)) if by_link else client.post("/sign-in/", {"login": "ana", "password": PASSWORD})
    assert (answer["Location"], who(client)) == ("/account/second-factor/authenticate/", "")
    client.post(answer["Location"], {"code": "000000" if code != "000000" else "111111"})
    assert who(client) == ""
    client.post(answer["Location"], {"code": code})
    assert who(client) == "ana"


def test_a_second_factor_that_is_lost_is_forgotten_by_who_has_the_server(client: Client) -> None:
    user = make_user("ana")
    totp(user)
    call_command("announce", "--username", "ana", "--forget-second-factor")
    assert not user.authenticator_set.exists()
    assert who(sign_in(client=client)) == "ana"


def test_setting_up_an_app_shows_its_code_and_hands_out_recovery_codes(client: Client) -> None:
    make_user("ana")
    sign_in(client=client)
    address = "/account/second-factor/totp/activate/"
    assert client.get(address)["Location"].startswith("/account/again/")
    client.post(f"/account/again/?next={address}", {"password": PASSWORD})
    page = client.get(address)
    assert "http://www.w3.org/2000/svg" in page.context["totp_svg"]
    secret = page.context["form"].secret
    client.post(address, {"code": format_hotp_value(hotp_value(secret, int(time.time()) // 30))})
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    assert "10 codes are left" in client.get("/account/second-factor/").text


def test_one_session_is_ended_from_the_list_and_nobody_elses(client: Client) -> None:
    make_user("ana")
    make_user("bruno")
    here, there, bruno = sign_in(client=client), sign_in(), sign_in("bruno")
    page = here.get("/account/").text
    assert page.count("Firefox on Linux") == 1 and page.count("Sign out there") == 1
    others = UserSession.objects.exclude(session_key=here.session.session_key)
    for session in others:
        here.post("/account/sessions/end/", {"session": session.pk})
    assert [who(here), who(there), who(bruno)] == ["ana", "", "bruno"]


def test_all_other_sessions_are_ended_at_once(client: Client) -> None:
    make_user("ana")
    here, there = sign_in(client=client), [sign_in(), sign_in()]
    answer = here.post("/account/sessions/end/", {}, follow=True)
    assert "Signed out in 2 places." in answer.text
    assert [who(here), *map(who, there)] == ["ana", "", ""]


def test_a_new_password_signs_out_everywhere_else(client: Client) -> None:
    make_user("ana")
    here, there = sign_in(client=client), sign_in()
    new = {"oldpassword": PASSWORD, "password1": "summer-is-shorter", "password2": "summer-is-shorter"}
    assert here.post("/account/password/", new).status_code == 302
    assert [who(here), who(there)] == ["ana", ""]


@pytest.mark.parametrize("password", ["eleven-long", "anapetrauskas", "qwerty123456", "123456789012345"])
def test_passwords_that_are_short_known_or_the_name_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, make_user("anapetrauskas"))


def code_in_the_mail() -> str:
    send_due_mail(now=timezone.now())
    found = re.search(r"^[A-Z0-9]{3,4}-?[A-Z0-9]{3,4}$", str(mail.outbox[-1].body), re.M)
    assert found
    return found[0]


@pytest.mark.usefixtures("with_mail")
def test_a_code_that_comes_by_mail_signs_in_without_a_password(client: Client) -> None:
    make_user("ana", email="ana@example.org")
    client.post("/sign-in/code/", {"email": "ana@example.org"})
    client.post("/sign-in/code/confirm/", {"code": code_in_the_mail()})
    assert who(client) == "ana"


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize("has_app", [False, True])
def test_a_forgotten_password_is_replaced_by_a_code_that_comes_by_mail_and_the_second_factor_stays(
    client: Client, *, has_app: bool
) -> None:
    user = make_user("ana", email="ana@example.org")
    if has_app:
        totp(user)
    client.post("/account/password/reset/", {"email": "ana@example.org"})
    client.post("/account/password/reset/code/", {"code": code_in_the_mail()})
    new = {"password1": "summer-is-shorter", "password2": "summer-is-shorter"}
    answer = client.post("/account/password/reset/new/", new)
    assert (answer["Location"], who(client)) == (
        ("/account/second-factor/authenticate/", "") if has_app else ("/", "ana")
    )
    user.refresh_from_db()
    assert user.check_password("summer-is-shorter")


@pytest.mark.usefixtures("with_mail")
def test_a_browser_that_is_new_to_the_account_is_told_of_by_mail(client: Client) -> None:
    make_user("ana", email="ana@example.org")
    for _ in range(2):
        sign_in(client=client)
        client.post("/sign-out/")
    sign_in(client=Client(headers={"User-Agent": FIREFOX, "Host": "evil.example"}))
    send_due_mail(now=timezone.now())
    assert [message.subject for message in mail.outbox] == ["Capstone: Signed in from a new browser"] * 2
    assert "Firefox on Linux, 127.0.0.1" in str(mail.outbox[1].body)
    assert "evil" not in str(mail.outbox[1].body)  # a name that whoever asks can make up


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize("address", ["/sign-in/code/", "/account/password/reset/"])
def test_whether_an_address_is_known_shows_neither_in_the_answer_nor_in_the_work(client: Client, address: str) -> None:
    make_user("ana", email="ana@example.org")
    answers, work = [], []
    for to in ("ana@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            answers.append(Client().post(address, {"email": to}))
        work.append([re.sub(r"'[^']*'|\d+", "", each["sql"]) for each in queries])
        assert mail.outbox == []
    assert [(answer.status_code, answer["Location"]) for answer in answers[1:]] == [(302, answers[0]["Location"])]
    assert sum("INSERT INTO" in each and "outgoingmail" in each for each in work[1]) == 1
    assert len(work[0]) == len(work[1])
    send_due_mail(now=timezone.now())
    assert [each.to for each in mail.outbox] == [["ana@example.org"]]
    assert not OutgoingMail.objects.exists()


@pytest.mark.usefixtures("with_mail")
def test_mail_that_cannot_be_sent_is_tried_again_as_long_as_it_is_good(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*given: object) -> int:
        raise SMTPException

    make_user("ana", email="ana@example.org")
    client.post("/sign-in/code/", {"email": "ana@example.org"})
    posted = OutgoingMail.objects.get()
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", away)
        assert send_due_mail(now=posted.due_at) == 0
    assert send_due_mail(now=posted.due_at + timedelta(seconds=19)) == 0
    assert send_due_mail(now=posted.due_at + timedelta(seconds=21)) == 1
    assert [each.to for each in mail.outbox] == [["ana@example.org"]]
    client.post("/account/password/reset/", {"email": "ana@example.org"})
    assert send_due_mail(now=timezone.now() + timedelta(minutes=10)) == 0
    assert not OutgoingMail.objects.exists()


def test_of_two_servers_one_sends_a_mail() -> None:
    post_mail(to="ana@example.org", subject="Invitation", text="Come!")
    now = timezone.now()
    here, there = OutgoingMail.objects.get(), OutgoingMail.objects.get()
    assert [claim_mail(here, now=now), claim_mail(there, now=now)] == [True, False]


def test_of_two_servers_one_sends_a_mail_also_behind_others_that_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    def slow(_backend: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        sent.extend(messages[0].to)
        if messages[0].to == ["ana@example.org"]:
            real = timezone.now
            monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(seconds=30))
        else:
            send_due_mail(now=timezone.now())  # by another server
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", slow)
    for name in ("ana", "bruno"):
        post_mail(to=f"{name}@example.org", subject="Invitation", text="Come!")
    send_due_mail(now=timezone.now())
    assert sent == ["ana@example.org", "bruno@example.org"]


@pytest.mark.usefixtures("with_mail")
def test_an_address_is_added_and_chosen_by_who_types_his_password_again(client: Client) -> None:
    make_user("ana", email="ana@example.org")
    sign_in(client=client)
    again = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert again["Location"].startswith("/account/again/") and not EmailAddress.objects.filter(email="new@example.org")
    client.post("/account/again/?next=/account/email/", {"password": PASSWORD})
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    send_due_mail(now=timezone.now())
    body = str(mail.outbox[-1].body)
    assert "This address has been given for the account ana." in body
    client.post(re.search(r"http://testserver(\S+)", body)[1])  # type: ignore[index]  # it is there
    assert EmailAddress.objects.get(email="new@example.org").verified
    page = client.get("/account/email/").text
    assert re.search(r'type="radio" name="email" value="new@example.org"', page)
    client.post("/account/email/", {"email": "new@example.org", "action_primary": ""})
    assert User.objects.get().email == "new@example.org"


def test_without_mail_nothing_leads_to_it(client: Client) -> None:
    page = client.get("/sign-in/").text
    assert "Send me a code" not in page and "Forgotten" not in page
    closed = ["/sign-in/code/", "/account/password/reset/"]
    assert [client.get(address).status_code for address in closed] == [404, 404]
    make_user("ana", email="ana@example.org")
    assert sign_in(client=client).get("/account/email/").status_code == 404
    for address in ("/account/password/", "/account/again/?next=/account/delete/"):
        assert "/account/password/reset/" not in client.get(address).text


def test_the_first_account_is_made_and_printed_and_a_name_that_was_mistyped_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("announce")
    director = User.objects.get()
    assert (director.username, director.is_superuser, director.is_staff) == ("director", False, False)
    assert "/sign-in/link/?key=" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no account 'direktor'"):
        call_command("announce", "--username", "direktor")
    assert User.objects.count() == 1


def test_who_has_no_link_any_more_reads_where_another_comes_from(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    make_user("ana")
    text = re.sub(r"<[^>]+>|\s+", " ", client.get("/sign-in/").text)
    (command,) = re.findall(r"manage\.py +announce +--username +NAME", text)
    call_command(*command.replace("NAME", "ana").split()[1:])
    assert "/sign-in/link/?key=" in capsys.readouterr().out


def test_phones_are_sent_to_no_server_that_listens_on_its_own_machine_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announce, "address_in_the_network", lambda: "192.0.2.7")
    call_command("announce", "--listen", "127.0.0.1")
    assert "phones" not in capsys.readouterr().out
    call_command("announce")
    assert "http://192.0.2.7:8000/" in capsys.readouterr().out


def test_a_director_is_made_of_the_club_that_there_is_or_that_is_named() -> None:
    neris = make_club()
    call_command("announce", "--username", "ana", "--create")
    assert Member.objects.get(user__username="ana").role == Member.Role.DIRECTOR
    make_club(name="Vilnia", owner=make_user("bruno"))
    with pytest.raises(CommandError, match="--club: neris, vilnia"):
        call_command("announce", "--username", "chiara", "--create")
    assert not User.objects.filter(username="chiara").exists()
    call_command("announce", "--username", "chiara", "--create", "--club", "neris")
    assert Member.objects.get(user__username="chiara").club == neris


def test_a_superuser_gets_no_link_and_the_start_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    make_user("director", is_superuser=True)
    call_command("announce")
    said = capsys.readouterr().out
    assert "key=" not in said and "director is a superuser: by password only" in said


def test_who_is_first_opens_the_first_club_and_keeps_a_back_room(client: Client, settings: Settings) -> None:
    client.force_login(make_user("director"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post("/clubs/", {"name": "Neris"}).status_code == 302
    assert Club.objects.get().members.get().role == Member.Role.OWNER
    assert client.get("/backups/").status_code == 200
    settings.PUBLIC_ADDRESS = "https://scores.example.org"
    assert client.get("/backups/").status_code == 404
    assert client.post("/clubs/", {"name": "Vilnia"}).status_code == 403


def test_a_back_room_is_not_kept_by_an_owner_of_one_club_among_several(client: Client) -> None:
    neris = make_club(owner=make_user("ana"))
    make_club(name="Vilnia", owner=make_user("bruno"))
    make_member(neris, Member.Role.DIRECTOR, name="chiara")
    for name in ("ana", "chiara"):
        assert sign_in(name, client=client).get("/backups/").status_code == 404
        client.post("/sign-out/")
