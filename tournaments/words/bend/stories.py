"""What a table tells that is over, in sentences that each lead to their deal, and its chances as a picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.bend.course import standard_error
from scoring.bend.story import TableStory
from tournaments.selectors.bend.page import ToldBend, ToldTable
from tournaments.words.languages import listed
from tournaments.words.pictures.lines import PAGE, Curve, LineChart, line_chart
from tournaments.words.pictures.race import FigureRow, ShownRace

HARD = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Sentence:
    """``deal``: that of which it tells."""

    text: str
    deal: int


@dataclass(frozen=True)
class ShownBend:
    picture: ShownRace
    sentences: list[Sentence]
    basis: str


@dataclass(frozen=True)
class TurnedTable:
    id: int
    number: int
    names: str
    sentences: list[Sentence]
    round: int | None = None  # of a tournament


def chance_text(chance: float) -> str:
    """Nothing that is possible is called impossible, nor certain what is not."""
    percent = round(100 * chance)
    if chance > 0 and not percent:
        text = _("under 1 %")
    else:
        text = _("over 99 %") if chance < 1 and percent == 100 else f"{percent} %"
    return text.replace(" %", f"{HARD}%")


def shown_bend(told: ToldBend | None) -> ShownBend | None:
    if told is None:
        return None
    story, sentences = told.table.story, list(_sentences(told.table))
    turn = sentences.pop(0) if story.turn else None
    return ShownBend(_picture(told, turn), sentences, basis_text(story))


def shown_tables(tables: list[ToldTable]) -> list[TurnedTable]:
    return [
        TurnedTable(
            each.id, each.number, ", ".join(who.short_name for who in each.players), list(_sentences(each)), each.round
        )
        for each in tables
    ]


def evening_text(tables: list[ToldTable]) -> str:
    """Of the table that turned most."""
    if not tables:
        return ""
    return _(
        "The evening turned in deal %(deal)d at table %(table)d: %(names)s rose from a chance of %(before)s to one of "
        "%(after)s."
    ) % {"table": tables[0].number, **_turn_facts(tables[0])}


def basis_text(story: TableStory) -> str:
    if not story.continuations:
        return ngettext(
            "Reckoned from every way in which the announcements left could come out, by how often the club takes what "
            "it announces at tables of this size (%(count)d announcement, and a guess where there are few). Nobody "
            "counts as stronger than another.",
            "Reckoned from every way in which the announcements left could come out, by how often the club takes what "
            "it announces at tables of this size (%(count)d announcements, and a guess where there are few). Nobody "
            "counts as stronger than another.",
            story.known,
        ) % {"count": story.known}
    return _(
        "After each deal the table was played on %(times)d times, with deals such as the %(count)d of that evening at "
        "tables of this size. Nobody counts as stronger, or better seated; ± %(error)s at the most."
    ) % {
        "times": story.continuations,
        "count": story.known,
        "error": chance_text(2 * standard_error(story.continuations)),
    }


def _sentences(table: ToldTable) -> Iterator[Sentence]:
    story, names = table.story, [who.short_name for who in table.players]
    if story.turn:
        text = _("It turned in deal %(deal)d: %(names)s rose from a chance of %(before)s to one of %(after)s.")
        yield Sentence(text % _turn_facts(table), story.turn.deal)
    if bold := story.bold:
        text = (
            _("The boldest announcement: %(name)s, %(announced)d in deal %(deal)d, and it was exact.")
            if bold.announced == bold.taken
            else _("The boldest announcement: %(name)s, %(announced)d in deal %(deal)d, and took %(taken)d.")
        )
        stake = _("The chance hung on it by ± %(stake)s.") % {"stake": chance_text(bold.stake)}
        facts = {"name": names[bold.seat], "announced": bold.announced, "taken": bold.taken, "deal": bold.deal}
        yield Sentence(f"{text % facts} {stake}".replace("± ", f"±{HARD}"), bold.deal)
    if fold := story.fold:
        text = ngettext(
            "The best fold: %(name)s in deal %(deal)d. Staying to the end would have cost %(saved)d cubit more.",
            "The best fold: %(name)s in deal %(deal)d. Staying to the end would have cost %(saved)d cubits more.",
            fold.saved,
        )
        yield Sentence(text % {"name": names[fold.seat], "deal": fold.deal, "saved": fold.saved}, fold.deal)


def _turn_facts(table: ToldTable) -> dict[str, object]:
    turn = table.story.turn
    assert turn
    return {
        "deal": turn.deal,
        "names": listed([table.players[seat].short_name for seat in turn.seats]),
        "before": chance_text(turn.before),
        "after": chance_text(turn.after),
    }


def _picture(told: ToldBend, says: Sentence | None) -> ShownRace:
    """Who was first at the end stands first, and there the turn is ringed."""
    turn, last = told.table.story.turn, told.steps[-1].chances
    order = sorted(range(len(last)), key=lambda seat: -last[seat])
    percents = {seat: [100 * step.chances[seat] for step in told.steps] for seat in order}
    ring = next((at for at, step in enumerate(told.steps) if turn and step.deal == turn.deal), None)
    players = told.table.players
    curves = [Curve(percents[seat], players[seat].short_name, players[seat].colour) for seat in order]
    return ShownRace(
        title=_("The bend"),
        about=_("The chance to be first in the end, after each deal, in per cent."),
        says=says.text if says else _("No deal alone turned this table."),
        chart=_without_signs(line_chart(curves, PAGE, ring=ring)),
        steps=[step.deal for step in told.steps[1:]],
        rows=[FigureRow(players[seat], [chance_text(each / 100) for each in percents[seat][1:]]) for seat in order],
        average=[],
        id="bend",
        leads_to=f"#deal-{says.deal}" if says else "",
    )


def _without_signs(chart: LineChart) -> LineChart:
    return replace(chart, levels=[replace(level, text=level.text.removeprefix("+")) for level in chart.levels])
