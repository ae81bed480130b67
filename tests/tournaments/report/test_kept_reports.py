"""What is told of an event is made when it closes, anew with a late correction, and the same as from its deals."""

from datetime import date
from random import Random

import pytest
from django.utils import timezone

from tests.factories import announce, correct, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun, make_tournament, play_event, play_stage
from tests.tournaments.night.test_standings import closed_before_all_announced
from tests.tournaments.prizes.scenes import give
from tests.tournaments.tournament.test_graphs import play_out
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.exports.person import everything_about
from tournaments.models import Event, EventReport, Player, Table
from tournaments.selectors.printing import certified
from tournaments.selectors.prizes import given_prizes, titles_of
from tournaments.selectors.report import read_moments, read_places
from tournaments.services.change import commit_change
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.stage.entrants import substitute
from tournaments.services.summaries.events import make_missing_reports
from tournaments.services.table.life import end_table

PERFECT, NOTHING = ["P3", "P3", "P3", "P2", "P2", "P1"], ["P3", "G3", "O3", "P3", "G3", "O3"]

pytestmark = pytest.mark.django_db


def closed(night: Event, *names: str) -> Table:
    """A table closed after two announcements: who declares second has the only exact one."""
    table = seat_table(night, *names)
    for payload in (announce(1, 3, 3), announce((2 if len(names) > 2 else 0), 3, 1)):
        deal(table, payload)
    return end_table(table_id=table.pk, actor=SYSTEM)


def night_of_hands() -> tuple[Event, Table]:
    """Ana has won its only deal with a perfect one."""
    night = make_night(game="colonial-italian", rules={"deals": 1})
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "hands": {"0": PERFECT, "1": NOTHING}})
    return night, table


def over(night: Event) -> EventReport:
    finish_event(event_id=night.pk, actor=SYSTEM)
    return EventReport.objects.get(event=night)


def names_of(report: EventReport) -> list[tuple[int, str, str, int, int]]:
    names = dict(Player.objects.values_list("pk", "name"))
    return [(each.place, names[each.player], each.points, each.exact, each.made) for each in read_places(report.places)]


def test_an_event_has_a_report_from_when_it_is_over_until_it_is_open_again():
    night = make_night()
    closed(night, "Ana", "Bruno")
    assert not EventReport.objects.exists()
    assert names_of(over(night)) == [(1, "Bruno", "10", 1, 1), (2, "Ana", "6", 0, 1)]
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert not EventReport.objects.exists()


def test_moments_are_told_of_who_really_sat_there_and_survive_their_table_in_json():
    night, table = night_of_hands()
    table.seats.filter(index=0).update(substitute=Player.objects.get(name="Dovas"))
    (moment,) = read_moments(over(night).moments)
    dovas = Player.objects.get(name="Dovas").pk
    assert (moment.kind, moment.table, moment.deal, moment.players) == ("hand", table.pk, 1, (dovas,))
    assert (
        moment.facts == {"category": "perfect-3-purple", "one_in": 4194, "won": 1}
        and moment.bits == round(moment.bits, 3) > 10
    )


def test_a_late_correction_makes_the_report_anew_and_says_so_another_change_does_not():
    night = make_night()
    table = closed(night, "Ana", "Bruno")
    first = over(night)
    commit_change(Event.objects.get(pk=night.pk), SYSTEM, "note")
    assert EventReport.objects.get(event=night).revised_at is None
    correct(table, 1, announce(1, 3, 0))
    now = EventReport.objects.get(event=night)
    assert now.revised_at and now.revised_at > first.made_at
    assert names_of(now)[0][1:3] == ("Ana", "6")


def test_what_is_disputed_has_nothing_to_tell():
    night, table = night_of_hands()
    assert over(night).moments
    Table.objects.filter(pk=table.pk).update(confirmation=Table.ConfirmationState.DISPUTED)
    commit_change(Event.objects.get(pk=night.pk), SYSTEM, "note")
    assert EventReport.objects.get(event=night).moments == []


def test_an_event_of_before_there_were_reports_gets_one_the_latest_first():
    club = make_club()
    early, late = (make_night(club=club, on=date(2026, month, 1)) for month in (1, 2))
    for night in (early, late):
        closed(night, "Ana", "Bruno")
        over(night)
    EventReport.objects.all().delete()
    closed(make_night(club=club, on=date(2026, 3, 1)), "Ana", "Bruno")  # and is not over
    assert make_missing_reports(most=1) == 1
    assert EventReport.objects.get().event == late
    assert make_missing_reports(most=9) == 1 and make_missing_reports(most=9) == 0
    assert EventReport.objects.filter(revised_at=None).count() == 2


