"""`manage.py archive`, and the same from a club's page Files."""

import io
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import announce, deal, make_club, make_member, make_night, seat_table, sign_in
from tests.tournament_scenes import begun, next_round, play_round
from tests.tournaments.test_doors import PUBLIC
from tournaments.audit import SYSTEM
from tournaments.exports.archive.making import FIRST, OF_INSTALLATION, PAGES, archive_of
from tournaments.models import Club, Event, Member, Visibility
from tournaments.services.club.clubs import set_club_visibility
from tournaments.services.club.people import anonymise
from tournaments.services.night import finish_event
from tournaments.services.refusals import Refused
from tournaments.services.stage.rounds import start_clock
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

LEFT_OUT = {
    *("event-live", "event-revision", "wall", "wall-opened", "race", "register", "sign-in-link", "pad-worker"),
    *("event-prints", "print-sheet", "club-feed", "calendar-file", "club-frame", "standing-frame", "bracket-frame"),
    *("report-player-card", "club-card", "season-what-if"),
}
NAMES = ("Austėja Quintavalle", "Bronius Oxyrhynchus", "Cornelia Zugzwang")


@pytest.fixture(autouse=True)
def own_place(settings: Settings, tmp_path: Path):
    settings.MEDIA_ROOT = tmp_path / "stored"


@pytest.fixture
def night() -> Event:
    night = make_night(names=NAMES)
    deal(seat_table(night, *NAMES), announce(1, 3, 3))
    return night


def archived(folder: Path, **options: object) -> str:
    out = io.StringIO()
    call_command("archive", folder, stdout=out, **options)
    return out.getvalue().splitlines()[-1].partition(": ")[2]


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def in_files(folder: Path, text: str) -> list[str]:
    return [name for name, content in files_of(folder).items() if text.encode() in content]


def test_every_page_that_strangers_may_open_is_archived_or_left_out_on_purpose():
    assert PAGES | OF_INSTALLATION | LEFT_OUT == PUBLIC
    assert not (PAGES | OF_INSTALLATION) & LEFT_OUT


def test_every_link_of_an_archive_leads_to_one_of_its_files(night, tmp_path):
    play_round(begun(4, club=night.club))
    archived(tmp_path / "out", club=night.club.slug)
    files = files_of(tmp_path / "out")
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    links = [(name, link) for name, text in pages.items() for link in re.findall(r'(?:href|src)="([^"#]+)', text)]
    broken = [(name, link) for name, link in links if not (tmp_path / "out" / name).parent.joinpath(link).is_file()]
    assert broken == [] and len(links) > 100
    assert [
        name for name, text in pages.items() if re.search(r"<script|<form|hx-|data-live|connecting|invalid", text)
    ] == []


