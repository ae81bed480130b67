"""The whole log for other programs: a line an entry, oldest first. A pad's secret address is never in it."""

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tournaments.exports.files.sheet import BYTE_ORDER_MARK, LastLine, harmless, utc_text
from tournaments.selectors.log import LogEntry

COLUMNS = (
    "id", "at", "revision", "action", "stage", "round", "table", "table_id",
    "user", "pad_table", "seat", "seat_player", "pad_link", "seats", "before", "after",
)  # fmt: skip


def log_row(entry: LogEntry) -> dict[str, Any]:
    table = entry.table
    return {
        "id": entry.id,
        "at": utc_text(entry.at),
        "revision": entry.revision,
        "action": entry.action,
        "stage": table.stage if table else None,
        "round": table.round if table else None,
        "table": table.number if table else None,
        "table_id": table.pk if table else None,
        "user": entry.person or None,
        "pad_table": entry.pad_table,
        "seat": entry.seat,
        "seat_player": entry.seat_name or None,
        "pad_link": entry.link,
        # Deals name their players by their seats, counted from 0.
        "seats": entry.names,
        "before": entry.before,
        "after": entry.after,
    }


def json_lines(entries: Iterable[LogEntry]) -> Iterator[str]:
    for entry in entries:
        yield json.dumps(log_row(entry), ensure_ascii=False) + "\n"


def csv_rows(entries: Iterable[LogEntry]) -> Iterator[str]:
    line = LastLine()
    writer = csv.writer(line)
    writer.writerow(COLUMNS)
    yield BYTE_ORDER_MARK + line.written
    for entry in entries:
        row = log_row(entry)
        writer.writerow([_cell(name, row[name]) for name in COLUMNS])
        yield line.written


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name in ("before", "after", "seats"):
        return harmless(json.dumps(value, ensure_ascii=False))
    return harmless(value) if isinstance(value, str) else str(value)
