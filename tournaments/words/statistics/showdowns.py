"""What showdowns come to: how good the hands were, who won by what, folds, claims, cubits."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.showdown.chances import MILLION
from scoring.statistics import SURENESS, Counts, parts, total, totals
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.words.statistics.estimates import LEAST, NOTHING, SURE, mean_text, share_text
from tournaments.words.statistics.figures import CountFigures, FigureFact, PlayerFigures, PlayersTable
from tournaments.words.statistics.hands import grouped, hand_tables


def showdown_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        facts=[*_hands_facts(counts, everybody), *_deals_facts(counts), *_cubits_facts(counts), *_odd_facts(counts)],
        hands=hand_tables(counts),
    )


def showdown_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """The strongest hands first; who has shown too few of them last."""
    ordered = sorted(players, key=lambda each: (total(each.counts, "held") < LEAST, -_strength(each.counts)))
    heads = [_("Hands shown"), _("Strength"), _("Hands folded"), _("Won"), _("Cubits a deal")]
    return PlayersTable(heads, [PlayerFigures(each.player, _cells_of(each.counts)) for each in ordered])


def _cells_of(counts: Counts) -> list[str]:
    sums = totals(counts)
    return [
        str(sums["held"]),
        strength_text(counts),
        share_text(sums["folded"], sums["deals"]),
        share_text(sums["won"], sums["deals"]),
        _cubits_a_deal(counts),
    ]


def _strength(counts: Counts) -> float:
    return counts.get("strength", 0) / max(1, total(counts, "held")) / MILLION


def _band(counts: Counts) -> float:
    """How far chance alone takes the mean of so many hands, nineteen times of twenty."""
    return float(SURENESS * (counts.get("scatter", 0) / MILLION) ** 0.5 / total(counts, "held"))


def strength_text(counts: Counts) -> str:
    """In per cent of all hands there are."""
    hands = total(counts, "held")
    if hands < LEAST:
        return NOTHING
    strength, band = _strength(counts), _band(counts)
    if hands < SURE:
        low, high = max(0.0, strength - band), min(1.0, strength + band)
        return _("%(low)d–%(high)d %%") % {"low": round(100 * low), "high": round(100 * high)}
    return _("%(share)d %%") % {"share": round(100 * strength)}


def luck_text(counts: Counts, everybody: Counts) -> str:
    """Beside everybody's hands, who draw and fold alike: the odds know neither. Empty where it is too early to say."""
    if total(counts, "held") < SURE or total(everybody, "held") <= total(counts, "held"):
        return ""
    ahead, band = _strength(counts) - _strength(everybody), _band(counts)
    if ahead > band:
        return _("luckier with the cards than chance explains")
    if ahead < -band:
        return _("unluckier with the cards than chance explains")
    return _("neither lucky nor unlucky with the cards")


def _hands_facts(counts: Counts, everybody: Counts | None) -> Iterator[FigureFact]:
    hands, deals = total(counts, "held"), counts.get("deals", 0)
    folded, unseen = counts.get("folded", 0), counts.get("unseen", 0)
    of_hands = ngettext("of %(count)d hand shown", "of %(count)d hands shown", hands) % {"count": hands}
    club = _("the club: %(share)s") % {"share": strength_text(everybody)} if everybody else ""
    luck = luck_text(counts, everybody) if everybody else ""
    yield FigureFact(
        _("Hands shown"),
        grouped(hands),
        _("of %(dealt)s dealt; %(folded)s folded, %(unseen)s not shown")
        % {"dealt": grouped(deals), "folded": grouped(folded), "unseen": grouped(unseen)},
    )
    yield FigureFact(
        _("Better than so many of all hands"), strength_text(counts), "; ".join(filter(None, [of_hands, club, luck]))
    )


def _deals_facts(counts: Counts) -> Iterator[FigureFact]:
    deals, won = counts.get("deals", 0), parts(counts, "won")
    of_deals = ngettext("of %(count)d deal", "of %(count)d deals", deals) % {"count": deals}
    yield FigureFact(
        _("Won"),
        share_text(sum(won.values()), deals),
        _("%(cards)s by the cards, %(alone)s as the last one in")
        % {"cards": grouped(won.get("cards", 0)), "alone": grouped(won.get("alone", 0))},
    )
    yield FigureFact(_("Hands folded"), share_text(counts.get("folded", 0), deals), of_deals)


def _cubits_a_deal(counts: Counts) -> str:
    cubits, deals = parts(counts, "cubits"), counts.get("deals", 0)
    return mean_text(cubits.get("won", 0) - cubits.get("lost", 0), deals) if cubits else NOTHING


def _cubits_facts(counts: Counts) -> Iterator[FigureFact]:
    cubits, pots = parts(counts, "cubits"), counts.get("pots", 0)
    if cubits:
        won, lost = (grouped(cubits.get(name, 0)) for name in ("won", "lost"))
        yield FigureFact(
            _("Cubits a deal"), _cubits_a_deal(counts), _("%(won)s won, %(lost)s lost") % {"won": won, "lost": lost}
        )
        yield FigureFact(
            _("Pots won"),
            grouped(pots),
            ngettext("in %(count)d deal", "in %(count)d deals", counts["deals"]) % {"count": counts["deals"]},
        )


def _odd_facts(counts: Counts) -> Iterator[FigureFact]:
    folds, claims = parts(counts, "folds"), parts(counts, "claims")
    if known := folds.get("known", 0):
        yield FigureFact(
            _("Folds that would have won"),
            str(folds.get("better", 0)),
            ngettext("of %(count)d folded hand that a phone knew", "of %(count)d folded hands that a phone knew", known)
            % {"count": known},
        )
    if claims:
        yield FigureFact(
            _("Winners announced against the cards"),
            str(sum(claims.values())),
            _("%(refused)s refused, %(upheld)s upheld by the director")
            % {"refused": claims.get("refused", 0), "upheld": claims.get("upheld", 0)},
        )
