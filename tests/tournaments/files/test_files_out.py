"""What an event and a club give away to other programs."""

import csv
import io
import itertools
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.games import GAMES
from scoring.jsonl import answer_lines
from tests.factories import announce, correct, deal, make_member, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, play_event, play_round
from tournaments.audit import SYSTEM
from tournaments.exports.files.catalogue import CLUB_FILES, EVENT_FILES, LEAGUE_FILES, SEASON_FILES
from tournaments.exports.files.sheet import DIALECTS, FileColumn, Sheet, csv_lines, decimal_text, json_lines
from tournaments.management.commands.export import OF_EVENTS
from tournaments.models import Club, Event, Member, Player, Table
from tournaments.models.club import RatingsFor
from tournaments.selectors.night.standings import event_standings
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

DOCS = Path(__file__).parents[3] / "docs/files.md"
ONE_DEAL = {"deals": 1, "cards": "optional"}
BACKEND = "django.contrib.auth.backends.ModelBackend"


def exported(what: str, *, language: str = "en", kind: str = "csv", **owner: object) -> str:
    out = io.StringIO()
    options = [f"--{name}={value}" for name, value in owner.items()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        call_command("export", what, *options, "--format", kind, "--language", language)
    return out.getvalue()


def rows(text: str, *, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter))


def sheet(*cells: object) -> Sheet:
    return Sheet([FileColumn(f"c{number}", "") for number in range(len(cells))], [cells])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "1.5,2,0.333333,'=A1,\r\n"),
        ("it", "1,5;2;0,333333;'=A1;\r\n"),
        ("lt", "1,5;2;0,333333;'=A1;\r\n"),
    ],
)
def test_a_csv_is_written_as_the_spreadsheets_of_the_language_read_it(language, line):
    _head, written = csv_lines(sheet(Fraction(3, 2), 2, Fraction(1, 3), "=A1", None), language=language)
    assert written == line


def test_every_language_has_a_csv_of_its_own_and_no_other_passes_for_english(settings):
    assert DIALECTS.keys() == dict(settings.LANGUAGES).keys()
    with pytest.raises(KeyError):
        next(csv_lines(sheet(1), language="de"))


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(100), "100"), (Fraction(-1, 2), "-0.5"), (Fraction(1, 64), "0.015625"), (1500.0, "1500"), (0.1, "0.1")],
)
def test_a_number_is_exact_where_six_digits_suffice(number, text):
    assert decimal_text(number) == text


def test_a_json_file_is_one_object_also_without_rows():
    assert json.loads("".join(json_lines(Sheet([FileColumn("a", "")], []), {"capstone": "x"}))) == {
        "capstone": "x",
        "rows": [],
    }
    two = Sheet([FileColumn("a", "")], [(1,), (Fraction(1, 2),)])
    assert json.loads("".join(json_lines(two, {}))) == {"rows": [{"a": 1}, {"a": 0.5}]}


@pytest.fixture
def night(db: None) -> Event:
    """Two tables, one of them over, one with a corrected deal and one voided."""
    night = make_night(names=["Ana", "Bruno", "Chiara", "=Dan"])
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "=Dan")
    deal(first, announce(1, 3, 3))
    deal(first, announce(0, 2, 1))
    correct(first, 1, announce(1, 3, 2))
    deal(second, announce(1, 0, 0))
    deal(second, announce(0, 1, 1))
    correct(second, 2, None)
    return night


def test_standings_of_a_night_are_those_of_its_page(night):
    found = rows(exported("standings", event=night.pk, language="it"), delimiter=";")
    assert [(row["player"].lstrip("'"), row["points"]) for row in found] == [
        (row.player.name, str(row.points)) for row in event_standings(night)
    ]


def test_deals_are_those_that_count_each_once(night):
    found = json.loads(exported("deals", event=night.pk, kind="json"))
    assert [(row["table"], row["deal"], row["version"], row["voided"]) for row in found["rows"]] == [
        (1, 1, 2, False),
        (1, 2, 1, False),
        (2, 1, 1, False),
        (2, 2, 2, True),
    ]
    assert found["rows"][0]["payload"] == announce(1, 3, 2)
    assert found["event"]["name"] == night.name


