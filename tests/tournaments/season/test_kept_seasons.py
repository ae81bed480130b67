"""What events bring in a season: kept up with every change of an event that is over, and by rules that stay."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from tests.factories import NAMES, announce, correct, make_club, told
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, play_stage
from tests.tournaments.season.seasons import FIRST, RULES, a_season, a_spring, night, played
from tournaments.audit import SYSTEM
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.models import AuditEntry, Club, Event, Player, Season, SeasonPoints
from tournaments.selectors.report import read_places
from tournaments.selectors.season.page import season_page, shown_seasons
from tournaments.selectors.season.standing import contest_of, results_of, seasons_counting
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.tournament.page import states_of
from tournaments.services.club.people import merge, part
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.rebuild import rebuild_scores
from tournaments.services.refusals import Refused
from tournaments.services.season import (
    archive_season,
    choose_event,
    discard_draft,
    edit_season,
    plan_season,
    publish_season,
)
from tournaments.services.stage.entrants import substitute
from tournaments.words.season import lead_texts

pytestmark = pytest.mark.django_db


def points(season: Season) -> dict[str, list[Fraction]]:
    """By name, in the order of the events."""
    found: dict[str, list[Fraction]] = {}
    for row in season.points.select_related("player").order_by("event__date", "event"):
        found.setdefault(row.player.name, []).append(row.points)
    return found


def test_a_night_counts_when_it_is_over_and_not_while_it_is_open_again():
    club = make_club()
    season = a_season(club)
    table = played(club, "Ana", "Bruno", "Chiara", week=1)
    assert points(season) == {}
    finish_event(event_id=table.event_id, actor=SYSTEM)
    assert points(season) == {"Ana": [5], "Bruno": [2], "Chiara": [2]}
    reopen_event(event_id=table.event_id, actor=SYSTEM)
    assert points(season) == {}


def test_a_correction_of_a_night_that_is_over_moves_its_points_in_every_season_it_counts_for():
    club = make_club()
    season, best_two = a_season(club), a_season(club, name="Best two", best=2, points="places")
    table = played(club, "Ana", "Bruno", week=1)
    finish_event(event_id=table.event_id, actor=SYSTEM)
    before = Season.objects.get(pk=season.pk).revision
    correct(table, 1, announce(1, 3, 0))
    assert points(season) == {"Bruno": [5], "Ana": [3]}
    assert points(best_two) == {"Bruno": [2], "Ana": [1]}
    assert Season.objects.get(pk=season.pk).revision == before + 1


def test_only_events_of_the_days_the_kind_and_the_game_count():
    club = make_club()
    season = a_season(club, contests=("vilnius",))
    for week in (-1, 21):
        night(club, "Ana", "Bruno", week=week)
    make_tournament(club=club)
    assert points(season) == {}
    night(club, "Ana", "Bruno", week=20)
    assert points(season) == {"Ana": [5], "Bruno": [3]}


def test_publishing_counts_what_is_over_already_and_a_draft_counts_nothing():
    club = make_club()
    draft = a_season(club, published=False)
    night(club, "Ana", "Bruno", week=1)
    assert points(draft) == {}
    publish_season(pk=draft.pk, actor=SYSTEM)
    assert points(draft) == {"Ana": [5], "Bruno": [3]}


def test_one_more_event_counts_by_a_directors_word_and_can_be_taken_out_for_a_day():
    club = make_club()
    season = a_season(club)
    late = night(club, "Ana", "Bruno", week=30)
    choose_event(pk=season.pk, event_id=late.pk, counts=True, actor=SYSTEM)
    assert points(season) == {"Ana": [5], "Bruno": [3]}
    entry = AuditEntry.objects.get(action="season-event")
    assert (told(entry.before)["counts"], told(entry.after)["counts"]) == (False, True)
    choose_event(pk=season.pk, event_id=late.pk, counts=False, actor=SYSTEM)
    assert points(season) == {}
    choose_event(pk=season.pk, event_id=late.pk, counts=True, actor=SYSTEM)
    season.chosen.update(added_at=timezone.now() - timedelta(days=2))
    with pytest.raises(Refused, match="season-event-stays"):
        choose_event(pk=season.pk, event_id=late.pk, counts=False, actor=SYSTEM)
    assert points(season) == {"Ana": [5], "Bruno": [3]}


def test_scores_of_two_games_are_never_added_up():
    club = make_club()
    season = a_season(club, contests=("protean-cubits",), points="score")
    late = night(club, "Ana", "Bruno", week=30)
    with pytest.raises(Refused, match="season-other-game"):
        choose_event(pk=season.pk, event_id=late.pk, counts=True, actor=SYSTEM)


def test_the_rules_of_a_published_season_stay_and_its_name_does_not_have_to():
    season = a_season(make_club())
    facts = {"starts": season.starts, "ends": season.ends, "visibility": "", "actor": SYSTEM}
    with pytest.raises(Refused, match="season-published"):
        edit_season(pk=season.pk, name="Autumn", rules=SeasonRules(), **facts)
    edit_season(pk=season.pk, name="Autumn", rules=season.season_rules, **facts)
    season.refresh_from_db()
    assert (season.name, season.season_rules) == ("Autumn", RULES)
    with pytest.raises(Refused, match="season-published"):
        discard_draft(pk=season.pk, actor=SYSTEM)


def test_an_archived_season_is_kept_up_too():
    season = a_spring()
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    first = season.points.order_by("event__date").first().event
    correct(first.tables.get(), 1, announce(1, 3, 0))
    assert points(season)["Bruno"][0] == 5


def test_what_is_made_after_a_season_has_ended_counts_where_it_is_chosen_or_the_season_goes_on():
    season = a_spring()
    before = points(season)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    late = night(season.club, "Bruno", "Ana", week=2)
    assert points(season) == before and not seasons_counting(late)
    choose_event(pk=season.pk, event_id=late.pk, counts=True, actor=SYSTEM)
    assert points(season) != before
    choose_event(pk=season.pk, event_id=late.pk, counts=False, actor=SYSTEM)
    assert points(season) == before
    archive_season(pk=season.pk, archived=False, actor=SYSTEM)
    assert points(season) != before and seasons_counting(late) == [season]


def test_what_had_counted_late_before_the_upgrade_goes_on_to_count():
    season = a_spring()
    choose_event(pk=season.pk, event_id=season.points.first().event_id, counts=True, actor=SYSTEM)
    Season.objects.filter(pk=season.pk).update(archived_at=timezone.now() - timedelta(days=1))
    assert list(rebuild_scores(keep=False))
    import_module("tournaments.migrations.0101_keep_late_events_of_ended_seasons").choose_late_events(apps, None)
    assert list(rebuild_scores(keep=False)) == [] and season.chosen.count() == 3


def test_a_player_who_was_entered_twice_has_the_points_of_both_and_gives_them_back_when_parted():
    club = make_club()
    season = a_season(club)
    night(club, "Ana", "Bruno", week=1)
    night(club, "Ana P.", "Bruno", week=2)
    ana, twice = (Player.objects.get(name=name) for name in ("Ana", "Ana P."))
    merge(into=ana, gone=twice, actor=SYSTEM)
    assert points(season)["Ana"] == [5, 5]
    part(gone=twice, actor=SYSTEM)
    assert points(season)["Ana P."] == [5]


def test_an_average_rests_on_the_deals_of_the_night_whatever_the_size_of_the_table():
    club = make_club()
    season = a_season(club, contests=("vilnius",), points="average")
    event = night(club, "Ana", "Bruno", "Chiara", week=1)
    for row in season.points.all():
        tally = event.tallies.get(player=row.player)
        assert (row.points, row.deals) == (tally.points / tally.deals, tally.deals)
    assert season.points.count() == 3


def test_a_tournament_counts_by_its_final_places():
    event = begun(4, stages=[("swiss", {"rounds": 1})])
    season = plan_season(
        club=event.club, name="Open", starts=event.date, ends=event.date, rules=SeasonRules(events="all"),
        visibility="", actor=SYSTEM,
    )  # fmt: skip
    publish_season(pk=season.pk, actor=SYSTEM)
    assert results_of(event) == []
    play_stage(event)
    finish_event(event_id=event.pk, actor=SYSTEM)
    places = {row.person.tag.id: row.place for row in final_places(states_of(event))}
    assert dict(season.points.values_list("player", "place")) == places


def a_cup_with_a_substitute(**rules: Any) -> tuple[Season, Event, Player]:
    """P1 wins the first round, and Zita the second in their place."""
    cup = begun(4, stages=[("swiss", {"rounds": 2})])
    season = plan_season(
        club=cup.club, name="Open", starts=cup.date, ends=cup.date, rules=SeasonRules(events="all", **rules),
        visibility="", actor=SYSTEM,
    )  # fmt: skip
    publish_season(pk=season.pk, actor=SYSTEM)
    first = cup.entrants.get(player__name="P1")
    for name in ("", "Zita"):
        substitute(event_id=cup.pk, entrant_id=first.pk, name=name, actor=SYSTEM)
        for table in next_round(cup):
            own = table.seats.filter(entrant=first).first()
            finish_table(table, winner=own.index if own else 0)
    finish_event(event_id=cup.pk, actor=SYSTEM)
    return season, Event.objects.get(pk=cup.pk), first.player


def test_whoever_stands_in_at_the_end_has_the_place_in_the_season_as_in_the_report():
    season, cup, replaced = a_cup_with_a_substitute()
    kept = [placed.player for placed in read_places(cup.report.places)]
    brought = dict(season.points.order_by("place").values_list("player", "place"))
    assert sorted(brought) == sorted(kept) and replaced.pk not in brought
    zita = Player.objects.get(name="Zita")
    assert (brought[zita.pk], season.points.get(player=zita).deals) == (1, 1)


@pytest.mark.parametrize("points", ["table", "score"])
def test_a_place_that_seasons_gave_to_who_had_entered_goes_to_who_stood_in_with_the_upgrade(points):
    contests = () if points == "table" else (contest_of(make_tournament()),)
    season, _cup, replaced = a_cup_with_a_substitute(points=points, contests=contests)
    zita = Player.objects.get(name="Zita")
    upgraded = set(season.points.values_list("player", "place", "deals"))
    assert (zita.pk, 1, 1) in upgraded
    if points == "table":
        season.points.filter(player=zita).update(player=replaced)
    else:
        season.points.filter(player=replaced).update(place=season.points.get(player=zita).place)
        season.points.filter(player=zita).update(place=None)
    assert list(rebuild_scores(keep=False))
    import_module("tournaments.migrations.0102_places_of_substitutes").give_places(apps, None)
    assert set(season.points.values_list("player", "place", "deals")) == upgraded
    assert list(rebuild_scores(keep=False)) == []


def test_random_changes_leave_what_the_events_give():
    chances, club = Random(11), make_club()
    a_season(club, best=2, events="all"), a_season(club, name="Scores", contests=("vilnius",), points="score")
    tables = [played(club, *chances.sample(NAMES[:4], 3), week=week) for week in range(4)]
    for _ in range(16):
        event = Event.objects.get(pk=(table := chances.choice(tables)).event_id)
        if event.status == Event.Status.OPEN:
            finish_event(event_id=event.pk, actor=SYSTEM)
        elif chances.random() < 0.3:
            reopen_event(event_id=event.pk, actor=SYSTEM)
        else:
            number = chances.randint(1, 3)
            correct(table, number, announce(number % 3, 3, chances.randint(0, 4)))
    assert SeasonPoints.objects.exists()
    assert list(rebuild_scores(keep=False)) == []


def test_what_is_not_what_the_events_give_is_found_and_mended():
    season = a_spring()
    wrong = season.points.order_by("pk").first()
    season.points.filter(pk=wrong.pk).update(points=Fraction(99))
    (found,) = rebuild_scores(keep=True)
    assert (found.kept["points"], found.rebuilt["points"]) == ("99", str(wrong.points))
    assert SeasonPoints.objects.get(pk=wrong.pk).points == wrong.points


def test_every_step_of_a_season_stands_in_the_clubs_log():
    club: Club = make_club()
    season = plan_season(
        club=club, name="Spring", starts=FIRST, ends=FIRST, rules=RULES, visibility="private", actor=SYSTEM
    )
    publish_season(pk=season.pk, actor=SYSTEM)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    archive_season(pk=season.pk, archived=True, actor=SYSTEM)
    discard_draft(pk=a_season(club, published=False).pk, actor=SYSTEM)
    actions = AuditEntry.objects.filter(action__startswith="season").order_by("pk").values_list("action", flat=True)
    assert list(actions) == [
        "season-planned",
        "season-published",
        "season-archived",
        "season-planned",
        "season-discarded",
    ]


def test_a_season_that_is_sent_twice_is_planned_once():
    club = make_club()
    draft = a_season(club, published=False)
    assert a_season(club, published=False) == draft
    assert a_season(club, published=False, best=2) != draft
    assert AuditEntry.objects.filter(action="season-planned").count() == 2


def test_drafts_are_for_who_runs_the_club_and_private_seasons_for_its_people():
    club = make_club()
    for name, published, visibility in (("Draft", False, ""), ("Inner", True, "private"), ("Spring", True, "public")):
        a_season(club, name=name, published=published, visibility=visibility)

    def seen(*, runs: bool, insider: bool) -> set[str]:
        return {season.name for season in shown_seasons(club.slug, runs=runs, insider=insider)[1]}

    assert seen(runs=True, insider=True) == {"Draft", "Inner", "Spring"}
    assert seen(runs=False, insider=True) == {"Inner", "Spring"}
    assert seen(runs=False, insider=False) == {"Spring"}


def test_how_far_tonight_has_moved_everybody_is_told_and_of_newcomers_nothing():
    club = make_club()
    season = a_season(club, least=1, planned=9)
    night(club, "Ana", "Bruno", "Chiara", week=0)
    night(club, "Ana", "Bruno", week=1)
    played(club, "Chiara", "Dovas", week=2)
    assert {line.player.name: line.moved for line in season_page(season).lines} == {
        "Ana": 0, "Chiara": 1, "Bruno": -1, "Dovas": 0,
    }  # fmt: skip


def test_who_came_too_seldom_for_a_place_has_not_moved():
    club = make_club()
    season = a_season(club, least=2, planned=9)
    night(club, "Ana", "Bruno", week=0)
    played(club, "Ana", "Chiara", week=1)
    moved = {line.player.name: (line.row.rank, line.moved) for line in season_page(season).lines}
    assert moved == {"Ana": (1, 0), "Bruno": (None, 0), "Chiara": (None, 0)}


def test_before_anything_can_be_decided_it_is_told_by_which_place_somebody_leads_tonight():
    season = a_season(make_club(), planned=9, best=2)
    night(season.club, "Ana", "Bruno", week=0)
    night(season.club, "Ana", "Bruno", week=1)
    played(season.club, "Bruno", "Ana", week=2)
    page = season_page(Season.objects.get(pk=season.pk))
    assert page.needed == []
    assert lead_texts(page) == [
        "Ana leads, and can gain nothing tonight.",
        "Bruno cannot lead tonight: 8 points at most.",
    ]
    every = replace(page.season_rules, best=None)
    texts = lead_texts(replace(page, season_rules=every))
    assert texts[0] == "Ana leads, and gains only if at place 3 or better."
    assert texts[1] == "Bruno leads by winning, if Ana gains nothing."
