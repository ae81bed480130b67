"""How often something may be tried; and that a hall of sixty phones, which is one address, is not shut out."""

import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from pyramid_site.entry.application import Application
from pyramid_site.limits import attempts
from pyramid_site.limits.attempts import known_refusal, visitor
from pyramid_site.limits.limit import Limit
from pyramid_site.settings import CACHES
from tests.entry.asking import ask, hub, run, scope
from tests.factories import make_club, make_table, make_user, pad_token
from tests.server.test_accounts import totp, who
from tests.tournament_scenes import make_tournament
from tournaments.codes import player_code, registration_code
from tournaments.models import Event, Registration, Table

pytestmark = pytest.mark.django_db

JSON = "application/json"
BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD = "seven green hexagons"


@pytest.fixture(autouse=True)
def few(settings: Settings) -> Iterator[None]:
    """As in earnest, but for the figures."""
    settings.CACHES = CACHES
    attempts.forget()
    settings.FAILED_SIGN_INS = {
        by: Limit("failed-sign-ins", by=by, most=most, seconds=900)
        for by, most in [("address", 5), ("name", 3), ("device", 2)]
    }
    yield
    attempts.forget()


def sign_in(client: Client, name: str = "director", password: str = "wrong", **more: str) -> int:
    return client.post("/sign-in/", {"login": name, "password": password}, **more).status_code


def make_director() -> None:
    director = make_user("director", is_staff=True, is_superuser=True)
    director.set_password(PASSWORD)
    director.save()


def test_wrong_passwords_shut_a_name_out_wherever_they_come_from_and_nobody_else(client: Client) -> None:
    make_director()
    tried = [sign_in(client, " Director ", REMOTE_ADDR=f"192.0.2.{number}") for number in range(4)]
    assert tried == [200, 200, 200, 429]
    assert sign_in(client, "director", PASSWORD, REMOTE_ADDR="192.0.2.9") == 429
    assert sign_in(client, "ana", REMOTE_ADDR="192.0.2.9") == 200


def test_wrong_passwords_shut_an_address_out_whatever_the_names(client: Client) -> None:
    make_director()
    assert [sign_in(client, f"player {number}") for number in range(6)] == [200] * 5 + [429]
    assert sign_in(client, "director", PASSWORD, REMOTE_ADDR="192.0.2.9") == 302


def test_nobody_shuts_the_director_out_of_the_browser_in_which_he_has_signed_in(client: Client) -> None:
    make_director()
    assert sign_in(client, "director", PASSWORD) == 302
    client.post("/sign-out/")
    stranger = Client()
    assert {sign_in(stranger) for _ in range(6)} == {200, 429}
    assert sign_in(stranger, "director", PASSWORD) == 429
    assert sign_in(client, "director", PASSWORD) == 302
    client.post("/sign-out/")
    assert [sign_in(client) for _ in range(3)] == [200, 200, 429]


@pytest.mark.urls("tests.server.with_admin")
def test_the_admin_has_the_same_way_in_and_is_for_superusers_only(client: Client) -> None:
    answer = client.post("/admin/login/", {"username": "director", "password": "wrong"})
    assert answer["Location"].startswith("/sign-in/")
    statuses = []
    for name, is_superuser in [("plain", False), ("keeper", True)]:
        client.force_login(make_user(name, is_staff=True, is_superuser=is_superuser), backend=BACKEND)
        statuses.append(client.get("/admin/", follow=True).status_code)
    assert statuses == [403, 200]


def test_the_admin_is_not_there_unless_it_is_switched_on(client: Client) -> None:
    client.force_login(make_user("keeper", is_staff=True, is_superuser=True), backend=BACKEND)
    assert client.get("/admin/").status_code == 404


