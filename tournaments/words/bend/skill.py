"""What somebody makes of announcements beside the others, in at most three sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.bend.skill import LEAST, LEAST_OTHERS, SkillAccount, telling
from scoring.vilnius.tricks import FORCED
from tournaments.selectors.numbers import number_text
from tournaments.words.table.verdicts import trump_name

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


@dataclass(frozen=True)
class ShownSkill:
    game: str
    sentences: list[str]


def shown_skill(found: Mapping[str, Sequence[SkillAccount]]) -> list[ShownSkill]:
    """By game, where there is enough to say anything."""
    shown = [ShownSkill(game, skill_texts(own)) for game, own in found.items()]
    return [each for each in shown if each.sentences]


def skill_texts(own: Sequence[SkillAccount]) -> list[str]:
    whole = next((each for each in own if each.about == "all"), None)
    if whole is None or whole.count < LEAST or whole.others < LEAST_OTHERS:
        return []
    told = [_sentence(each) for each in telling(own, most=MOST)]
    nothing = _("Nothing that is announced here brings or costs more than chance explains (%(basis)s).")
    return told or [nothing % {"basis": _basis(whole)}]


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
