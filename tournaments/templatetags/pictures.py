"""The many small pieces of a picture, each of which costs ten times as much in a template."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.words.pictures.lines import LEFT, ChartLine, Frame, LineChart, Tick

register = template.Library()


@register.filter
def scale(chart: LineChart) -> SafeString:
    right = chart.frame.right
    return mark_safe("".join([_level(mark, right) for mark in chart.levels]))


def _level(mark: Tick, right: int) -> str:
    zero = " lines-zero" if mark.text == "0" else ""
    text = f'<text x="{LEFT - 8}" y="{mark.at}" dy="0.35em">{escape(mark.text)}</text>'
    return f'<g class="lines-level{zero}"><path d="M{LEFT} {mark.at}H{right}"/>{text}</g>'


@register.filter
def step_numbers(chart: LineChart) -> SafeString:
    texts = [
        f'<text class="lines-step" x="{mark.at}" y="{chart.frame.height}" dy="-4">{escape(mark.text)}</text>'
        for mark in chart.steps
    ]
    return mark_safe("".join(texts))


@register.filter
def unnamed(lines: Iterable[ChartLine]) -> SafeString:
    return mark_safe("".join([f'<polyline class="lines-other" points="{line.points}"/>' for line in lines]))


@register.filter
def named(chart: LineChart) -> SafeString:
    """The first over all others."""
    lines = [_named(line, chart.frame, first=at == 0) for at, line in enumerate(chart.named)]
    return mark_safe("".join(reversed(lines)))


def _named(line: ChartLine, frame: Frame, *, first: bool) -> str:
    assert line.name
    (x, y), name = line.end, line.name
    classes = f"lines-named player-{escape(line.colour)}{' lines-first' if first else ''}"
    band = f'<polygon class="lines-band" points="{line.band}"/>' if line.band else ""
    drawn = f'{band}<polyline points="{line.points}"/><circle cx="{x}" cy="{y}" r="4"/>'
    title = f"<title>{escape(name.whole)}</title>{escape(name.text)}"
    return f'<g class="{classes}">{drawn}<text x="{frame.right}" y="{name.y}" dx="12" dy="0.35em">{title}</text></g>'
