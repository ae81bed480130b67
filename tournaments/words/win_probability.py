"""What a table tells that is over, in sentences that lead to its deals, with its chances as a picture; and what
somebody makes of announcements or hands beside the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.vilnius.tricks import FORCED
from scoring.win_probability.sheets import standard_error
from scoring.win_probability.skill import LEAST, LEAST_OTHERS, ShowdownAccount, SkillAccount, telling
from scoring.win_probability.story import TableStory
from tournaments.selectors.table.cards import number_text
from tournaments.selectors.win_probability import Skill, ToldBend, ToldTable
from tournaments.words.charts.lines import NARROW, WIDE, Curve, line_chart
from tournaments.words.charts.race import FigureRow, ShownRace
from tournaments.words.languages import listed
from tournaments.words.table.deals import trump_name

MOST = 3

SENTENCES = {
    "all": (
        gettext_lazy("All in all %(points)s points a deal less than the others make of the same (%(basis)s)."),
        gettext_lazy("All in all %(points)s points a deal more than the others make of the same (%(basis)s)."),
    ),
    "announced": (
        gettext_lazy("Announcing %(part)s costs %(points)s points a deal (%(basis)s)."),
        gettext_lazy("Announcing %(part)s brings %(points)s points a deal (%(basis)s)."),
    ),
    "trump": (
        gettext_lazy("Playing %(part)s costs %(points)s points a deal (%(basis)s)."),
        gettext_lazy("Playing %(part)s brings %(points)s points a deal (%(basis)s)."),
    ),
    "choice": (
        gettext_lazy("Announcing with two or three kinds left costs %(points)s points a deal (%(basis)s)."),
        gettext_lazy("Announcing with two or three kinds left brings %(points)s points a deal (%(basis)s)."),
    ),
    "forced": (
        gettext_lazy("Announcing with one kind left costs %(points)s points a deal (%(basis)s)."),
        gettext_lazy("Announcing with one kind left brings %(points)s points a deal (%(basis)s)."),
    ),
}
"""What costs, and what brings."""


OF_ANNOUNCEMENTS = gettext_lazy(
    "Points above or below what the others of the club make of the same announcements at tables of the same size, with "
    "as much choice left."
)
OF_HANDS = gettext_lazy(
    "Hands that were shown against others, beside what the others of the club win with hands that beat as many of all "
    "hands there are."
)


@dataclass(frozen=True)
class ShownSkill:
    game: str
    sentences: list[str]
    about: object


def shown_skill(skills: Mapping[str, Skill]) -> list[ShownSkill]:
    """By game, where there is enough to say anything."""
    shown = []
    for game, own in skills.items():
        if isinstance(own, ShowdownAccount):
            shown.append(ShownSkill(game, showdown_texts(own), OF_HANDS))
        else:
            shown.append(ShownSkill(game, skill_texts(own), OF_ANNOUNCEMENTS))
    return [skill for skill in shown if skill.sentences]


def showdown_texts(own: ShowdownAccount) -> list[str]:
    """What was won beside what the hands were due, and what the cards themselves gave."""
    won = _("Won %(won)s of %(count)s hands shown; with hands as strong the others win %(due)s (± %(band)s).") % {
        "won": _tenths(own.won),
        "count": own.count,
        "due": _tenths(own.due),
        "band": _tenths(own.band),
    }
    more = _("That is %(a_deal)s a deal more than chance explains.")
    less = _("That is %(a_deal)s a deal less than chance explains.")
    a_deal = {"a_deal": number_text(abs(own.a_deal), places=2)}
    if own.tells:
        won += " " + (more if own.a_deal > 0 else less) % a_deal
    else:
        won += " " + _("Chance alone may make such a difference.")
    gift = _("The cards were worth %(gift)s more wins than the others’ hands.")
    debt = _("The cards were worth %(gift)s fewer wins than the others’ hands.")
    return [won, (gift if own.gift > 0 else debt) % {"gift": _tenths(abs(own.gift))}]


def _tenths(number: float) -> str:
    return number_text(round(number, 1), places=1)


def skill_texts(own: Sequence[SkillAccount]) -> list[str]:
    whole = next((account for account in own if account.about == "all"), None)
    if whole is None or whole.count < LEAST or whole.others < LEAST_OTHERS:
        return []
    sentences = [_sentence(account) for account in telling(own, most=MOST)]
    nothing = _("Nothing that is announced here brings or costs more than chance explains (%(basis)s).")
    return sentences or [nothing % {"basis": _basis(whole)}]


def _sentence(account: SkillAccount) -> str:
    about = "forced" if account.about == "choice" and account.part == str(FORCED) else account.about
    return str(SENTENCES[about][account.mean > 0]) % {
        "part": trump_name(account.part) if account.about == "trump" else account.part,
        "points": number_text(round(abs(account.mean), 1), places=1),
        "basis": _basis(account),
    }


def _basis(account: SkillAccount) -> str:
    return _("%(count)d deals, ± %(band)s") % {
        "count": account.count,
        "band": number_text(round(account.band, 1), places=1),
    }


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


def shown_bend(turning_point: ToldBend | None) -> ShownBend | None:
    if turning_point is None:
        return None
    story, sentences = turning_point.table.story, list(_sentences(turning_point.table))
    turn = sentences.pop(0) if story.turn else None
    return ShownBend(_picture(turning_point, turn), sentences, basis_text(story))


def shown_tables(tables: list[ToldTable]) -> list[TurnedTable]:
    return [
        TurnedTable(
            table.id,
            table.number,
            ", ".join(who.short_name for who in table.players),
            list(_sentences(table)),
            table.round,
        )
        for table in tables
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


def _picture(turning_point: ToldBend, says: Sentence | None) -> ShownRace:
    """Who was first at the end stands first, and there the turn is ringed."""
    turn, last = turning_point.table.story.turn, turning_point.steps[-1].chances
    order = sorted(range(len(last)), key=lambda seat: -last[seat])
    percents = {seat: [100 * step.chances[seat] for step in turning_point.steps] for seat in order}
    ring = next((index for index, step in enumerate(turning_point.steps) if turn and step.deal == turn.deal), None)
    players = turning_point.table.players
    curves = [Curve(percents[seat], players[seat].short_name, players[seat].colour) for seat in order]
    axes = _("Chance to be first, in per cent"), _("Deal")
    wide, narrow = (line_chart(curves, frame, ring=ring, signed=False, axes=axes) for frame in (WIDE, NARROW))
    return ShownRace(
        title=_("The turning point"),
        about="",
        says=says.text if says else _("No deal alone turned this table."),
        chart=wide,
        narrow=narrow,
        steps=[step.deal for step in turning_point.steps[1:]],
        rows=[
            FigureRow(players[seat], [chance_text(percent / 100) for percent in percents[seat][1:]]) for seat in order
        ],
        average=[],
        id="bend",
        leads_to=f"#deal-{says.deal}" if says else "",
    )
