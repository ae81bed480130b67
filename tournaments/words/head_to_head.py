"""How it went between two, in a sentence and as pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.head_to_head import Met
from tournaments.selectors.head_to_head import Evening, Matrix
from tournaments.words.charts.lines import NARROW, WIDE, Curve, LineChart, line_chart

SHORTEST = 3  # evenings; fewer are no line
BALANCE = 120
MOST_NAMED = 6


def met_text(one: str, other: str, met: Met) -> str:
    facts = {"name": one, "other": other, **met._asdict()}
    if met.tables == 1:
        return _once(met) % facts
    sentence = _("Of %(tables)d tables %(name)s was ahead of %(other)s at %(ahead)d and behind at %(behind)d.") % facts
    if not met.level:
        return sentence
    level = ngettext("They were tied at %(level)d.", "They were tied at %(level)d.", met.level)
    return f"{sentence} {level % facts}"


def _once(met: Met) -> str:
    if met.ahead:
        return _("%(name)s was ahead of %(other)s at the only table they have shared.")
    if met.behind:
        return _("%(other)s was ahead of %(name)s at the only table they have shared.")
    return _("%(name)s and %(other)s were tied at the only table they have shared.")


def sides_text(one: str, other: str, met: Met) -> str:
    """Empty where neither sat at the other's side."""
    if not (met.sat_left or met.sat_right):
        return ""
    facts = {"name": one, "other": other, "left": met.sat_left, "right": met.sat_right}
    return _("%(name)s sat left of %(other)s %(left)d ×, right %(right)d ×.") % facts


@dataclass(frozen=True)
class Balance:
    """A bar of three lengths: ahead, level, behind."""

    ahead: int
    level: int

    width: int = BALANCE

    @property
    def level_end(self) -> int:
        return self.ahead + self.level


def balance(met: Met) -> Balance:
    ahead = round(BALANCE * met.ahead / met.tables)
    return Balance(ahead, round(BALANCE * (met.ahead + met.level) / met.tables) - ahead)


@dataclass(frozen=True)
class LeadCourse:
    """How somebody's lead grew and shrank, evening by evening."""

    says: str
    chart: LineChart
    narrow: LineChart


def course(evenings: Sequence[Evening], *, name: str, other: str, colour: str) -> LeadCourse | None:
    if len(evenings) < SHORTEST:
        return None
    leads = [0]
    for evening in evenings:
        leads.append(leads[-1] + evening.met.lead)
    facts = {"name": name, "other": other, "evenings": len(evenings), "lead": abs(leads[-1])}
    axes = _("Tables ahead"), _("Evening")
    if leads[-1] > 0:
        says = _("Over their last %(evenings)d evenings %(name)s was ahead %(lead)d times more than behind.")
    elif leads[-1] < 0:
        says = _("Over their last %(evenings)d evenings %(other)s was ahead %(lead)d times more than behind.")
    else:
        says = _("Over their last %(evenings)d evenings they were ahead as often as each other.")
    wide, narrow = (line_chart([Curve(leads, name, colour)], frame, axes=axes) for frame in (WIDE, NARROW))
    return LeadCourse(says % facts, wide, narrow)


def matrix_text(matrix: Matrix) -> str:
    """What it shows first: who have met most, and how many never."""
    if matrix.most is None:
        return _("None of them have met at a table yet.")
    one, other, tables = matrix.most
    facts = {"name": one.short_name, "other": other.short_name, "tables": tables}
    sentence = ngettext(
        "%(name)s and %(other)s have met most, at %(tables)d table.",
        "%(name)s and %(other)s have met most, at %(tables)d tables.",
        tables,
    )
    return f"{sentence % facts} {_never_text(matrix)}"


def _never_text(matrix: Matrix) -> str:
    if not matrix.never:
        return _("Everybody has met everybody.")
    if len(matrix.never) > MOST_NAMED:
        return _("%(never)d of %(pairs)d pairs have never met.") % {"never": len(matrix.never), "pairs": matrix.pairs}
    pairs = ", ".join(f"{one.short_name} – {other.short_name}" for one, other in matrix.never)
    return _("Have never met: %(pairs)s.") % {"pairs": pairs}
