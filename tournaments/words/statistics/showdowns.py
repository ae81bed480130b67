"""What showdowns have come to: hands beside their exact odds, luck, folds, claims, cubits."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.showdown.chances import CHANCES, MILLION, Chances, spread
from scoring.statistics import Counts, parts, total
from tournaments.selectors.numbers import number_text
from tournaments.words.games import category_name

LEAST_HANDS = 20
SURE = 1.96  # standard deviations on either side hold nineteen of twenty


@dataclass(frozen=True)
class HandLine:
    category: str
    held: int
    due: str  # so many would have been dealt on average
    one_in: int


@dataclass(frozen=True)
class HandTable:
    """Of one size of hand and one order."""

    size: int
    hands: int
    lines: list[HandLine]


@dataclass(frozen=True)
class ShowdownFigures:
    dealt: int
    shown: int
    folded: int
    unseen: int
    tables: list[HandTable]
    rarest: str
    luck: list[str]
    selection: str
    facts: list[tuple[str, str]]
    notes: list[str]


def showdown_figures(counts: Counts, *, club: Counts | None = None) -> ShowdownFigures | None:
    """None where no deal was counted; ``club``: everybody's, where these are not."""
    dealt = counts.get("deals", 0)
    if not dealt:
        return None
    tables = hand_tables(counts)
    shown = sum(table.hands for table in tables)
    folded, unseen = counts.get("folded", 0), counts.get("unseen", 0)
    return ShowdownFigures(
        dealt=dealt,
        shown=shown,
        folded=folded,
        unseen=unseen,
        tables=tables,
        rarest=rarest_text(tables),
        luck=list(luck_texts(counts, club, shown)),
        selection=selection_text(shown, dealt, folded, unseen),
        facts=[(label, value) for label, value in facts_of(counts) if value],
        notes=list(notes_of(counts)),
    )


def hand_tables(counts: Counts) -> list[HandTable]:
    held = parts(counts, "held")
    found = []
    for key, chances in CHANCES.items():
        of_key = {name: held.get(f"{key}.{name}", 0) for name in chances.hands}
        if hands := sum(of_key.values()):
            lines = [_line(name, times, hands, chances) for name, times in of_key.items()]
            found.append(HandTable(chances.size, hands, lines))
    return found


def _line(name: str, held: int, hands: int, chances: Chances) -> HandLine:
    due = Fraction(hands * chances.hands[name], chances.total)
    text = (
        number_text(float(due), places=1)
        if due >= Fraction(1, 20)
        else _("less than {least}").format(least=number_text(0.05, places=2))
    )
    return HandLine(category_name(name), held, text, chances.one_in(name))


def rarest_text(tables: Iterable[HandTable]) -> str:
    """Of the rarest hand that was held what the odds are, and how often it was."""
    found = [(line.one_in, line, table) for table in tables for line in table.lines if line.held]
    if not found:
        return ""
    one_in, line, table = max(found, key=lambda each: each[0])
    return _("{hand}: 1 in {one_in} by the exact odds; held {held} in {hands}.").format(
        hand=line.category[:1].upper() + line.category[1:],
        one_in=grouped(one_in),
        held=grouped(line.held),
        hands=grouped(table.hands),
    )


def luck_texts(counts: Counts, club: Counts | None, shown: int) -> Iterable[str]:
    if shown < LEAST_HANDS:
        yield ngettext(
            "Too few hands were shown to speak of luck: {shown} of the {least} it takes.",
            "Too few hands were shown to speak of luck: {shown} of the {least} it takes.",
            shown,
        ).format(shown=shown, least=LEAST_HANDS)
        return
    own, band = strength_of(counts)
    yield _("The hands shown were better than {own} % of all hands there are (chance alone makes ± {band}).").format(
        own=number_text(own, places=1), band=number_text(band, places=1)
    )
    if club and total(club, "held") > shown:
        all_of_them, _band = strength_of(club)
        yield verdict_text(own - all_of_them, band).format(all=number_text(all_of_them, places=1))


def verdict_text(ahead: float, band: float) -> str:
    """Against everybody's hands, which were drawn and folded alike; the odds know neither."""
    if ahead > band:
        return _("Everybody’s were better than {all} %: luckier with the cards than chance alone explains.")
    if ahead < -band:
        return _("Everybody’s were better than {all} %: unluckier with the cards than chance alone explains.")
    return _("Everybody’s were better than {all} %: neither lucky nor unlucky with the cards.")


def strength_of(counts: Counts) -> tuple[float, float]:
    """Per cent, and how far from it chance alone goes nineteen times of twenty."""
    held = parts(counts, "held")
    by_key = {key: sum(n for name, n in held.items() if name.startswith(f"{key}.")) for key in CHANCES}
    hands = sum(by_key.values())
    variance = sum(times * spread(CHANCES[key]) ** 2 for key, times in by_key.items() if times)
    return 100 * counts.get("strength", 0) / hands / MILLION, 100 * SURE * variance**0.5 / hands / MILLION


def selection_text(shown: int, dealt: int, folded: int, unseen: int) -> str:
    if shown == dealt:
        return _("Every hand was shown: {shown} of {dealt}.").format(shown=grouped(shown), dealt=grouped(dealt))
    return _(
        "{shown} of {dealt} hands were shown; {folded} were folded and {unseen} won or were noted without cards. Weak "
        "hands fold, so those shown are better than those dealt."
    ).format(shown=grouped(shown), dealt=grouped(dealt), folded=grouped(folded), unseen=grouped(unseen))


def facts_of(counts: Counts) -> Iterable[tuple[str, str]]:
    won = parts(counts, "won")
    yield _("Won by the cards"), grouped(won.get("cards", 0))
    yield _("Won as the last one in"), grouped(won.get("alone", 0))
    if won.get("told"):
        yield _("Won without cards, or upheld"), grouped(won["told"])
    if counts.get("tied"):
        yield _("Tied"), grouped(counts["tied"])
    cubits = parts(counts, "cubits")
    if cubits:
        yield _("Cubits won"), grouped(cubits.get("won", 0))
        yield _("Cubits lost"), grouped(cubits.get("lost", 0))
        yield _("Pots won"), grouped(counts.get("pots", 0))


def notes_of(counts: Counts) -> Iterable[str]:
    folds, claims = parts(counts, "folds"), parts(counts, "claims")
    if known := folds.get("known", 0):
        yield ngettext(
            "Of {known} folded hand that had been entered on a phone {better} would have won.",
            "Of {known} folded hands that had been entered on a phone {better} would have won.",
            known,
        ).format(known=known, better=folds.get("better", 0))
    if refused := claims.get("refused", 0):
        yield ngettext(
            "Announced as the winner {refused} time when the cards said otherwise.",
            "Announced as the winner {refused} times when the cards said otherwise.",
            refused,
        ).format(refused=refused)
    if upheld := claims.get("upheld", 0):
        yield ngettext(
            "Upheld by the director against the cards {upheld} time.",
            "Upheld by the director against the cards {upheld} times.",
            upheld,
        ).format(upheld=upheld)


def grouped(number: int) -> str:
    """28 989 675 in the reader's way of writing."""
    return number_format(number, use_l10n=True, force_grouping=True)