def test_who_is_refused_reads_how_long_and_the_log_tells_no_name(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answers = [client.post("/sign-in/", {"login": "my password", "password": "x"}) for _ in range(4)]
    page = answers[-1]
    assert (page.status_code, page.headers["Cache-Control"]) == (429, "no-store")
    assert 890 <= int(page.headers["Retry-After"]) <= 900
    assert "Please wait 15 minutes, then try again." in page.content.decode()
    assert caplog.messages == ["Limit of failed-sign-ins by name reached: one, for 15 minutes"]


def test_it_ends_by_itself(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        sign_in(client)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 901)
    assert sign_in(client) == 200


def test_another_process_counts_the_same_and_one_that_knows_asks_no_more(client: Client) -> None:
    for _ in range(4):
        sign_in(client)
    assert attempts._shut
    attempts._shut.clear()  # as in a process that has seen none of it
    assert sign_in(client) == 429
    cache.clear()
    assert sign_in(client) == 429


def from_address(address: str, **headers: str) -> dict[str, object]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return scope("POST", "/sign-in/", headers=named) | {"client": (address, 5000)}


def test_an_address_that_goes_on_is_told_so_before_django_is_asked(client: Client) -> None:
    assert known_refusal("POST account_login", from_address("127.0.0.1")) is None
    for number in range(6):
        sign_in(client, f"player {number}")
    assert known_refusal("POST backups", from_address("127.0.0.1")) is None
    assert known_refusal("POST account_login", from_address("192.0.2.7")) is None
    assert known_refusal("POST account_login", from_address("127.0.0.1", cookie="known-device=x")) is None

    async def test() -> None:
        asked = from_address("127.0.0.1", accept_language="lt")
        request, body = await ask(Application(hub), asked, b"login=ana&password=x")
        assert request.status == 429
        assert 890 < int(dict(request.headers)["retry-after"]) <= 900
        assert "Palaukite 15 minučių" in body.decode() and "<h1>" in body.decode()

    run(test())


def open_tournament() -> Event:
    event = make_tournament(0, club=make_club())
    event.registration_open = True
    event.save()
    return event


def test_a_hall_registers_from_one_address_and_rubbish_ends(settings: Settings) -> None:
    assert settings.TRIES["POST register"].most > 3 * 60
    few = Limit("registrations", by="address", most=2, seconds=600)
    settings.TRIES = {"POST register": few, "POST enter": few}
    event = open_tournament()
    code = reverse("enter", args=[registration_code(event)])
    asked = [reverse("register", args=[event.pk]), code, code]
    assert [Client().post(at, {"name": f"Player {at}"[:50]}).status_code for at in asked] == [302, 302, 429]
    assert Registration.objects.filter(event=event).count() == 2


def test_the_file_about_oneself_is_fetched_so_often_from_one_address(settings: Settings) -> None:
    settings.TRIES = {"GET code-file": Limit("files", by="address", most=1, seconds=600)}
    player = make_table().seats.get(index=0).player
    address = reverse("code-file", args=[player_code(player.pk, player.code_edition)])
    assert [Client().get(address).status_code for _ in range(2)] == [200, 429]
    assert "Very many files" in Client().get(address).content.decode()


def call(table: Table, *, withdraw: bool = False, seat: int | None = None) -> tuple[int, dict[str, object]]:
    address = reverse("pad-call", args=[pad_token(table, seat)])
    answer = Client().post(address, {"withdraw": withdraw}, content_type=JSON)
    return answer.status_code, answer.json()


def test_a_pad_calls_so_often_and_no_other_pad_is_concerned(settings: Settings) -> None:
    settings.TRIES = {"POST pad-call": Limit("calls", by="pad", most=2, seconds=600)}
    table = make_table()
    assert [call(table)[0], call(table, withdraw=True)[0]] == [200, 200]
    status, said = call(table)
    assert (status, said["error"]["code"]) == (429, "too-often")
    assert said["message"] == (
        "The director has been called very often from here; the last call stands. "
        "Please wait 10 minutes, then try again."
    )
    assert call(table, seat=1)[0] == 200


def test_who_tries_addresses_is_told_so_and_a_good_one_still_opens(client: Client, settings: Settings) -> None:
    settings.MISSED_LINKS = Limit("missed-links", by="address", most=3, seconds=600)
    guesses = ["/pad/guessed/", "/codes/p-1-0-0-guessed/", "/sign-in/link/?key=guessed", "/pad/again/state/"]
    assert [client.get(guess).status_code for guess in guesses] == [404, 404, 403, 429]
    assert client.get(f"/pad/{pad_token(make_table())}/").status_code == 200
    assert client.get("/events/77/").status_code == 404


def test_guesses_leave_nothing_behind_for_what_is_not_there(client: Client) -> None:
    for number in range(3):
        client.post(f"/pad/guess-{number}/call/", {}, content_type=JSON)
    assert attempts.Attempts(Limit("calls", by="pad", most=1, seconds=600), "guess-0").wait() == 0


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_a_household_of_the_new_addresses_is_one_visitor(address: str, stands_for: str) -> None:
    assert visitor(address) == stands_for


def test_who_goes_on_with_a_name_that_is_shut_is_shut_out_himself(client: Client) -> None:
    assert [sign_in(client) for _ in range(6)] == [200, 200, 200, 429, 429, 429]
    assert sign_in(client, "ana") == 429
    assert sign_in(client, "ana", REMOTE_ADDR="192.0.2.9") == 200


def test_whoever_tries_codes_of_the_second_factor_is_told_to_wait_and_the_right_one_opens_nothing_then() -> None:
    client, code = Client(), totp(make_user("ana"))
    asked = client.post("/sign-in/", {"login": "ana", "password": "winter-is-long"})["Location"]
    wrong = "000000" if code != "000000" else "111111"
    tried = [client.post(asked, {"code": wrong}) for _ in range(8)]
    assert [answer.status_code for answer in tried] == [200] * 5 + [429] * 3
    assert (tried[-1]["Retry-After"], tried[-1]["Cache-Control"]) == ("900", "no-store")
    assert client.post(asked, {"code": code}).status_code == 429
    assert who(client) == ""
