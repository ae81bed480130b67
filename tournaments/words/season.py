"""A season in words: what it counts, what of a place is sure or possible, what decides, and its race as a picture and a
table.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from statistics import fmean

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.seasons.possible_places import PLACES_THAT_TELL
from tournaments.formats.seasons.standing import Figure, SeasonRules, SharedPlace
from tournaments.selectors.charts import NAMED
from tournaments.selectors.club.standings import every_contest
from tournaments.selectors.season.page import LeadTonight, SeasonLine, SeasonPage, Why
from tournaments.selectors.season.standing import OwnSeason, event_span
from tournaments.selectors.table.cards import PlayerTag, number_text
from tournaments.words.charts.lines import Curve, Frame, line_chart
from tournaments.words.charts.race import FigureRow, ShownRace
from tournaments.words.club import contest_name

EVENTS = {
    "nights": gettext_lazy("all club nights"),
    "tournaments": gettext_lazy("all tournaments"),
    "all": gettext_lazy("all club nights and tournaments"),
    "chosen": gettext_lazy("only events that a director chooses"),
}
POINTS = {
    "table": gettext_lazy("a table of points by place"),
    "places": gettext_lazy("a point for each player beaten, and one for coming"),
    "score": gettext_lazy("the game’s own score"),
    "average": gettext_lazy("the average per deal, so that tables of different sizes compare"),
}
TIE_BREAKS = {
    "wins": gettext_lazy("more first places, then second, then third"),
    "best": gettext_lazy("the better best event, then the next best"),
    "every": gettext_lazy("points of all events, with those dropped"),
    "events": gettext_lazy("more events"),
    "newest": gettext_lazy("the better newest event, then the one before"),
}


def contest_choices() -> list[tuple[str, str]]:
    return [(contest.key, contest_name(contest)) for contest in every_contest()]


def rules_words(rules: SeasonRules) -> list[str]:
    """From what counts to what tells apart who is level."""
    return [*what_counts(rules), *how_added_up(rules)]


def what_counts(rules: SeasonRules) -> Iterator[str]:
    """What counts for a season, and what it brings."""
    contests = dict(contest_choices())
    yield _("What counts: %(events)s.") % {"events": EVENTS[rules.events]}
    if rules.contests:
        games = ", ".join(contests[key] for key in rules.contests if key in contests)
        yield _("Games: %(games)s.") % {"games": games}
    yield _points(rules)


def how_added_up(rules: SeasonRules) -> Iterator[str]:
    if rules.best:
        yield ngettext(
            "The best %(count)s event of each player counts, the others are dropped.",
            "The best %(count)s events of each player count, the others are dropped.",
            rules.best,
        ) % {"count": rules.best}
    if rules.least > 1:
        yield ngettext(
            "Only those who come to %(count)s event have a place.",
            "Only those who come to %(count)s events have a place.",
            rules.least,
        ) % {"count": rules.least}
    if rules.planned:
        text = ngettext("The season has %(count)s event.", "The season has %(count)s events.", rules.planned)
        yield text % {"count": rules.planned}
    if rules.chain:
        names = "; ".join(str(TIE_BREAKS[key]) for key in rules.chain)
        yield _("Tied on points: %(names)s.") % {"names": names}


def _points(rules: SeasonRules) -> str:
    if rules.points != "table":
        return _("Each event brings %(points)s.") % {"points": POINTS[rules.points]}
    listed = " – ".join(map(number_text, rules.table))
    text = _("Each event brings by place: %(table)s.") % {"table": listed}
    if rules.coming:
        text += " " + _("Whoever comes in below: %(points)s.") % {"points": number_text(rules.coming)}
    return text


SHORTEST = 2  # events; of one there is no race


WIDE, NARROW = Frame(860, 220, 170), Frame(340, 260, 110)  # beside another panel, and on a phone


def season_picture(page: SeasonPage, frame: Frame) -> ShownRace | None:
    """Of the events that are over. The average is that of all who are drawn."""
    courses = [(page.tags[who], course) for who, course in page.stands.courses.items() if who in page.tags]
    events = len(page.stands.events)
    if events < SHORTEST or not courses:
        return None
    average = [fmean(course[event] for _tag, course in courses) for event in range(events)]
    curves, names = [], _first_names([tag for tag, _course in courses[:NAMED]])
    for index, (player, course) in enumerate(courses):
        ahead = [own - room for own, room in zip(course, average, strict=True)]
        name, colour = (names[index], player.colour) if index < NAMED else ("", "")
        curves.append(Curve(ahead, name, colour))
    return ShownRace(
        title=_("The race of the season"),
        about=_("Points ahead of the average, event by event; what is dropped is not in them."),
        says=_says(page),
        chart=line_chart(curves, frame, first=1),
        steps=range(1, events + 1),
        rows=[FigureRow(player, [number_text(value) for value in course]) for player, course in courses[:NAMED]],
        average=[number_text(value, places=1) for value in average],
    )


def _first_names(players: list[PlayerTag]) -> list[str]:
    """The first word of how each is called; the whole of it where two begin alike."""
    firsts = [player.short_name.split()[0] for player in players]
    return [
        first if firsts.count(first) == 1 else player.short_name for first, player in zip(firsts, players, strict=True)
    ]


def _says(page: SeasonPage) -> str:
    """Since which event the one who leads now has been ahead of everybody, alone."""
    first, *others = page.stands.courses.values()
    leads = [all(course[event] < points for course in others) for event, points in enumerate(first)]
    player = next(iter(page.stands.courses))
    if not leads[-1] or player not in page.tags:
        return ""
    since = len(leads) - leads[::-1].index(False) if False in leads else 0
    facts = {"name": page.tags[player].short_name, "number": since + 1}
    if since == 0:
        return _("%(name)s has led from the beginning.") % facts
    return _("%(name)s has led since event %(number)s.") % facts


TOLD = 3  # whose best place still possible is this one, or a better one
MOST_NEEDED = 4  # people of whom it is told what tonight can bring


def outlook_text(line: SeasonLine, page: SeasonPage) -> str:
    """Nothing where nobody knows how much is to come, or whom nothing is told that matters."""
    if page.is_decided:
        return _("champion") if line.row.rank == 1 else ""
    possible = line.possible
    if possible is None or not page.to_come:
        return _too_few(line, page)
    if possible.worst == 1:
        return _("champion whatever happens")
    if possible.best is None:
        return _("comes too seldom for a place")
    if possible.best > TOLD:
        return _too_few(line, page)
    if possible.best == 1:
        return _too_few(line, page) or _still(page)
    facts = {"best": possible.best, "worst": possible.worst}
    if possible.worst == possible.best:
        return _("place %(best)s whatever happens") % facts
    return (_("place %(best)s at best") if possible.worst is None else _("place %(best)s to %(worst)s")) % facts


def _still(page: SeasonPage) -> str:
    """Nothing to tell as long as everybody can."""
    everybody = all(line.possible and line.possible.best == 1 for line in page.ranked)
    return "" if everybody else _("can still be champion")


def _too_few(line: SeasonLine, page: SeasonPage) -> str:
    missing = page.season_rules.least - len(line.row.earned)
    if line.row.rank or missing <= 0:
        return ""
    text = ngettext("%(count)s event more for a place", "%(count)s events more for a place", missing)
    return text % {"count": missing}


def own_season_text(own: OwnSeason) -> str:
    """What a player's page says of a season: whoever won one that is over is its champion."""
    if own.season.archived_at:
        return _("shared first place") if own.shared else _("champion")
    facts = {"place": own.place, "ranked": own.ranked}
    if own.shared:
        return _("place %(place)s of %(ranked)s so far, shared") % facts
    return _("place %(place)s of %(ranked)s so far") % facts


