"""Teams in words: who of them counts, what told two apart, and the list as a director writes it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.teams import TEAM_TIEBREAKS
from tournaments.models import Event
from tournaments.selectors.night.scoreboard import LiveRow, StandingsPart
from tournaments.selectors.night.wall import ROWS_A_COLUMN, parts
from tournaments.selectors.table.cards import number_text
from tournaments.selectors.teams import MemberLine, TeamLine, TeamMembers, TeamStanding, team_row
from tournaments.words.standings import Lead, lead_by, places_lead

NAMES = {key: gettext_lazy(tiebreak.name) for key, tiebreak in TEAM_TIEBREAKS.items()}
AT_NIGHT = NAMES | {"members-wins": gettext_lazy("First places")}  # shared ones too
CAPTAIN = "*"


@dataclass(frozen=True)
class ShownMember:
    member: MemberLine
    share: str


@dataclass(frozen=True)
class ShownTeam:
    """``why``: what put it below the team above it, where that were not the points."""

    line: TeamLine
    row: LiveRow
    points: str
    members: list[ShownMember]
    why: str


@dataclass(frozen=True)
class ShownTeams:
    """``terms`` say how teams are placed. Where these meet over boards, ``people`` are the members of all, each with
    the team's name, by the points of their boards. ``lead``: who is ahead.
    """

    teams: list[ShownTeam]
    terms: list[str]
    people: list[tuple[ShownMember, str]]
    tiebreaks: tuple[tuple[str, str], ...] = ()
    lead: Lead | None = None

    @property
    def placed(self) -> bool:
        return any(team.line.row.place is not None for team in self.teams)

    @property
    def rows(self) -> list[LiveRow]:
        return [team.row for team in self.teams]

    @property
    def sheets(self) -> list[StandingsPart]:
        """As the wall shows them, nothing before there are places."""
        sheets: list[StandingsPart] = []
        start = 0
        for rows in parts(self.rows, ROWS_A_COLUMN) if self.placed else []:
            sheets.append(StandingsPart(start, len(rows), rows))
            start += len(rows)
        return sheets


def shown_teams(standing: TeamStanding | None, event: Event) -> ShownTeams | None:
    if standing is None:
        return None
    teams = [_shown(line, event) for line in standing.lines]
    if not standing.boards:
        tiebreaks = tuple((key, str(name)) for key, name in _names(event).items())
        return ShownTeams(teams, _terms(standing.best, event), [], tiebreaks, _lead(standing, event))
    people = [(shown, team.line.team.name) for team in teams for shown in team.members]
    people.sort(key=lambda one: (-one[0].member.points, one[0].member.person.tag.name))
    terms = _("Teams are placed by their matches. Beside each member stand the points of their boards.")
    return ShownTeams(teams, [terms], people)


def _lead(standing: TeamStanding, event: Event) -> Lead | None:
    if event.has_rounds or event.status == Event.Status.FINISHED:
        return places_lead([(line.row.place, line.team.name) for line in standing.lines], event)
    leaders = [line.team.name for line in standing.lines if line.row.place == 1]
    points = [line.row.points for line in standing.lines if line.row.place is not None]
    margin = points[0] - points[1] if len(points) > 1 else Fraction(0)
    return lead_by(leaders, margin, event) if leaders else None


def _names(event: Event) -> Mapping[str, str | Promise]:
    return NAMES if event.has_rounds else AT_NIGHT


def _shown(line: TeamLine, event: Event) -> ShownTeam:
    row, why = line.row, ""
    if row.decided_by:
        facts = {"name": _names(event)[row.decided_by], "figure": number_text(row.figures[row.decided_by])}
        why = _("%(name)s: %(figure)s") % facts
    members = [ShownMember(member, _share(member)) for member in line.members]
    return ShownTeam(line, team_row(line), number_text(row.points), members, why)


def _share(member: MemberLine) -> str:
    points = number_text(member.points)
    if member.counted == member.points:
        return points
    return _("%(counted)s of %(points)s") % {"counted": number_text(member.counted), "points": points}


def _terms(best: int, event: Event) -> list[str]:
    """A night is one round, so its best one tells nothing."""
    names = [str(name) for key, name in _names(event).items() if event.has_rounds or key != "best-round"]
    told_apart = _("Teams with equal points are told apart by these: %(names)s.")
    return [_counting(best, event), told_apart % {"names": ", ".join(names)}]


def _counting(best: int, event: Event) -> str:
    if not best and event.by_average:
        return _("A team has the averages of all its members, added up.")
    if not best or not event.has_rounds:
        return counting_text(best)
    text = ngettext(
        "In each round the best member of a team counts.",
        "In each round the best %(count)s members of a team count.",
        best,
    )
    return text % {"count": best}


def counting_text(best: int) -> str:
    """Who of a team counts where there are no rounds."""
    if not best:
        return _("A team has the points of all its members.")
    text = ngettext("The best member of a team counts.", "The best %(count)s members of a team count.", best)
    return text % {"count": best}


def teams_by_player(standing: TeamStanding | None) -> dict[int, list[str]]:
    """The team of everybody who is in one, with its place, as a certificate says it."""
    if standing is None:
        return {}
    said = _("Team %(name)s: place %(place)s")
    return {
        member.person.tag.id: [said % {"name": line.team.name, "place": line.row.place}]
        for line in standing.lines
        for member in line.members
        if line.row.place
    }


def teams_text(teams: Iterable[TeamMembers]) -> str:
    """A team a line, as `forms/teams.py` reads it."""
    return "\n".join(
        f"{team.team.name}: "
        + ", ".join(entrant.player.name + (CAPTAIN if entrant.captain else "") for entrant in team.members)
        for team in teams
    )
