"""The pages on which people enter themselves, and the director lets them in."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_night
from tests.tournament_scenes import make_tournament, start
from tournaments.audit import SYSTEM
from tournaments.codes import player_code, registration_code
from tournaments.limits import MOST_NAMES_A_PHONE
from tournaments.models import Club, Event, Player, Registration
from tournaments.permissions import Role
from tournaments.services.registration import renew_code, set_registration, write_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(director: Client) -> Event:
    return with_open_door(make_night(club=Club.objects.get(), names=["Ana"]))


def with_open_door(event: Event) -> Event:
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    event.refresh_from_db()
    return event


def code_of(event: Event) -> str:
    return reverse("enter", args=[registration_code(event)])


def words(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return " ".join(unescape(re.sub("<.*?>", " ", answer.content.decode(), flags=re.S)).split())


def write(client: Client, at: str, name: str) -> str:
    return words(client.post(at, {"name": name}, follow=True))


def act(client: Client, event: Event, action: str, **data: object) -> str:
    return words(client.post(reverse(f"registration-{action}", args=[event.pk]), data, follow=True))


def present(event: Event) -> list[str]:
    return sorted(event.entrants.filter(present=True).values_list("player__name", flat=True))


def test_a_guest_waits_and_is_shown_to_the_director_alone(director: Client, night: Event) -> None:
    visitor = Client()
    assert "Chiara Waits for the director" in write(visitor, reverse("register", args=[night.pk]), "  Chiara ")
    for public in ("event", "tables", "wall", "register", "event-people"):
        assert "Chiara" not in Client().get(reverse(public, args=[night.pk])).content.decode(), public
    assert "Chiara" not in words(director.get(reverse("roster", args=[night.club.slug])))
    assert "Registration: 1 name waits for you Chiara" in words(director.get(reverse("desk", args=[night.pk])))
    reader = Client()
    reader.force_login(make_member(night.club, Role.READER), backend="django.contrib.auth.backends.ModelBackend")
    assert "Chiara" not in words(reader.get(reverse("desk", args=[night.pk])))
    waits = Registration.objects.get()
    assert "1 name is let in" in act(director, night, "let-in", names=waits.pk)
    assert present(night) == ["Ana", "Chiara"]
    assert "Chiara You are on the list" in words(visitor.get(reverse("register", args=[night.pk])))


def test_the_doors_code_lets_in_at_once_until_it_is_made_new(director: Client, night: Event) -> None:
    visitor, code = Client(), code_of(night)
    assert visitor.get(code).headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert "Chiara You are on the list" in write(visitor, code, "Chiara")
    assert present(night) == ["Ana", "Chiara"]
    assert "Ana Waits for the director" in write(visitor, code, "Ana"), "a member"
    act(director, night, "renew", edition=night.door_edition)
    outdated = visitor.get(code)
    assert (outdated.status_code, "Scan the new" in outdated.content.decode()) == (410, True)
    assert visitor.post(code, {"name": "Dovas"}).status_code == 410
    night.refresh_from_db()
    assert "Dovas You are on the list" in write(visitor, code_of(night), "Dovas")


def test_a_code_that_was_never_given_opens_nothing(night: Event) -> None:
    other = Event(pk=night.pk + 1)
    forged = [
        registration_code(night)[:-1] + "~",
        registration_code(night).replace(f"d-{night.pk}-", f"d-{other.pk}-"),
        "d-1",
        "d",
        "x",
    ]
    answers = {Client().post(reverse("enter", args=[code]), {"name": "Chiara"}).status_code for code in forged}
    assert answers == {404}
    assert Client().get(reverse("code", args=[registration_code(night)])).status_code == 404


def test_a_player_enters_by_the_own_card_with_one_tap(night: Event) -> None:
    bruno = Player.objects.create(club=night.club, name="Bruno")
    code, visitor = player_code(bruno.pk, 0), Client()
    assert "I am here" in words(visitor.get(reverse("code", args=[code])))
    answer = visitor.post(reverse("enter", args=[code]), {"event": night.pk}, follow=True)
    assert "Bruno is on the list" in words(answer)
    assert present(night) == ["Ana", "Bruno"]
    assert "I am here" not in words(visitor.get(reverse("code", args=[code])))
    assert visitor.get(reverse("enter", args=[code])).headers["Location"] == reverse("code", args=[code])


def test_who_is_written_otherwise_but_looks_the_same_is_named_beside(director: Client, night: Event) -> None:
    write(Client(), code_of(night), "\u0410na")
    desk = words(director.get(reverse("desk", args=[night.pk])))
    assert "looks like Ana" in desk and "It is Ana" in desk and "Somebody new" in desk
    waits, ana = Registration.objects.get(), night.entrants.get()
    act(director, night, "let-in", names=f"{waits.pk}:{ana.player_id}")
    assert present(night) == ["Ana"]
    answer = director.post(reverse("registration-remove", args=[night.pk]), {"names": waits.pk}, follow=True)
    (steps,) = re.findall(r'name="steps" value="(.*?)"', answer.content.decode())
    director.post(reverse("desk-undo", args=[night.pk]), {"steps": steps})
    waits.refresh_from_db()
    assert (waits.said_name, waits.name, night.club.players.count()) == ("Ana", "\u0410na", 1)


def test_names_from_one_network_go_with_one_tap_and_comes_back_with_another(director: Client, night: Event) -> None:
    for number in range(3):
        write_name(event_id=night.pk, name=f"Rubbish {number}", origin="elsewhere", has_code=False)
    write_name(event_id=night.pk, name="Chiara", origin="hall", has_code=False)
    page = director.get(reverse("registration", args=[night.pk]))
    assert "3 names from one network Remove these 3" in words(page) and "Remove all 4" in words(page)
    ids = "-".join(str(row.pk) for row in Registration.objects.filter(origin="elsewhere"))
    answer = director.post(
        reverse("registration-remove", args=[night.pk]), {"names": ids, "page": "registration"}, follow=True
    )
    assert "3 names are removed" in words(answer) and "Rubbish" not in words(answer)
    (steps,) = re.findall(r'name="steps" value="(.*?)"', answer.content.decode())
    back = director.post(reverse("desk-undo", args=[night.pk]), {"steps": steps, "page": "registration"}, follow=True)
    assert "Rubbish 2" in words(back) and "Registration 4" in words(back)


def test_one_phone_writes_so_many_names_and_no_more(night: Event) -> None:
    visitor, at = Client(), reverse("register", args=[night.pk])
    for number in range(MOST_NAMES_A_PHONE):
        visitor.post(at, {"name": f"Friend {number}"})
    assert "came from this phone already" in write(visitor, at, "One more")
    assert Registration.objects.count() == MOST_NAMES_A_PHONE


def test_a_closed_door_says_so_to_everybody(director: Client, night: Event) -> None:
    act(director, night, "switch", page="registration")
    for at in (reverse("register", args=[night.pk]), code_of(night)):
        assert "Registration is closed" in words(Client().get(at))
        assert "Registration is closed" in write(Client(), at, "Chiara")
    assert "Closed. Once it is open" in words(director.get(reverse("registration", args=[night.pk])))
    assert Registration.objects.count() == 0
    opened = act(director, night, "switch", page="registration", is_open="1")
    assert "Scan, and write your name" in opened


def test_a_tournaments_door_shuts_when_it_begins(director: Client) -> None:
    event = with_open_door(make_tournament(4, club=Club.objects.get()))
    page = director.get(reverse("entrants", args=[event.pk])).content.decode()
    assert reverse("registration", args=[event.pk]) in page
    start(event)
    assert "Registration is closed" in write(Client(), code_of(event), "Chiara")
    assert "the first stage has begun" in words(director.get(reverse("registration", args=[event.pk])))


def test_the_wall_shows_the_code_to_who_directs_or_has_it_and_to_nobody_else(director: Client, night: Event) -> None:
    at, sign = reverse("wall", args=[night.pk]), "Come in: write your name"
    assert sign in words(director.get(at))
    assert sign not in words(Client().get(at))
    assert sign not in words(Client().get(at, {"key": "d-1-0-0-guessed"}))
    with_key = Client().get(at, {"key": registration_code(night)})
    assert sign in words(with_key) and f"?key={registration_code(night)}" in with_key.content.decode()
    renew_code(event_id=night.pk, edition=0, actor=SYSTEM)
    assert sign not in words(Client().get(at, {"key": registration_code(night)}))


def test_what_is_no_name_and_no_number_is_refused_in_words(director: Client, night: Event) -> None:
    assert "has no letter" in write(Client(), code_of(night), "---")
    assert "at least one name" in write(Client(), code_of(night), "\u3164"), "a letter with nothing to see"
    assert "at most 60" in write(Client(), code_of(night), "a" * 61)
    for names in ("", "x", "1:2:3", "1-", "9" * 30):
        answer = director.post(reverse("registration-let-in", args=[night.pk]), {"names": names}, follow=True)
        assert answer.status_code == 200
    assert director.post(reverse("registration-remove", args=[night.pk]), {"names": "99999"}).status_code == 404
