"""What announcements and showdowns come to, in words, by what is recorded of a game's deals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import GAMES
from scoring.showdown.odds import MILLION
from scoring.statistics import SURENESS, Counts, Mean, Share, parts, total, totals
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.words.charts.lines import Rate, RateChart, rate_chart
from tournaments.words.statistics.figures import (
    LEAST,
    NOTHING,
    SURE,
    CountFigures,
    FigureFact,
    FigureLine,
    FigureTable,
    PlayerFigures,
    PlayersTable,
    band_text,
    grouped,
    hand_tables,
    mean_text,
    share_text,
    signed,
)
from tournaments.words.table.deals import TRUMPS


def announcement_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        facts=_facts(counts, everybody),
        says=_says(counts),
        legend=_("The line through a bar is the range of the true share; the gold mark is the whole club.")
        if everybody
        else _("The line through a bar is the range of the true share."),
        chart=_chart(counts, everybody),
        tables=[table for table in (_numbers(counts, everybody), _trumps(counts), _turns(counts)) if table.rows],
    )


def announcing_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """Who has made enough of them first, the most exact first."""
    summed = [(player, totals(player.counts)) for player in players]
    summed.sort(key=lambda each: (each[1]["made"] < SURE, -each[1]["exact"] / max(1, each[1]["made"])))
    heads = [_("Announced"), _("Exact"), _("Share"), _("Tricks beyond"), _("Full sheets"), _("Left a sheet")]
    return PlayersTable(heads, [PlayerFigures(player.player, _announcement_cells(sums)) for player, sums in summed])


def _announcement_cells(sums: Counter[str]) -> list[str]:
    return [
        str(sums["made"]),
        str(sums["exact"]),
        share_text(sums["exact"], sums["made"]),
        band_text(_off(sums)),
        str(sums["sheets"]),
        mean_text(sums["left"], sums["sheets"], least=1),
    ]


def _off(sums: Counter[str]) -> Mean:
    return Mean(sums["off"], sums["off-squared"], sums["made"])


def _facts(counts: Counts, everybody: Counts | None) -> list[FigureFact]:
    sums = totals(counts)
    count, sheets, off = sums["made"], sums["sheets"], _off(sums)
    of_made = ngettext("of %(count)d announcement", "of %(count)d announcements", count) % {"count": count}
    of_sheets = ngettext("of %(count)d full sheet", "of %(count)d full sheets", sheets) % {"count": sheets}
    beside = _club_text(everybody) if everybody else ""
    bold = "; ".join(filter(None, (boldness(off), of_made)))
    return [
        FigureFact(_("Exact"), share_text(sums["exact"], count), f"{of_made}{beside}"),
        FigureFact(_("Tricks beyond the announcement"), band_text(off), bold),
        FigureFact(_("Points per announcement"), mean_text(sums["points"], count), of_made),
        FigureFact(_("Points a sheet"), mean_text(sums["sheet-points"], sheets, least=1), of_sheets),
        FigureFact(_("Left on the table, a sheet"), mean_text(sums["left"], sheets, least=1), of_sheets),
    ]


def _club_text(everybody: Counts) -> str:
    sums = totals(everybody)
    share = share_text(sums["exact"], sums["made"])
    return "; " + _("the club: %(share)s") % {"share": share}


def boldness(off: Mean) -> str:
    """Empty where it is too early to say."""
    if off.of < SURE:
        return ""
    if abs(off.value) <= SURENESS * off.error:
        return _("neither bold nor shy")
    return _("bold") if off.value < 0 else _("shy")


def _says(counts: Counts) -> str:
    """Which announcements succeed most and least, of those of which there are enough."""
    exact = parts(counts, "exact")
    shares = {kind: Share(exact.get(kind, 0), count) for kind, count in parts(counts, "made").items() if count >= SURE}
    if len(shares) < 2:
        return _("There are few announcements so far: a range says where the true share lies, 19 times of 20.")
    most, least = (pick(shares, key=lambda kind: shares[kind].value) for pick in (max, min))
    return _(
        "Most often exact when announcing %(most)s (%(high)s of %(of_most)d), least often when announcing %(least)s "
        "(%(low)s of %(of_least)d)."
    ) % {
        "most": most,
        "high": share_text(shares[most].hits, shares[most].of),
        "of_most": shares[most].of,
        "least": least,
        "low": share_text(shares[least].hits, shares[least].of),
        "of_least": shares[least].of,
    }


def _numbers(counts: Counts, everybody: Counts | None) -> FigureTable:
    heads = [_("Announced"), _("Times"), _("Exact"), *([_("Club")] if everybody else []), _("Tricks beyond")]
    return FigureTable(_("By announcement"), heads, [_number(kind, counts, everybody) for kind in _kinds(counts)])


def _kinds(counts: Counts) -> list[str]:
    return sorted(parts(counts, "made"), key=int)


def _number(kind: str, counts: Counts, everybody: Counts | None) -> FigureLine:
    count, club = counts[f"made:{kind}"], everybody or {}
    beside = [share_text(club.get(f"exact:{kind}", 0), club.get(f"made:{kind}", 0))] if everybody else []
    off = Mean(counts.get(f"off:{kind}", 0), counts.get(f"off-squared:{kind}", 0), count)
    return FigureLine(kind, [str(count), share_text(counts.get(f"exact:{kind}", 0), count), *beside, band_text(off)])


def _trumps(counts: Counts) -> FigureTable:
    heads = [_("Trump"), _("Times"), _("Exact"), _("Tricks beyond")]
    rows = []
    for trump, name in TRUMPS.items():
        if count := counts.get(f"trump-made:{trump}", 0):
            beyond = signed(counts.get(f"trump-off:{trump}", 0) / count) if count >= SURE else NOTHING
            exact = share_text(counts.get(f"trump-exact:{trump}", 0), count)
            rows.append(FigureLine(capfirst(str(name)), [str(count), exact, beyond]))
    return FigureTable(_("By trump"), heads, rows)


def _turns(counts: Counts) -> FigureTable:
    heads = [_("Declares as"), _("Times"), _("Exact"), _("Points each")]
    rows = []
    for turn, count in sorted(parts(counts, "turn-made").items()):
        seats, place = turn.split(".")
        label = _("%(place)s of %(seats)s") % {"seats": seats, "place": place}
        exact = share_text(counts.get(f"turn-exact:{turn}", 0), count)
        rows.append(FigureLine(label, [str(count), exact, mean_text(counts.get(f"turn-points:{turn}", 0), count)]))
    return FigureTable(_("By seat"), heads, rows)


def _chart(counts: Counts, everybody: Counts | None) -> RateChart | None:
    rates = [Rate(kind, _share(counts, kind), _share(everybody or {}, kind)) for kind in _kinds(counts)]
    return rate_chart(rates) if any(rate.share for rate in rates) else None


def _share(counts: Counts, kind: str) -> Share | None:
    count = counts.get(f"made:{kind}", 0)
    return Share(counts.get(f"exact:{kind}", 0), count) if count >= LEAST else None


def showdown_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        facts=[*_hands_facts(counts, everybody), *_deals_facts(counts), *_cubits_facts(counts), *_odd_facts(counts)],
        hands=hand_tables(counts),
    )


def showdown_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """The strongest hands first; who has shown too few of them last."""
    ordered = sorted(players, key=lambda player: (total(player.counts, "held") < LEAST, -_strength(player.counts)))
    heads = [_("Hands shown"), _("Strength"), _("Hands folded"), _("Won"), _("Cubits a deal")]
    return PlayersTable(heads, [PlayerFigures(line.player, _showdown_cells(line.counts)) for line in ordered])


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


@dataclass(frozen=True)
class StatisticsWords:
    """``figures``: of somebody, beside everybody's where these are given."""

    figures: Callable[[Counts, Counts | None], CountFigures]
    players: Callable[[Iterable[PlayerCounts]], PlayersTable]


WORDS: Mapping[str, StatisticsWords] = {
    "announcements": StatisticsWords(announcement_figures, announcing_players),
    "showdown": StatisticsWords(showdown_figures, showdown_players),
}


def words_of(game: str) -> StatisticsWords:
    return WORDS[GAMES[game].sheet]
