"""Where a spare is kept, and by what server."""

from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from tournaments.backups import spare


@pytest.fixture
def own_place(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(spare, "RECENT", timedelta(0))
    settings.DATA_DIR = tmp_path / "var"
    settings.DATA_DIR.mkdir()
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret-key"
    settings.SECRET_KEY_FILE.write_text(settings.SECRET_KEY)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"
