"""The key with which cookies and the codes of seats are signed: made once, whole or not at all."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from pyramid_site.secret import UnusableKey, read_or_make_secret

ROOT = Path(__file__).resolve().parent.parent.parent
STARTS = 40


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    key = read_or_make_secret(path)
    assert read_or_make_secret(path) == key == path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_first_starts_at_the_same_moment_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(max_workers=8) as threads:
        for number in range(STARTS):
            path, together = tmp_path / f"key-{number}", Barrier(8)

            def start(path: Path = path, together: Barrier = together) -> str:
                together.wait(60)
                return read_or_make_secret(path)

            keys = {started.result(60) for started in [threads.submit(start) for _ in range(8)]}
            assert keys == {path.read_text()}


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"\0" * 67, b"\xff" * 67, b"too-short", b"Twelve words or so that somebody wrote there by mistake."],
    ids=["empty", "a line without a key", "zeros after a power cut", "not text", "broken off", "something else"],
)
def test_a_key_that_is_empty_or_broken_is_named_with_what_to_do(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_bytes(content)
    with pytest.raises(UnusableKey, match=f"The secret key in {path} is empty or broken. Put .* from a backup"):
        read_or_make_secret(path)
    assert path.read_bytes() == content


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(UnusableKey, match="Is a directory"):
        read_or_make_secret(tmp_path / "secret-key")


@pytest.mark.parametrize("start", [["-m", "uvicorn", "pyramid_site.asgi:application"], ["manage.py", "migrate"]])
def test_a_start_with_a_broken_key_says_so_in_a_sentence_and_ends(start: list[str], tmp_path: Path) -> None:
    (tmp_path / "secret-key").touch()
    environment = os.environ | {"SECRET_KEY": "", "DATA_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/db"}
    started = subprocess.run(
        [sys.executable, *start], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert started.returncode == 1
    assert started.stderr.startswith(f"The secret key in {tmp_path}/secret-key is empty or broken.")
    assert "Traceback" not in started.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
