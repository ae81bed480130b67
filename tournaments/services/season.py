"""A season is planned, published with its rules, and archived with its champion; so is its league, with the fixtures
that are drawn and what a director decides about them.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details, PlayerRef, the_player
from tournaments.formats.leagues import LeagueRules, fixtures, windows
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.limits import LONGEST_NAME, UNDO_SEASON_EVENT
from tournaments.models import (
    HOSTS_MATCHES,
    Club,
    Event,
    Fixture,
    League,
    LeaguePlayer,
    LeagueTable,
    RatingsBegin,
    Season,
    SeasonEvent,
    Table,
)
from tournaments.selectors.league.results import people_of
from tournaments.selectors.night.desk import numbers_in_use
from tournaments.selectors.season.standing import contest_of
from tournaments.services.change import load
from tournaments.services.night import add_entrants, open_tables
from tournaments.services.refusals import Missing, Refused, fitting
from tournaments.services.summaries.events import write_league, write_season
from tournaments.services.summaries.ratings import rebuild_ratings

"""How long an event that was made to count by mistake can be taken out of a season that is published."""


@transaction.atomic
def plan_season(
    *, club: Club, name: str, starts: date, ends: date, rules: SeasonRules, visibility: str, actor: Actor
) -> Season:
    """A draft, which its directors alone see. Sent twice, it is planned once."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    season = Season(club=club, name=name, starts=starts, ends=ends, visibility=visibility)
    season.season_rules = rules
    drafts = club.seasons.filter(published_at=None, name=name, starts=starts, ends=ends, visibility=visibility)
    if same := next((draft for draft in drafts if draft.season_rules == rules), None):
        return same
    season.save()
    audit.record(actor, "season-planned", club=club, after=_facts(season))
    return season


@transaction.atomic
def edit_season(
    *, pk: int, name: str, starts: date, ends: date, rules: SeasonRules, visibility: str, actor: Actor
) -> Season:
    """Changes everything of a draft, and of a published season the name and who sees it."""
    season = _lock(pk)
    old_facts = _facts(season)
    season.name, season.visibility = name, visibility
    if season.published_at is None:
        season.starts, season.ends, season.season_rules = starts, ends, rules
    elif (starts, ends, rules) != (season.starts, season.ends, season.season_rules):
        raise Refused("season-published", name=season.name)
    if (new_facts := _facts(season)) != old_facts:
        season.revision += 1  # how it stands is kept by this
        season.save()
        audit.record(actor, "season-edited", club=season.club, before=old_facts, after=new_facts)
    return season


@transaction.atomic
def publish_season(*, pk: int, actor: Actor) -> Season:
    """Publishes a season: from now on its rules stay, and what is over counts."""
    season = _lock(pk)
    if season.published_at is None:
        season.published_at = timezone.now()
        season.save(update_fields=["published_at"])
        write_season(season)
        if season.club.ratings_begin == RatingsBegin.SEASONS:
            rebuild_ratings(season.club)
        audit.record(actor, "season-published", club=season.club, after=_facts(season))
    return season


@transaction.atomic
def archive_season(*, pk: int, archived: bool, actor: Actor) -> Season:
    """Ends a season, which then has its champion, or lets it go on after all."""
    season = _lock(pk)
    if season.published_at is None:
        raise Missing
    if (season.archived_at is not None) != archived:
        subject: Details = {"season": season.pk, "name": season.name}
        season.archived_at = timezone.now() if archived else None
        season.save(update_fields=["archived_at"])
        write_season(season)
        old_facts: Details = {**subject, "archived": not archived}
        new_facts: Details = {**subject, "archived": archived}
        audit.record(actor, "season-archived", club=season.club, before=old_facts, after=new_facts)
    return season


@transaction.atomic
def discard_draft(*, pk: int, actor: Actor) -> Club:
    season = _lock(pk)
    if season.published_at:
        raise Refused("season-published", name=season.name)
    after: Details = {"season": season.pk, "name": season.name}
    audit.record(actor, "season-discarded", club=season.club, before=_facts(season), after=after)
    season.delete()
    return season.club


