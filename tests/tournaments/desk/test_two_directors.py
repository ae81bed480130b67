"""Two directors do the same in the same instant: real threads. Nothing is doubled or lost, and the second is told."""

from functools import partial
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import make_club, make_member, make_night, sign_in
from tests.tournament_scenes import ids, make_tournament, next_round
from tests.tournaments.boards.scenes import begun_teams, boards_of
from tests.tournaments.table.test_row_locks import at_once
from tournaments.models import Club, Deal, Event, Member, Ruling

pytestmark = pytest.mark.django_db(transaction=True)

CHANGED = "The list has changed in the meantime. Look again."


@pytest.fixture(autouse=True)
def stored_files(settings: Settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


def directors(club: Club) -> list[Client]:
    return [sign_in(Client(), make_member(club, Member.Role.DIRECTOR, name=name)) for name in ("one", "two")]


def stored(client: Client, address: str, text: str) -> str:
    """Where the file waits that this director has chosen."""
    return client.post(address, {"file": SimpleUploadedFile("list.csv", text.encode())}).url


def page(client: Client, address: str, sent: dict[str, object]) -> str:
    answer = client.post(address, sent, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def both(club: Club, addresses: list[str], *sent: dict[str, object], files: tuple[str, ...] = ()) -> list[str]:
    """The page that each of the two then sees."""
    clients = directors(club)
    if files:
        addresses = [stored(*of) for of in zip(clients, addresses, files, strict=True)]
    return at_once(*(partial(page, *of) for of in zip(clients, addresses, sent or ({}, {}), strict=True)))


RESULTS = "round,table,player,place\n1,1,Ana,1\n1,1,Bruno,2\n"


@pytest.mark.parametrize("other", [RESULTS, RESULTS.replace("Ana", "Chiara")], ids=["same", "other"])
def test_one_tournament_played_elsewhere_comes_in_once(other):
    event = make_tournament(stages=[("swiss", {"rounds": 1})])
    pages = both(event.club, [reverse("played-in", args=[event.pk])] * 2, files=(RESULTS, other))
    assert sorted("Brought in: 2 players, 1 round and 1 table." in page for page in pages) == [False, True]
    assert sorted("This tournament has begun." in page for page in pages) == [False, True]
    assert (event.tables.count(), event.entrants.count(), event.club.players.count()) == (1, 2, 2)


def test_an_evening_on_paper_comes_in_once():
    night = make_night(names=())
    sheet = "table,players,declarer,announced,taken\n1,Ana/Bruno,Ana,3,3\n1,,Bruno,2,1\n"
    pages = both(night.club, [reverse("paper-in", args=[night.pk])] * 2, files=(sheet, sheet))
    assert sorted("2 deals were brought in." in page for page in pages) == [False, True]
    assert sorted("These tables were brought in before." in page for page in pages) == [False, True]
    assert (night.tables.count(), Deal.objects.count()) == (1, 2)


def test_who_is_on_two_lists_of_players_is_new_on_the_first():
    club = make_club()
    files = tuple("name,nickname\n" + "".join(f"P{n},{nick}{n}\n" for n in range(9)) for nick in ("a", "b"))
    pages = both(club, [reverse("players-in", args=[club.slug])] * 2, files=files)
    assert sorted("9 players are new on the list." in page for page in pages) == [False, True]
    assert sorted("0 players are new on the list." in page for page in pages) == [False, True]
    assert len({player.nickname[0] for player in club.players.all()}) == 1 and club.players.count() == 9


def test_a_stage_begins_once():
    event = make_tournament(6, stages=[("swiss", {"rounds": 1})])
    seeds = {f"seed-{who}": str(seed) for seed, who in enumerate(ids(event), 1)}
    sent = {"action": "start", **seeds, **{f"in-{who}": "on" for who in ids(event)}}
    pages = both(event.club, [reverse("stage-start", args=[event.stages.get().pk])] * 2, sent, sent)
    assert sorted("This stage has begun already." in page for page in pages) == [False, True]
    assert event.stages.get().entries.count() == 6


def test_of_two_rulings_on_a_match_of_teams_the_second_looks_at_the_first():
    """At two boards of it."""
    event = begun_teams(2, each=2, boards=2)
    next_round(event)
    addresses = [reverse("table-ruling", args=[board.pk]) for board in boards_of(event, "A")]
    places = [{"match-seat-0": str(first), "match-seat-1": str(3 - first)} for first in (1, 2)]
    sent = [{"kind": "match", "seen": "0", **of} for of in places]
    pages = both(event.club, addresses, *sent)
    told = "Something changed at this table since you looked. Look again, then save."
    assert sorted(told in page for page in pages) == [False, True]
    assert sorted("Match decided by the director" in page for page in pages) == [False, True], "at another board"
    (ruling,) = Ruling.objects.all()
    owner = sign_in(Client(), event.club.members.get(role=Member.Role.OWNER).user)
    assert told not in page(owner, addresses[0], {**sent[0], "seen": ruling.pk})
    assert Ruling.objects.count() == 2


def test_of_two_prize_lists_the_second_looks_at_the_first():
    night = make_night()
    sent = [{"revision": night.revision, "name0": name, "value0": "50", "unit": "€"} for name in ("Gold", "Silver")]
    sent = [{**of, "one_each": "on", "level": "points", "least_tables": "0"} for of in sent]
    pages = both(night.club, [reverse("prizes", args=[night.pk])] * 2, *sent)
    assert sorted(CHANGED in page for page in pages) == [False, True]
    assert len(Event.objects.get(pk=night.pk).prizes["prizes"]) == 1


@pytest.mark.parametrize("others", [(2, 3), (0, 1)], ids=["others", "the same people"])
def test_of_two_teams_the_second_is_asked_to_look_again(others):
    event = make_tournament(4)
    people = ids(event)
    reds = {"add": "1", "name": "Reds", "entrants": people[:2]}
    blues = {"add": "1", "name": "Blues", "entrants": [people[at] for at in others]}
    pages = both(event.club, [reverse("teams", args=[event.pk])] * 2, reds, blues)
    assert event.teams.count() == 2 or sorted(CHANGED in page for page in pages) == [False, True]
    assert event.teams.count() == 1 or others == (2, 3)
