"""The categories of a club and who is in them, from which day until which."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_club, make_member, sign_in, told
from tests.tournaments.prizes.scenes import category, finished_night, give, played_night
from tests.tournaments.prizes.test_prizes import won
from tournaments.audit import SYSTEM
from tournaments.exports.person import everything_about
from tournaments.formats.prizes import Days
from tournaments.models import AuditEntry, CategoryStay, Club, Member, Player, PlayerCategory
from tournaments.selectors.prizes import categories_of, categories_on
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import anonymise, delete_player, merge
from tournaments.services.prizes import add_category, remove_category, set_categories
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 20)


@pytest.fixture
def club() -> Club:
    club = make_club()
    add_players(club=club, names=["Ana", "Bruno"], actor=SYSTEM)
    return club


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    return sign_in(client, make_member(club, Member.Role.DIRECTOR))


def test_a_director_names_categories_and_each_name_is_there_once(director, club):
    address = reverse("categories", args=[club.slug])
    assert director.post(address, {"name": " Junior "}).status_code == 302
    assert director.post(address, {"name": "Newcomer"}).status_code == 302
    assert "a category called junior already" in director.post(address, {"name": "junior"}).content.decode()
    assert "Write a name" in director.post(address, {"name": " \u200b"}).content.decode()
    junior, newcomer = club.categories.all()
    answer = director.post(address, {"name": "JUNIOR", "category": newcomer.pk})
    assert "a category called JUNIOR already" in answer.content.decode()
    assert director.post(address, {"name": "JUNIOR", "category": junior.pk}).status_code == 302
    assert [each.name for each in club.categories.all()] == ["JUNIOR", "Newcomer"]
    entry = AuditEntry.objects.filter(action="category-named").latest("pk")
    assert (entry.before, entry.after) == ({"name": "Junior"}, {"name": "JUNIOR"})


def test_a_player_is_in_a_category_from_day_to_day(director, club):
    junior, newcomer = (add_category(club=club, name=name, actor=SYSTEM) for name in ("Junior", "Newcomer"))
    ana = club.players.get(name="Ana")
    address = reverse("player-categories", args=[ana.pk])
    days = {f"in{junior.pk}": "on", f"since{junior.pk}": "2026-11-21", f"until{junior.pk}": "2026-11-20"}
    assert "cannot be before the first" in director.post(address, days).content.decode()
    days[f"until{junior.pk}"] = "2027-12-31"
    assert director.post(address, days | {f"in{newcomer.pk}": "on"}).status_code == 302
    assert [len(each.players) for each in categories_on(club.pk, DAY)] == [0, 1]
    assert [len(each.players) for each in categories_on(club.pk, date(2027, 12, 31))] == [1, 1]
    entry = AuditEntry.objects.get(action="player-categories-set")
    assert told(entry.after)["player"] == "Ana"
    assert entry.after["categories"][0] == {"name": "Junior", "from_day": "2026-11-21", "to_day": "2027-12-31"}
    assert 'value="2026-11-21"' in director.get(address).content.decode()
    assert director.post(address, {}).status_code == 302
    assert not CategoryStay.objects.exists()


def test_a_page_of_before_somebody_else_chose_a_players_categories_undoes_nothing(director, club):
    junior, ana = add_category(club=club, name="Junior", actor=SYSTEM), club.players.get(name="Ana")
    address = reverse("player-categories", args=[ana.pk])
    before = director.get(address).context["form"]["revision"].value()
    director.post(reverse("category", args=[club.slug, junior.pk]), {"players": [ana.pk]})
    sent = {f"until{junior.pk}": "2027-12-31", "revision": before}
    assert "The list has changed in the meantime." in director.post(address, sent).content.decode()
    assert CategoryStay.objects.get().player == ana
    sent["revision"] = director.get(address).context["form"]["revision"].value()
    assert director.post(address, sent).status_code == 302
    assert not CategoryStay.objects.exists()


def test_a_category_goes_with_who_is_in_it_unless_a_prize_is_for_it():
    night = played_night()
    junior = category(night.club, "Junior", "Ana")
    give(night, ("Best junior", 5, junior))
    with pytest.raises(Refused, match="category-of-prizes"):
        remove_category(club=night.club, category_id=junior.pk, actor=SYSTEM)
    give(night, ("Gold", 5, None))
    remove_category(club=night.club, category_id=junior.pk, actor=SYSTEM)
    assert not PlayerCategory.objects.exists() and not CategoryStay.objects.exists()


def test_a_category_of_another_club_is_refused(club):
    other = add_category(club=make_club(name="Elsewhere"), name="Junior", actor=SYSTEM)
    with pytest.raises(Refused, match="category-gone"):
        set_categories(player=club.players.all()[0], days={other.pk: Days()}, actor=SYSTEM)


def test_a_club_has_so_many_categories_at_most(club, monkeypatch):
    monkeypatch.setattr("tournaments.services.prizes.MOST_CATEGORIES", 1)
    add_category(club=club, name="Junior", actor=SYSTEM)
    with pytest.raises(Refused, match="categories-many"):
        add_category(club=club, name="Newcomer", actor=SYSTEM)


def test_who_asks_for_everything_kept_reads_their_categories_and_it_goes_with_them(club):
    category(club, "Junior", "Ana", until=DAY)
    ana = Player.objects.get(name="Ana")
    listed = everything_about(ana, now=ana.created_at)["categories"]
    assert listed == [{"category": "Junior", "since": None, "until": "2026-11-20"}]
    delete_player(player=ana, actor=SYSTEM)
    assert not CategoryStay.objects.exists()


def test_two_players_who_are_one_were_in_a_category_as_either_was_and_keep_their_prize():
    night = finished_night()
    junior, chiara = night.club.categories.get(), Player.objects.get(name="Chiara")
    add_players(club=night.club, names=["Kiara"], actor=SYSTEM)
    kiara = Player.objects.get(name="Kiara")
    set_categories(player=chiara, days={junior.pk: Days(date(2020, 1, 1))}, actor=SYSTEM)
    set_categories(player=kiara, days={junior.pk: Days(date(2010, 1, 1), date(2012, 1, 1))}, actor=SYSTEM)
    merge(into=kiara, gone=chiara, actor=SYSTEM)
    assert won(night)["Best junior"] == (["Kiara"], 30)
    stay = kiara.stays.get()
    assert (stay.since, stay.until) == (date(2010, 1, 1), None)
    assert [each.size for each in categories_of(night.club)] == [2], "Ana and Kiara"
    entry = AuditEntry.objects.filter(action="player-categories-set").latest("pk")
    assert [facts["categories"][0]["to_day"] for facts in (entry.before, entry.after)] == ["2012-01-01", None]


def test_who_is_anonymous_is_put_in_no_category_any_more(club):
    junior = category(club, "Junior")
    ana = Player.objects.get(name="Ana")
    anonymise(player=ana, actor=SYSTEM, now=ana.created_at)
    with pytest.raises(Refused, match="player-gone"):
        set_categories(player=ana, days={junior.pk: Days()}, actor=SYSTEM)


def test_a_list_of_players_brings_their_categories_and_takes_none_away(client):
    club = make_club()
    add_players(club=club, names=["Ana"], actor=SYSTEM)
    junior, newcomer = category(club, "Junior"), category(club, "Newcomer", "Ana", since=date(2026, 1, 1))
    sign_in(client, make_member(club, Member.Role.DIRECTOR))

    def sent(text: str) -> str:
        file = SimpleUploadedFile("players.csv", text.encode())
        return client.post(reverse("players-in", args=[club.slug]), {"file": file}).url

    page = client.get(sent("name,categories\nAna,Junior; Senior\n")).content.decode()
    assert "The club has no category “Senior”." in page
    address = sent("name,categories\nAna,junior\nBruno,Junior / newcomer\nChiara,\n")
    assert "Junior, Newcomer" in client.get(address).content.decode()
    assert client.post(address).status_code == 302
    stays = CategoryStay.objects.order_by("player__name", "category").values_list("player__name", "category", "since")
    assert list(stays) == [
        ("Ana", junior.pk, None),
        ("Ana", newcomer.pk, date(2026, 1, 1)),
        ("Bruno", junior.pk, None),
        ("Bruno", newcomer.pk, None),
    ]
    again = sent("name,categories\nChiara,Junior\n")
    assert "Put them into these categories" in client.get(again).content.decode()
    assert client.post(again).status_code == 302 and junior.stays.count() == 3