@transaction.atomic
def choose_event(*, pk: int, event_id: int, counts: bool, actor: Actor) -> Season:
    """Lets one more event count, whatever its day and kind; or not after all."""
    season = _lock(pk)
    event = load(Event.objects.exclude(status=Event.Status.DISCARDED), pk=event_id, club=season.club)
    chosen = season.chosen.filter(event=event).first()
    if (chosen is not None) == counts:
        return season
    rules = season.season_rules
    if chosen is None:
        if rules.adds_scores and not rules.fits(contest_of(event)):
            raise Refused("season-other-game", name=event.name)
        SeasonEvent.objects.create(season=season, event=event)
    else:
        if season.published_at and chosen.added_at + UNDO_SEASON_EVENT < timezone.now():
            raise Refused("season-event-stays", name=event.name)
        chosen.delete()
    if season.published_at:
        write_season(season)
    subject: Details = {"season": season.pk, "name": season.name, "night": event.name, "event": event.pk}
    old_facts: Details = {**subject, "counts": not counts}
    audit.record(actor, "season-event", club=season.club, before=old_facts, after={**subject, "counts": counts})
    return season


def _lock(pk: int) -> Season:
    """Under its club, as whatever ends an event does. Raises Missing."""
    club = load(Season.objects.only("club_id"), pk=pk).club_id
    Club.objects.select_for_update(no_key=True).get(pk=club)
    return load(Season.objects.select_related("club"), pk=pk)


def _facts(season: Season) -> Details:
    return {
        "season": season.pk,
        "name": season.name,
        "from_day": season.starts.isoformat(),
        "to_day": season.ends.isoformat(),
        "visibility": season.visibility,
        "season_rules": season.stored_rules,
    }


@transaction.atomic
def plan_league(
    *,
    season_id: int,
    game: str,
    rules: LeagueRules,
    divisions: Sequence[Sequence[int]],
    teams: Mapping[int, str] | None = None,
    actor: Actor,
) -> League:
    """Plans a season's league, or plans it anew as long as its fixtures are not drawn. ``divisions`` are players (ids),
    in the order of the draw, and ``teams`` the names of those of some of them.
    """
    season = _lock_current(season_id)
    league = League.objects.filter(season=season).first()
    old_facts: Details = _league_facts(league) if league else {}
    if league and league.drawn_at:
        raise Refused("league-drawn")
    league = league or League(season=season)
    league.game, league.league_rules = game, rules
    league.save()
    homes, team_names = _home_tables(league), _spelled(teams or {})
    league.players.all().delete()
    of_club = set(season.club.players.values_list("pk", flat=True))
    rows = []
    for number, players in enumerate(divisions, start=1):
        for seed, player in enumerate(players, start=1):
            if player in of_club:
                row = LeaguePlayer(league=league, player_id=player, division=number, seed=seed)
                row.home_table, row.team = homes.get(player), team_names.get(player, "")
                rows.append(row)
    LeaguePlayer.objects.bulk_create(rows)
    audit.record(actor, "league-planned", club=season.club, before=old_facts, after=_league_facts(league))
    return league


@transaction.atomic
def name_teams(*, season_id: int, teams: Mapping[int, str], actor: Actor) -> None:
    """Names the teams of these players (ids), also while the league is played: its fixtures stay."""
    league = _lock_league(season_id)
    old_teams, team_names = _teams_in_log(league), _spelled(teams)
    for row in league.players.select_related("player__merge__into"):
        row.team = team_names.get(row.player.one.pk, row.team)
        row.save(update_fields=["team"])
    if (new_teams := _teams_in_log(league)) != old_teams:
        audit.record(actor, "league-teams-named", club=league.season.club, before=old_teams, after=new_teams)


def _spelled(teams: Mapping[int, str]) -> dict[int, str]:
    """A team is the same by its name, in small letters or large ones."""
    names = {name.casefold(): fitting(name, LONGEST_NAME) for name in teams.values()}
    return {player: names[name.casefold()] for player, name in teams.items()}