def test_every_table_can_be_checked_with_nothing_but_the_rules(night):
    answers = [
        json.loads(a.text) for a in answer_lines(GAMES["vilnius"], exported("tables", event=night.pk).splitlines())
    ]
    kept = [[float(seat.score) for seat in table.seats.order_by("index")] for table in night.tables.order_by("pk")]
    assert [[float(seat["score"]) for seat in answer["seats"]] for answer in answers] == kept


def end_tables(night: Event) -> None:
    for table in night.tables.all():
        end_table(table_id=table.pk, actor=SYSTEM)


def test_a_line_of_tables_names_the_table_that_other_files_name_and_who_sat_at_it(night):
    end_tables(night)
    seat_table(night, "Bruno", "Chiara")
    found = [json.loads(line) for line in exported("tables", event=night.pk).splitlines()]
    tables = night.tables.order_by("pk")
    assert [(line["table_id"], line["table"]) for line in found] == list(tables.values_list("pk", "number"))
    assert [(line["stage"], line["round"], line["game"]) for line in found] == [(None, None, "vilnius")] * 3
    numbers = {row["player"]: int(row["player_id"]) for row in rows(exported("entrants", event=night.pk))}
    names = [["Ana", "Bruno"], ["Chiara", "'=Dan"], ["Bruno", "Chiara"]]
    assert [line["players"] for line in found] == [[numbers[name] for name in each] for each in names]


def test_tables_have_a_line_with_and_without_deals(night):
    end_tables(night)
    first = night.tables.order_by("pk")[0]
    empty, last = seat_table(night, "Ana", "Chiara"), seat_table(night, "Bruno", "=Dan")
    deal(last, announce(1, 3, 3))
    found = {line["table_id"]: line for line in map(json.loads, exported("tables", event=night.pk).splitlines())}
    assert found.keys() == set(night.tables.values_list("pk", flat=True))
    assert [len(found[pk]["deals"]) for pk in (first.pk, empty.pk, last.pk)] == [2, 0, 1]
    answers = answer_lines(GAMES["vilnius"], exported("tables", event=night.pk).splitlines())
    assert [answer.refused for answer in answers] == [None] * 4


def test_tables_of_a_tournament_tell_their_round_and_who_played_as_a_substitute(db):
    event = begun(4)
    play_round(event)
    next_round(event)
    table = event.tables.order_by("pk")[0]
    seat = table.seats.get(index=0)
    seat.substitute = Player.objects.create(club=event.club, name="Somebody Else")
    seat.save()
    found = [json.loads(line) for line in exported("tables", event=event.pk).splitlines()]
    seated = rows(exported("pairings", event=event.pk))
    assert [(line["stage"], line["round"]) for line in found] == [(1, 1), (1, 1), (1, 2), (1, 2)]
    for line in found:
        of_table = [int(row["player_id"]) for row in seated if row["table_id"] == str(line["table_id"])]
        assert line["players"] == of_table
    assert found[0]["players"][0] == seat.substitute.pk


def test_a_tournament_tells_every_stage_and_its_tie_breaks(db):
    event = play_event(make_tournament(5))
    found = json.loads(exported("standings", event=event.pk, kind="json"))["rows"]
    final = [row for row in found if row["stage"] is None]
    assert sorted(row["place"] for row in final) == [1, 2, 3, 4, 5]
    first = [row for row in found if row["stage"] == 1]
    assert sum(row["points"] for row in first) == 3 * 3
    assert {"buchholz", "sonneborn-berger"} & found[0].keys()


def test_pairings_tell_who_rested_and_who_sat_where(db):
    event = begun(5)
    play_round(event)
    next_round(event)
    found = rows(exported("pairings", event=event.pk))
    assert [(row["round"], row["status"]) for row in found if not row["table"]] == [("1", "bye"), ("2", "bye")]
    assert {row["status"] for row in found if row["round"] == "2" and row["table"]} == {"playing"}
    assert all(row["place"] == "" for row in found if row["status"] == "playing")


def test_a_tournament_of_two_has_a_report_for_pairing_programs(client, db):
    event = begun(5)
    play_round(event)
    lines = exported("report", event=event.pk).splitlines()
    assert [line for line in lines if line.startswith("142")] == ["142 3"]
    assert sorted(line[80:].split()[0] for line in lines if line.startswith("001")) == [
        "0.0",
        "0.0",
        "1.0",
        "1.0",
        "1.0",
    ]
    assert client.get(reverse("event-report", args=[event.pk, "1-1"])).getvalue().decode().splitlines() == lines
    assert client.get(reverse("event-report", args=[event.pk, "2-1"])).status_code == 404


