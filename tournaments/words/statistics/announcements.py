"""What announcements come to: how often they are exact, whether somebody is bold or shy, what was left on the table."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.statistics import SURENESS, Counts, Mean, Share, parts, total
from tournaments.selectors.statistics.pages import PlayerCounts, by_share
from tournaments.words.pictures.rates import Rate, RateChart, rate_chart
from tournaments.words.statistics.estimates import LEAST, SURE, band_text, mean_text, share_text
from tournaments.words.statistics.figures import (
    FigureFact,
    FigureRow,
    Figures,
    FigureTable,
    PlayerFigures,
    PlayersTable,
)
from tournaments.words.table.verdicts import TRUMPS


def announcement_figures(counts: Counts, everybody: Counts | None = None) -> Figures:
    """``everybody``: whom they are compared with."""
    return Figures(
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
    ordered = by_share(players, "exact", "made")
    ordered.sort(key=lambda each: total(each.counts, "made") < SURE)
    heads = [_("Announced"), _("Exact"), _("Share"), _("Tricks beyond"), _("Full sheets"), _("Left a sheet")]
    return PlayersTable(heads, [PlayerFigures(each.player, _cells_of(each.counts)) for each in ordered])


def _cells_of(counts: Counts) -> list[str]:
    made, sheets = total(counts, "made"), counts.get("sheets", 0)
    return [
        str(made),
        str(total(counts, "exact")),
        share_text(total(counts, "exact"), made),
        band_text(_off(counts)),
        str(sheets),
        mean_text(counts.get("left", 0), sheets, least=1),
    ]


def _off(counts: Counts) -> Mean:
    return Mean(total(counts, "off"), total(counts, "off-squared"), total(counts, "made"))


def _facts(counts: Counts, everybody: Counts | None) -> list[FigureFact]:
    made, sheets = total(counts, "made"), counts.get("sheets", 0)
    of_made = ngettext("of %(count)d announcement", "of %(count)d announcements", made) % {"count": made}
    of_sheets = ngettext("of %(count)d full sheet", "of %(count)d full sheets", sheets) % {"count": sheets}
    beside = _club_text(everybody) if everybody else ""
    return [
        FigureFact(_("Exact"), share_text(total(counts, "exact"), made), f"{of_made}{beside}"),
        FigureFact(_("Tricks beyond the announcement"), band_text(_off(counts)), boldness(_off(counts)) or of_made),
        FigureFact(_("Points an announcement"), mean_text(total(counts, "points"), made), of_made),
        FigureFact(_("Points a sheet"), mean_text(counts.get("sheet-points", 0), sheets, least=1), of_sheets),
        FigureFact(_("Left on the table, a sheet"), mean_text(counts.get("left", 0), sheets, least=1), of_sheets),
    ]


def _club_text(everybody: Counts) -> str:
    share = share_text(total(everybody, "exact"), total(everybody, "made"))
    return "; " + _("the club: %(share)s") % {"share": share}


def boldness(off: Mean) -> str:
    """Empty where it is too early to say."""
    if off.of < SURE:
        return ""
    if abs(off.value) <= SURENESS * off.error:
        return _("neither bold nor shy, in %(count)d announcements") % {"count": off.of}
    if off.value < 0:
        return _("bold, in %(count)d announcements") % {"count": off.of}
    return _("shy, in %(count)d announcements") % {"count": off.of}


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


def _number(kind: str, counts: Counts, everybody: Counts | None) -> FigureRow:
    made, club = counts[f"made:{kind}"], everybody or {}
    beside = [share_text(club.get(f"exact:{kind}", 0), club.get(f"made:{kind}", 0))] if everybody else []
    off = Mean(counts.get(f"off:{kind}", 0), counts.get(f"off-squared:{kind}", 0), made)
    return FigureRow(kind, [str(made), share_text(counts.get(f"exact:{kind}", 0), made), *beside, band_text(off)])


def _trumps(counts: Counts) -> FigureTable:
    heads = [_("Trump"), _("Times"), _("Exact"), _("Tricks beyond")]
    rows = []
    for trump, name in TRUMPS.items():
        if made := counts.get(f"trump-made:{trump}", 0):
            beyond = mean_text(counts.get(f"trump-off:{trump}", 0), made, least=SURE)
            exact = share_text(counts.get(f"trump-exact:{trump}", 0), made)
            rows.append(FigureRow(capfirst(str(name)), [str(made), exact, beyond]))
    return FigureTable(_("By trump"), heads, rows)


def _turns(counts: Counts) -> FigureTable:
    heads = [_("Declares as"), _("Times"), _("Exact"), _("Points each")]
    rows = []
    for turn, made in sorted(parts(counts, "turn-made").items()):
        seats, place = turn.split(".")
        label = _("%(place)s of %(seats)s") % {"seats": seats, "place": place}
        exact = share_text(counts.get(f"turn-exact:{turn}", 0), made)
        rows.append(FigureRow(label, [str(made), exact, mean_text(counts.get(f"turn-points:{turn}", 0), made)]))
    return FigureTable(_("By seat"), heads, rows)


def _chart(counts: Counts, everybody: Counts | None) -> RateChart | None:
    rates = [Rate(kind, _share(counts, kind), _share(everybody or {}, kind)) for kind in _kinds(counts)]
    return rate_chart(rates) if any(rate.share for rate in rates) else None


def _share(counts: Counts, kind: str) -> Share | None:
    made = counts.get(f"made:{kind}", 0)
    return Share(counts.get(f"exact:{kind}", 0), made) if made >= LEAST else None
