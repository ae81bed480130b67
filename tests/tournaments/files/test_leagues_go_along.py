"""What a club has beside its nights goes along in its file: leagues and ladders. What is signed elsewhere does not."""

import pytest
from django.utils import timezone

from tests.factories import make_club
from tests.tournaments.files.club_files import brought, elsewhere, file_of, rewritten
from tests.tournaments.ladder.ladders import a_ladder, acted
from tests.tournaments.league.leagues import a_league, fixture_of
from tournaments.audit import SYSTEM
from tournaments.models import AuditEntry, ClaimedHistory, Club, Ladder, League, LeaguePlayer, Player
from tournaments.services.ladder import challenge, decide_challenge
from tournaments.services.season import decide_fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    league = a_league(club=club)
    decided = fixture_of(league, "Ana", "Bruno")
    decide_fixture(season_id=league.season_id, fixture_id=decided.pk, places=[2, 1], actor=SYSTEM)
    ladder = a_ladder(club, reach=4)
    highest, *_, lowest = Player.objects.in_bulk(ladder.order).values()
    made = challenge(pk=ladder.pk, challenger=lowest, challenged=highest, **acted(today=timezone.localdate()))
    decide_challenge(pk=ladder.pk, challenge_id=made.pk, won=True, **acted())
    ClaimedHistory.objects.create(player=lowest, issuer="ab", club="Elsewhere", issued_at=timezone.now(), games=[])
    return club


def the_order(club: Club) -> list[str]:
    names = dict(club.players.values_list("pk", "name"))
    return [names[pk] for pk in Ladder.objects.get(club=club).order]


def pairings(club: Club) -> list[tuple[list[str], list[int] | None]]:
    league = League.objects.get(season__club=club)
    names = dict(LeaguePlayer.objects.filter(league=league).values_list("pk", "player__name"))
    return [([names[pk] for pk in each.players], each.decided) for each in league.fixtures.all()]


def test_leagues_and_ladders_are_the_same_where_a_club_has_gone(club: Club) -> None:
    there = brought(rewritten(file_of(club), elsewhere))
    assert the_order(there) == the_order(club)
    assert len(the_order(there)) == 5
    assert pairings(there) == pairings(club)
    assert [2, 1] in [decided for _names, decided in pairings(there)]
    assert not ClaimedHistory.objects.filter(player__club=there).exists()


def test_what_the_log_says_of_them_leads_to_those_that_came(club: Club) -> None:
    there = brought(rewritten(file_of(club), elsewhere))
    ladder, fixtures = Ladder.objects.get(club=there), League.objects.get(season__club=there).fixtures
    after = [entry.after for entry in AuditEntry.objects.filter(club=there)]
    assert {each["ladder"] for each in after if "ladder" in each} == {ladder.pk}
    assert {each["fixture"] for each in after if "fixture" in each} <= set(fixtures.values_list("pk", flat=True))
    assert any("fixture" in each for each in after)
