"""A league in words: its rules, who leads a division, where a place leads, how a fixture went. A ladder: its rules,
what happened on it, and its picture.
"""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.ladders import LadderRules
from tournaments.formats.leagues import LeagueRules
from tournaments.selectors.charts import LINES, NAMED
from tournaments.selectors.ladder import LadderPage, LadderPlace, MoveLine
from tournaments.selectors.league.page import DivisionPage, FixtureLine, LeagueLine
from tournaments.selectors.league.teams import LeagueTeam
from tournaments.selectors.table.cards import number_text
from tournaments.words.charts.lines import NARROW, WIDE, Curve, line_chart
from tournaments.words.charts.race import FigureRow, ShownRace
from tournaments.words.teams import counting_text


def league_words(rules: LeagueRules, *, teams: bool) -> list[str]:
    """``teams``: whether it has any."""
    return list(_phrases(rules, teams=teams))


def _phrases(rules: LeagueRules, *, teams: bool) -> Iterator[str]:
    yield (
        _("Everybody of a division meets everybody once.")
        if rules.laps == 1
        else _("Everybody of a division meets everybody twice.")
    )
    if rules.seats > 2:
        yield _("At tables of %(seats)s, so that it comes out as evenly as it can.") % {"seats": rules.seats}
        yield _("Whoever is ahead of somebody at the table has won against them.")
    points = {"win": number_text(rules.win), "draw": number_text(rules.draw), "loss": number_text(rules.loss)}
    yield _("A win brings %(win)s, a draw %(draw)s, a defeat %(loss)s.") % points
    yield _("Tied on points: the points against each other, then more wins.")
    yield _("The first table at which exactly these players sit counts, on any club night of the season.")
    if rules.moving:
        yield ngettext(
            "%(count)s player of each division changes places with one of the next.",
            "%(count)s players of each division change places with those of the next.",
            rules.moving,
        ) % {"count": rules.moving}
    if teams:
        yield counting_text(rules.team_best)
        yield _("Teams tied on points: more wins of all members.")


STATES = {
    "played": gettext_lazy("played"),
    "decided": gettext_lazy("decided by the director"),
    "left": gettext_lazy("lost by whoever has left"),
    "tonight": gettext_lazy("tonight"),
    "late": gettext_lazy("late"),
    "due": gettext_lazy("to be played now"),
    "to-come": gettext_lazy("to come"),
}
OVER = {
    "champion": gettext_lazy("champion"),
    "up": gettext_lazy("goes up"),
    "down": gettext_lazy("goes down"),
    "level": gettext_lazy("tied at the line: a play-off or the director decides"),
}
SURE = {
    "champion": gettext_lazy("champion whatever happens"),
    "up": gettext_lazy("goes up whatever happens"),
    "down": gettext_lazy("goes down whatever happens"),
}
SO_FAR = {
    "champion": "",
    "up": gettext_lazy("would go up"),
    "down": gettext_lazy("would go down"),
    "level": "",
}


def way_text(line: LeagueLine, division: DivisionPage) -> str:
    """Nothing of a place that leads nowhere."""
    way = line.row.way
    if line.has_left:
        return _("has left")
    if way is None:
        return ""
    if not division.to_play:
        return str(OVER[way])
    return str(SURE[way]) if line.row.sure else str(SO_FAR[way])


def level_text(line: LeagueLine, above: LeagueLine | None) -> str:
    """What put this one below the one above, though level on points."""
    if line.row.decided_by is None or above is None:
        return ""
    rule = _("points against each other") if line.row.decided_by == "direct" else _("more wins")
    return _behind(above.player.short_name, rule)


def team_level_text(team: LeagueTeam, above: LeagueTeam | None) -> str:
    return _behind(above.name, _("more wins")) if above and team.row.decided_by else ""


def _behind(name: str, rule: str) -> str:
    return _("tied with %(name)s on points; behind by: %(rule)s") % {"name": name, "rule": rule}


def headline(division: DivisionPage) -> str:
    """The one thing to know of a division."""
    if not division.over and not division.ended_tonight:
        count = len(division.fixtures)
        return ngettext("%(count)s fixture to play.", "%(count)s fixtures to play.", count) % {"count": count}
    first = [line for line in division.lines if line.row.rank == 1]
    names = ", ".join(line.player.short_name for line in first)
    if len(first) != 1:
        return _("%(names)s lead together.") % {"names": names} if first else ""
    if not division.to_play:
        return (_("%(name)s is champion.") if first[0].row.way == "champion" else _("%(name)s wins the division.")) % {
            "name": names
        }
    if first[0].row.way == "champion" and first[0].row.sure:
        return _("%(name)s is champion whatever happens.") % {"name": names}
    others = division.lines[1:]
    apart = first[0].row.points - others[0].row.points if others else 0
    facts = {"name": names, "apart": number_text(apart)}
    return _("%(name)s leads by %(apart)s.") % facts if apart else _("%(name)s leads.") % facts


def to_play_text(division: DivisionPage) -> str:
    """So many have a result, so many have none."""
    fixtures_left = len(division.to_play)
    text = ngettext(
        "%(over)s of %(all)s fixtures have a result, %(left)s is to be played.",
        "%(over)s of %(all)s fixtures have a result, %(left)s are to be played.",
        fixtures_left,
    )
    return text % {"over": division.over, "all": len(division.fixtures), "left": fixtures_left}