def _home_tables(league: League) -> dict[int, int | None]:
    """Each player's home table: as this league has it once it is planned, else as the newest league that names one."""
    rows = LeaguePlayer.objects.select_related("player__merge__into").order_by("league__season__starts", "league_id")
    earlier = rows.filter(league__season__club=league.season.club_id, home_table__isnull=False)
    return {row.player.one.pk: row.home_table for row in (*earlier, *rows.filter(league=league))}


@transaction.atomic
def set_home_tables(*, season_id: int, tables: Mapping[int, int | None], actor: Actor) -> None:
    """Sets players' home tables, by league player (id), as numbers of the room; also while the league is played."""
    league = _lock_league(season_id)
    old_homes = _homes(league)
    for row in league.players.filter(pk__in=tables):
        row.home_table = tables[row.pk]
        row.save(update_fields=["home_table"])
    if (new_homes := _homes(league)) != old_homes:
        audit.record(actor, "home-tables-set", club=league.season.club, before=old_homes, after=new_homes)


@transaction.atomic
def draw_fixtures(*, season_id: int, actor: Actor) -> League:
    """Draws all rounds and gives each its days of the season. What has been played on them already counts."""
    league = _lock_league(season_id)
    season, rules = league.season, league.league_rules
    if league.drawn_at:
        return league
    if season.published_at is None:
        raise Refused("league-of-draft", name=season.name)
    mates = [[row.pk for row in rows] for rows in _teams(league).values()]
    for number, players in divisions_of(league).items():
        if len(players) < max(2, rules.seats):
            raise Refused("division-too-small", division=number, least=max(2, rules.seats))
        rounds = fixtures(players, rules, teams=mates)
        days = windows(season.starts, season.ends, len(rounds))
        Fixture.objects.bulk_create(
            Fixture(league=league, division=number, round=round_, starts=first, ends=last, players=list(fixture))
            for round_, (drawn, (first, last)) in enumerate(zip(rounds, days, strict=True), start=1)
            for fixture in drawn
        )
    league.drawn_at = timezone.now()
    league.save(update_fields=["drawn_at"])
    write_league(league)
    audit.record(actor, "fixtures-drawn", club=season.club, before={"drawn": False}, after=_drawn(league, drawn=True))
    return league


@transaction.atomic
def take_fixtures_back(*, season_id: int, actor: Actor) -> League:
    """Undoes the draw, as long as no fixture has been played or decided."""
    league = _lock_league(season_id)
    if league.drawn_at is None:
        return league
    played = LeagueTable.objects.filter(league=league).exists()
    if played or league.fixtures.exclude(decided=None).exists():
        raise Refused("league-played")
    league.fixtures.all().delete()
    league.drawn_at = None
    league.save(update_fields=["drawn_at"])
    after = _drawn(league, drawn=False)
    audit.record(actor, "fixtures-taken-back", club=league.season.club, before=_drawn(league, drawn=True), after=after)
    return league


@transaction.atomic
def leave_league(*, season_id: int, player_id: int, left: bool, actor: Actor) -> None:
    """A player leaves the league and loses the fixtures without a result; or, with ``left`` false, comes back."""
    league = _lock_league(season_id)
    row = load(league.players.all(), pk=player_id)
    if (row.left_at is not None) == left:
        return
    row.left_at = timezone.now() if left else None
    row.save(update_fields=["left_at"])
    subject: Details = {**_of(league), "player": the_player(row.player_id)}
    old_facts: Details = {**subject, "present": left}
    audit.record(
        actor, "league-left", club=league.season.club, before=old_facts, after={**subject, "present": not left}
    )


