"""What somebody makes of announcements or hands beside the others, in at most three sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.bend.showdowns import ShowdownAccount
from scoring.bend.skill import LEAST, LEAST_OTHERS, SkillAccount, telling
from scoring.vilnius.tricks import FORCED
from tournaments.selectors.bend.skill import Skill
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


OF_ANNOUNCEMENTS = gettext_lazy(
    "Points above or below what the others of the club make of the same announcements at tables of the same size, with "
    "as much choice left. Only this player and the directors of the club read it."
)
OF_HANDS = gettext_lazy(
    "Hands that were shown against others, beside what the others of the club win with hands that beat as many of all "
    "hands there are. Only this player and the directors of the club read it."
)


@dataclass(frozen=True)
class ShownSkill:
    game: str
    sentences: list[str]
    about: object


def shown_skill(found: Mapping[str, Skill]) -> list[ShownSkill]:
    """By game, where there is enough to say anything."""
    shown = [
        ShownSkill(game, showdown_texts(own), OF_HANDS)
        if isinstance(own, ShowdownAccount)
        else ShownSkill(game, skill_texts(own), OF_ANNOUNCEMENTS)
        for game, own in found.items()
    ]
    return [each for each in shown if each.sentences]


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
    a_deal = {"a_deal": number_text(round(abs(own.a_deal), 2))}
    if own.tells:
        won += " " + (more if own.a_deal > 0 else less) % a_deal
    else:
        won += " " + _("Chance alone may make such a difference.")
    gift = _("The cards were worth %(gift)s wins more than the others’ hands.")
    debt = _("The cards were worth %(gift)s wins less than the others’ hands.")
    return [won, (gift if own.gift > 0 else debt) % {"gift": _tenths(abs(own.gift))}]


def _tenths(number: float) -> str:
    return number_text(round(number, 1), places=1)


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
