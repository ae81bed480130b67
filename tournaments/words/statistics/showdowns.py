"""What showdowns come to, in words and pictures."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.showdown.odds import MILLION
from scoring.statistics import SURENESS, Counts, added, parts, total, totals
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.words.statistics.figures import (
    LEAST,
    NOTHING,
    SURE,
    BarPicture,
    CountFigures,
    FigureFact,
    PlayerFigures,
    PlayersTable,
    ShareBar,
    grouped,
    hand_tables,
    mean_text,
    share_text,
)

HANDS = {"hands": gettext_lazy("By kind of hand")}


def showdown_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        lead=_lead(counts),
        facts=[*_hands_facts(counts, everybody), *_deals_facts(counts), *_cubits_facts(counts), *_odd_facts(counts)],
        hands=hand_tables(counts),
    )


def showdown_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """The strongest hands first; who has shown too few of them last."""
    ordered = sorted(players, key=lambda player: (total(player.counts, "held") < LEAST, -_strength(player.counts)))
    heads = [_("Hands shown"), _("Strength"), _("Hands folded"), _("Won"), _("Cubits a deal")]
    rows = [PlayerFigures(line.player, _showdown_cells(line.counts)) for line in ordered]
    legend = _(
        "Strength: of 100 possible hands, those that the hands shown beat, on average. Folded and won: per cent of the "
        "deals."
    )
    picture = _players_picture([line for line in ordered if total(line.counts, "held") >= LEAST])
    return PlayersTable(heads, rows, picture, legend)


def _players_picture(lines: Sequence[PlayerCounts]) -> BarPicture:
    title = _("Strength of the hands shown")
    if len(lines) > 1 and total(lines[0].counts, "held") >= SURE:
        title = _("%(name)s has shown the strongest hands") % {"name": lines[0].player.short_name}
    everybody = added(*(line.counts for line in lines))
    return BarPicture(
        title=title,
        about=_(
            "Better than so many in 100 hands: the bar is how far chance alone takes it; dashed: everybody together."
        ),
        bars=[_strength_bar(line) for line in lines],
        average=round(100 * _strength(everybody)) if lines else None,
    )


def _strength_bar(line: PlayerCounts) -> ShareBar:
    strength, band = _strength(line.counts), _band(line.counts)
    low, high = max(0.0, strength - band), min(1.0, strength + band)
    value, low_percent, high_percent = (round(100 * part) for part in (strength, low, high))
    return ShareBar(line.player.short_name, strength_text(line.counts), value, low_percent, high_percent, line.player)


def _lead(counts: Counts) -> str:
    hands = total(counts, "held")
    text = ngettext("%(hands)s hand shown", "%(hands)s hands shown", hands) % {"hands": grouped(hands)}
    if hands < LEAST:
        return f"{text}."
    return _("%(shown)s, better than %(share)s of all hands.") % {"shown": text, "share": strength_text(counts)}


def _showdown_cells(counts: Counts) -> list[str]:
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
    if known_folds := folds.get("known", 0):
        yield FigureFact(
            _("Folds that would have won"),
            str(folds.get("better", 0)),
            ngettext(
                "of %(count)d folded hand that a phone knew", "of %(count)d folded hands that a phone knew", known_folds
            )
            % {"count": known_folds},
        )
    if claims:
        yield FigureFact(
            _("Winners announced against the cards"),
            str(sum(claims.values())),
            _("%(refused)s refused, %(upheld)s upheld by the director")
            % {"refused": claims.get("refused", 0), "upheld": claims.get("upheld", 0)},
        )


def showdown_headlines(row: StandingRow | None, _own: Counts, _everybody: Counts) -> list[FigureFact]:
    """Of all their tables at the contest of this row."""
    if row is None:
        return []
    return [
        FigureFact(_("Points a deal"), row.average_text, ""),
        FigureFact(_("Opponents beaten"), row.beaten_text, ""),
    ]