def ended_text(division: DivisionPage) -> str:
    """What is in the table and does not count yet."""
    ended = division.ended_tonight
    text = ngettext(
        "%(count)s of tonight is in the table already, in a dashed frame, and counts once the night is over.",
        "%(count)s of tonight are in the table already, in dashed frames, and count once the night is over.",
        ended,
    )
    return text % {"count": ended} if ended else ""


def state_text(fixture: FixtureLine) -> str:
    if fixture.state == "played" and fixture.day:
        return date_format(fixture.day, "SHORT_DATE_FORMAT")
    if fixture.state in ("late", "due"):
        facts = {"state": STATES[fixture.state], "day": date_format(fixture.ends, "SHORT_DATE_FORMAT")}
        return _("%(state)s, until %(day)s") % facts
    return str(STATES[fixture.state])


def opened_text(number: int, home: int | None) -> str:
    """At which table of the room a fixture is played, and why not at home."""
    if home and home != number:
        return _("Table %(home)s is taken: they sit at table %(number)s.") % {"home": home, "number": number}
    return _("Its table is open: table %(number)s.") % {"number": number}


def fixture_title(fixture: FixtureLine) -> str:
    return " – ".join(seat.player.short_name for seat in fixture.sat)


def fixture_text(fixture: FixtureLine) -> str:
    """How it went, or when it is to be played."""
    if fixture.state == "tonight":
        return (
            _("Played tonight: it counts once the night is over.")
            if fixture.has_ended
            else _("At a table of tonight: it counts once the night is over.")
        )
    if fixture.state == "late":
        return _("Late: it was to be played by %(day)s.") % {"day": date_format(fixture.ends, "DATE_FORMAT")}
    if not fixture.is_over:
        return _("To be played by %(day)s.") % {"day": date_format(fixture.ends, "DATE_FORMAT")}
    best = [seat.player.short_name for seat in fixture.sat if seat.place == 1]
    went = _("A draw.") if len(best) == len(fixture.sat) else _("%(names)s won.") % {"names": ", ".join(best)}
    if fixture.state == "decided":
        return went + " " + _("The director decided it.")
    return went + (" " + _("Whoever has left loses it.") if fixture.state == "left" else "")


def move_text(move: MoveLine) -> str:
    facts = {
        "name": move.player.short_name,
        "other": move.other.short_name if move.other else "",
        "place": move.now,
        "was": move.was,
    }
    if move.kind == "joined":
        return _("%(name)s joins at place %(place)s.") % facts
    if move.kind == "left":
        return _("%(name)s leaves place %(was)s.") % facts
    if move.kind == "placed":
        return _("%(name)s is moved from place %(was)s to place %(place)s.") % facts
    if move.kind == "held":
        return _("%(other)s holds the place against %(name)s.") % facts
    if move.now == move.was:
        return _("%(name)s beats %(other)s; the places stay.") % facts
    return _("%(name)s beats %(other)s and takes place %(place)s.") % facts


def ladder_headline(page: LadderPage) -> str:
    if not page.places or page.places[0].place != 1:
        return ""
    return _("%(name)s stands highest.") % {"name": page.places[0].player.short_name}


def challenge_text(place: LadderPlace) -> str:
    """Whose open challenge it is, as the player of this place sees it."""
    challenge = place.challenge
    if challenge is None:
        return ""
    if challenge.challenger.id == place.player.id:
        return _("challenges %(name)s") % {"name": challenge.challenged.short_name}
    return _("challenged by %(name)s") % {"name": challenge.challenger.short_name}


def ladder_picture(page: LadderPage) -> ShownRace | None:
    """The places after each of the latest moves, of who has stood on it all the while."""
    if len(page.courses) < 2:
        return None
    named, others = page.courses[:NAMED], page.courses[NAMED:LINES]
    curves = [Curve(curve.places, curve.player.short_name, curve.player.colour) for curve in named]
    lines = [*curves, *(Curve(other.places, "", "") for other in others)]
    axes = _("Place"), _("The latest moves")
    wide, narrow = (line_chart(lines, frame, downwards=True, axes=axes) for frame in (WIDE, NARROW))
    return ShownRace(
        title=_("How it came to be"),
        about=_("The places after each of the latest moves, of who has stood on the ladder all the while."),
        says=ladder_headline(page),
        chart=wide,
        narrow=narrow,
        steps=range(len(page.courses[0].places)),
        rows=[FigureRow(curve.player, [str(place) for place in curve.places]) for curve in named],
        average=[],
        id="ladder",
    )


TAKES = {
    "place": gettext_lazy("Whoever wins takes the place, and all between move down by one."),
    "exchange": gettext_lazy("Whoever wins exchanges places with the other one."),
}


def ladder_words(rules: LadderRules) -> list[str]:
    reach = ngettext(
        "Whoever stands %(count)s place above can be challenged.",
        "Whoever stands up to %(count)s places above can be challenged.",
        rules.reach,
    )
    days = ngettext(
        "The two sit at one table within %(count)s day: any table of a club night, with others or alone.",
        "The two sit at one table within %(count)s days: any table of a club night, with others or alone.",
        rules.days,
    )
    return [
        reach % {"count": rules.reach},
        days % {"count": rules.days},
        str(TAKES[rules.takes]),
        _("Tied, the place is held. Everybody has one challenge at a time."),
    ]
