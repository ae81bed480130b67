"""Whatever is wrong with a club's file, a sentence says so and nothing of it stays."""

import io
import json
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from tests.factories import announce, deal, make_club, make_night, make_user, seat_table
from tests.tournaments.files.club_files import brought, elsewhere, file_of, lines_of, packed, rewritten
from tournaments.audit import SYSTEM
from tournaments.imports import club_file
from tournaments.imports.club_file import open_club_file
from tournaments.models import AuditEntry, Club, Deal, Player, Seat, Table
from tournaments.selectors.files import WholeClub
from tournaments.selectors.log import whole_log
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import part
from tournaments.services.files import ids
from tournaments.services.refusals import Refused
from tournaments.words.refusals import refusal_text

Facts = dict[str, Any]


@pytest.fixture
def table(db: None) -> Table:
    """One deal between two."""
    table = seat_table(make_night(names=("Ana", "Bruno")), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    return table


@pytest.fixture
def file(table: Table) -> bytes:
    return rewritten(file_of(table.event.club), elsewhere)


def refused(file: bytes, **more: Any) -> str:
    """The code; and nothing has come."""
    before = everything()
    with pytest.raises(Refused) as why:
        brought(file, **more)
    assert everything() == before
    assert refusal_text(why.value)
    return why.value.code


def everything() -> list[int]:
    return [model.objects.count() for model in (Club, Player, Table, Deal, AuditEntry)]


def changed(kind: str, **facts: Any) -> Callable[[str, Any], Any]:
    """The first row of a kind says something else."""
    done: list[str] = []

    def change(each: str, row: Facts) -> Facts:
        if each != kind or done:
            return row
        done.append(each)
        return row | facts

    return change


def test_the_one_that_nobody_has_changed_comes_in(file: bytes) -> None:
    assert brought(file).events.get().tables.get().deals.count() == 1


@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_a_file_that_was_cut_short(file: bytes, share: float) -> None:
    assert refused(file[: int(share * len(file))]) == "club-file-damaged"


def test_a_file_that_lacks_lines_or_has_others(file: bytes) -> None:
    lines = [line.encode() for line in lines_of(file)]
    for wrong in (lines[:-1], lines[:3] + lines[4:], [*lines, lines[-1]], lines[:2] + lines[1:], []):
        assert refused(plain_zip(b"\n".join(wrong))) == "club-file-damaged"


def plain_zip(text: bytes, name: str = "club.jsonl") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize(
    "other",
    [b"", b"name;rating\nAna;1500\n", b"{}", b"%PDF-1.7", b"\x00" * 1000, plain_zip(b"{}", "word/document.xml")],
)
def test_another_file(db: None, other: bytes) -> None:
    assert refused(other) in ("club-file-other", "club-file-damaged")


def test_a_file_of_a_newer_program(file: bytes) -> None:
    assert refused(rewritten(file, changed("club-file", version=2))) == "club-file-newer"
    assert refused(rewritten(file, changed("player", shoe_size=43))) == "club-file-newer"
    rows = json.loads(lines_of(file)[0])["club-file"]["rows"]
    assert refused(rewritten(file, changed("club-file", rows=rows | {"shoes": [0, 0]}))) == "club-file-newer"


def test_a_file_of_an_older_program_lacks_what_came_since(file: bytes) -> None:
    def older(kind: str, facts: Facts) -> Facts:
        without = {name: said for name, said in facts.items() if name not in ("unranked", "first_id")}
        return without | ({"rows": {k: n for k, n in facts["rows"].items() if n[0]}} if kind == "club-file" else {})

    assert brought(rewritten(file, older)).events.get().tables.get().deals.count() == 1


def test_a_bomb_of_zip_is_left_where_it_grows_too_large(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_file, "FIRST_PART", 100_000)
    blank = b'{"player": {}}' + b" " * 5000
    assert refused(packed({"club-file": {}}, *[blank] * 2000)) == "club-file-damaged"
    head = json.loads(lines_of(file_of(make_club()))[0])
    assert refused(packed(head, *[b'{"club": {"slug": "a"}}' + b" " * 5000] * 2000)) == "club-file-large"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bomb_that_is_packed_in_another_way_is_not_unpacked(db: None, method: int) -> None:
    """Of 50 MB, which `zipfile` would have in memory as soon as a line is asked for."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("club.jsonl", bytes(50_000_000))
    tracemalloc.start()
    try:
        code = refused(out.getvalue())
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert code == "club-file-damaged" and most < 5_000_000


def test_a_line_without_end_is_never_read_to_its_end(file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_file, "LARGEST_CLUB_FILE_LINE", 10_000)
    assert refused(packed({"club-file": "a" * 20_000})) == "club-file-large"


@pytest.mark.parametrize(
    "deep",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"1" * 10_000,
        b'{"club-file": NaN}',
        b"\xff\xfe",
        b"[]",
        b'{"club-file": {"version": 1, "name": "a", "rows": []}}',
        b'{"club-file": {"version": 1, "name": "a", "rows": {"club": [1, 1e999]}}}',
    ],
)
def test_json_that_is_a_trap(db: None, deep: bytes) -> None:
    assert refused(packed(deep)) == "club-file-damaged"


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("player", {"name": "x" * 61}),
        ("player", {"name": "Zero\u200bwidth"}),
        ("player", {"club": 99}),
        ("player", {"id": -1}),
        ("player", {"id": 2**60}),
        ("player", {"name": None}),
        ("player", {"colour": "infrared"}),
        ("club", {"framed_by": "*; script-src *"}),
        ("event", {"game": "bridge"}),
        ("event", {"rules": {"sum": "a lot"}}),
        ("event", {"date": "yesterday"}),
        ("event", {"keep_apart": [[-5]]}),
        ("seat", {"entrant": 10**9}),
        ("seat", {"index": "first"}),
        ("deal", {"client_id": "1"}),
        ("deal", {"revision": -1}),
        ("log", {"after": {"names": [{"player": "Ana"}]}, "user": True}),
    ],
)
def test_a_row_that_cannot_be(file: bytes, kind: str, facts: Facts) -> None:
    assert refused(rewritten(file, changed(kind, **facts))) == "club-file-row"


def test_rows_of_somebody_elses_club_are_not_reached(file: bytes) -> None:
    """By a number that is another club's here."""
    other = make_club(name="Other")
    stranger = Player.objects.create(club=other, name="Stranger")
    assert refused(rewritten(file, changed("entrant", player=stranger.pk))) == "club-file-row"


@pytest.fixture
def stranger(table: Table) -> Seat:
    """Of another club than the file is brought into."""
    return table.seats.get(index=0)


def only(file: bytes, *kinds: str, then: Facts) -> bytes:
    """Of these kinds what the file has, and another row of each kind in ``then``."""
    rows = [next(iter(json.loads(line).items())) for line in lines_of(file)[1:-1]]
    kept = [(kind, facts) for kind, facts in rows if kind in kinds] + list(then.items())
    sizes = {kind: [len(ids), max(ids)] for kind in dict(kept) for ids in [[one["id"] for k, one in kept if k == kind]]}
    head = {"club-file": {"version": 1, "name": "Evil", "rows": sizes}}
    return packed(head, *({kind: facts} for kind, facts in kept))


def merge_of(file: bytes, *, circle: bool = False, **more: list[int]) -> Facts:
    first, second = (json.loads(line)["player"]["id"] for line in lines_of(file) if line.startswith('{"player"'))
    facts = {"id": 1, "gone": first, "into": first if circle else second, "at": "2026-11-22T10:00:00Z"}
    return facts | {"archived_at": None, "entries": [], "substitutes": [], "seats": [], "answers": [], **more}


def test_no_merge_that_is_taken_back_gives_away_who_plays_elsewhere(file: bytes, stranger: Seat) -> None:
    """A file that has no entrants could name those of all clubs."""
    merge = merge_of(file, entries=[stranger.entrant_id], seats=[stranger.pk])
    there = brought(only(file, "club", "player", then={"merge": merge}), into=make_club(name="Evil"))
    part(gone=there.players.get(merge__isnull=False), actor=SYSTEM)
    stranger.refresh_from_db()
    assert stranger.substitute is None
    assert stranger.entrant.player.club == stranger.table.event.club


@pytest.mark.parametrize("with_players", [False, True])
def test_the_log_in_a_file_asks_for_nobodys_name(file: bytes, stranger: Seat, with_players: bool) -> None:
    """Neither of who is on another club's list nor of who will be."""
    entry = json.loads(lines_of(file)[-2])["log"] | {"event": None, "table": None, "pad_link": None, "user": None}
    entry |= {"action": "players-added", "before": None, "seat": None, "program": None}
    latest = [people.latest("pk").pk for people in (Player.objects, User.objects)]
    near = {pk + more for pk in latest for more in range(-10, 5000) if pk + more > 0}
    entry["after"] = {"players": [{kind: pk} for pk in near for kind in ("player", "account")]}
    kinds = ("club", "player") if with_players else ("club",)
    there = brought(only(file, *kinds, then={"log": entry}), into=make_club(name="Evil"))
    add_players(club=stranger.table.event.club, names=["Who comes later"], actor=SYSTEM)
    make_user("Whose account is later")
    said = json.dumps([asdict(each) for each in whole_log(there, None)], default=str)
    strangers = User.objects.exclude(username="owner of Evil").values_list("username", flat=True)
    names = [*stranger.table.event.club.players.values_list("name", flat=True), *strangers]
    assert [name for name in names if name in said] == (["Ana", "Bruno"] if with_players else [])


def test_a_log_of_version_0_2_0_is_brought_in_by_the_names_of_today(file: bytes) -> None:
    entry = json.loads(lines_of(file)[-2])["log"] | {"event": None, "table": None, "pad_link": None, "user": None}
    entry |= {"action": "second-opinion-set", "before": {"second_opinion": "none"}, "seat": None, "program": None}
    entry["after"] = {"second_opinion": "table", "change": {"opinion": "as a phone sent it"}}
    there = brought(only(file, "club", then={"log": entry}), into=make_club(name="Evil"))
    told = AuditEntry.objects.get(club=there, action="confirmation-set")
    assert told.before == {"confirmation_mode": "none"}
    assert told.after == {"confirmation_mode": "table", "change": {"opinion": "as a phone sent it"}}


def test_nobody_is_merged_in_a_circle(file: bytes) -> None:
    merged = only(file, "club", "player", then={"merge": merge_of(file, circle=True)})
    assert refused(merged) == "club-file-unfit"


@pytest.mark.parametrize(("kind", "last"), [("table", 2**53 - 1), ("table", 2**45), ("account", 2**31 - 1)])
def test_no_file_uses_up_the_numbers_that_others_need(file: bytes, kind: str, last: int) -> None:
    """Beyond 2**53 JavaScript tells two neighbours apart no more, and a number of accounts has 31 bits."""
    rows = json.loads(lines_of(file)[0])["club-file"]["rows"]
    assert refused(rewritten(file, changed("club-file", rows=rows | {kind: [rows[kind][0], last]}))) == (
        "club-file-damaged"
    )


def test_nor_do_many_files(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MOST", ids.reserve(Table, first=1, last=1) + 20_000)
    ids.reserve(Table, first=1, last=12_000)
    with pytest.raises(Refused, match="club-file-unfit"):
        ids.reserve(Table, first=1, last=12_000)


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("name", ["half \ud800", "nothing \0"])
def test_letters_that_cannot_be_kept(file: bytes, name: str) -> None:
    for kind, facts in (("club-file", {"name": name}), ("player", {"nickname": name}), ("deal", {"payload": [name]})):
        assert refused(rewritten(file, changed(kind, **facts))) == "club-file-damaged"


UNWRITABLE: list[Facts] = [{"at": "0001-01-01T00:00:00+14:00"}]
if sys.version_info < (3, 12):  # from then on so many arrays in one another can be written
    UNWRITABLE.append({"after": {"x": nested(800)}})


@pytest.mark.parametrize("facts", UNWRITABLE)
def test_what_cannot_be_written_is_no_fault_of_ours(file: bytes, facts: Facts) -> None:
    code = refused(rewritten(file, changed("log", **facts)))
    assert code in ("club-file-unfit", "club-file-row", "club-file-damaged")


def test_deals_that_no_rules_know(file: bytes) -> None:
    for payload in ({}, [], "deal", {"declarer": 7, "announced": 99, "taken": -1}, {"a": {"b": [1]}}):
        assert refused(rewritten(file, changed("deal", payload=payload))) == "club-file-unfit"


def test_somebody_twice(file: bytes) -> None:
    assert refused(rewritten(file, changed("player", name="BRUNO"))) == "player-name-here"


def test_what_is_recorded_twice(file: bytes, table: Table) -> None:
    seats = [json.loads(line)["seat"] for line in lines_of(file) if line.startswith('{"seat"')]
    assert refused(rewritten(file, changed("seat", index=seats[1]["index"]))) == "club-file-twice"
    assert refused(rewritten(file, changed("deal", client_id=str(table.deals.get().client_id)))) == "club-is-here"


def test_the_command_says_so_with_status_2(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "club.zip").write_bytes(file[:-100])
    with pytest.raises(CommandError, match="Nothing was brought in") as why:
        call_command("import_club", str(tmp_path / "club.zip"))
    assert why.value.returncode == 2


@pytest.mark.django_db(transaction=True)
def test_of_two_who_bring_the_same_club_at_once_one_succeeds() -> None:
    table = seat_table(make_night(names=("Ana", "Bruno")), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    file = rewritten(file_of(table.event.club), elsewhere)

    def bring(_number: int) -> str:
        try:
            return brought(file).name
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(bring, range(2))) == ["Neris", "club-is-here"]
    assert Club.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_written_during_play_is_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat_table(make_night(names=("Ana", "Bruno")), "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    rows = WholeClub.rows

    def with_a_deal_meanwhile(whole: WholeClub) -> Any:
        found = rows(whole)
        yield next(found)
        deal(table, announce(0, 2, 1))
        make_night(club=table.event.club, names=("Chiara", "Dan"))
        yield from found

    monkeypatch.setattr(WholeClub, "rows", with_a_deal_meanwhile)
    file = rewritten(file_of(table.event.club), elsewhere)
    assert table.deals.count() == 2
    assert open_club_file(io.BytesIO(file)).sizes["deal"][0] == 1
    assert brought(file).events.get().tables.get().deals.count() == 1
