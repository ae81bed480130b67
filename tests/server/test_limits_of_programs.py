"""How fast programs may ask, and that reading writes nothing for it."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from pyramid_site.limits import attempts
from pyramid_site.limits.limit import Limit
from pyramid_site.settings import CACHES
from tests.factories import make_club
from tests.tournaments.api.scenes import Program, stranger, token_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(settings: Settings) -> Iterator[None]:
    settings.CACHES = CACHES
    settings.PROGRAMS = {by: Limit("programs", by=by, most=3, seconds=60) for by in ("token", "address")}
    attempts.forget()
    yield
    attempts.forget()


def stranger_at(address: str) -> Program:
    program = stranger()
    program.client.defaults["REMOTE_ADDR"] = address
    return program


def asked(program: Program, times: int = 4) -> list[int]:
    return [program.get("/clubs").status_code for _ in range(times)]


def test_who_asks_too_often_is_told_for_how_long_and_no_other_program_is() -> None:
    club = make_club()
    first, second = Program(token_for(club)), Program(token_for(club))
    assert (asked(first), asked(stranger_at("192.0.2.1"))) == ([200, 200, 200, 429], [200, 200, 200, 429])
    refused = first.get("/clubs")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    said = refused.json()
    assert (said["code"], said["params"]) == ("too-often", {"seconds": int(refused.headers["Retry-After"])})
    assert refused.headers["Content-Type"] == "application/problem+json" and "field" not in said
    assert asked(second, 3) == [200] * 3


def test_every_answer_says_how_often_a_program_may_still_ask() -> None:
    program = Program(token_for(make_club()))
    answers = [program.get("/clubs") for _ in range(4)]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"token";q=3;w=60'}
    assert [answer["RateLimit"].partition(";t=")[0] for answer in answers] == [
        f'"token";r={left}' for left in (2, 1, 0, 0)
    ]
    assert all(1 <= int(answer["RateLimit"].rpartition("=")[2]) <= 60 for answer in answers)
    assert stranger_at("192.0.2.2").get("/clubs")["RateLimit-Policy"] == '"address";q=3;w=60'


def test_counting_asks_the_database_nothing() -> None:
    program = Program(token_for(make_club()))
    program.get("/clubs")
    with CaptureQueriesContext(connection) as queries:
        program.get("/clubs")
    assert len(queries) == 2


def test_whoever_guesses_tokens_is_shut_out_and_a_good_one_is_not(settings: Settings) -> None:
    settings.MISSED_LINKS = Limit("missed-links", by="address", most=2, seconds=600)
    good = Program(token_for(make_club()))
    guessed = [Program(f"capstone_1_{number:040}").get("/clubs").status_code for number in range(3)]
    assert guessed == [401, 401, 429]
    assert good.get("/clubs").status_code == 200
