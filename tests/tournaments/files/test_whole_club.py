"""A club goes to another installation in one file, and is the same there."""

import io
import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from tests.databases import empty_installation
from tests.factories import announce, correct, deal, make_club, make_night, make_user, seat_table
from tests.tournament_scenes import begun, make_tournament, next_round, play_event
from tests.tournaments.files.club_files import brought, elsewhere, file_of, lines_of, rewritten
from tests.tournaments.files.test_files_out import exported
from tests.tournaments.season.seasons import a_season, night
from tournaments import models
from tournaments.audit import SYSTEM, Actor, named_in
from tournaments.exports.files.catalogue import CLUB_FILES, EVENT_FILES
from tournaments.exports.files.proved import event_file
from tournaments.exports.log import csv_rows
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.imports.club_file import open_club_file
from tournaments.management.demo import load_demo
from tournaments.models import AuditEntry, Club, Entrant, Event, Invitation, PadLink, Round
from tournaments.selectors.files import PORTABLE, proposed_people
from tournaments.selectors.log import whole_log
from tournaments.services.club.clubs import add_players
from tournaments.services.club.members import invite_person
from tournaments.services.club.people import anonymise, forget_names_aside
from tournaments.services.integrations.trusted import make_token
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.season import archive_season, plan_season, publish_season
from tournaments.services.table.life import end_table
from tournaments.words.log.lines import log_line

NUMBER = re.compile(r"(?<=Anonymous )\d+")
ARRIVED = 1  # entry in the log: that the club was brought in


