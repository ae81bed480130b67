"""Prizes in words: a list, who gets which, and why."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.prizes import Award, PrizeRules
from tournaments.formats.record import Id
from tournaments.selectors.prizes import GivenPrizes, NamedPrize, PlacedEntrant
from tournaments.selectors.table.cards import number_text
from tournaments.words.languages import listed


@dataclass(frozen=True)
class ShownAward:
    """``amount``: what each holder gets, empty where the prize has no value. Without holders nobody gets it."""

    name: str
    amount: str
    holders: list[PlacedEntrant]
    why: list[str]


@dataclass(frozen=True)
class ShownPrizes:
    """``to_win`` before the event is over, then ``given``."""

    to_win: list[str]
    given: list[ShownAward]
    terms: list[str]


def shown_prizes(given: GivenPrizes, *, over: bool) -> ShownPrizes:
    names = {pk: category.name for pk, category in given.categories.items()}
    return ShownPrizes(
        to_win=[] if over else [prize_text(prize, given.given.unit, names) for prize in given.given.prizes],
        given=[_shown(award, given) for award in given.awards] if over else [],
        terms=rules_words(given.given.terms),
    )


def prize_text(prize: NamedPrize, unit: str, categories: Mapping[int, str]) -> str:
    name = prize.name
    if prize.category is not None and prize.category in categories:
        name = _("%(prize)s (%(category)s)") % {"prize": name, "category": categories[prize.category]}
    return f"{name}: {amount_text(prize.value, unit)}" if prize.value else name


def amount_text(amount: int, unit: str) -> str:
    return f"{number_text(amount)} {unit}".strip()


def rules_words(rules: PrizeRules) -> list[str]:
    sentences = [
        _("Nobody gets two prizes: whoever could have several gets the most valuable one, and others move up.")
        if rules.one_each
        else _("One player may get several prizes."),
        _("Those with equal points share the prizes of their places.")
        if rules.shared
        else _("Tie-breaks decide; those who share a place share its prizes."),
    ]
    return [*sentences, *([_least(rules.least_tables)] if rules.least_tables else [])]


def _least(tables: int) -> str:
    text = ngettext(
        "Prizes are for those who played at %(n)s table or more.",
        "Prizes are for those who played at %(n)s tables or more.",
        tables,
    )
    return text % {"n": tables}


def prizes_by_player(given: GivenPrizes) -> dict[int, list[str]]:
    """What each who is shown as a winner has won, as a certificate says it."""
    won: dict[int, list[str]] = defaultdict(list)
    for award in given.awards:
        shown = _shown(award, given)
        for holder in shown.holders:
            won[holder.tag.id].append(f"{shown.name}: {shown.amount}" if shown.amount else shown.name)
    return won


def _shown(award: Award, given: GivenPrizes) -> ShownAward:
    return ShownAward(
        name=listed([given.given.prizes[index].name for index in award.prizes]),
        amount=amount_text(award.amount, given.given.unit) if award.amount else "",
        holders=[given.people[who] for who in award.holders],
        why=list(_reasons(award, given)),
    )


def _reasons(award: Award, given: GivenPrizes) -> Iterable[str]:
    category = given.given.prizes[award.prizes[0]].category
    named = "" if category is None else given.categories[category].name
    yield _place(award, given, named) if award.holders else _not_given(award, named)
    if award.why == "shared":
        yield from _divided(award, given)
    for who, index in award.passed:
        facts = {"name": _name(given, who), "prize": given.given.prizes[index].name}
        yield _("%(name)s stands higher and has another prize: %(prize)s.") % facts
    if award.too_few:
        least = given.given.terms.least_tables
        text = ngettext(
            "Played at fewer than %(n)s table: %(names)s.", "Played at fewer than %(n)s tables: %(names)s.", least
        )
        yield text % {"n": least, "names": listed([_name(given, who) for who in award.too_few])}


def _place(award: Award, given: GivenPrizes, category: str) -> str:
    first = given.people[award.holders[0]]
    facts = {"place": first.contender.place, "category": category, "rank": award.rank}
    if category:
        return _("Number %(rank)s in %(category)s, place %(place)s overall.") % facts
    return _("Place %(place)s overall.") % facts


def _divided(award: Award, given: GivenPrizes) -> Iterable[str]:
    names = listed([_name(given, who) for who in award.holders])
    by_points = given.given.terms.shared and given.people[award.holders[0]].contender.points is not None
    yield (_("%(names)s have equal points.") if by_points else _("%(names)s share a place.")) % {"names": names}
    if pool := award.amount * len(award.holders) + award.left:
        facts = {"sum": amount_text(pool, given.given.unit), "count": len(award.holders)}
        yield _("Their places bring %(sum)s, divided by %(count)s in whole units.") % facts
    if award.left:
        yield _("%(left)s is left over, and nobody gets it.") % {"left": amount_text(award.left, given.given.unit)}


def _not_given(award: Award, category: str) -> str:
    if award.why == "none-left":
        return _("Nobody gets it: everybody who could has another prize.")
    if award.why == "too-few-tables":
        return _("Nobody gets it: nobody has played often enough.")
    if category:
        return _("Nobody gets it: nobody in %(category)s has a place.") % {"category": category}
    return _("Nobody gets it: nobody has a place.")


def _name(given: GivenPrizes, who: Id) -> str:
    return given.people[who].tag.short_name


def list_words(facts: Mapping[str, Any]) -> str:
    """A list as the log has it: categories by their names."""
    rules = PrizeRules(*(facts[name] for name in ("one_each", "shared", "least_tables")))
    prizes: Sequence[Mapping[str, Any]] = facts["prizes"]
    named = [
        NamedPrize(prize["value"], at if prize["category"] else None, prize["name"]) for at, prize in enumerate(prizes)
    ]
    categories = {at: prize["category"] for at, prize in enumerate(prizes) if prize["category"]}
    texts = [prize_text(prize, facts["unit"], categories) for prize in named]
    return " ".join(["; ".join(texts), *rules_words(rules)])
