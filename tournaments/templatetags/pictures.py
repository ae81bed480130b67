"""The many small pieces of a picture, each of which costs ten times as much in a template."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.templatetags.capstone import cells
from tournaments.words.charts.lines import LEFT, ChartLine, Frame, LineChart, Tick
from tournaments.words.charts.race import HIGH, FigureRow, Spark

register = template.Library()

AXIS = 24  # above and below a chart, for what its axes count
BAR = 6  # from one of a spark to the next
FULL = BAR * 16


@register.simple_tag
def lines(chart: LineChart, label: str) -> SafeString:
    """The whole picture; ``label``: for who hears the page."""
    frame = chart.frame
    kind = f" lines-{frame.kind}" if frame.kind else ""
    titled = AXIS if chart.axes[0] else 0
    box = f"0 {-titled} {frame.width} {frame.height + 2 * titled}"
    parts = [
        f'<svg class="lines{kind}" viewBox="{box}" role="img" aria-label="{escape(label)}">',
        *(_axes(chart) if titled else ()),
        *[_level(mark, frame.right) for mark in chart.levels],
        *[_step(mark, frame.height) for mark in chart.steps],
        *[f'<polyline class="lines-other" points="{line.points}"/>' for line in chart.others],
        # The first is drawn over all others.
        *reversed([_named(line, frame, first=index == 0) for index, line in enumerate(chart.named)]),
    ]
    if chart.ring:
        x, y = chart.ring
        parts.append(f'<circle class="lines-ring" cx="{x}" cy="{y}" r="9"/>')
    parts.append("</svg>")
    return mark_safe("".join(parts))


@register.simple_tag
def figure_rows(rows: Iterable[FigureRow]) -> SafeString:
    drawn = [
        f'<tr><th scope="row" class="text-nowrap">{escape(row.player.name)}</th>{cells(row.totals)}</tr>'
        for row in rows
    ]
    return mark_safe("".join(drawn))


def _axes(chart: LineChart) -> list[str]:
    up, across = map(escape, chart.axes)
    middle = (LEFT + chart.frame.right) // 2
    return [
        f'<text class="lines-axis" x="0" y="{4 - AXIS}" dy="0.8em">{up}</text>',
        f'<text class="lines-axis lines-step" x="{middle}" y="{chart.frame.height + AXIS}" dy="-5">{across}</text>',
    ]


@register.simple_tag
def spark(bars: Spark) -> SafeString:
    """A symbol that rows of standings show by their key."""
    width, drawn = BAR * len(bars.heights), {True: "", False: ""}
    for index, (height, gold) in enumerate(bars.heights):
        drawn[gold] += f"M{BAR * index + 2} {bars.floor}v{-height or -1}"
    paths = "".join(f'<path class="spark-{"gold" if gold else "soft"}" d="{path}"/>' for gold, path in drawn.items())
    return mark_safe(f'<symbol id="spark-{escape(bars.key)}" viewBox="0 0 {max(width, FULL)} {HIGH}">{paths}</symbol>')


def _level(mark: Tick, right: int) -> str:
    zero = " lines-zero" if mark.text == "0" else ""
    text = f'<text x="{LEFT - 8}" y="{mark.at}" dy="0.35em">{escape(mark.text)}</text>'
    return f'<g class="lines-level{zero}"><path d="M{LEFT} {mark.at}H{right}"/>{text}</g>'


def _step(mark: Tick, height: int) -> str:
    return f'<text class="lines-step" x="{mark.at}" y="{height}" dy="-4">{escape(mark.text)}</text>'


def _named(line: ChartLine, frame: Frame, *, first: bool) -> str:
    assert line.name
    (x, y), name = line.end, line.name
    classes = f"lines-named player-{escape(line.colour)}{' lines-first' if first else ''}"
    band = f'<polygon class="lines-band" points="{line.band}"/>' if line.band else ""
    drawn = f'{band}<polyline points="{line.points}"/><circle cx="{x}" cy="{y}" r="4"/>'
    title = f"<title>{escape(name.whole)}</title>{escape(name.text)}"
    return f'<g class="{classes}">{drawn}<text x="{frame.right}" y="{name.y}" dx="12" dy="0.35em">{title}</text></g>'
