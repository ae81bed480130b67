"""All that an event claims, as the file that proves it holds it: docs/files.md. People stand in it by a number of the
file's own with the name that the reader may see, and within a stage by their seed in it.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import Any

from django.utils.translation import override

from tournaments.audience import INSIDERS, current_audience
from tournaments.audit import chained
from tournaments.formats.drawing import exact_json
from tournaments.formats.record import Id
from tournaments.formats.standings.ranking import first_of_each
from tournaments.models import (
    AuditEntry,
    ClaimedHistory,
    Deal,
    Drawing,
    Event,
    Player,
    Round,
    Ruling,
    Seat,
    Stage,
    Table,
)
from tournaments.proofs.prizes import award_json
from tournaments.proofs.stages import figures_json
from tournaments.proofs.teams import team_json
from tournaments.selectors.files import begun_in_vain, states_as_they_stand
from tournaments.selectors.night.standings import StandingRow, event_standings
from tournaments.selectors.prizes import given_prizes
from tournaments.selectors.stage.beginning import handicap_facts, night_facts
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import StageState
from tournaments.selectors.stage.teams import plays_by_boards, seeds_at
from tournaments.selectors.table.cards import player_tag
from tournaments.selectors.table.confirmations import has_counting_result
from tournaments.selectors.teams import TeamMembers, standing_of_teams, teams_of, tournament_teams

Json = dict[str, Any]
AGAIN = 5
"""So often it is read anew, where somebody changes the event meanwhile."""


def whole_event(event: Event) -> Json:
    """An event as its file holds it, as of one revision unless it changes all the time. "Anonymous" is in English,
    whoever reads.
    """
    for _ in range(AGAIN):
        event.refresh_from_db()
        with override("en"):
            facts = _WholeEvent(event).as_json()
        now = Event.objects.values_list("revision", "log_head").get(pk=event.pk)
        if now == (event.revision, event.log_head):
            break
    return facts


class _WholeEvent:
    def __init__(self, event: Event) -> None:
        self.event = event
        self.states = states_as_they_stand(event) if event.has_rounds else []
        self.entrants = {entrant.pk: entrant for entrant in event.entrants.select_related("player", "substitute")}
        seats = Seat.objects.filter(table__event=event).order_by("table", "index")
        self.seats: dict[int, list[Seat]] = defaultdict(list)
        for seat in seats.select_related("entrant__player", "substitute"):
            self.seats[seat.table_id].append(seat)
        standing = event.tables.exclude(status=Table.Status.UNDONE).order_by("pk")
        self.tables = {table.pk: table for table in standing}
        self.numbers = dict(zip(self.tables, count(1), strict=False))

    def as_json(self) -> Json:
        event = self.event
        return {
            "club": {"slug": event.club.slug, "name": event.club.name},
            "event": self._head(),
            "people": [self._person(player) for _, player in self._players],
            "stages": [self._stage(state) for state in self.states],
            "tables": [self._table(table, self._person_of) for table in self.tables.values() if not self.states],
            "standings": self._standings(),
            "log": [self._entry(entry) for entry in self._log],
        }

    def _head(self) -> Json:
        event = self.event
        return {
            "id": event.pk,
            "name": event.name,
            "date": event.date.isoformat(),
            "kind": event.kind,
            "game": event.game,
            "rules": dict(event.game_rules),
            "status": event.status,
            "by_average": event.by_average,
            "revision": event.revision,
            "log_head": event.log_head,
            **({} if event.prizes is None else {"prizes": self._prizes()}),
            **({"teams": self._teams()} if event.has_teams else {}),
            **night_facts(event, self.entrants.values(), self.people),
            **begun_in_vain(event),
        }

    def _prizes(self) -> Json:
        """The list with whoever of the people in the file is of its categories, and who gets what."""
        given = given_prizes(self.event)
        assert given is not None  # the event has a list
        used = {prize.category for prize in given.given.prizes}
        categories = [category for pk, category in given.categories.items() if pk in used]
        places = {category.id: number for number, category in enumerate(categories, start=1)}
        awards = [
            replace(award, holders=tuple(self.people[given.people[who].player] for who in award.holders))
            for award in given.awards
        ]
        return {
            **asdict(given.given.terms),
            "unit": given.given.unit,
            "categories": [
                {
                    "name": category.name,
                    "people": sorted(self.people[who] for who in category.players if who in self.people),
                }
                for category in categories
            ],
            "list": [
                {"name": prize.name, "value": prize.value, "category": places.get(prize.category or 0)}
                for prize in given.given.prizes
            ],
            "awards": [award_json(award) for award in awards],
        }

    def _teams(self) -> Json:
        """In the order in which they were made, members as they are counted, and how they stand."""
        event, teams = self.event, teams_of(self.event)
        if plays_by_boards(state.stage for state in self.states):
            return {"best": 0, "list": [self._team(team) for team in teams], "standing": []}
        standing = tournament_teams(event, self.states) if event.has_rounds else standing_of_teams(event)
        assert standing is not None  # the event has teams
        numbers = {team.team.pk: number for number, team in enumerate(teams, start=1)}
        return {
            "best": standing.best,
            "list": [self._team(team) for team in teams],
            "standing": [
                team_json(
                    replace(
                        line.row,
                        id=numbers[line.row.id],
                        shares=tuple(replace(share, id=self._person_of(share.id)) for share in line.row.shares),
                    )
                )
                for line in standing.lines
            ],
        }

    def _team(self, team: TeamMembers) -> Json:
        side = team.team.side_id
        return {
            "name": team.team.name,
            "captain": self._person_of(team.captain.pk) if team.captain else None,
            "people": [self._person_of(entrant.pk) for entrant in team.members],
            **({"side": self._person_of(side)} if side else {}),
        }

    @cached_property
    def _players(self) -> list[tuple[int, Player]]:
        """Whoever entered or sat there, in the order in which they came on the club's list."""
        players = {entrant.player_id: entrant.player for entrant in self.entrants.values()}
        sat = [seat for seats in self.seats.values() for seat in seats]
        players |= {seat.entrant.player_id: seat.entrant.player for seat in sat}
        substitutes = [*(entrant.substitute for entrant in self.entrants.values()), *(seat.substitute for seat in sat)]
        players |= {player.pk: player for player in substitutes if player}
        return sorted(players.items())

    @cached_property
    def people(self) -> dict[int, int]:
        """Numbers in the file by the player's id."""
        return {pk: number for number, (pk, _player) in enumerate(self._players, start=1)}

    def _person(self, player: Player) -> Json:
        """A number that a federation gave is as good as the whole name; where else somebody plays, insiders read."""
        name = player_tag(player).name
        return {
            "number": self.people[player.pk],
            "name": name,
            "id": player.pk,
            "ranked": not player.unranked and player.anonymised_at is None,
            "federation_number": (player.federation_number if name == player.name else "") or None,
            "elsewhere": self._elsewhere.get(player.pk, []),
        }

    @cached_property
    def _elsewhere(self) -> dict[int, list[Json]]:
        """How the passports that somebody brought call them."""
        if current_audience() != INSIDERS:
            return {}
        elsewhere: dict[int, list[Json]] = defaultdict(list)
        claims = ClaimedHistory.objects.filter(player__club=self.event.club_id, over_at=None, number__isnull=False)
        for claim in claims.order_by("issuer", "number").select_related("player__merge__into"):
            elsewhere[claim.player.one.pk].append({"issuer": claim.issuer, "id": claim.number})
        return elsewhere

    def _person_of(self, entrant: int) -> int:
        return self.people[self.entrants[entrant].player_id]

    # Stages

    def _stage(self, state: StageState) -> Json:
        stage = state.stage
        seeds = {entry.entrant_id: entry.seed for entry in state.entries}
        drawings: dict[int, list[Drawing]] = defaultdict(list)
        for drawing in Drawing.objects.filter(round__stage=stage).order_by("pk"):
            drawings[drawing.round_id].append(drawing)
        undone = stage.rounds.filter(status=Round.Status.UNDONE).count()
        return {
            "number": stage.number,
            "format": stage.format,
            "options": stage.options,
            "over": stage.told_seed is not None,
            "commitment": stage.commitment,
            "seed": stage.told_seed,
            "entrants": [
                {
                    "seed": entry.seed,
                    "person": self.people[entry.entrant.player_id],
                    "group": entry.group,
                    "from_round": entry.from_round,
                    "late_points": exact_json(entry.late_points),
                    "status": entry.entrant.status,
                    "results": entry.results,
                    "lot": str(entry.entrant.first_id or entry.entrant_id),
                    **handicap_facts(entry, entry.entrant.player, self.event.club),
                }
                for entry in state.entries
            ],
            "thrown_away": undone + sum(len(of_round) - 1 for of_round in drawings.values()),
            **({"waiting": 1} if state.preview else {}),
            "rounds": [self._round(round_, state, seeds, drawings[round_.pk]) for round_ in state.rounds],
            "rulings": self._rulings(stage, seeds),
            "places": [self._places(state, index, seeds) for index in range(len(state.groups))],
        }

    def _round(self, round_: Round, state: StageState, seeds: Mapping[Id, int], drawings: list[Drawing]) -> Json:
        seating = round_.seating
        missing = {table.number: [seeds[who] for who in table.forfeited] for table in seating.tables}
        line_ups = [
            {"entrant": seeds[side], "people": [self._person_of(who) for who in people]}
            for side, people in seating.line_ups.items()
        ]
        drawn = {"request": drawings[-1].request, "answer": drawings[-1].answer} if drawings else None
        return {
            "number": round_.number,
            "published_at": _utc(round_.published_at),
            "play_off": seating.play_off,
            "edited": seating.edited,
            "draw": drawn,
            "byes": [seeds[who] for who in seating.byes],
            "requested": [
                {"entrant": seed, "worth": worth}
                for seed, worth in sorted((seeds[who], worth) for who, worth in seating.requested.items())
            ],
            **({"line_ups": line_ups} if line_ups else {}),
            "floats": None if seating.floats is None else [seeds[who] for who in seating.floats],
            "provisional": [
                {"table": self.numbers[pk], "counted": how}
                for pk, how in sorted(seating.provisional.items())
                if pk in self.numbers
            ],
            "tables": [
                {
                    **self._table(table, seeds_at(table, state, seeds).__getitem__),
                    **_game(table),
                    "match": table.match,
                    "absent": missing.get(table.number, []),
                }
                for table in sorted(self._games(state, round_), key=attrgetter("pk"))
            ],
        }

    def _games(self, state: StageState, round_: Round) -> list[Table]:
        return [game for table in state.tables[round_.pk] for game in state.games.get(table.pk, [table])]

    def _rulings(self, stage: Stage, seeds: Mapping[Id, int]) -> list[Json]:
        """On a table by its seats, on a tie by who was level and is still here; those on tables taken back left out."""
        rulings = []
        for ruling in stage.rulings.order_by("pk"):
            if ruling.table_id is not None and ruling.table_id not in self.tables:
                continue
            named = ruling.table_id is None or ruling.kind == Ruling.Kind.ADVANCED
            value = [seeds[who] for who in ruling.value if who in seeds] if named else ruling.value
            table = self.numbers[ruling.table_id] if ruling.table_id else None
            rulings.append({"table": table, "kind": ruling.kind, "value": value, "at": _utc(ruling.created_at)})
        return rulings

    def _places(self, state: StageState, index: int, seeds: Mapping[Id, int]) -> list[Json]:
        """Best first; those who are level by their seeds."""
        rows = {row.id: row for row in state.standings[index]} if state.plan.form.standings else {}
        first = first_of_each(rows.values())
        return [
            {
                "entrant": seeds[who],
                "place": place,
                **(figures_json(rows[who], first, state.plan) if who in rows else {}),
            }
            for place, who in sorted(state.places[index], key=lambda row: (row[0], seeds[row[1]]))
        ]

    # Tables

    def _table(self, table: Table, named: Any) -> Json:
        return {
            "table": self.numbers[table.pk],
            "number": table.number,
            "status": table.status,
            "counts": has_counting_result(table),
            "ended_at": _utc(table.ended_at),
            "first_dealer": table.first_dealer,
            "seats": [
                {
                    "entrant": named(seat.entrant_id),
                    "substitute": self.people[seat.player.pk] if seat.substitute_id or table.is_board else None,
                    "score": exact_json(seat.score),
                    "place": seat.place,
                }
                for seat in self.seats[table.pk]
            ],
            "deals": self._deals.get(table.pk, []),
        }

    @cached_property
    def _deals(self) -> dict[int, list[Json]]:
        """By table, with every version of each."""
        rows = Deal.objects.filter(table__event=self.event).order_by("table_id", "number", "version")
        columns = ("table_id", "number", "version", "created_at", "revision", "payload")
        logged = {(entry.table_id, entry.revision) for entry in self._log}
        deals: dict[int, list[Json]] = defaultdict(list)
        for table, number, version, created_at, revision, payload in rows.values_list(*columns):
            if version == 1:
                deals[table].append({"number": number, "versions": []})
            deals[table][-1]["versions"].append(
                {
                    "at": _utc(created_at),
                    # Of a table that was carried on at this event, the log of the one before knows the first deals.
                    "revision": revision if (table, revision) in logged else None,
                    "deal": payload,
                }
            )
        return deals

    # The rest

    def _standings(self) -> list[Json]:
        """Best first; those who are level by their numbers."""
        if self.event.has_rounds:
            rows = [{"person": self._person_of(row.person.id), "place": row.place} for row in final_places(self.states)]
            return sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0, row["person"]))
        nightly = sorted(event_standings(self.event), key=lambda row: (row.rank, self.people[row.player.id]))
        return [self._night_row(row) for row in nightly]

    def _night_row(self, row: StandingRow) -> Json:
        return {
            "person": self.people[row.player.id],
            "place": row.rank if row.has_place else None,
            "points": exact_json(row.played_points),
            "tables": row.games,
            "places": list(row.places),
            "average": None if row.played_average is None else exact_json(row.played_average),
            "beaten": None if row.beaten is None else exact_json(row.beaten),
            "exact": row.exact,
            **(
                {}
                if self.event.handicap is None
                else {"total": exact_json(row.placing_figure(by_average=self.event.by_average))}
            ),
        }

    @cached_property
    def _log(self) -> list[AuditEntry]:
        return list(AuditEntry.objects.filter(event=self.event).order_by("pk"))

    def _entry(self, entry: AuditEntry) -> Json:
        table = self.numbers.get(entry.table_id) if entry.table_id else None
        return {"id": entry.pk, "table": table, **chained(entry)}


def _game(table: Table) -> Json:
    """Which game of a match the table is, where that has several."""
    extra = {"extra_games": table.extra_games} if table.extra_games else {}
    return {"game": table.game, "games": table.games, **extra, "decided": table.decided} if table.games > 1 else {}


def _utc(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
