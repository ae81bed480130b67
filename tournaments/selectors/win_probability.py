"""The tables whose chances are to be reckoned, those reckoned with who sat there, and what a player makes of
announcements and hands beside the others of the club.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from scoring.errors import ScoringError
from scoring.games import GAMES, AnyGame
from scoring.result import RecordedTable
from scoring.statistics import Counts
from scoring.win_probability.pots import Gains, decided_deals, gains_without_seats
from scoring.win_probability.sheets import ChancesAfter
from scoring.win_probability.skill import ShowdownAccount, SkillAccount, accounts, showdown_account
from scoring.win_probability.story import Knowledge, TableStory, read_steps, read_story
from tournaments.models import ClubCounts, Deal, Event, Player, Seat, TableBend
from tournaments.selectors.charts import read_recorded, recorded_texts
from tournaments.selectors.ratings.tables import NOT_YET_DISPUTED
from tournaments.selectors.statistics.counting import kept_of_club
from tournaments.selectors.table.cards import PlayerTag, by_table, seat_rows
from tournaments.selectors.table.confirmations import counts
from tournaments.selectors.table.page import TablePage

OVER = Q(table__event__status=Event.Status.FINISHED) & counts(now=NOT_YET_DISPUTED, prefix="table__")
"""Of what belongs to a table: of one that counts, or will unless somebody objects."""


class WaitingTable(NamedTuple):
    """A table that waits, by ``made_of`` what it has been played to."""

    table: int
    made_of: int
    recorded: RecordedTable
    known: Knowledge


def newest_deals(wanted: Q) -> dict[int, int]:
    """By table the revision of the newest version of a deal, of what is ``wanted`` of events that are over."""
    rows = Deal.objects.filter(wanted & OVER).order_by().values("table").annotate(newest=Max("revision"))
    return dict(rows.values_list("table", "newest"))


def newest_waiting() -> Event | None:
    """The event of the newest table that waits."""
    waiting = TableBend.objects.filter(OVER, waits=True).order_by("-table").select_related("table__event__club").first()
    return waiting.table.event if waiting else None


def waiting_tables(event: Event, *, most: int) -> list[WaitingTable]:
    waiting = TableBend.objects.filter(OVER, table__event=event, waits=True).order_by("table")
    made_of = dict(waiting.values_list("table_id", "made_of")[:most])
    tables = _recorded(event, made_of)
    club = kept_of_club(event.club, event.game, players=[None]).get(None, {})
    like = _evening(event.game, tables)
    lines = []
    for table, revision in made_of.items():
        if table in tables:
            knowledge = Knowledge(club, like.get(tables[table].seats, ()), seed=str(table))
            lines.append(WaitingTable(table, revision, tables[table], knowledge))
    return lines


def _recorded(event: Event, wanted: Mapping[int, int]) -> dict[int, RecordedTable]:
    """Of games of hands all tables of the event: how it went at one is told from what was dealt at all."""
    of_hands = GAMES[event.game].sheet == "showdown"
    of_tables = Q(table__event=event) & OVER if of_hands else Q(table__in=wanted)
    seats = Counter(Seat.objects.filter(of_tables).values_list("table_id", flat=True))
    rules = event.game_rules
    return {
        table: read_recorded(event.game, rules, recorded, seats=seats[table])
        for table, recorded in recorded_texts(of_tables)
    }


def _evening(key: str, tables: Mapping[int, RecordedTable]) -> dict[int, list[Gains]]:
    """By the size of the table, what deals brought."""
    game, pots = GAMES[key], dict[int, list[Gains]]()
    if game.sheet != "showdown":
        return pots
    for table in tables.values():
        with suppress(ScoringError):  # recorded before there was the rule that it breaks
            pots.setdefault(table.seats, []).extend(gains_without_seats(decided_deals(game, table, game.score(table))))
    return pots


MOST = 30  # tables, those that turned most


@dataclass(frozen=True)
class ToldTable:
    id: int
    number: int
    players: Sequence[PlayerTag]  # by seat
    story: TableStory
    round: int | None = None  # of a tournament

    @property
    def rise(self) -> float:
        return swing(self.story)


@dataclass(frozen=True)
class ToldBend:
    table: ToldTable
    steps: list[ChancesAfter]


def swing(story: TableStory) -> float:
    return story.turn.after - story.turn.before if story.turn else 0.0


def table_bend(page: TablePage) -> ToldBend | None:
    """Nothing is told of an event that is not over."""
    if page.event.status != Event.Status.FINISHED:
        return None
    story, steps = _told(Q(table=page.table)).values_list("story", "steps").first() or (None, None)
    if story is None or steps is None:
        return None
    players = [seat.player for seat in page.card.seats]
    return ToldBend(ToldTable(page.table.pk, page.table.number, players, read_story(story)), read_steps(steps))


def told_tables(event: Event, *, most: int = MOST) -> list[ToldTable]:
    """The tables of an event that turned, the most first."""
    if event.status != Event.Status.FINISHED:
        return []
    bends = _told(Q(table__event=event)).order_by("table__number", "table")
    rows = list(bends.values_list("table_id", "story", "table__round__number"))
    stories = {table: read_story(story) for table, story, _ in rows if story}
    rounds = {table: number for table, _, number in rows}
    turned = sorted((table for table in stories if stories[table].turn), key=lambda table: -swing(stories[table]))
    sitting = {seats[0].table_id: seats for seats in by_table(seat_rows(Q(table__in=turned[:most])))}
    lines = []
    for table in turned[:most]:
        seats = sitting[table]
        lines.append(ToldTable(table, seats[0].number, [seat.player for seat in seats], stories[table], rounds[table]))
    return lines


def _told(wanted: Q) -> QuerySet[TableBend]:
    return TableBend.objects.filter(wanted, waits=False, story__isnull=False)


Skill = Sequence[SkillAccount] | ShowdownAccount


def accounts_of(player: Player) -> dict[str, Skill]:
    """A player's skill by game, where there is enough to say anything."""
    rows = ClubCounts.objects.filter(Q(player=player) | Q(player=None), club=player.club_id).order_by("game")
    club_counts: dict[tuple[str, bool], Counts] = {
        (game, who is not None): counts for game, who, counts in rows.values_list("game", "player_id", "counts")
    }
    skills = {
        key: _account(game, club_counts[key, True], club_counts[key, False])
        for key, game in GAMES.items()
        if (key, True) in club_counts
    }
    return {key: accounts for key, accounts in skills.items() if accounts}


def _account(game: AnyGame, own: Counts, everybody: Counts) -> Skill | None:
    return accounts(game, own, everybody) if game.sheet == "announcements" else showdown_account(own, everybody)
