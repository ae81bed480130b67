"""Everything a club keeps about one player, for that player: one file that people can read, and programs too; and their
passport, their own history as a signed file.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.timezone import localtime

from scoring.games import GAMES
from scoring.result import plain_number
from tournaments.audience import drawn_for
from tournaments.imports.passports import sealed
from tournaments.limits import MOST_PASSPORT_NIGHTS
from tournaments.models import (
    CategoryStay,
    Challenge,
    ClaimedHistory,
    Entrant,
    Event,
    LadderAct,
    LeaguePlayer,
    Member,
    NightAnswer,
    Player,
    Registration,
    SeasonPoints,
    Stage,
)
from tournaments.selectors.club.people import (
    OwnTable,
    all_of,
    answers_of,
    entries_of,
    memberships_of,
    own_tables,
    registrations_of,
)
from tournaments.selectors.club.standings import Contest, all_time_lines
from tournaments.selectors.head_to_head import others_met, people_of
from tournaments.selectors.integrations import claimed_of, history_of
from tournaments.selectors.ladder import acts_of, challenges_with
from tournaments.selectors.league.results import leagues_with
from tournaments.selectors.log import log_about
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.prizes import stays_in
from tournaments.selectors.ratings.tables import strengths_now
from tournaments.selectors.season.standing import points_of_player
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.selectors.stage.stages import stages_of
from tournaments.selectors.statistics.counting import EarnedAchievement, achieved, counts_of
from tournaments.words.club import BY_THE_CLUB, contest_name
from tournaments.words.log.lines import log_line
from tournaments.words.statistics.pages import achievement_name

Facts = dict[str, Any]


def everything_about(player: Player, *, now: datetime) -> Facts:
    rows = all_of(player)
    return {
        "made at": _time(now),
        "club": player.club.name,
        "player": _player(player),
        "also on the list as": [row.name for row in rows if row != player],
        "categories": [_stay(stay) for stay in stays_in(rows)],
        "accounts": [_membership(member) for member in memberships_of(player)],
        "events": [_entry(entry, player) for entry in entries_of(player)],
        "tables": [_table(table) for table in own_tables(player)],
        "all time": [_line(line.contest, line.row) for line in all_time_lines(player)],
        "ratings": dict(_ratings(player)),
        "coming nights": [_said_to(answer) for answer in answers_of(rows)],
        "statistics": counts_of(player),
        "achievements": [_achievement(achievement) for achievement in achieved(player, games=GAMES).held],
        "met": dict(_met(player)),
        "seasons": [_season(row) for row in points_of_player(player)],
        "leagues": [_league(row) for row in leagues_with(rows)],
        "ladders": [_act(act) for act in acts_of(rows)],
        "challenges": [_challenge(challenge, rows) for challenge in challenges_with(rows)],
        "written at a registration": [_written(registration) for registration in registrations_of(rows)],
        "claimed by passports": [_claimed(passport) for passport in claimed_of(player)],
        "log": list(_log(rows)),
    }


def _achievement(earned: EarnedAchievement) -> Facts:
    what = {"what": achievement_name(earned.key), "first": earned.date.isoformat(), "times": earned.times}
    return what | {"event": earned.event_name, "deal": earned.deal}


def _player(player: Player) -> Facts:
    return {
        "number": player.pk,
        "name": player.name,
        "nickname": player.nickname,
        "federation number": player.federation_number,
        "colour": player.colour,
        "name for strangers": player.shown_names or "as the club wishes",
        "left out of the ranking": player.unranked,
        "on the list since": _time(player.created_at),
        "archived since": _time(player.archived_at),
        "permanent code made new": player.code_edition,
    }


def _stay(stay: CategoryStay) -> Facts:
    since, until = (day.isoformat() if day else None for day in (stay.since, stay.until))
    return {"category": stay.category.name, "since": since, "until": until}


def _membership(member: Member) -> Facts:
    user = member.user
    facts = {"account": user.get_username(), "e-mail": user.email, "role": member.role}
    return {**facts, "in": member.event.name if member.event else "the club", "signed up": _time(user.date_joined)}


def _entry(entry: Entrant, player: Player) -> Facts:
    event = entry.event
    return {
        "event": event.name,
        "date": event.date.isoformat(),
        "kind": event.kind,
        "game": event.game,
        **({"stood in for": entry.player.name} if entry.player != player else {}),
        **({"substitute": entry.substitute.name} if entry.substitute and entry.substitute != player else {}),
        "entered": _time(entry.arrived_at),
        "left": _time(entry.left_at),
        "status": entry.status,
        **({"team": entry.team.name, "place of the team": entry.team.place} if entry.team else {}),
        "seed": entry.seed,
        "rating when seeded": entry.rating,
        "table that suits": entry.fixed_table,
        "place": _final_place(event, entry) if (entry.substitute or entry.player) == player else None,
    }


def _final_place(event: Event, entry: Entrant) -> int | None:
    """In a tournament; on a night everybody has the places of the tables."""
    begun = [stage for stage in stages_of(event) if stage.status != Stage.Status.PLANNED]
    rows = final_places([stage_state(stage) for stage in begun])
    return next((row.place for row in rows if row.person.id == entry.pk), None)


def _table(own: OwnTable) -> Facts:
    seat, table = own.seat, own.seat.table
    return {
        "event": table.event.name,
        "date": table.event.date.isoformat(),
        "game": table.event.game,
        **({"stage": table.round.stage.number, "round": table.round.number} if table.round else {}),
        "table": table.number,
        "seat": seat.index + 1,
        "seats": own.seats,
        **({"stood in for": seat.entrant.player.name} if seat.substitute_id else {}),
        "status": table.status,
        "opened": _time(table.opened_at),
        "ended": _time(table.ended_at),
        "score": plain_number(seat.score),
        "place": seat.place if table.ended_at and table.deal_count else None,
        "deals": own.deals,
    }


def _line(contest: Contest, row: StandingRow) -> Facts:
    first, second, third, lower = row.places
    return {
        "game": contest_name(contest),
        "place in the club": row.rank,
        "games": row.games,
        "points": plain_number(row.points),
        "first": first,
        "second": second,
        "third": third,
        "lower": lower,
    }


def _ratings(player: Player) -> Iterator[tuple[str, Facts]]:
    games = {entry.event.game for entry in entries_of(player)}
    for game in sorted(games):
        rating = strengths_now(player.club, game).get(player.pk)
        if rating:
            yield game, {"strength": rating.mu, "how unsure": rating.sigma, "tables": rating.tables}


def _season(row: SeasonPoints) -> Facts:
    return {
        "season": row.season.name,
        "event": row.event.name,
        "date": row.event.date.isoformat(),
        "place": row.place,
        "points": plain_number(row.points),
    }


def _league(row: LeaguePlayer) -> Facts:
    where = {"season": row.league.season.name, "division": row.division, "team": row.team}
    return where | {"left": _time(row.left_at)}


def _act(act: LadderAct) -> Facts:
    return {"ladder": act.ladder.name, "what": act.kind, "place": act.place, "at": _time(act.at)}


def _challenge(challenge: Challenge, rows: Collection[Player]) -> Facts:
    return {
        "ladder": challenge.ladder.name,
        "as": "challenger" if challenge.challenger in rows else "challenged",
        "made": _time(challenge.made_at),
        "until": challenge.last_day.isoformat(),
        "withdrawn": _time(challenge.withdrawn_at),
    }


def _met(player: Player) -> Iterator[tuple[str, list[Facts]]]:
    """By game, as they see it themselves."""
    meetings = others_met(player.club, player.pk)
    names = {person.id: person.name for person in people_of(player.club, set().union(*meetings.values()))}
    for game, others in meetings.items():
        yield game, [{"with": names[who], **met._asdict()} for who, met in others.items() if who in names]


def _claimed(history: ClaimedHistory) -> Facts:
    return {"club": history.club, "signed by": history.issuer, "made": _time(history.issued_at), "games": history.games}


def _written(row: Registration) -> Facts:
    return {"event": row.event.name, "at": _time(row.at), "as": row.name or row.said_name, "state": row.state}


def _said_to(answer: NightAnswer) -> Facts:
    night = answer.night
    facts = {"night": night.name, "begins": _time(night.starts_at), "said": answer.reply}
    return {**facts, "since": _time(answer.since), "called": _time(answer.called_at)}


def _log(rows: list[Player]) -> Iterator[Facts]:
    """Accounts of others are not told: the file goes to whoever holds a card."""
    own = {user.get_full_name() or user.get_username() for user in User.objects.filter(memberships__player__in=rows)}
    for entry in log_about(rows):
        line = log_line(entry)
        who = line.who if not entry.person or entry.person in own else str(BY_THE_CLUB)
        yield {"at": _time(line.at), "who": who, "where": line.place or None, "what": line.words}


def _time(moment: datetime | None) -> str | None:
    return localtime(moment).isoformat(timespec="seconds") if moment else None


def passport_of(player: Player, *, now: datetime) -> str:
    """By the name that the player wishes to be told by."""
    with drawn_for(player.shown_names):
        name = player.full_name
    games = history_of(player, most_nights=MOST_PASSPORT_NIGHTS)
    return sealed(club=player.club.name, player=name, number=player.pk, issued_at=now, games=games)