def test_a_report_that_is_made_again_tells_when_its_event_was_over_and_when_corrected():
    """As after an import, which brings none along."""
    night = make_night()
    table = closed(night, "Ana", "Bruno")
    over(night)
    ended = timezone.now()
    EventReport.objects.all().delete()
    make_missing_reports(most=1)
    report = EventReport.objects.get()
    assert report.made_at < ended and report.revised_at is None
    correct(table, 1, announce(1, 3, 0))
    corrected = timezone.now()
    EventReport.objects.all().delete()
    commit_change(Event.objects.get(), SYSTEM, "note")
    report = EventReport.objects.get()
    assert ended < report.revised_at == report.made_at < corrected
    reopen_event(event_id=night.pk, actor=SYSTEM)
    again = over(night)
    assert corrected < again.made_at and again.revised_at is None


def test_a_tournament_without_a_round_has_nobody_placed():
    assert over(make_tournament(4)).places == []


def test_a_report_that_is_not_what_the_deals_give_is_found_and_put_right():
    night = make_night()
    closed(night, "Ana", "Bruno")
    report = over(night)
    EventReport.objects.update(places=[])
    assert [found.subject for found in rebuild_scores(keep=True)] == [str(report)]
    assert names_of(EventReport.objects.get()) == names_of(report)
    assert list(rebuild_scores(keep=True)) == []


def test_who_announced_nothing_at_a_table_that_counts_has_their_place_in_the_report_and_on_a_certificate():
    night = closed_before_all_announced()
    give(night, ("First", 9, None), ("Second", 6, None), ("Third", 3, None))
    assert [place for place, *_ in over(night).places] == [1, 1, 3, 3]
    night.refresh_from_db()
    given = given_prizes(night)
    assert given is not None
    certificates = certified(night, most=1, winners=given.awards[-1].holders)
    assert [person.place for person in certificates] == [1, 1, 3, 3]


def test_a_players_page_names_the_tournaments_that_they_won(client):
    cup = begun(4, stages=[("single-elimination", {})])
    play_out(cup, Random(1))
    finish_event(event_id=cup.pk, actor=SYSTEM)
    winner, second = (placed.player for placed in read_places(EventReport.objects.get(event=cup).places)[:2])
    won = '<span class="soft small">21 Nov 2026</span>: <strong>champion</strong>'
    link = f'<a href="/events/{cup.pk}/">{cup.name}</a> {won}'

    def page(player: int) -> str:
        return " ".join(client.get(f"/players/{player}/").text.split())

    assert link in page(winner) and link not in page(second)
    Event.objects.filter(pk=cup.pk).update(visibility="private")
    assert link not in page(winner)


def test_whoever_stands_in_at_the_end_has_won_as_in_the_report_and_reads_why(client):
    cup = begun(4, stages=[("single-elimination", {})])
    first = cup.entrants.get(player__name="P1")
    substitute(event_id=cup.pk, entrant_id=first.pk, name="Zita", actor=SYSTEM)
    play_stage(cup)
    finish_event(event_id=cup.pk, actor=SYSTEM)
    assert names_of(EventReport.objects.get(event=cup))[0][1] == "Zita"
    winner = Player.objects.get(club=cup.club, name="Zita")
    assert [won.event for won in titles_of(winner)] == [cup]
    assert titles_of(first.player) == []
    in_files = [everything_about(one, now=timezone.now())["events"][0]["place"] for one in (winner, first.player)]
    assert in_files == [1, None]
    own = client.get(f"/codes/{player_code(winner.pk, winner.code_edition)}/").text
    assert f'href="/events/{cup.pk}/entrants/{first.pk}/why/"' in own


def test_the_newest_of_many_titles_are_in_sight_and_the_others_in_a_fold(client):
    club = make_club()
    cups = [make_tournament(2, club=club, stages=[("single-elimination", {})]) for _number in range(6)]
    for cup in cups:
        finish_event(event_id=play_event(cup).pk, actor=SYSTEM)
    winner = club.players.get(name="P1")
    assert [won.event for won in titles_of(winner)] == cups[::-1]
    in_sight, folded = client.get(f"/players/{winner.pk}/").text.split('<details id="more-titles">')
    assert "Won earlier: 2" in folded
    assert [f"/events/{cup.pk}/" in in_sight for cup in cups] == [False, False, True, True, True, True]
    assert [f"/events/{cup.pk}/" in folded for cup in cups[:2]] == [True, True]
