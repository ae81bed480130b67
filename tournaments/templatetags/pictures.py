"""The many small pieces of a picture, each of which costs ten times as much in a template."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.templatetags.capstone import cells
from tournaments.words.charts.lines import LEFT, ChartLine, Frame, LineChart, Tick
from tournaments.words.charts.race import FigureRow

register = template.Library()


@register.simple_tag
def lines(chart: LineChart, label: str) -> SafeString:
    """The whole picture; ``label``: for who hears the page."""
    frame = chart.frame
    parts = [
        f'<svg class="lines" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(label)}">',
        *[_level(mark, frame.right) for mark in chart.levels],
        *[_step(mark, frame.height) for mark in chart.steps],
        *[f'<polyline class="lines-other" points="{line.points}"/>' for line in chart.others],
        *reversed([_named(line, frame, first=at == 0) for at, line in enumerate(chart.named)]),  # the first over all
    ]
    if chart.ring:
        x, y = chart.ring
        parts.append(f'<circle class="lines-ring" cx="{x}" cy="{y}" r="9"/>')
    parts.append("</svg>")
    if chart.cut:
        whole = " · ".join(f"{escape(name.text)}: {escape(name.whole)}" for name in chart.cut)
        parts.append(f'<p class="lines-whole soft">{whole}</p>')
    return mark_safe("".join(parts))


@register.simple_tag
def figure_rows(rows: Iterable[FigureRow]) -> SafeString:
    drawn = [
        f'<tr><th scope="row" class="text-nowrap">{escape(row.player.name)}</th>{cells(row.totals)}</tr>'
        for row in rows
    ]
    return mark_safe("".join(drawn))


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
