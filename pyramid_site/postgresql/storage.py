"""Django's storage of files within PostgreSQL, for all servers that share it."""

from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.utils import timezone

from tournaments.backups.databases import own_connection

WRITE = """INSERT INTO tournaments_storedfile (name, content, at) VALUES (%s, %s, %s)
    ON CONFLICT (name) DO UPDATE SET content = excluded.content, at = excluded.at RETURNING name"""
DELETE = "DELETE FROM tournaments_storedfile WHERE name = %s RETURNING name"
NAMES = "SELECT name FROM tournaments_storedfile ORDER BY name"
FACTS = "SELECT length(content), at FROM tournaments_storedfile WHERE name = %s"
CONTENT = "SELECT content FROM tournaments_storedfile WHERE name = %s"


class InDatabase(Storage):
    """What is written is seen by everybody at once, whatever transaction the thread is in. A file of the same name is
    replaced.
    """

    def exists(self, name: str) -> bool:
        return bool(_rows(FACTS, name))

    def delete(self, name: str) -> None:
        _rows(DELETE, name)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        return [], [name for (name,) in _rows(NAMES)]

    def size(self, name: str) -> int:
        size, _at = _row(FACTS, name)
        return int(size)

    def get_modified_time(self, name: str) -> datetime:
        _size, at = _row(FACTS, name)
        modified_at: datetime = at
        return modified_at

    def is_name_available(self, name: str, max_length: int | None = None) -> bool:
        return True

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        (content,) = _row(CONTENT, name)
        return ContentFile(bytes(content), name)

    def _save(self, name: str, content: "File[bytes]") -> str:
        _rows(WRITE, name, b"".join(content.chunks()), timezone.now())
        return name


def _row(statement: str, name: str) -> tuple[Any, ...]:
    rows = _rows(statement, name)
    if not rows:
        raise FileNotFoundError(name)
    return rows[0]


def _rows(statement: str, *given: Any) -> list[tuple[Any, ...]]:
    with own_connection() as own, own.cursor() as cursor:
        cursor.execute(statement, given)
        return list(cursor.fetchall())
