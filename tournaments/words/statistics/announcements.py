"""What announcements come to, in words and pictures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from scoring.statistics import SURENESS, Counts, Mean, Share, parts, total, totals
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.statistics.pages import PlayerCounts
from tournaments.selectors.table.cards import PlayerTag
from tournaments.words.charts.lines import Rate, RateChart, rate_chart
from tournaments.words.statistics.figures import (
    LEAST,
    NOTHING,
    SURE,
    BarPicture,
    CountFigures,
    FigureFact,
    FigureLine,
    FigureTable,
    PlayerFigures,
    PlayersTable,
    PyramidRow,
    band_text,
    mean_text,
    share_bar,
    share_text,
    signed,
)
from tournaments.words.table.deals import TRUMPS

TABLES = {
    "announcement": gettext_lazy("By announcement"),
    "trump": gettext_lazy("By trump"),
    "seat": gettext_lazy("By seat"),
}
BEYOND = gettext_lazy("Tricks beyond: tricks taken less tricks announced, on average.")
FEW = gettext_lazy(
    "There are few announcements so far, so ranges are shown: the true share almost certainly lies within them."
)


def announcement_figures(counts: Counts, everybody: Counts | None = None) -> CountFigures:
    """``everybody``: whom they are compared with."""
    return CountFigures(
        facts=_facts(counts, everybody),
        lead=_lead(counts),
        finding=_finding(counts),
        says=_says(counts),
        legend=_("The line through a bar is the range of the true share; the gold mark is the whole club.")
        if everybody
        else _("The line through a bar is the range of the true share; dashed: everybody together."),
        chart=_chart(counts, everybody),
        pictures=[picture for picture in (_trump_picture(counts), _turn_picture(counts)) if len(picture.bars) > 1],
        tables=[table for table in (_numbers(counts, everybody), _trumps(counts), _turns(counts)) if table.rows],
    )


def announcing_players(players: Iterable[PlayerCounts]) -> PlayersTable:
    """Who has made enough of them first, the most exact first."""
    summed = [(player, totals(player.counts)) for player in players]
    summed.sort(key=lambda row: (row[1]["made"] < SURE, -row[1]["exact"] / max(1, row[1]["made"])))
    heads = [_("Announced"), _("Exact"), _("Share"), _("Tricks beyond"), _("Full sheets"), _("Left a sheet")]
    rows = [PlayerFigures(player.player, _announcement_cells(sums)) for player, sums in summed]
    legend = _(
        "Share: per cent of the announcements that were exact. Tricks beyond: tricks taken less tricks announced, on "
        "average. Left a sheet: points that the same tricks could have brought, announced otherwise."
    )
    return PlayersTable(heads, rows, _players_picture([(player.player, sums) for player, sums in summed]), legend)


def _players_picture(summed: Sequence[tuple[PlayerTag, Counter[str]]]) -> BarPicture:
    shares = [(player, Share(sums["exact"], sums["made"])) for player, sums in summed if sums["made"] >= LEAST]
    made, exact = (sum(sums[name] for _player, sums in summed) for name in ("made", "exact"))
    title = _("Exact by player")
    if len(shares) > 1 and shares[1][1].of >= SURE and shares[0][1].value > shares[1][1].value:
        title = _("%(name)s is exact most often") % {"name": shares[0][0].short_name}
    return BarPicture(
        title=title,
        about=_("Exact, in per cent: the bar is the range of the true share; dashed: everybody together."),
        bars=[share_bar(player.short_name, share, player) for player, share in shares],
        average=round(100 * exact / made) if made else None,
    )


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


def _lead(counts: Counts) -> str:
    sums = totals(counts)
    if sums["made"] < SURE:
        return str(FEW)
    facts = {"share": round(100 * sums["exact"] / sums["made"])}
    off = _off(sums)
    if abs(off.value) <= SURENESS * off.error:
        return _("Exact in %(share)d of 100 announcements, with about as many tricks too many as too few.") % facts
    if off.value < 0:
        return _("Exact in %(share)d of 100 announcements, with more tricks missing than beyond: bold.") % facts
    return _("Exact in %(share)d of 100 announcements, with more tricks beyond than missing: shy.") % facts


def _told(counts: Counts) -> dict[str, Share]:
    """By announcement, those made often enough."""
    exact = parts(counts, "exact")
    return {kind: Share(exact.get(kind, 0), count) for kind, count in parts(counts, "made").items() if count >= SURE}


def _extremes(shares: Mapping[str, Share]) -> tuple[str, str] | None:
    """Which succeeds most, and which least."""
    if len(shares) < 2:
        return None
    most, least = (pick(shares, key=lambda kind: shares[kind].value) for pick in (max, min))
    return most, least


def _finding(counts: Counts) -> str:
    extremes = _extremes(_told(counts))
    if extremes is None:
        return _("Exact by announcement")
    return _("Safest at %(most)s, hardest at %(least)s") % {"most": extremes[0], "least": extremes[1]}


def _says(counts: Counts) -> str:
    """Which announcements succeed most and least, of those of which there are enough."""
    shares = _told(counts)
    extremes = _extremes(shares)
    if extremes is None:
        return str(FEW)
    most, least = extremes
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
    return FigureTable(
        "announcement",
        str(TABLES["announcement"]),
        heads,
        [_number(kind, counts, everybody) for kind in _kinds(counts)],
        str(BEYOND),
    )


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
    return FigureTable("trump", str(TABLES["trump"]), heads, rows, str(BEYOND))


def _turns(counts: Counts) -> FigureTable:
    heads = [_("Declares as"), _("Times"), _("Exact"), _("Points each")]
    rows = []
    for turn, count in sorted(parts(counts, "turn-made").items()):
        label = _seat_name(turn)
        exact = share_text(counts.get(f"turn-exact:{turn}", 0), count)
        rows.append(FigureLine(label, [str(count), exact, mean_text(counts.get(f"turn-points:{turn}", 0), count)]))
    return FigureTable("seat", str(TABLES["seat"]), heads, rows)


def _seat_name(turn: str) -> str:
    seats, place = turn.split(".")
    return _("%(place)s of %(seats)s") % {"seats": seats, "place": place}


def _trump_picture(counts: Counts) -> BarPicture:
    made = parts(counts, "trump-made")
    shares = {
        capfirst(str(name)): Share(counts.get(f"trump-exact:{trump}", 0), made[trump])
        for trump, name in TRUMPS.items()
        if made.get(trump, 0) >= LEAST
    }
    titles = _("No trump is clearly easier"), _("Hardest: %(part)s"), _("Easiest: %(part)s")
    return _bars(shares, titles, _("Exact, by trump"), counts)


def _turn_picture(counts: Counts) -> BarPicture:
    shares = {
        _seat_name(turn): Share(counts.get(f"turn-exact:{turn}", 0), made)
        for turn, made in sorted(parts(counts, "turn-made").items())
        if made >= LEAST
    }
    titles = _("No seat is clearly easier"), _("Hardest as %(part)s"), _("Easiest as %(part)s")
    return _bars(shares, titles, _("Exact, by who declares first to last"), counts)


def _bars(shares: Mapping[str, Share], titles: tuple[str, str, str], about: str, counts: Counts) -> BarPicture:
    """The best first. The title names one of which chance alone does not explain how far it is from all together; where
    there is none, this is said.
    """
    sums = totals(counts)
    average = sums["exact"] / max(1, sums["made"])
    ordered = sorted(shares, key=lambda part: -shares[part].value)
    hard = [part for part in ordered if shares[part].high < average]
    easy = [part for part in ordered if shares[part].low > average]
    title, marked = titles[0], ""
    if hard:
        title, marked = titles[1], hard[-1]
    elif easy:
        title, marked = titles[2], easy[0]
    else:
        about = _("%(about)s. The differences so far may be chance.") % {"about": about}
    bars = [replace(share_bar(part, shares[part]), marked=part == marked) for part in ordered]
    return BarPicture(title % {"part": marked}, about, bars, round(100 * average))


def _chart(counts: Counts, everybody: Counts | None) -> RateChart | None:
    rates = [Rate(kind, _share(counts, kind), _share(everybody or {}, kind)) for kind in _kinds(counts)]
    sums = totals(counts)
    average = None if everybody else sums["exact"] / max(1, sums["made"])
    return rate_chart(rates, average=average) if any(rate.share for rate in rates) else None


def _share(counts: Counts, kind: str) -> Share | None:
    count = counts.get(f"made:{kind}", 0)
    return Share(counts.get(f"exact:{kind}", 0), count) if count >= LEAST else None


def announcement_headlines(_row: StandingRow | None, own: Counts, everybody: Counts) -> list[FigureFact]:
    sums, club = totals(own), totals(everybody)
    of_club = _("the club: %(share)s") % {"share": share_text(club["exact"], club["made"])}
    return [
        FigureFact(_("Exact"), share_text(sums["exact"], sums["made"]), of_club),
        FigureFact(
            _("Points a sheet"),
            mean_text(sums["sheet-points"], sums["sheets"], least=1),
            _("the club: %(share)s") % {"share": mean_text(club["sheet-points"], club["sheets"], least=1)},
        ),
    ]


HEXAGON = 22  # from one to the next, in a row


def pyramid_rows(counts: Counts, game: str) -> list[PyramidRow]:
    """The sheet, each row as deep in colour as its announcements are exact; none of a game without sheets."""
    if not total(counts, "made"):
        return []
    quotas: Sequence[int] = GAMES[game].descriptor({})["quotas"]
    return [_pyramid_row(counts, announced, quota, widest=max(quotas)) for announced, quota in enumerate(quotas)]


def _pyramid_row(counts: Counts, announced: int, quota: int, *, widest: int) -> PyramidRow:
    count, exact = counts.get(f"made:{announced}", 0), counts.get(f"exact:{announced}", 0)
    return PyramidRow(
        announced=announced,
        places=[HEXAGON * (widest - quota) // 2 + HEXAGON * index for index in range(quota)],
        depth=round(exact / count, 2) if count >= LEAST else 0.0,
        exact=share_text(exact, count),
        points=mean_text(counts.get(f"points:{announced}", 0), count),
    )
