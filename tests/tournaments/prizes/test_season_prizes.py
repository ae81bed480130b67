"""Prizes and standings by category of a season: by its table, on its last day."""

import re
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.factories import make_member, sign_in
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.prizes.scenes import category
from tests.tournaments.prizes.test_prizes import read
from tests.tournaments.season.seasons import a_spring
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, Member, Season
from tournaments.selectors.prizes import prize_list
from tournaments.services.prizes import remove_category
from tournaments.services.refusals import Refused
from tournaments.services.season import archive_season

pytestmark = pytest.mark.django_db


def with_prizes(client) -> Season:
    """Set by a director on the page; Bruno is a newcomer no more on its last day."""
    season = a_spring()
    juniors = category(season.club, "Junior", "Chiara")
    category(season.club, "Newcomer", "Bruno", until=date(2026, 2, 1))
    sign_in(client, make_member(season.club, Member.Role.DIRECTOR))
    sent = {"level": "points", "unit": "€", "one_each": "on", "name0": "Gold", "value0": "20"}
    sent |= {"name1": "Best junior", "value1": "10", "category1": str(juniors.pk)}
    assert client.post(reverse("season-prizes", args=[season.pk]), sent).status_code == 302
    season.refresh_from_db()
    return season


def test_a_season_tells_what_can_be_won_and_once_it_is_over_who_has(client):
    season = with_prizes(client)
    text = read(client, season, "season")
    assert "To be won Gold: 20 € Best junior (Junior): 10 €" in text and "Why these prizes?" not in text
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    text = read(client, season, "season")
    assert "Gold AN Ana 20 €" in text and "Why these prizes? Gold: Place 1 overall." in text
    assert "Number 1 in Junior" in text and "Best junior (Junior) CH Chiara 10 €" in text


def test_the_page_of_its_prizes_shows_who_would_get_them_now_and_later_who_does(client):
    season = with_prizes(client)
    text = read(client, season, "season-prizes")
    assert "Who would get them now" in text and "If the season ended now: Prizes Gold AN Ana 20 €" in text
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    text = read(client, season, "season-prizes")
    assert "Who won them" in text and "If the season ended now" not in text and "Gold AN Ana 20 €" in text


def test_its_table_by_category_is_that_of_its_last_day(client):
    season = with_prizes(client)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    ids = dict(season.club.categories.values_list("name", "pk"))
    assert "Place overall 1 CH Chiara" in read(client, season, "season", f"?category={ids['Junior']}")
    assert "Nobody of this category has a place yet." in read(client, season, "season", f"?category={ids['Newcomer']}")


def test_the_table_of_a_category_stays_that_of_the_category_while_its_page_follows_an_evening(client):
    season = with_prizes(client)
    asked = reverse("season", args=[season.pk]) + f"?category={season.club.categories.get(name='Junior').pk}"
    (followed,) = re.findall(r'id="season-standing".*?hx-get="([^"]*)"', client.get(asked).content.decode(), re.DOTALL)
    assert "Place overall" in client.get(followed, headers={"HX-Request": "true"}).content.decode()


def test_programs_and_files_read_its_table_by_category(client, capsys):
    season = with_prizes(client)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)

    def places(name: str) -> list[tuple[int, str]]:
        answer = client.get(f"/api/1/seasons/{season.pk}/standings", {"category": name})
        return [(row["place"], row["player"]["name"]) for row in answer.json()["rows"]]

    (junior,) = places("Junior")
    assert junior[1] == "Chiara"
    assert [places(name) for name in ("Newcomer", "junior")] == [[], []]
    chosen = {"category": season.club.categories.get(name="Junior").pk}
    page = client.get(reverse("season", args=[season.pk]), chosen).content.decode()
    (address,) = re.findall(r'href="([^"]*standings.csv.category=[^"]*)"', page)
    file = client.get(address).getvalue().decode()
    assert [line.split(",")[::2][:2] for line in file.splitlines()[1:]] == [[str(junior[0]), "Chiara"]]
    call_command("export", "standings", f"--season={season.pk}", "--category=Junior")
    assert capsys.readouterr().out.splitlines() == file.splitlines()
    Season.objects.filter(pk=season.pk).update(prizes=None)  # who is of which category is told with a list alone
    assert places("Junior") == []


def test_the_command_says_which_categories_there_are(client):
    season = with_prizes(client)
    with pytest.raises(CommandError, match="no category “Senior”"):
        call_command("export", "standings", f"--season={season.pk}", "--category=Senior")
    with pytest.raises(CommandError, match="Only the standings of an event or of a season"):
        call_command("export", "events", f"--season={season.pk}", "--category=Junior")


def test_the_log_tells_of_it_and_its_categories_stay(client):
    season = with_prizes(client)
    assert AuditEntry.objects.filter(action="season-edited").count() == 1
    assert (
        "Gold: 20 €; Best junior (Junior): 10 €"
        in client.get(reverse("club-log", args=[season.club.slug])).content.decode()
    )
    with pytest.raises(Refused, match="category-of-prizes"):
        remove_category(club=season.club, category_id=season.club.categories.get(name="Junior").pk, actor=SYSTEM)
    assert client.post(reverse("season-prizes", args=[season.pk]), {"remove": "1"}).status_code == 302
    season.refresh_from_db()
    assert season.prizes is None


def test_a_list_that_another_director_has_set_meanwhile_is_not_written_over(client):
    season = with_prizes(client)
    address = reverse("season-prizes", args=[season.pk])
    sent = {"level": "points", "name0": "Silver", "value0": "10"}
    sent["revision"] = str(client.get(address).context["form"]["revision"].value())
    assert client.post(address, sent | {"name0": "Cup"}).status_code == 302
    assert "The list has changed in the meantime. Look again." in client.post(address, sent).content.decode()
    season.refresh_from_db()
    listed = prize_list(season)
    assert listed and [prize.name for prize in listed.prizes] == ["Cup"]


def test_the_list_goes_along_with_its_club(client):
    season = with_prizes(client)
    there = brought(rewritten(file_of(season.club), elsewhere))
    listed = prize_list(there.seasons.get())
    assert listed and listed.prizes[1].category == there.categories.get(name="Junior").pk


def test_who_does_not_run_the_club_sets_no_prizes_of_its_seasons(client):
    season = a_spring()
    sign_in(client, make_member(season.club, Member.Role.EVENING))
    assert client.get(reverse("season-prizes", args=[season.pk])).status_code in (403, 404)


def test_without_categories_the_page_of_its_prizes_says_how_to_have_some(client):
    season = a_spring()
    sign_in(client, make_member(season.club, Member.Role.DIRECTOR))
    assert "The club has no categories yet" in read(client, season, "season-prizes")
    category(season.club, "Junior", "Chiara")
    assert "The club has no categories yet" not in read(client, season, "season-prizes")
