"""Where people go, and why somebody is in a stage.

The picture has a row for each stage, a dot on a lane for how far it is from the first, and a line to it from each stage
that it takes people from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.formats.graph import sources_of
from tournaments.formats.plan import read_plan
from tournaments.models import Entrant
from tournaments.selectors.stage.places import LevelFirst
from tournaments.selectors.stage.qualification import LAST, LevelAtCut, StartLine, StartList
from tournaments.selectors.stage.stages import Person
from tournaments.selectors.table.cards import number_text
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


REASONS = {
    "seeded": gettext_lazy("by seed"),
    "entered": gettext_lazy("in the order of entry"),
    "group-place": gettext_lazy("place %(place)s in group %(group)s"),
    "best-runner-up": gettext_lazy("best runner-up: place %(place)s in group %(group)s"),
    "cut": gettext_lazy("place %(place)s in the stage before"),
    "knocked-out": gettext_lazy("knocked out in the stage before"),
    "level": gettext_lazy("tied for place %(place)s, in by the director’s word"),
    "by-hand": gettext_lazy("put in by the director"),
}
IN_STAGE = {
    "group-place": gettext_lazy("stage %(stage)s: place %(place)s in group %(group)s"),
    "best-runner-up": gettext_lazy("stage %(stage)s: best runner-up, place %(place)s in group %(group)s"),
    "cut": gettext_lazy("stage %(stage)s: place %(place)s"),
    "knocked-out": gettext_lazy("knocked out in stage %(stage)s"),
}
CUT = ("cut", "group-place", "best-runner-up")
SETTLED = {
    "decided": gettext_lazy("in by the director’s word"),
    "lots": gettext_lazy("in by lot"),
    "play-off": gettext_lazy("in by a play-off"),
}


def reason_words(line: StartLine) -> str:
    """Why somebody is in."""
    key = "entered" if line.reason == "seeded" and line.entrant.seed is None else line.reason
    pattern = IN_STAGE.get(key, REASONS[key]) if line.stage else REASONS[key]
    reason = str(pattern) % {"place": line.place, "group": line.group, "stage": line.stage}
    return f"{reason}, {SETTLED[line.settled]}" if line.settled and line.reason in CUT else reason


def out_lines(start: StartList) -> list[tuple[Entrant, str]]:
    """Who is not in, as they stood, with the place they had, and that they are not checked in."""
    several = {state.stage.number for state in start.before if len(state.groups) > 1}
    patterns = REASONS if len(start.before) < 2 else IN_STAGE
    lines = []
    for entrant in sorted((*start.out, *start.missing), key=lambda entrant: start.stood.get(entrant.pk, LAST)):
        stood = start.stood.get(entrant.pk)
        reason = patterns["group-place" if stood.stage in several else "cut"] % stood._asdict() if stood else ""
        absent = "" if entrant.present else gettext("not checked in")
        lines.append((entrant, ", ".join(filter(None, [reason, absent]))))
    return lines


def level_words(level: LevelAtCut) -> str:
    """Who is level for how many places, in a sentence."""
    facts = {"count": len(level.entrants), "places": level.places, "group": level.group}
    if level.among_runners_up:
        words = ngettext(
            "%(count)s are tied for the last place of the best runners-up",
            "%(count)s are tied for the last %(places)s places of the best runners-up",
            level.places,
        )
    elif level.group:
        words = ngettext(
            "Group %(group)s: %(count)s are tied for the last place",
            "Group %(group)s: %(count)s are tied for the last %(places)s places",
            level.places,
        )
    else:
        words = ngettext(
            "%(count)s are tied for the last place",
            "%(count)s are tied for the last %(places)s places",
            level.places,
        )
    return words % facts


def first_words(level: LevelFirst) -> str:
    """Who is level for first place, in a sentence."""
    facts = {"count": len(level.entrants), "group": level.group}
    if level.shared:
        one, many = gettext("%(count)s share first place"), gettext("Group %(group)s: %(count)s share first place")
    else:
        one, many = (
            gettext("%(count)s are tied for first place"),
            gettext("Group %(group)s: %(count)s are tied for first place"),
        )
    return (many if level.group else one) % facts


def leader_words(leader: tuple[Person, Fraction | None]) -> str:
    """Who is first alone once everything is played."""
    person, points = leader
    if points is None:
        return gettext("%(name)s is first.") % {"name": person.tag.short_name}
    count = int(points) if points.denominator == 1 else 2
    scored = ngettext("%(n)s point", "%(n)s points", count) % {"n": number_text(points)}
    return gettext("%(name)s is first with %(points)s.") % {"name": person.tag.short_name, "points": scored}