def bring(path: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_club", str(path), *options, stdout=out)
    return out.getvalue()


def all_files(club: Club) -> dict[str, str]:
    """Whatever `manage.py export` gives of it, and the logs."""
    found = {f"club {name}": exported(name, club=club.slug, kind="json") for name in CLUB_FILES}
    for event in club.events.order_by("pk"):
        found |= {f"{event.pk} {name}": exported(name, event=event.pk, kind="json") for name in EVENT_FILES}
        found[f"{event.pk} event"] = event_file(event).decode()
        found[f"{event.pk} log"] = "".join(csv_rows(whole_log(club, event)))
    found["log"] = "".join(csv_rows(whole_log(club, None)))
    return found


def scores_differ() -> str:
    out = io.StringIO()
    call_command("check_scores", stdout=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_the_same_byte_for_byte_in_an_empty_installation(tmp_path: Path, migrated: Path) -> None:
    club = load_demo(today=date(2026, 3, 2), username="director", nights=6)
    before, file = all_files(club), file_of(club)
    (tmp_path / "club.zip").write_bytes(file)
    with empty_installation(tmp_path, migrated):
        bring(tmp_path / "club.zip")
        there = Club.objects.get()
        after, again = all_files(there), file_of(there)
        assert scores_differ() == "Every score is what its deals give.\n"
    log = after.pop("log")
    assert log.startswith(before.pop("log"))
    assert after == before
    assert lines_of(again)[1 : -1 - ARRIVED] == lines_of(file)[1:-1]


@pytest.fixture
def club(db: None) -> Club:
    """With something of almost everything: a night, a tournament, a merge, somebody anonymous, a season."""
    event = play_event(make_tournament(5))
    club = event.club
    night = make_night(club=club, names=["Ana", "Bruno", "Chiara", "Dan", "Ana P."])
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dan")
    deal(first, announce(1, 3, 3))
    correct(first, 1, announce(1, 3, 2), reason="miscounted")
    deal(second, announce(1, 0, 0))
    correct(second, 1, None)
    director = Actor(user=make_user("director"))
    for table in (first, second):
        end_table(table_id=table.pk, actor=director)
    finish_event(event_id=night.pk, actor=SYSTEM)
    season = plan_season(
        club=club,
        name="Spring",
        starts=night.date,
        ends=night.date,
        rules=SeasonRules(),
        visibility="",
        actor=SYSTEM,
    )
    publish_season(pk=season.pk, actor=SYSTEM)
    dan = club.players.get(name="Dan")
    anonymise(player=dan, actor=SYSTEM, now=timezone.now())
    forget_names_aside(now=timezone.now() + timedelta(days=8))
    next_round(begun(4, club=club))
    return club


def without_ids(text: str) -> list[dict[str, Any]]:
    """Rows as people read them: ids, and the number that stands for a name, are each installation's own."""
    rows = json.loads(text)["rows"]
    return [
        {name: NUMBER.sub("", json.dumps(each)) for name, each in row.items() if not name.endswith("_id")}
        for row in rows
    ]


def test_beside_another_club_it_has_ids_of_its_own_and_the_same_results(club: Club) -> None:
    there = brought(rewritten(file_of(club), elsewhere))
    assert there.slug != club.slug
    for name in CLUB_FILES:
        ours, theirs = (exported(name, club=each.slug, kind="json") for each in (club, there))
        assert without_ids(ours) == without_ids(theirs)
    for one, other in zip(club.events.order_by("pk"), there.events.order_by("pk"), strict=True):
        assert one.pk != other.pk
        for name in EVENT_FILES:
            ours, theirs = (exported(name, event=each.pk, kind="json") for each in (one, other))
            assert without_ids(ours) == without_ids(theirs)
        for ours, theirs in zip(log_lines(club, one), log_lines(there, other), strict=True):
            assert ours == theirs
    assert scores_differ() == "Every score is what its deals give.\n"


def log_lines(club: Club, event: Event) -> list[tuple[object, ...]]:
    """What the log's page says of it."""
    lines = [log_line(entry) for entry in whole_log(club, event)]
    return [(each.at, each.revision, NUMBER.sub("", each.words), each.place) for each in lines]


def test_every_reference_leads_to_a_row_of_the_club_that_came(club: Club) -> None:
    there = brought(rewritten(file_of(club), elsewhere))
    for portable in PORTABLE.values():
        if not portable.path:
            continue
        for row in portable.model._default_manager.filter(**{portable.path: there.pk}):
            for field in portable.fields:
                target = next((each for each in PORTABLE.values() if each.model is field.related_model), None)
                if target and target.path and (pk := getattr(row, field.attname)):
                    assert target.model._default_manager.filter(id__in=[pk], **{target.path: there.pk}).exists()
    entrants = set(Entrant.objects.filter(event__club=there).values_list("pk", flat=True))
    rounds = Round.objects.filter(stage__event__club=there)
    assert rounds
    assert {who for each in rounds for who in each.seating.seated} <= entrants
    facts = AuditEntry.objects.filter(club=there).values_list("before", "after")
    people = {pk for each in facts for half in each for kind, pk in named_in(half) if kind == "player"}
    assert people <= set(there.players.values_list("pk", flat=True))


def test_who_is_on_the_list_already_has_one_history(club: Club) -> None:
    home = make_club(name="Home")
    ana, _zoe = add_players(club=home, names=["Ana", "Zoe"], actor=SYSTEM)
    theirs = club.players.get(name="Ana")
    with pytest.raises(Refused, match="player-name-here"):
        brought(rewritten(file_of(club), elsewhere), into=home)
    assert not home.events.exists()
    people = proposed_people(home, open_club_file(io.BytesIO(file_of(club))).people)
    assert people == {theirs.pk: ana.pk}
    brought(rewritten(file_of(club), elsewhere), into=home, people=people)
    assert home.name == "Home"
    assert ana.entries.count() == theirs.entries.count()
    assert home.players.filter(name="Ana").count() == 1
    assert home.audit_entries.latest("pk").action == "club-brought"
    assert scores_differ() == "Every score is what its deals give.\n"


def test_seasons_that_are_over_count_what_comes_by_its_day_whenever_it_was_made(db: None) -> None:
    """What was made late in its own club does not count by that."""
    home, away = make_club(name="Home"), make_club(name="Away")
    seasons = []
    for club, names in ((home, "AB"), (away, "CD")):
        season = a_season(club)
        night(club, *names, week=1)
        seasons.append(archive_season(pk=season.pk, archived=True, actor=SYSTEM))
    ours, theirs = seasons
    night(away, "E", "F", week=2)
    night(away, "G", "H", week=40)
    night(home, "A", "I", week=3)
    brought(rewritten(file_of(away), elsewhere), into=home)
    theirs_here = home.seasons.exclude(pk=ours.pk).get()

    counted = [{*season.points.values_list("player__name", flat=True)} for season in (ours, theirs, theirs_here)]
    assert counted == [{*"ABCDEF"}, {*"CD"}, {*"ABCDI"}]
    assert scores_differ() == "Every score is what its deals give.\n"


def test_two_of_the_file_cannot_be_one_of_the_list(club: Club) -> None:
    home = make_club(name="Home")
    (ana,) = add_players(club=home, names=["Ana"], actor=SYSTEM)
    both = dict.fromkeys(club.players.values_list("pk", flat=True)[:2], ana.pk)
    with pytest.raises(Refused, match="people-twice"):
        brought(rewritten(file_of(club), elsewhere), into=home, people=both)


def test_what_is_here_already_does_not_come_twice(club: Club) -> None:
    file = file_of(club)
    with pytest.raises(Refused, match="club-is-here"):
        brought(file)
    assert Club.objects.count() == 1


def test_a_rehearsal_leaves_nothing(club: Club) -> None:
    before = {model: model._default_manager.count() for model in apps.get_app_config("tournaments").get_models()}
    assert brought(rewritten(file_of(club), elsewhere), rehearsal=True).name == club.name
    assert before == {model: model._default_manager.count() for model in before}


STAY_BEHIND = {
    models.Member,  # who may what is decided where the club goes
    models.Invitation,
    models.NameAside,  # of who is to be forgotten
    models.UnsentDeals,
    models.SeatPhone,
    models.EventTally,
    models.ContestTally,
    models.EventRating,
    models.ClubRating,
    models.EventForecast,
    models.EventCounts,
    models.ClubCounts,
    models.EventFeat,
    models.EventReport,
    models.TableBend,
    models.EventMeeting,
    models.ClubMeeting,
    models.SeasonPoints,
    models.LeagueTable,
    models.LadderMove,
    models.ChallengeTable,
    models.ClaimedHistory,  # it stands by its passport's signature, which the file of a club has not
    models.Webhook,  # whom a club tells is decided where it goes
    models.Delivery,
    models.OutgoingMail,  # the server's, to whoever has an account there
    models.ApiAnswer,  # for a program that has not heard
    models.StoredFile,  # its sender's alone, for an hour
}


def test_every_model_goes_along_or_stays_behind_for_a_reason() -> None:
    portable = [part.model for part in PORTABLE.values()]
    assert len(set(portable)) == len(portable)
    assert {*portable, *STAY_BEHIND} - {User} == set(apps.get_app_config("tournaments").get_models())
    assert not STAY_BEHIND & set(portable)


def test_nothing_that_opens_anything_is_in_the_file(club: Club) -> None:
    secret = make_user("secret", email="secret@example.org")
    token, written = make_token(club=club, name="Wall", scope="read", good_for=timedelta(days=30), user=secret)
    invite_person(club=club, role="director", event=None, actor=Actor(user=secret))
    text = "\n".join(lines_of(file_of(club)))
    links = [part for link in PadLink.objects.all() for part in (link.edition, link.printed_hash) if part]
    kept = [written, token.secret_hash, *Invitation.objects.values_list("code_hash", flat=True), *links]
    assert not [each for each in [*kept, secret.password, "secret@example.org"] if each in text]
    assert '"secret"' in text, "who wrote stands in the log"


def test_whoever_comes_with_a_file_cannot_sign_in(club: Club) -> None:
    brought(rewritten(file_of(club), elsewhere))
    came = User.objects.get(username="director-2")
    assert (came.is_active, came.has_usable_password(), came.get_full_name()) == (False, False, "director")
    assert not came.memberships.exists()