def level_text(line: SeasonLine) -> str:
    """What put this one below the one above, though level on points."""
    if line.row.decided_by is None:
        return ""
    rule = TIE_BREAKS[line.row.decided_by]
    if line.above is None:
        return _("tied on points; behind by: %(rule)s") % {"rule": rule}
    return _("tied with %(name)s on points; behind by: %(rule)s") % {"name": line.above.short_name, "rule": rule}


def to_come_text(page: SeasonPage) -> str:
    facts = {"over": page.over, "to_come": page.to_come}
    if page.to_come:
        text = ngettext(
            "%(over)s event played, %(to_come)s to come.", "%(over)s events played, %(to_come)s to come.", page.over
        )
        return text % facts
    return ngettext("%(over)s event has counted.", "%(over)s events have counted.", page.over) % facts


UNSURE = {
    "places": gettext_lazy(
        "An event brings more the more people come: nobody is champion for sure before the last one."
    ),
    "score": gettext_lazy("An event can bring any score: nobody is champion for sure before the last one is over."),
    "average": gettext_lazy("Cubits have no bound: nobody is champion for sure before the last event is over."),
}


def unsure_text(page: SeasonPage) -> str:
    """Why nothing is told of what is still possible."""
    rules = page.season_rules
    if not page.season.published_at or page.season.archived_at or page.to_come == 0:
        return ""
    if page.to_come is None:
        return _("Nobody has said how many events there will be, so who can still be champion is not told.")
    last_by_places = rules.points == "places" and page.to_come == 1
    return "" if last_by_places or event_span(rules).most is not None else str(UNSURE[rules.points])


