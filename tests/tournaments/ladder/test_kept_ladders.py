"""A ladder is climbed by challenges: which tables count, and what a late correction does to the order."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import announce, correct, told
from tests.tournaments.ladder.ladders import a_ladder, acted, challenged, named, order
from tests.tournaments.league.leagues import a_league
from tests.tournaments.season.seasons import FIRST, night, played
from tournaments.audit import SYSTEM
from tournaments.exports.person import everything_about
from tournaments.models import AuditEntry, ChallengeTable, ClubRating, Ladder, LadderMove
from tournaments.selectors.ladder import in_order, open_challenges
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import delete_player, merge, part
from tournaments.services.ladder import decide_challenge, edit_ladder, leave_ladder, put_on_ladder, withdraw_challenge
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused

pytestmark = pytest.mark.django_db


def test_who_wins_a_challenge_takes_the_place_once_the_night_is_over():
    ladder = a_ladder()
    challenged(ladder, "Dovas", "Bruno")
    table = played(ladder.club, "Dovas", "Chiara", "Bruno", week=1)
    assert order(ladder) == "ABCDE"
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert order(ladder) == "ADBCE"
    reopen_event(event_id=table.event_id, actor=SYSTEM)
    assert order(ladder) == "ABCDE"


def test_who_is_challenged_holds_the_place_by_winning_and_by_being_level():
    ladder = a_ladder()
    challenged(ladder, "Bruno", "Ana")
    night(ladder.club, "Ana", "Bruno", week=1)
    challenged(ladder, "Elena", "Dovas")
    night(ladder.club, "Chiara", "Elena", "Dovas", week=1)
    assert order(ladder) == "ABCDE"
    assert list(LadderMove.objects.exclude(challenge=None).values_list("won", flat=True)) == [False, False]


def test_without_a_challenge_nobody_moves_nor_by_a_table_from_before_it_or_after_its_days():
    ladder = a_ladder()
    night(ladder.club, "Bruno", "Ana", week=0)
    challenged(ladder, "Bruno", "Ana")
    night(ladder.club, "Bruno", "Ana", week=3)
    assert order(ladder) == "ABCDE" and not ChallengeTable.objects.exists()
    assert list(rebuild_scores(keep=False)) == []


def test_a_late_correction_gives_the_place_back_with_all_that_rests_on_it():
    ladder = a_ladder()
    challenged(ladder, "Bruno", "Ana")
    table = played(ladder.club, "Bruno", "Ana", week=1)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    challenged(ladder, "Dovas", "Ana")
    night(ladder.club, "Dovas", "Ana", week=1)
    assert order(ladder) == "BDACE"
    correct(table, 1, announce(1, 3, 0))
    assert order(ladder) == "DABCE"
    assert list(rebuild_scores(keep=False)) == []


def test_what_is_kept_is_what_a_rebuild_gives():
    ladder = a_ladder(takes="exchange")
    challenged(ladder, "Dovas", "Bruno")
    night(ladder.club, "Dovas", "Bruno", week=1)
    Ladder.objects.update(order=[])
    ChallengeTable.objects.all().delete()
    assert len(list(rebuild_scores(keep=True))) == 2
    assert order(ladder) == "ADCBE"


def test_only_who_is_in_reach_and_has_no_challenge_open_is_challenged():
    ladder = a_ladder(reach=2)
    for challenger, other, code in (("Dovas", "Ana", "out-of-reach"), ("Ana", "Bruno", "out-of-reach")):
        with pytest.raises(Refused, match=code):
            challenged(ladder, challenger, other)
    made = challenged(ladder, "Chiara", "Bruno")
    with pytest.raises(Refused, match="challenged-already"):
        challenged(ladder, "Dovas", "Bruno")
    withdraw_challenge(pk=ladder.pk, challenge_id=made.pk, **acted())
    challenged(ladder, "Dovas", "Bruno")
    assert told(AuditEntry.objects.filter(action="challenge-made").latest("pk").after)["seats"] == ["Dovas", "Bruno"]


def test_a_challenge_that_was_played_is_not_withdrawn_but_decided_otherwise_by_the_director():
    ladder = a_ladder()
    made = challenged(ladder, "Bruno", "Ana")
    night(ladder.club, "Bruno", "Ana", week=1)
    with pytest.raises(Refused, match="challenge-played"):
        withdraw_challenge(pk=ladder.pk, challenge_id=made.pk, **acted())
    decide_challenge(pk=ladder.pk, challenge_id=made.pk, won=False, **acted())
    assert order(ladder) == "ABCDE"
    decide_challenge(pk=ladder.pk, challenge_id=made.pk, won=None, **acted())
    assert order(ladder) == "BACDE"


def test_who_is_behind_tonight_does_not_withdraw_the_challenge_before_the_night_is_over():
    ladder = a_ladder()
    made = challenged(ladder, "Bruno", "Ana")
    table = played(ladder.club, "Ana", "Bruno", week=1)
    with pytest.raises(Refused, match="challenge-played"):
        withdraw_challenge(pk=ladder.pk, challenge_id=made.pk, challenger=named("Bruno"), **acted())
    other = challenged(ladder, "Elena", "Dovas")
    played(ladder.club, "Elena", "Chiara", week=1)
    withdraw_challenge(pk=ladder.pk, challenge_id=other.pk, **acted())
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert LadderMove.objects.get(challenge=made).won is False


def test_a_night_after_its_days_keeps_nobody_from_withdrawing_a_challenge():
    ladder = a_ladder()
    made = challenged(ladder, "Bruno", "Ana")
    played(ladder.club, "Ana", "Bruno", week=9)
    withdraw_challenge(pk=ladder.pk, challenge_id=made.pk, challenger=named("Bruno"), **acted())
    assert open_challenges(ladder, on=None) == []


def test_the_order_by_strength_asks_for_the_ratings_of_the_ladders_own_game():
    ladder = a_ladder()
    night(ladder.club, "Chiara", "Bruno", week=1)
    strong = ClubRating.objects.get(player=named("Bruno"))
    strong.pk, strong.game, strong.mu = None, "protean", 9000
    strong.save()
    players = ladder.club.players.values_list("pk", flat=True)
    by_rating = in_order(ladder.club, players, game="vilnius", by_rating=True)
    assert [player.name for player in by_rating] == ["Chiara", "Bruno", "Ana", "Dovas", "Elena"]


def test_people_join_below_all_others_leave_and_are_put_somewhere_by_the_director():
    ladder = a_ladder()
    (faust,) = add_players(club=ladder.club, names=["Faust"], actor=SYSTEM)
    put_on_ladder(pk=ladder.pk, player=faust, place=None, **acted())
    put_on_ladder(pk=ladder.pk, player=faust, place=None, **acted())
    made = challenged(ladder, "Bruno", "Ana")
    leave_ladder(pk=ladder.pk, player=named("Ana"), **acted())
    put_on_ladder(pk=ladder.pk, player=faust, place=1, **acted())
    assert order(ladder) == "FBCDE"
    made.refresh_from_db()
    assert made.withdrawn_at
    with pytest.raises(Refused, match="not-on-ladder"):
        challenged(ladder, "Bruno", "Ana")


def test_a_ladder_that_is_closed_stays_as_it_is_until_it_is_opened_again():
    ladder = a_ladder()
    edited = {"pk": ladder.pk, "name": "Old ladder", "reach": 1, "days": 7}
    edit_ladder(**edited, **acted(closed=True))
    with pytest.raises(Refused, match="ladder-closed"):
        challenged(ladder, "Bruno", "Ana")
    edit_ladder(**edited, **acted(closed=False))
    assert challenged(ladder, "Bruno", "Ana").last_day == FIRST + timedelta(days=7)


def test_who_is_merged_into_another_of_the_list_keeps_the_place():
    ladder = a_ladder()
    challenged(ladder, "Bruno", "Ana")
    (anna,) = add_players(club=ladder.club, names=["Xana"], actor=SYSTEM)
    merge(into=anna, gone=named("Ana"), actor=SYSTEM)
    assert order(ladder) == "XBCDE"
    night(ladder.club, "Bruno", "Xana", week=1)
    assert order(ladder) == "BXCDE"
    part(gone=named("Ana"), actor=SYSTEM)
    assert order(ladder) == "ABCDE"
    assert list(rebuild_scores(keep=False)) == []
    with pytest.raises(Refused, match="merge-league"):
        merge(into=named("Ana"), gone=named("Bruno"), actor=SYSTEM)
    with pytest.raises(Refused, match="player-played"):
        delete_player(player=named("Elena"), actor=SYSTEM)


def test_the_file_about_a_player_tells_of_leagues_ladders_and_challenges():
    ladder = a_ladder()
    a_league(club=ladder.club)
    challenged(ladder, "Bruno", "Ana")
    told_of = everything_about(named("Bruno"), now=timezone.now())
    assert [(each["season"], each["division"]) for each in told_of["leagues"]] == [("Spring", 1)]
    assert [each["what"] for each in told_of["ladders"]] == ["joined"]
    assert [(each["ladder"], each["as"]) for each in told_of["challenges"]] == [("Ladder", "challenger")]