def test_a_report_tells_ratings_to_those_alone_to_whom_the_club_shows_them(client, db):
    event = begun(4)
    play_round(event)
    event.entrants.update(rating=1771)
    asked = reverse("event-report", args=[event.pk, "1-1"])
    assert client.get(asked).getvalue().decode().count("1771") == 4
    Player.objects.filter(entries=event.entrants.all()[0]).update(unranked=True)
    assert client.get(asked).getvalue().decode().count("1771") == 3
    Club.objects.update(ratings_for=RatingsFor.NOBODY)
    assert "1771" not in client.get(asked).getvalue().decode()
    client.force_login(Member.objects.get(club=event.club).user, backend=BACKEND)
    assert "1771" in client.get(asked).getvalue().decode()


def test_where_no_report_can_be_told_the_command_says_so(db):
    event = begun(8, stages=(("swiss", {"rounds": 2, "seats": 4}),))
    with pytest.raises(CommandError) as refused:
        exported("report", event=event.pk)
    assert "has 0 stages that a report can tell" in str(refused.value)


def test_a_club_gives_its_history_ratings_and_players(db):
    table = seat_table(make_night(game="colonial-italian", rules=ONE_DEAL, names=["Ana", "Bruno"]), "Ana", "Bruno")
    event = table.event
    deal(table, {"dealer": 0, "claimed": [1], "folded": []})
    finish_event(event_id=event.pk, actor=SYSTEM)
    slug = event.club.slug
    assert [row["player"] for row in rows(exported("standings", club=slug))] == ["Bruno", "Ana"]
    assert [row["player"] for row in rows(exported("players", club=slug))] == ["Ana", "Bruno"]
    ratings = {row["player"]: float(row["rating"]) for row in rows(exported("ratings", club=slug))}
    assert ratings["Bruno"] > 1500 > ratings["Ana"]


@pytest.mark.parametrize(
    ("owner", "what", "said"),
    [
        ({"event": 99}, "standings", "There is no event 99."),
        ({"club": "nowhere"}, "players", "There is no club “nowhere”. There are: none."),
        (
            {"event": 99},
            "ratings",
            f"There is no file “ratings”. There are: {', '.join(OF_EVENTS)}.",
        ),
    ],
)
def test_the_command_says_what_there_is(db, owner, what, said):
    with pytest.raises(CommandError) as refused:
        exported(what, **owner)
    assert str(refused.value) == said


@pytest.mark.parametrize("address", ["event-file-csv", "event-file-json"])
@pytest.mark.parametrize("name", ["standings", "pairings", "deals"])
def test_strangers_read_names_in_files_as_on_pages(client, night, address, name):
    set_club_visibility(club=night.club, visibility="public", shown_names="initials", actor=SYSTEM)
    asked = reverse(address, args=[night.pk, name])
    read = client.get(asked).getvalue().decode()
    assert "Chiara" not in read
    assert "C." in read
    client.force_login(make_member(night.club, Member.Role.READER), backend=BACKEND)
    assert "Chiara" in client.get(asked).getvalue().decode()


def test_what_tells_more_than_the_pages_is_for_directors(client, night):
    club, event = [night.club.slug], [night.pk]
    closed = [("event-entrants-csv", event), ("club-players-json", club)]
    assert client.get(reverse("event-file-csv", args=[*event, "entrants"])).status_code != 200
    assert "Entrants" not in client.get(reverse("event-files", args=event)).content.decode().split("<main", 1)[1]
    client.force_login(Member.objects.get(club=night.club).user, backend=BACKEND)
    for name, args in closed:
        assert "Chiara" in client.get(reverse(name, args=args)).getvalue().decode()
    assert reverse("event-entrants-csv", args=event) in client.get(reverse("event-files", args=event)).content.decode()
    assert reverse("club-players-csv", args=club) in client.get(reverse("club-files", args=club)).content.decode()


def test_ratings_leave_the_club_only_where_it_shows_them(client, night):
    asked = reverse("club-file-json", args=[night.club.slug, "ratings"])
    assert client.get(asked).status_code == 200
    night.club.ratings_for = RatingsFor.INSIDERS
    night.club.save()
    assert client.get(asked).status_code == 404
    assert asked not in client.get(reverse("club-files", args=[night.club.slug])).content.decode()
    client.force_login(Member.objects.get(club=night.club).user, backend=BACKEND)
    assert client.get(asked).status_code == 200


