"""Where people go, drawn: a row for each stage, a dot on a lane for how far it is from the first, and a line to it from
each stage that it takes people from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.graph import sources_of
from tournaments.formats.plan import read_plan
from tournaments.words.charts.lines import text_width
from tournaments.words.stage.plans import FORMAT_NAMES, source_words

WIDTH = 272
LANE = 22
LINE = 19
SIZE = 14
GAP = 14  # below a row
FIRST = 16  # baseline of a row's first line


@dataclass(frozen=True)
class GraphText:
    y: int
    text: str
    head: bool


@dataclass(frozen=True)
class GraphRow:
    x: int
    y: int
    indent: int
    texts: list[GraphText]


@dataclass(frozen=True)
class GraphPicture:
    width: int
    height: int
    rows: list[GraphRow]
    paths: list[str]
    spoken: str


def graph_picture(stages: Sequence[tuple[str, Mapping[str, Any]]]) -> GraphPicture | None:
    """Of formats with their options, in order; None for a chain, which a list tells as well."""
    if not any(options.get("sources") for _key, options in stages):
        return None
    sources = sources_of([read_plan(key, options) for key, options in stages])
    lanes: dict[int, int] = {}
    for number, those in sources.items():
        lanes[number] = max((lanes[source.stage or 0] + 1 for source in those), default=0)
    indent = LANE * (max(lanes.values()) + 1) + 4
    rows: list[GraphRow] = []
    top = 0
    for number, (key, _options) in enumerate(stages, start=1):
        name, _colon, _explained = str(FORMAT_NAMES[key]).partition(":")
        title = f"{number}. {name}"
        facts = [source_words(source) or _("for everybody") for source in sources[number]]
        head = _wrapped(title, WIDTH - indent)
        lines = [*head, *chain.from_iterable(_wrapped(fact, WIDTH - indent) for fact in facts)]
        texts = [GraphText(top + FIRST + at * LINE, line, at < len(head)) for at, line in enumerate(lines)]
        rows.append(GraphRow(LANE * lanes[number] + LANE // 2, top + FIRST - 5, indent, texts))
        top += len(lines) * LINE + GAP
    pairs = [(source.stage or 0, number) for number in sources for source in sources[number]]
    paths = [_path(rows[start - 1], rows[end - 1]) for start, end in pairs]
    spoken = ". ".join(" ".join(text.text for text in row.texts) for row in rows)
    return GraphPicture(WIDTH, top - GAP + 6, rows, paths, spoken)


def _path(start: GraphRow, end: GraphRow) -> str:
    """Straight down, then to the right."""
    return f"M{start.x} {start.y + 6}V{end.y - 8}Q{start.x} {end.y} {start.x + 8} {end.y}H{end.x - 6}"


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, SIZE) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