def test_the_event_file_in_it_is_proved_by_the_verifier_in_it(night, tmp_path):
    archived(tmp_path / "out", event=night.pk)
    files = [tmp_path / "out" / name for name in ("files/capstone-verify.pyz", f"events/{night.pk}/files/event.json")]
    proved = subprocess.run([sys.executable, "-I", *files], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "everything agrees" in proved.stdout


def test_a_second_run_writes_what_has_changed_and_removes_what_is_gone(night, tmp_path):
    other = make_night(club=night.club, names=())
    archived(tmp_path / "out", club=night.club.slug)
    assert archived(tmp_path / "out", club=night.club.slug).endswith("files, 0 written, 0 removed.")
    (tmp_path / "out/CNAME").write_text("club.example")
    page = f"events/{other.pk}/index.html"
    assert page in files_of(tmp_path / "out")
    Event.objects.filter(pk=other.pk).update(visibility=Visibility.PRIVATE)
    assert not archived(tmp_path / "out", club=night.club.slug).endswith(" 0 written, 0 removed.")
    files = files_of(tmp_path / "out")
    assert page not in files and files["CNAME"] == b"club.example"
    sums = dict(line.split("  ")[::-1] for line in files.pop("SHA256SUMS").decode().splitlines())
    files.pop("CNAME")
    assert sums == {name: sha256(content).hexdigest() for name, content in files.items()}


def test_a_clock_that_runs_is_not_in_it_and_a_second_run_writes_nothing(client, tmp_path):
    event = begun(4)
    next_round(event, minutes=50)
    start_clock(round_id=event.stages.get().rounds.get().pk, actor=SYSTEM)
    assert 'role="timer"' in client.get(reverse("event", args=[event.pk])).content.decode()
    archived(tmp_path / "out", club=event.club.slug)
    assert in_files(tmp_path / "out", 'role="timer"') == []
    assert archived(tmp_path / "out", club=event.club.slug).endswith("files, 0 written, 0 removed.")


def test_whoever_is_erased_is_gone_with_the_next_run(night, tmp_path):
    archived(tmp_path / "out", club=night.club.slug)
    assert in_files(tmp_path / "out", "Oxyrhynchus")
    end_table(table_id=night.tables.get().pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    anonymise(player=night.club.players.get(name=NAMES[1]), actor=SYSTEM, now=timezone.now())
    archived(tmp_path / "out", club=night.club.slug)
    assert in_files(tmp_path / "out", "Oxyrhynchus") == []
    assert in_files(tmp_path / "out", "Quintavalle")


def test_names_are_told_as_strangers_read_them_and_to_the_club_whole(night, tmp_path):
    set_club_visibility(club=night.club, visibility="public", shown_names="initials", actor=SYSTEM)
    archived(tmp_path / "out", club=night.club.slug)
    assert in_files(tmp_path / "out", "Quintavalle") == [] and in_files(tmp_path / "out", "A. Q.")
    archived(tmp_path / "all", club=night.club.slug, whole=True)
    assert in_files(tmp_path / "all", "Quintavalle")


def test_of_a_private_club_only_the_club_has_an_archive(night, tmp_path):
    Club.objects.update(visibility=Visibility.PRIVATE)
    with pytest.raises(CommandError, match="Strangers see nothing of this"):
        archived(tmp_path / "out", club=night.club.slug)
    archived(tmp_path / "out")
    assert in_files(tmp_path / "out", "Neris") == []
    archived(tmp_path / "all", whole=True)
    assert in_files(tmp_path / "all", "Quintavalle")


def test_an_unlisted_club_is_archived_for_whoever_names_it_without_the_key_of_its_link(night, tmp_path):
    Club.objects.update(visibility=Visibility.UNLISTED)
    archived(tmp_path / "out", club=night.club.slug)
    assert in_files(tmp_path / "out", "Quintavalle") and in_files(tmp_path / "out", "link=") == []


def test_the_archive_of_an_event_holds_nothing_else(night, tmp_path):
    other = make_night(club=night.club, names=())
    archived(tmp_path / "out", event=night.pk)
    files = files_of(tmp_path / "out")
    assert {urlsplit(name).path.split("/")[1] for name in files if name.startswith("events/")} == {str(night.pk)}
    assert not [name for name in files if name.startswith(("clubs/", "players/", f"events/{other.pk}/"))]
    assert "Friday" in files[FIRST].decode()


def test_a_folder_that_holds_something_else_is_left_alone(night, tmp_path):
    (tmp_path / "letter").write_text("Dear Ana")
    with pytest.raises(CommandError, match="holds other files"):
        archived(tmp_path, club=night.club.slug)
    assert [*files_of(tmp_path)] == ["letter"]


def test_a_list_of_checksums_removes_nothing_outside_its_folder(night, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "letter").write_text("Dear Ana")
    (tmp_path / "out/SHA256SUMS").write_text(f"{'0' * 64}  ../letter\n{'0' * 64}  old.html\n")
    archived(tmp_path / "out", event=night.pk)
    assert (tmp_path / "letter").exists()


def test_a_club_with_more_pages_than_a_page_may_wait_for_is_refused(night):
    with pytest.raises(Refused, match="archive-large"):
        list(archive_of(night.club, None, whole=False, most=5).files(lambda _done, _of: None))


def test_a_page_that_fails_is_not_left_out_in_silence(night, monkeypatch, tmp_path):
    monkeypatch.setattr("tournaments.views.files.exports.event_file_of", lambda _event: 1 / 0)
    with pytest.raises(CommandError, match=r"/files/event\.json could not be read"):
        archived(tmp_path / "out", event=night.pk)


def test_an_owner_makes_an_archive_and_takes_it_along(night):
    client = sign_in(Client(), night.club.members.get().user)
    address = reverse("club-archive", args=[night.club.slug])
    assert address in client.get(reverse("club-files", args=[night.club.slug])).content.decode()
    form = client.get(address)
    assert "Download the archive" not in form.content.decode()
    made = client.post(address, {"name": form.context["name"], "whole": "yes"}, follow=True)
    link = re.search(r'href="([^"]+\.zip)"', made.content.decode())
    assert link
    answer = client.get(link[1])
    assert answer["Content-Disposition"] == 'attachment; filename="neris-archive.zip"'
    pack = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert "Quintavalle" in pack.read(f"events/{night.pk}/index.html").decode()
    other = sign_in(Client(), make_member(night.club, Member.Role.OWNER, name="other"))
    assert "An archive waits for an hour" in other.get(link[1], follow=True).content.decode()


@pytest.mark.parametrize("code", ["stopped", "archive-large"])
def test_why_there_is_no_archive_is_said(night, monkeypatch, code):
    def refuse(*_given, **_options):
        raise Refused(code)

    monkeypatch.setattr("tournaments.views.files.exports.write_zip", refuse)
    client = sign_in(Client(), night.club.members.get().user)
    address = reverse("club-archive", args=[night.club.slug])
    told = client.post(address, {"name": client.get(address).context["name"]}, follow=True).content.decode()
    assert {"stopped": "No archive was made", "archive-large": "An administrator makes it"}[code] in told


def test_whoever_only_directs_makes_none():
    club = make_club()
    director = sign_in(Client(), make_member(club, Member.Role.DIRECTOR))
    assert director.get(reverse("club-archive", args=[club.slug])).status_code == 403