def what_if_text(rules: SeasonRules) -> str:
    if rules.points == "score":
        return _("Suppose what everybody scores at the next event. Whoever you leave empty stays at home.")
    if rules.points == "average":
        return _("Suppose what everybody makes a deal at the next event. Whoever you leave empty stays at home.")
    return _("Suppose how the next event ends. Whoever you leave out stays at home, or comes in below.")


def headline(page: SeasonPage) -> str:
    """The one thing to know: who is champion, or who leads and by how much."""
    names = _names(page.champions)
    if len(page.champions) == 1:
        return _("%(name)s is champion.") % {"name": names}
    if page.champions:
        return _("%(names)s share first place.") % {"names": names}
    if sure := [line.player for line in page.ranked if line.possible and line.possible.worst == 1]:
        return _("%(name)s is champion whatever happens.") % {"name": _names(sure)}
    first = [line for line in page.ranked if line.row.rank == 1]
    if not first:
        return ""
    if len(first) > 1:
        return _("%(names)s lead together.") % {"names": _names([line.player for line in first])}
    others = page.ranked[1:]
    apart = first[0].row.points - others[0].row.points if others else 0
    facts = {"name": first[0].player.short_name, "apart": number_text(apart)}
    return _("%(name)s leads by %(apart)s.") % facts if apart else _("%(name)s leads.") % facts


def needed_texts(page: SeasonPage) -> list[str]:
    """What tonight's event can decide, player by player."""
    places = [_needed(player, place, page) for player, place in page.needed[:MOST_NEEDED]]
    return places + [_above(player, average) for player, average in page.averages[:MOST_NEEDED]]


def lead_texts(page: SeasonPage) -> list[str]:
    """What tonight can bring those on top, where it decides nothing yet."""
    chances = page.leads_tonight
    if not chances:
        return []
    first, *others = chances
    return [_gains(first, page), *(_may_lead(chance, first, page) for chance in others)]


def _gains(first: LeadTonight, page: SeasonPage) -> str:
    facts = {"name": first.player.short_name, "place": first.place}
    if first.place is None:
        return _("%(name)s leads, and can gain nothing tonight.") % facts
    if first.place > len(page.season_rules.table):
        return _("%(name)s leads, and gains by any place.") % facts
    return _("%(name)s leads, and gains only if at place %(place)s or better.") % facts