def test_the_day_of_a_hidden_event_is_in_no_file_of_the_club(db):
    table = seat_table(make_night(game="colonial-italian", rules=ONE_DEAL, names=["Ana", "Bruno"]), "Ana", "Bruno")
    deal(table, {"dealer": 0, "claimed": [1], "folded": []})
    finish_event(event_id=table.event_id, actor=SYSTEM)
    slug = table.event.club.slug
    assert {row["latest"] for row in rows(exported("ratings", club=slug))} == {"2026-11-20"}
    set_event_visibility(event_id=table.event_id, visibility="private", actor=SYSTEM)
    assert "2026-11-20" not in exported("ratings", club=slug)


@pytest.mark.parametrize("address", ["event-file-csv", "club-file-json"])
def test_a_file_that_does_not_exist_is_not_found(client, night, address):
    owner = night.pk if address.startswith("event") else night.club.slug
    assert client.get(reverse(address, args=[owner, "secrets"])).status_code == 404


def test_the_files_of_an_event_are_written_in_the_language_of_who_asks(client, night):
    answer = client.get(reverse("event-file-csv", args=[night.pk, "standings"]), headers={"Accept-Language": "lt"})
    assert answer.getvalue().decode().startswith("\ufeffplace;player_id;")


def described() -> str:
    """The columns of each file, from the same descriptions as the code's."""
    parts = []
    for name, file in itertools.chain(
        *(files.items() for files in (EVENT_FILES, CLUB_FILES, SEASON_FILES, LEAGUE_FILES))
    ):
        for owner, columns in file.columns.items():
            parts += [f"### {name} of {owner}\n", "| column | holds |\n|---|---|"]
            parts += [f"| `{column.name}` | {column.says} |" for column in columns]
            parts.append("")
    return "\n".join(parts)


def test_the_docs_say_what_stands_in_every_column():
    """WRITE_FILES=1 pytest …/test_files_out.py -k docs_say writes them anew."""
    head, _, rest = DOCS.read_text().partition("<!-- columns -->\n")
    _, _, tail = rest.partition("<!-- end of columns -->\n")
    wanted = f"{head}<!-- columns -->\n{described()}<!-- end of columns -->\n{tail}"
    if os.environ.get("WRITE_FILES"):
        DOCS.write_text(wanted)
    assert DOCS.read_text() == wanted


def test_pairings_tell_the_games_of_a_match_and_how_it_ended(db):
    event = begun(2, stages=[("swiss", {"rounds": 1, "games": 3})], rules=ONE_DEAL)
    (first,) = next_round(event)
    finish_table(first, winner=0)
    finish_table(Table.objects.get(round=first.round_id, game=2), winner=0)
    told = [
        (row["match_game"], row["match_wins"], row["match_place"]) for row in rows(exported("pairings", event=event.pk))
    ]
    assert sorted(told) == [
        ("1", "1", ""),
        ("1", "1", ""),
        ("2", "1", ""),
        ("2", "1", ""),
        ("3", "1", ""),
        ("3", "1", ""),
    ]
    finish_table(Table.objects.get(round=first.round_id, game=3), winner=0)
    last = rows(exported("pairings", event=event.pk))[-2:]
    assert [(row["match_game"], row["match_wins"], row["match_place"]) for row in last] == [
        ("3", "2", "1"),
        ("3", "1", "2"),
    ]


def test_pairings_say_nothing_of_a_match_where_tables_are_alone(db):
    event = begun(2, stages=[("swiss", {"rounds": 1})], rules=ONE_DEAL)
    next_round(event)
    assert {row["match_game"] for row in rows(exported("pairings", event=event.pk))} == {""}


@pytest.mark.django_db
def test_the_files_of_an_event_and_what_brings_some_in_keep_the_menus_of_its_club(client):
    event = make_tournament(4)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    for name in ("event-files", "played-in", "paper-in"):
        text = client.get(reverse(name, args=[event.pk])).content.decode()
        assert reverse("nights", args=[event.club.slug]) in text, name


@pytest.mark.django_db
def test_the_desk_of_a_tournament_without_entrants_leads_to_the_file_that_brings_them(client):
    event = make_tournament(0)
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    assert reverse("played-in", args=[event.pk]) in client.get(reverse("desk", args=[event.pk])).content.decode()
    assert "played elsewhere" in client.get(reverse("club-files", args=[event.club.slug])).content.decode()
