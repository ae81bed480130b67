"""What announcements come to: how often they are exact, whether somebody is bold or shy, what was left on the table."""

from collections import Counter
from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.statistics import SURENESS, Counts, Mean, Share, parts, totals
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.words.pictures.rates import Rate, RateChart, rate_chart
from tournaments.words.statistics.estimates import LEAST, NOTHING, SURE, band_text, mean_text, share_text, signed
from tournaments.words.statistics.figures import (
    CountFigures,
    FigureFact,
    FigureLine,
    FigureTable,
    PlayerFigures,
    PlayersTable,
)
from tournaments.words.table.verdicts import TRUMPS


def announcement_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        facts=_facts(counts, everybody),
        says=_says(counts),
        legend=_("The line through a bar is the range of the true share; the gold mark is the whole club.")
        if everybody
        else _("The line through a bar is the range of the true share."),
        chart=_chart(counts, everybody),
        tables=[each for each in (_numbers(counts, everybody), _trumps(counts), _turns(counts)) if each.rows],
    )


def announcing_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """Who has made enough of them first, the most exact first."""
    summed = [(each, totals(each.counts)) for each in players]
    summed.sort(key=lambda each: (each[1]["made"] < SURE, -each[1]["exact"] / max(1, each[1]["made"])))
    heads = [_("Announced"), _("Exact"), _("Share"), _("Tricks beyond"), _("Full sheets"), _("Left a sheet")]
    return PlayersTable(heads, [PlayerFigures(each.player, _cells_of(sums)) for each, sums in summed])


def _cells_of(sums: Counter[str]) -> list[str]:
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
    made, sheets, off = sums["made"], sums["sheets"], _off(sums)
    of_made = ngettext("of %(count)d announcement", "of %(count)d announcements", made) % {"count": made}
    of_sheets = ngettext("of %(count)d full sheet", "of %(count)d full sheets", sheets) % {"count": sheets}
    beside = _club_text(everybody) if everybody else ""
    bold = "; ".join(filter(None, (boldness(off), of_made)))
    return [
        FigureFact(_("Exact"), share_text(sums["exact"], made), f"{of_made}{beside}"),
        FigureFact(_("Tricks beyond the announcement"), band_text(off), bold),
        FigureFact(_("Points per announcement"), mean_text(sums["points"], made), of_made),
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
    shares = {kind: Share(exact.get(kind, 0), made) for kind, made in parts(counts, "made").items() if made >= SURE}
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
    made, club = counts[f"made:{kind}"], everybody or {}
    beside = [share_text(club.get(f"exact:{kind}", 0), club.get(f"made:{kind}", 0))] if everybody else []
    off = Mean(counts.get(f"off:{kind}", 0), counts.get(f"off-squared:{kind}", 0), made)
    return FigureLine(kind, [str(made), share_text(counts.get(f"exact:{kind}", 0), made), *beside, band_text(off)])


def _trumps(counts: Counts) -> FigureTable:
    heads = [_("Trump"), _("Times"), _("Exact"), _("Tricks beyond")]
    rows = []
    for trump, name in TRUMPS.items():
        if made := counts.get(f"trump-made:{trump}", 0):
            beyond = signed(counts.get(f"trump-off:{trump}", 0) / made) if made >= SURE else NOTHING
            exact = share_text(counts.get(f"trump-exact:{trump}", 0), made)
            rows.append(FigureLine(capfirst(str(name)), [str(made), exact, beyond]))
    return FigureTable(_("By trump"), heads, rows)


def _turns(counts: Counts) -> FigureTable:
    heads = [_("Declares as"), _("Times"), _("Exact"), _("Points each")]
    rows = []
    for turn, made in sorted(parts(counts, "turn-made").items()):
        seats, place = turn.split(".")
        label = _("%(place)s of %(seats)s") % {"seats": seats, "place": place}
        exact = share_text(counts.get(f"turn-exact:{turn}", 0), made)
        rows.append(FigureLine(label, [str(made), exact, mean_text(counts.get(f"turn-points:{turn}", 0), made)]))
    return FigureTable(_("By seat"), heads, rows)


def _chart(counts: Counts, everybody: Counts | None) -> RateChart | None:
    rates = [Rate(kind, _share(counts, kind), _share(everybody or {}, kind)) for kind in _kinds(counts)]
    return rate_chart(rates) if any(rate.share for rate in rates) else None


def _share(counts: Counts, kind: str) -> Share | None:
    made = counts.get(f"made:{kind}", 0)
    return Share(counts.get(f"exact:{kind}", 0), made) if made >= LEAST else None