def _may_lead(chance: LeadTonight, first: LeadTonight, page: SeasonPage) -> str:
    facts = {
        "name": chance.player.short_name,
        "first": first.player.short_name,
        "place": chance.place,
        "most": number_text(chance.most),
    }
    if chance.place is None:
        return _("%(name)s cannot lead tonight: %(most)s points at most.") % facts
    if chance.place == 1:
        return _("%(name)s leads by winning, if %(first)s gains nothing.") % facts
    if chance.place > len(page.season_rules.table):
        return _("%(name)s leads by any place, if %(first)s gains nothing.") % facts
    return _("%(name)s leads if at place %(place)s or better, and %(first)s gains nothing.") % facts


def needed_notes(page: SeasonPage) -> list[str]:
    """What has to be known to read that."""
    own = _("At a place of one’s own: who shares it shares its points.") if page.needed else ""
    one = _("At one of tonight’s events, whatever happens at the others.") if len(page.playing) > 1 else ""
    return [note for note in (own, one) if note]


def _above(player: PlayerTag, average: Fraction) -> str:
    facts = {"name": player.short_name, "average": number_text(Fraction(ceil(100 * average), 100))}
    return _("%(name)s is champion tonight with more than %(average)s a deal.") % facts


def _needed(player: PlayerTag, place: int, page: SeasonPage) -> str:
    facts = {"name": player.short_name, "place": place}
    if place == 1:
        return _("%(name)s is champion tonight by winning.") % facts
    if place == 2:
        return _("%(name)s is champion tonight if second or better.") % facts
    if place == 3:
        return _("%(name)s is champion tonight if third or better.") % facts
    if page.season_rules.points == "table" and place > max(len(page.season_rules.table), PLACES_THAT_TELL):
        return _("%(name)s is champion tonight by playing to the end.") % facts
    return _("%(name)s is champion tonight if at place %(place)s or better.") % facts


def why_text(why: Why) -> str:
    facts = {
        "better": why.better.player.short_name,
        "worse": why.worse.player.short_name,
        "apart": number_text(why.apart),
        "points": number_text(why.better.row.points),
    }
    if why.apart:
        return _("%(better)s is ahead of %(worse)s by %(apart)s.") % facts
    if why.by is None:
        return _("%(better)s and %(worse)s are tied in everything that counts: they share the place.") % facts
    facts["rule"] = str(TIE_BREAKS[why.by])
    return _("Both have %(points)s. What tells them apart: %(rule)s. %(better)s is ahead.") % facts


def shared_text(shared: SharedPlace) -> str:
    """Where the points of a shared place come from."""
    worths = shared.worths
    facts = {
        "event": shared.event + 1,
        "first": shared.place,
        "last": shared.place + len(worths) - 1,
        "sum": " + ".join(map(number_text, worths)),
        "count": len(worths),
        "points": number_text(Fraction(sum(worths), len(worths))),
    }
    return _("Event %(event)s: places %(first)s–%(last)s, shared: (%(sum)s) / %(count)s = %(points)s.") % facts


def chain_lines(why: Why, chain: tuple[str, ...]) -> list[tuple[str, str, str, bool]]:
    """Each tie-break with the figures of both, and whether it is the one that decided."""
    keys = why.better.row.key[1:], why.worse.row.key[1:]
    return [
        (str(TIE_BREAKS[name]), _figure(name, better), _figure(name, worse), name == why.by)
        for name, better, worse in zip(chain, *keys, strict=True)
    ]


def _figure(name: str, figure: Figure) -> str:
    """Of the newest event the numbers of the events are left out."""
    values = figure[1::2] if name == "newest" else figure
    return " – ".join(map(number_text, values)) or "–"


def _names(players: list[PlayerTag]) -> str:
    return ", ".join(player.short_name for player in players)
