"""Copies in the folder that are not this laptop's: of another installation, or of whoever has taken over."""

import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tests.databases import empty_database
from tests.factories import announce, deal, make_night, make_table, sign_in
from tests.server.spares import take_over
from tournaments import jobs
from tournaments.backups import spare
from tournaments.backups.archive import KEY, MANIFEST
from tournaments.backups.spare import SpareKeeper, forget_spare, keep_spare, spare_now, spares
from tournaments.models import Event, Table
from tournaments.services.refusals import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_place")]


def test_copies_of_another_installation_are_neither_mixed_with_nor_removed(stick: Path, settings: Settings) -> None:
    table = make_table()
    keep_spare(stick)
    [theirs] = spares(stick)
    settings.SECRET_KEY, settings.SPARE = "the key of another club's laptop", stick
    settings.DATA_DIR = settings.DATA_DIR.with_name("another")
    settings.DATA_DIR.mkdir()
    deal(table, announce(1, 3, 3))
    with pytest.raises(Refused, match="spare-of-others"):
        keep_spare(stick)
    assert spares(stick) == [theirs]
    now = spare_now()
    assert now and now.is_behind and "which has another secret key" in now.trouble


def taken_over(stick: Path, settings: Settings, tmp_path: Path, *, deals: int = 1) -> list[Path]:
    """The copies after another laptop has gone on, and this one has come back."""
    own = settings.DATA_DIR
    with empty_database(tmp_path):
        take_over(stick)
        settings.DATA_DIR = tmp_path / "second"
        settings.DATA_DIR.mkdir()
        for number in range(deals):
            deal(Table.objects.get(), announce(1 - number, 3, 3))
            keep_spare(stick)
    settings.DATA_DIR = own
    return spares(stick)


def test_a_laptop_that_comes_back_leaves_the_copies_of_whoever_took_over(
    stick: Path, settings: Settings, tmp_path: Path
) -> None:
    """Even where its own copy is still there, and where it plays on."""
    table = make_table()
    keep_spare(stick)
    [own] = spares(stick)
    theirs = taken_over(stick, settings, tmp_path)
    assert theirs[1:] == [own]
    for number in range(2):
        with pytest.raises(Refused, match="spare-ahead"):
            keep_spare(stick)
        deal(table, announce(1 - number, 3, 3))
    now = spare_now()
    assert spares(stick) == theirs and now and "another laptop has taken over" in now.trouble
    for copy in theirs:
        copy.unlink()
    keep_spare(stick)
    now = spare_now()
    assert now and not now.trouble and not now.is_behind


def test_where_the_stick_has_lost_some_of_their_newest_the_one_before_says_whose_they_are(
    stick: Path, settings: Settings, tmp_path: Path
) -> None:
    make_table()
    keep_spare(stick)
    newest, before = taken_over(stick, settings, tmp_path, deals=2)
    newest.write_bytes(newest.read_bytes()[:-5000])
    with pytest.raises(Refused, match="spare-ahead"):
        keep_spare(stick)
    assert spares(stick) == [newest, before]


@pytest.mark.parametrize("format_", [None, 2])
def test_a_copy_that_does_not_say_what_is_in_it_is_damaged_and_one_that_says_more_is_of_whoever_took_over(
    stick: Path, settings: Settings, client: Client, format_: int | None
) -> None:
    night, settings.SPARE = make_night(), stick
    keep_spare(stick)
    forget_spare(stick)
    [copy] = spares(stick)
    with zipfile.ZipFile(copy) as whole, zipfile.ZipFile(stick / "new", "w") as changed:
        changed.writestr(KEY, whole.read(KEY))
        if format_:
            changed.writestr(MANIFEST, json.dumps(json.loads(whole.read(MANIFEST)) | {"format": format_}))
    (stick / "new").replace(copy)
    jobs.keep_the_spare()
    assert len(spares(stick)) == (1 if format_ else 2)
    sign_in(client, night.club.members.get().user)
    desk = client.get(f"/events/{night.pk}/desk/").content.decode()
    assert ("another laptop has taken over" if format_ else f"A spare copy is kept in {stick}.") in desk


def test_the_desk_is_told_when_a_share_that_was_gone_comes_back_with_their_copies(
    stick: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_table()
    settings.SPARE = stick
    keep_spare(stick)
    taken_over(stick, settings, tmp_path)
    monkeypatch.setattr(spare, "BEHIND", timedelta(0))
    messages: list[str] = []
    keeper, gone = SpareKeeper(messages.append), stick.rename(stick.with_name("gone"))
    keeper.keep(stick)
    outline = Event.objects.get().outline
    gone.rename(stick)
    keeper.keep(stick)
    keeper.keep(stick)
    assert Event.objects.get().outline == outline + 1
    assert len(messages) == 2 and "another laptop has taken over" in messages[1]


def test_where_their_copies_have_been_taken_away_nothing_more_is_said_of_them(
    stick: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor where nobody has written here since."""
    make_table()
    settings.SPARE = stick
    monkeypatch.setattr(spare, "_stamp", list)
    keep_spare(stick)
    newest, _ = taken_over(stick, settings, tmp_path)
    with pytest.raises(Refused, match="spare-ahead"):
        keep_spare(stick)
    newest.unlink()
    keep_spare(stick)
    now = spare_now()
    assert now and not now.trouble
