"""The FIDE tournament reports of an event: of people, or of teams with their boards."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from tournaments.formats.record import StageRecord
from tournaments.formats.stages import round_robin_length, swiss_length
from tournaments.formats.trf import NoReport, ReportEntrant, ReportHead, report_lines
from tournaments.formats.trf_boards import BoardRound, boards_report
from tournaments.formats.trf_teams import TeamEntry
from tournaments.models import Entrant, Event
from tournaments.selectors.files import states_as_they_stand
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.stages import ResultReader
from tournaments.selectors.stage.teams import sides_of
from tournaments.selectors.teams import standing_of_teams


def reports(event: Event, *, tells_ratings: bool = True) -> dict[str, str]:
    """That of each group of each stage that can be told so, by ``stage-group``."""
    totals, teams, members = {}, _teams(event), sides_of(event)
    for state in states_as_they_stand(event):
        for number, group in enumerate(state.groups, start=1):
            with suppress(NoReport):
                if state.plan.options.boards:
                    lines = _of_boards(state, group, number, members, tells_ratings=tells_ratings)
                else:
                    lines = _of_people(state, group, number, teams, tells_ratings=tells_ratings)
                totals[f"{state.stage.number}-{number}"] = "".join(f"{line}\n" for line in lines)
    return totals


def _teams(event: Event) -> list[TeamEntry]:
    standing = standing_of_teams(event)
    return [
        TeamEntry(line.team.name, [member.person.id for member in line.members], line.row.place, line.row.points)
        for line in (standing.lines if standing else ())
    ]


def _of_people(
    state: StageState, group: StageRecord, number: int, teams: Sequence[TeamEntry], *, tells_ratings: bool
) -> Iterator[str]:
    places = {who: place for place, who in state.places[number - 1]}
    people = [_entrant(state.entrants[who], places.get(who), tells_ratings=tells_ratings) for who in group.entrants]
    options, scheduled = state.plan.options, state.plan.form.scheduled
    return report_lines(_head(state, group), group, people, options, scheduled=scheduled, teams=teams)


def _of_boards(
    state: StageState,
    group: StageRecord,
    number: int,
    members: Mapping[int, Sequence[Entrant]],
    *,
    tells_ratings: bool,
) -> Iterator[str]:
    places = {who: place for place, who in state.places[number - 1]}
    teams = {
        side: TeamEntry(state.entrants[side].player.name, [one.pk for one in members[side]], places.get(side))
        for side in group.entrants
    }
    people = [_entrant(one, None, tells_ratings=tells_ratings) for side in teams for one in members[side]]
    reader, rounds = ResultReader(), []
    for round_ in state.rounds:
        matches = [table for table in state.tables[round_.pk] if not teams.keys().isdisjoint(state.sides(table))]
        boards = [reader.record(board, (), state.rulings.get(board.pk, ())) for board in state.boards(matches)]
        rounds.append(BoardRound(round_.seating.line_ups, boards))
    options, scheduled = state.plan.options, state.plan.form.scheduled
    return boards_report(_head(state, group), group, people, options, scheduled=scheduled, teams=teams, rounds=rounds)


def _head(state: StageState, group: StageRecord) -> ReportHead:
    """Raises NoReport."""
    options, form, event = state.plan.options, state.plan.form, state.stage.event
    if not form.standings:
        raise NoReport("points")
    rounds = round_robin_length(group, options) if form.scheduled else swiss_length(group, options)
    return ReportHead(event.name, event.club.name, event.date, event.date, rounds)


def _entrant(entrant: Entrant, place: int | None, *, tells_ratings: bool) -> ReportEntrant:
    """With the rating by which they were seeded; 0 of who wishes to be left out of the ranking."""
    rating = 0 if entrant.player.unranked or not tells_ratings else round(entrant.rating or 0)
    return ReportEntrant(entrant.pk, entrant.player.full_name, rating, place)
