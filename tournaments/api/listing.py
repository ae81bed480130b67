"""Long lists, some rows at a time."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Annotated, Any

from ninja import Query, Schema
from pydantic import Field

from tournaments.api.callers import Call
from tournaments.exports.files.sheet import Sheet, json_cell


class Rows(Schema):
    limit: int = Field(100, ge=1, le=500, description="rows at once")
    offset: int = Field(0, ge=0, le=10_000_000, description="rows before them")


Asked = Annotated[Rows, Query()]


def listed(request: Call, rows: Iterable[Any], part: Rows) -> Mapping[str, Any]:
    """Of all rows these, and where the others are."""
    items = list(islice(rows, part.offset, part.offset + part.limit + 1))
    return following(request, items, part)


def following(request: Call, rows: list[Any], part: Rows) -> Mapping[str, Any]:
    """``found`` has one row more than the part where there are more."""
    query = request.GET.copy()
    query["limit"], query["offset"] = str(part.limit), str(part.offset + part.limit)
    address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    return {"rows": rows[: part.limit], "next": address if len(rows) > part.limit else None}


def of_sheet(request: Call, sheet: Sheet, part: Rows) -> Mapping[str, Any]:
    names = [column.name for column in sheet.columns]
    rows = ({name: json_cell(cell) for name, cell in zip(names, row, strict=True)} for row in sheet.rows)
    return listed(request, rows, part)