@transaction.atomic
def decide_fixture(*, season_id: int, fixture_id: int, places: Sequence[int] | None, actor: Actor) -> None:
    """The director decides the ``places`` of a fixture, whatever was played; None lets what was played count again."""
    league = _lock_league(season_id)
    fixture = load(league.fixtures.all(), pk=fixture_id)
    now = list(places) if places else None
    if now and len(now) != len(fixture.players):
        raise Refused("fixture-places")
    if fixture.decided == now:
        return
    people = people_of(league)
    subject: Details = {
        **_of(league),
        "fixture": fixture.pk,
        "round": fixture.round,
        "seats": [the_player(people[pk].pk) for pk in fixture.players],
    }
    old_facts: Details = {**subject, "value": fixture.decided or []}
    fixture.decided = now
    fixture.save(update_fields=["decided"])
    audit.record(
        actor, "fixture-decided", club=league.season.club, before=old_facts, after={**subject, "value": now or []}
    )


@transaction.atomic
def open_fixture(*, season_id: int, fixture_id: int, event_id: int, actor: Actor) -> Table:
    """Seats a fixture's players at a night that is open: at the home table of who deals first, unless somebody plays
    there.
    """
    league = load(League.objects.select_related("season__club"), season=season_id)
    fixture = load(league.fixtures.all(), pk=fixture_id)
    event = load(Event.objects.filter(kind__in=HOSTS_MATCHES, club=league.season.club_id), pk=event_id)
    if event.game != league.game:
        raise Refused("fixture-other-game", name=event.name)
    if not league.season.starts <= event.date <= league.season.ends:
        raise Refused("fixture-other-day", name=event.name)
    people = people_of(league)
    players = [people[pk] for pk in fixture.players]
    if archived := [player.name for player in players if player.archived_at]:
        raise Refused("fixture-archived", names=archived)
    entrants = add_entrants(event_id=event.pk, players=players, actor=actor)
    home = league.players.get(pk=fixture.players[0]).home_table
    numbers = [home] if home and home not in numbers_in_use(event) else None
    groups = [[entrant.pk for entrant in entrants]]
    (table,) = open_tables(event_id=event.pk, groups=groups, numbers=numbers, actor=actor)
    return table


def divisions_of(league: League) -> dict[int, list[int]]:
    """The league players (ids) of each division, in the order of the draw."""
    divisions: dict[int, list[int]] = {}
    for row in league.players.order_by("division", "seed"):
        divisions.setdefault(row.division, []).append(row.pk)
    return divisions


def _teams(league: League) -> dict[str, list[LeaguePlayer]]:
    """By their names."""
    teams: dict[str, list[LeaguePlayer]] = {}
    for row in league.players.exclude(team="").order_by("division", "seed"):
        teams.setdefault(row.team, []).append(row)
    return teams


def _lock_current(season_id: int) -> Season:
    """A season that is not archived. Raises Missing."""
    season = _lock(season_id)
    if season.archived_at:
        raise Refused("season-over", name=season.name)
    return season


def _lock_league(season_id: int) -> League:
    season = _lock_current(season_id)
    league = load(League.objects.all(), season=season)
    league.season = season
    return league


def _of(league: League) -> Details:
    return {"season": league.season_id, "name": league.season.name}


def _drawn(league: League, *, drawn: bool) -> Details:
    return {**_of(league), "drawn": drawn}


def _homes(league: League) -> Details:
    rows = league.players.exclude(home_table=None).order_by("home_table", "pk").values_list("home_table", "player")
    return {**_of(league), "tables": [{"table": number, "seats": [the_player(player)]} for number, player in rows]}


def _league_facts(league: League) -> Details:
    divisions: dict[int, list[PlayerRef]] = {}
    for division, player in league.players.order_by("division", "seed").values_list("division", "player"):
        divisions.setdefault(division, []).append(the_player(player))
    rules: Details = {"game": league.game, "league_rules": league.stored_rules, "divisions": list(divisions.values())}
    return {**_of(league), **rules, **_teams_in_log(league)}


def _teams_in_log(league: League) -> Details:
    teams = _teams(league).items()
    named = [{"name": name, "players": [the_player(row.player_id) for row in rows]} for name, rows in teams]
    return {**_of(league), "teams": named}
