"""The command, from files that servers wrote: five installations make one list, which needs none of them any more."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.databases import empty_installation
from tests.factories import announce, deal, make_night, seat_table
from tests.tournaments.proofs.installation import play
from tests.tournaments.proofs.lists import worked_out
from tests.tournaments.proofs.scenes import file_of
from tournaments.audience import drawn_for
from tournaments.audit import SYSTEM
from tournaments.exports.files.proved import event_file
from tournaments.formats.ratings import BETA
from tournaments.models import ClaimedHistory, ClubRating, Event, Player
from tournaments.selectors.whole_event import whole_event
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

NUMBERS = range(1, 6)


def listed(out: Path, *files: Path) -> dict[str, bytes]:
    call_command("rating_list", *files, out=out)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_five_installations_make_one_list_that_other_code_computes_too(
    tmp_path: Path, migrated: Path, settings: Settings
) -> None:
    for number in NUMBERS:
        settings.SECRET_KEY = f"the key of installation {number}, which is long enough to be one"
        (tmp_path / str(number)).mkdir()
        with empty_installation(tmp_path / str(number), migrated):
            play(number, tmp_path)
    files = sorted(tmp_path.glob("event-*.json"))
    assert len(files) == 4 * len(NUMBERS)
    written = listed(tmp_path / "one", *files)
    assert written == listed(tmp_path / "other", *reversed(files))
    ratings = json.loads(written["ratings.json"])
    people = {
        person["key"]: frozenset((own["issuer"], own["id"]) for own in person["known_as"])
        for person in ratings["people"]
    }
    assert sum(len(known_as) > 1 for known_as in people.values()) >= 4
    for game in ratings["games"]:
        expected = worked_out([file.read_bytes() for file in files], game["game"])
        rows = {people[row["person"]]: row for row in game["rows"]}
        assert rows.keys() == expected.keys()
        for who, row in rows.items():
            mu, sigma, tables = expected[who]
            assert (row["rating"], row["band"], row["tables"]) == (
                pytest.approx(mu, abs=0.006),
                pytest.approx(2 * sigma, abs=0.006),
                tables,
            )
    assert {row["person"] for game in ratings["games"] for row in game["rows"]} == {
        Path(name).stem for name in written if name.startswith("people/")
    }


def night_of(*names: str, **facts: Any) -> Event:
    """The second one wins."""
    night = make_night(names=names, **facts)
    table = seat_table(night, *names)
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night


@pytest.fixture
def file(tmp_path: Path, db: None) -> Path:
    path = tmp_path / "event.json"
    path.write_bytes(file_of(night_of("Ana", "Bruno", "Chiara")))
    return path


def test_of_one_club_the_list_says_what_the_clubs_own_ratings_say(file: Path, tmp_path: Path) -> None:
    ratings = json.loads(listed(tmp_path / "out", file)["ratings.json"])
    names = {person["key"]: person["name"] for person in ratings["people"]}
    rows = {names[row["person"]]: row["rating"] for row in ratings["games"][0]["rows"]}
    assert rows == {rating.player.name: round(rating.mu, 2) for rating in ClubRating.objects.all()}
    assert BETA == 123


def test_every_change_is_explained_on_the_page_of_the_person(file: Path, tmp_path: Path) -> None:
    written = listed(tmp_path / "out", file)
    (page,) = [
        text.decode()
        for name, text in written.items()
        if '<h1 class="text-break">Bruno' in text.decode(errors="replace")
    ]
    assert "ahead of Ana, expected with 50 %" in page and "Place 1 of 3" in page and "together" in page
    assert written["ratings.csv"].decode().splitlines()[1].startswith("vilnius,,Bruno,Neris,,15")


def test_nobody_has_a_page_any_more_who_is_in_no_file(file: Path, tmp_path: Path) -> None:
    listed(tmp_path / "out", file)
    other = tmp_path / "other.json"
    other.write_bytes(file_of(night_of("Dovas", "Eva", club=Event.objects.get().club)))
    pages = [name for name in listed(tmp_path / "out", other) if name.startswith("people/")]
    assert len(pages) == 2


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        (lambda text: text.replace(b'"Ana"', b'"Eva"'), 1, "DIFFERS: signature"),
        (lambda text: text[:-20], 2, "cannot be read as an event file"),
    ],
)
def test_a_false_file_and_one_that_is_cut_off_are_refused_and_nothing_is_written(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Any, status: int, says: str
) -> None:
    false = tmp_path / "false.json"
    false.write_bytes(change(file.read_bytes()))
    with pytest.raises(SystemExit) as ended:
        listed(tmp_path / "out", file, false)
    assert ended.value.code == status
    assert f"{false}: " in (said := capsys.readouterr().err) and says in said
    assert not (tmp_path / "out").exists()


def test_a_file_of_another_program_whose_people_cannot_be_told_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = whole_event(Event.objects.get())
    nameless = facts | {"people": [{"number": who["number"], "name": who["name"]} for who in facts["people"]]}
    monkeypatch.setattr("tournaments.exports.files.proved.whole_event", lambda _event: nameless)
    file.write_bytes(file_of(Event.objects.get()))
    with pytest.raises(CommandError, match="cannot be read as an event file") as refused:
        listed(tmp_path / "out", file)
    assert refused.value.returncode == 2


def people_in(text: bytes) -> dict[str, Any]:
    return {person["name"]: person for person in json.loads(text)["people"]}


def test_the_event_file_tells_what_makes_people_one_only_where_the_whole_name_is_read(db: None) -> None:
    night = night_of("Ana Longname", "Bruno")
    ana = Player.objects.get(name="Ana Longname")
    Player.objects.filter(pk=ana.pk).update(federation_number="LTU 17", unranked=True)
    ClaimedHistory.objects.create(
        player=ana, issuer="a" * 64, club="Vilnia", number=7, issued_at=night.created_at, games=[]
    )
    person = people_in(file_of(night))["Ana Longname"]
    assert person["elsewhere"] == [{"issuer": "a" * 64, "id": 7}]
    assert (person["id"], person["federation_number"], person["ranked"]) == (ana.pk, "LTU 17", False)
    with drawn_for("full"):
        person = people_in(event_file(night))["Ana Longname"]
    assert (person["federation_number"], person["elsewhere"]) == ("LTU 17", [])
    with drawn_for("initials"):
        person = people_in(event_file(night))["A. L."]
    assert (person["federation_number"], person["elsewhere"]) == (None, [])
