"""A second copy of everything in a folder on a stick, a share or another laptop, some seconds behind at most.

The server's job and `manage.py spare` are one SpareKeeper. Where the database has changed, it is
copied whole into a new file, of which the latest MOST stay. The newest is the one with the highest name, even where
the clock was put back or another laptop's is slow. How the copy stands is kept in DATA_DIR, so that the desk
never waits for a share that is gone.
"""

import fcntl
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from tournaments.backups.archive import UNUSABLE, read_key, read_manifest, remove_unfinished
from tournaments.backups.making import make_backup, sentences_for
from tournaments.models import Event
from tournaments.services.change import highest_revision, redraw
from tournaments.services.refusals import Refused
from tournaments.words.files import backup_refusal

EVERY = 4  # seconds: with the copying, five at most
RECENT = timedelta(seconds=EVERY / 2)  # another process has just done it
MOST = 2  # the second newest, where a stick has lost some of the newest
BEHIND = timedelta(seconds=15)
LAID_ASIDE = timedelta(hours=12)  # by a command that was killed on another evening
NAME = re.compile(r"spare-\d{8}-\d{6}-\d{6}\.zip")
NAMED = "spare-%Y%m%d-%H%M%S-%f.zip"

Stamp = list[list[int]]


@dataclass(frozen=True)
class Spare:
    folder: str
    as_of: datetime | None
    refused: str = ""

    @property
    def trouble(self) -> str:
        """Why nothing is written there, where that is known."""
        return backup_refusal(Refused(self.refused, folder=self.folder)) if self.refused else ""

    @property
    def is_behind(self) -> bool:
        return self.as_of is None or abs(timezone.now() - self.as_of) > BEHIND

    @property
    def warned(self) -> str:
        """What desks warn of, by a word that changes with it."""
        return (self.refused or "behind") if self.is_behind else ""


@dataclass(frozen=True)
class _State:
    folder: str
    newest: str = ""
    stamp: Stamp = field(default_factory=list)
    as_of: datetime | None = None
    refused: str = ""
    """By which code, where the copies there are not ours to replace."""

    @property
    def shown(self) -> Spare:
        return Spare(self.folder, self.as_of, self.refused)


class SpareKeeper:
    """Called every EVERY seconds. `tell` hears once what stands against it; desks fetch what they show of it."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._trouble = ""
        self._warned = ""

    def keep(self, folder: Path) -> None:
        old_trouble, self._trouble = self._trouble, ""
        try:
            keep_spare(folder)
        except Refused as refused:
            self._trouble = backup_refusal(refused)
        if self._trouble != old_trouble:
            self._tell(self._trouble or f"The copy in {folder} is up to date again.")
        now = spare_now()
        old_warned, self._warned = self._warned, now.warned if now else ""
        if self._warned != old_warned:
            redraw(Q(status=Event.Status.OPEN))


def can_keep_spare() -> bool:
    return connection.vendor == "sqlite"


def keep_spare(folder: Path) -> None:
    """Bring the copy up to date, or do nothing where another process just has. Raises Refused."""
    if not can_keep_spare():
        raise Refused("spare-of-sqlite")
    with sentences_for(folder), _in_turn(folder) as is_ours:
        state, now, stamp = _read_state(_facts_of(folder)) or _State(str(folder)), timezone.now(), _stamp()
        if not is_ours or (state.as_of and abs(now - state.as_of) < RECENT):
            return
        if not folder.is_dir():
            raise Refused("spare-gone", folder=folder)
        newest = next(iter(spares(folder)), None)
        if newest and newest.name == state.newest and state.stamp == stamp:
            _keep_state(replace(state, as_of=now, refused=""))
            return
        if newest and newest.name != state.newest:
            try:
                _refuse_if_of_others(spares(folder))
            except Refused as refused:
                _keep_state(replace(state, refused=refused.code))
                raise
        for place in (folder, settings.DATA_DIR):
            remove_unfinished(place)
        path = folder / _name_after(newest, now=now)
        make_backup(path, in_passing=True)
        _keep_state(_State(str(folder), path.name, stamp, as_of=now))
        for old in spares(folder)[MOST:]:
            old.unlink()


def spares(folder: Path) -> list[Path]:
    """The newest first. Raises OSError."""
    return sorted((path for path in folder.iterdir() if NAME.fullmatch(path.name)), reverse=True)


def _refuse_if_of_others(copies: Iterable[Path]) -> None:
    """Nobody could tell by the name whose evening they take over. Of the newest that is whole the key says whose it is;
    whoever has taken this evening over is ahead of it by a leap, or has a newer Capstone.
    """
    for copy in copies:
        key = read_key(copy)
        if key is None:
            continue  # damaged
        if key not in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            raise Refused("spare-of-others", folder=copy.parent)
        try:
            revision = read_manifest(copy).revision
        except Refused as refused:
            if refused.code in UNUSABLE:
                continue
            raise Refused("spare-ahead", folder=copy.parent) from refused
        if revision > highest_revision():
            raise Refused("spare-ahead", folder=copy.parent)
        return


def _name_after(newest: Path | None, *, now: datetime) -> str:
    name = f"{now.astimezone(UTC):{NAMED}}"
    if newest is None or newest.name < name:
        return name
    return f"{datetime.strptime(newest.name, NAMED).replace(tzinfo=UTC) + timedelta(microseconds=1):{NAMED}}"


def forget_spare(folder: Path) -> None:
    """No copy is wanted there any more: the desk misses none."""
    _facts_of(folder).unlink(missing_ok=True)


def spare_now() -> Spare | None:
    """None where nobody asked for one; of those that commands keep the one that is most behind."""
    if settings.SPARE:
        return (_read_state(_facts_of(settings.SPARE)) or _State(str(settings.SPARE))).shown
    states = filter(None, map(_read_state, settings.DATA_DIR.glob("spare-*.json")))
    kept = {state.as_of: state for state in states if state.as_of and timezone.now() - state.as_of < LAID_ASIDE}
    return kept[min(kept)].shown if kept else None


@contextmanager
def _in_turn(folder: Path) -> Iterator[bool]:
    """Whether no other process is at it."""
    with _facts_of(folder).with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _stamp() -> Stamp:
    """Nobody writes without changing the database's file or its journal."""
    database = Path(connection.settings_dict["NAME"])
    files = [database, database.with_name(f"{database.name}-wal")]
    return [[file.stat().st_mtime_ns, file.stat().st_size] for file in files if file.exists()]


def _facts_of(folder: Path) -> Path:
    """Where it is kept how the copy in that folder stands."""
    return Path(settings.DATA_DIR) / f"spare-{sha256(str(folder).encode()).hexdigest()[:16]}.json"


def _read_state(file: Path) -> _State | None:
    try:
        facts = json.loads(file.read_text())
        return _State(**facts | {"as_of": datetime.fromisoformat(facts["as_of"]) if facts["as_of"] else None})
    except (OSError, KeyError, TypeError, ValueError):
        return None


def _keep_state(state: _State) -> None:
    file = _facts_of(Path(state.folder))
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(state) | {"as_of": state.as_of and state.as_of.isoformat()}))
    new.replace(file)
