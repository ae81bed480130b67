"""Who is ahead in a club's whole history, and that it stays true whatever becomes of its nights."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from random import Random
from typing import TypeVar

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.errors import ScoringError
from tests.confirmation_scenes import CONFIRMED, DISPUTED, WITHDRAWN, ask, later, say, won_by
from tests.factories import NAMES, announce, correct, deal, make_club, make_night, seat_table, whole_vilnius_game
from tests.tournaments.club.years import club_with_past, keep_the_past
from tournaments.audit import SYSTEM
from tournaments.models import Club, ContestTally, Event, EventTally, Player, Seat, Table
from tournaments.models.table import ENDED
from tournaments.selectors.club.clubs import Asked, all_time_page
from tournaments.selectors.club.players import player_page
from tournaments.selectors.club.standings import Contest, all_time_lines, contests, played_in
from tournaments.selectors.night.standings import StandingRow
from tournaments.selectors.table.confirmations import has_counting_result
from tournaments.services.club.clubs import add_players
from tournaments.services.night import finish_event, reopen_event
from tournaments.services.refusals import Refused
from tournaments.services.table.confirmations import rule
from tournaments.services.table.life import adjourn_table, end_table, resume_table
from tournaments.words.club import contest_name

pytestmark = pytest.mark.django_db

Figures = tuple[object, ...]
FOLDED = {"dealer": 0, "folded": [1], "paid": {"0": 10, "1": 30}}


def standings(club: Club) -> dict[Contest, list[StandingRow]]:
    return {table.contest: table.standings for table in all_time_page(club.slug).games}


def figures(row: StandingRow) -> Figures:
    return (
        row.rank,
        row.points,
        row.games,
        row.places,
        row.average,
        row.beaten_text,
        row.exact,
        row.incomplete,
    )


def by_name(rows: Iterable[StandingRow]) -> dict[str, StandingRow]:
    return {row.player.name: row for row in rows}


def play_out(table: Table) -> None:
    for payload in whole_vilnius_game(table.seats.count()):
        deal(table, payload)


def finish(night: Event) -> None:
    finish_event(event_id=night.pk, actor=SYSTEM)


def check_scores(**options: bool) -> str:
    output = StringIO()
    call_command("check_scores", stdout=output, **options)
    return output.getvalue()


@pytest.mark.parametrize("over", [False, True])
def test_the_clubs_history_adds_up_its_nights(over):
    first = make_night()
    second = make_night(club=first.club, on=date(2026, 11, 27))
    for night in (first, second):
        play_out(seat_table(night, "Ana", "Bruno"))
        if over:
            finish(night)
    (rows,) = standings(first.club).values()
    ana = by_name(rows)["Ana"]
    assert (ana.points, ana.games) == (320, 2)


def test_deals_won_and_cubits_are_never_added_up():
    hands = make_night(game="colonial-italian")
    cubits = make_night(club=hands.club, game="colonial-italian", rules={"score": "cubits"}, on=date(2026, 11, 27))
    for night in (hands, cubits):
        table = seat_table(night, "Ana", "Bruno")
        deal(table, FOLDED)
        end_table(table_id=table.pk, actor=SYSTEM)
        finish(night)
    found = standings(hands.club)
    assert [contest_name(contest).rpartition(" · ")[2] for contest in found] == ["Deals won", "Cubits"]
    assert [by_name(rows)["Ana"].points_text for rows in found.values()] == ["1", "30"]


def test_a_game_played_in_one_way_only_is_called_by_its_name_alone():
    (contest,) = contests(played_in(make_night(game="protean").club))
    assert contest_name(contest) == "Protean Pyramid (72 cards)"


def test_who_only_sat_at_a_table_that_was_ended_before_its_first_deal_stands_last_without_a_game():
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    for ended in (table, seat_table(night, "Chiara", "Dovas")):
        end_table(table_id=ended.pk, actor=SYSTEM)
    before = standings(night.club)
    finish(night)
    assert standings(night.club) == before
    (rows,) = before.values()
    assert [(row.player.name, row.games) for row in rows[2:]] == [("Chiara", 0), ("Dovas", 0)]


def test_a_result_accepted_by_itself_after_the_night_was_over_counts_from_then_on():
    night = make_night(game="colonial-italian", rules={"cards": "optional"})
    ask(night, "table", accept=10)
    confirmed, waiting = seat_table(night, "Chiara", "Dovas"), seat_table(night, "Ana", "Bruno")
    for table in (confirmed, waiting):
        deal(table, won_by(1, seats=2))
        end_table(table_id=table.pk, actor=SYSTEM)
    rule(table_id=confirmed.pk, reason="", actor=SYSTEM)
    finish(night)
    (rows,) = standings(night.club).values()
    assert [row.player.name for row in rows] == ["Dovas", "Chiara"]
    with later(11):
        (rows,) = standings(night.club).values()
        assert [row.player.name for row in rows] == ["Bruno", "Dovas", "Ana", "Chiara"]
        assert "Every score" in check_scores()


def test_a_night_that_is_open_again_takes_back_what_it_had_put_in():
    night = make_night()
    play_out(seat_table(night, "Ana", "Bruno"))
    finish(night)
    before = standings(night.club)
    assert ContestTally.objects.count() == 2
    reopen_event(event_id=night.pk, actor=SYSTEM)
    assert (ContestTally.objects.count(), EventTally.objects.count()) == (0, 0)
    assert standings(night.club) == before


def test_a_tally_somebody_changed_behind_the_app_is_found_left_alone_and_rebuilt_on_demand():
    night = make_night()
    play_out(seat_table(night, "Ana", "Bruno"))
    finish(night)
    before = standings(night.club)
    assert "Every score" in check_scores()
    ContestTally.objects.filter(player__name="Ana").update(points=999)
    with pytest.raises(CommandError, match="1 differ"):
        check_scores()
    EventTally.objects.filter(player__name="Bruno").delete()
    Event.objects.filter(pk=night.pk).update(settled_at=None)
    check_scores(rebuild=True)
    assert "Every score" in check_scores()
    assert standings(night.club) == before


def test_whoever_is_sought_is_shown_where_he_stands():
    night = make_night(names=())
    add_players(club=night.club, names=["Zoe Last"], actor=SYSTEM)
    crowd(night.club, night, [f"Player {number:03}" for number in range(249)])
    (table,) = all_time_page(night.club.slug, Asked(name="zoe")).games
    assert (table.page.number, table.page.paginator.num_pages, len(table.standings)) == (3, 3, 50)
    (zoe,) = table.found
    assert [row.player.id for row in table.standings][-1] == zoe
    (table,) = all_time_page(night.club.slug, Asked(name="zoe", contest=table.contest.key, page="2")).games
    assert table.standings[0].rank == 101
    (table,) = all_time_page(night.club.slug, Asked(name="player 000")).games
    assert table.page.number == 1


def crowd(club: Club, night: Event, names: list[str]) -> None:
    """Each a tally, the first the most points; whoever was in the club before comes last."""
    before = list(club.players.all())
    players = [*add_players(club=club, names=names, actor=SYSTEM), *before]
    ContestTally.objects.bulk_create(
        ContestTally(
            club=club,
            game=night.game,
            player=player,
            tables=1,
            games=1,
            points=1000 - place,
            deals=16,
            exact=0,
            firsts=1,
            seconds=0,
            thirds=0,
            lower=0,
            halves_beaten=0,
            opponents=1,
            unfinished=0,
        )
        for place, player in enumerate(players)
    )


# ---- The same, straightforwardly: every seat of the club's history, read as an object and added up ----


def reckoned(club: Club) -> dict[Contest, dict[str, Figures]]:
    return {contest: reckoned_rows(club, contest) for contest in contests(played_in(club))}


def reckoned_rows(club: Club, contest: Contest) -> dict[str, Figures]:
    seats = Seat.objects.filter(table__event__club=club, table__event__game=contest.game).select_related("table__event")
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.table.event.unit == contest.unit and has_counting_result(seat.table):
            tables[seat.table_id].append(seat)
    of_players: dict[Player, list[Seat]] = defaultdict(list)
    for seat in (seat for table in tables.values() for seat in table):
        of_players[seat.player].append(seat)
    rows = {player.name: added(own, tables) for player, own in of_players.items()}
    orders = [order for order, _ in rows.values()]
    return {name: (1 + sum(each < order for each in orders), *facts) for name, (order, facts) in rows.items()}


def added(own: list[Seat], tables: dict[int, list[Seat]]) -> tuple[tuple[object, ...], Figures]:
    points, deals, exact = sum(s.score for s in own), sum(s.deals for s in own), sum(s.exact for s in own)
    played = [seat for seat in own if seat.table.deal_count]
    places = tuple(sum(min(seat.place, 4) == place for seat in played) for place in (1, 2, 3, 4))
    others = [(seat, other) for seat in played for other in tables[seat.table_id] if other.pk != seat.pk]
    beaten = sum(Fraction(1, 2) if a.place == b.place else Fraction(a.place < b.place) for a, b in others)
    average = Fraction(points) / deals if deals else None
    share = f"{round(100 * beaten / len(others))} %" if others else "–"
    incomplete = any(seat.table.status == Table.Status.CLOSED for seat in played)
    order = (0 if deals else 1 if played else 2, -points, -(average or 0), -exact)
    return order, (points, len(played), places, average, share, exact, incomplete)


Row = TypeVar("Row", bound=Model)


class History:
    """A club in which anything may happen to anything."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.club = make_club()
        self.day = date(2026, 11, 20)
        self.minutes = 0
        self.night()

    def step(self) -> None:
        often = [self.table, self.play, self.play, self.end, self.correct, self.finish, self.say, self.pass_time]
        seldom = [self.night, self.reopen, self.rule, self.settle, self.adjourn, self.resume]
        # What is not allowed, or finds nothing to happen to, does not happen.
        with suppress(Refused, ScoringError, IndexError), later(self.minutes):
            self.random.choice(often * 2 + seldom)()

    def any_of(self, rows: QuerySet[Row]) -> Row:
        return self.random.choice(list(rows.order_by("pk")))

    def night(self) -> None:
        self.day += timedelta(days=7)
        rules = {"cards": "optional", "score": self.random.choice(["hands", "cubits"])}
        night = make_night(club=self.club, game="colonial-italian", rules=rules, names=NAMES[:6], on=self.day)
        if self.random.random() < 0.6:
            ask(night, self.random.choice(["table", "deal"]), accept=self.random.choice([10, 100]))

    def table(self) -> None:
        night = self.any_of(Event.objects.filter(status="open"))
        table = seat_table(night, *self.random.sample(NAMES[:6], self.random.choice([2, 3])))
        if self.random.random() < 0.3:
            stand_in = self.any_of(Player.objects.filter(name__in=NAMES[:6]))
            Seat.objects.filter(table=table, index=0).update(substitute=stand_in)

    def payload(self, table: Table) -> dict[str, object]:
        others = list(range(1, table.seats.count()))
        paid = {str(seat): self.random.randint(1, 9) for seat in (0, *others)}
        return self.random.choice(
            [{"dealer": 0, "folded": others, "paid": paid}, {"dealer": 0, "claimed": [0, 1], "paid": paid}]
        )

    def play(self) -> None:
        table = self.any_of(Table.objects.filter(status="playing"))
        deal(table, self.payload(table))

    def end(self) -> None:
        end_table(table_id=self.any_of(Table.objects.filter(status="playing")).pk, actor=SYSTEM)

    def correct(self) -> None:
        table = self.any_of(Table.objects.filter(deal_count__gt=0))
        correct(table, 1, self.random.choice([None, self.payload(table), self.payload(table)]))

    def finish(self) -> None:
        finish(self.any_of(Event.objects.filter(status="open", tables__ended_at__isnull=False)))

    def reopen(self) -> None:
        reopen_event(event_id=self.any_of(Event.objects.filter(status="finished")).pk, actor=SYSTEM)

    def say(self) -> None:
        table = self.any_of(Table.objects.exclude(confirmation="").filter(deal_count__gt=0))
        deals = [1] if table.event.confirmation == "deal" else []
        version = table.deals.filter(number=1).count()
        say(
            table,
            self.random.choice([CONFIRMED, DISPUTED, WITHDRAWN]),
            self.random.choice([0, 1]),
            *deals,
            version=version,
        )

    def rule(self) -> None:
        rule(table_id=self.any_of(Table.objects.filter(status__in=ENDED)).pk, reason="", actor=SYSTEM)

    def pass_time(self) -> None:
        self.minutes += self.random.choice([1, 5, 20])

    def settle(self) -> None:
        night = self.any_of(Event.objects.all())
        ask(night, self.random.choice(["none", "table", "deal"]), accept=self.random.choice([10, 100]))

    def adjourn(self) -> None:
        adjourn_table(table_id=self.any_of(Table.objects.filter(status="playing")).pk, actor=SYSTEM)

    def resume(self) -> None:
        table = self.any_of(Table.objects.filter(status="adjourned"))
        resume_table(table_id=table.pk, event_id=self.any_of(Event.objects.filter(status="open")).pk, actor=SYSTEM)


@pytest.mark.flood(1)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_whatever_becomes_of_the_nights_the_history_is_what_its_seats_add_up_to(seed):
    history = History(Random(seed))
    seen: set[tuple[str, bool, bool]] = set()
    for _ in range(100):
        history.step()
        with later(history.minutes):
            expected = reckoned(history.club)
            found = standings(history.club)
        assert {contest: {row.player.name: figures(row) for row in rows} for contest, rows in found.items()} == expected
        seen |= {(e.status, bool(e.settled_at), e.tallies.exists()) for e in history.club.events.all()}
    assert {("open", False, False), ("finished", True, True)} <= seen
    for player in history.club.players.all():
        with later(history.minutes):
            lines = all_time_lines(player)
        assert {line.contest.key: figures(line.row) for line in lines} == {
            contest.key: rows[player.name] for contest, rows in expected.items() if player.name in rows
        }
    assert "Every score" in check_scores()
    keep_the_past()
    assert "Every score" in check_scores()


@pytest.mark.slow
def test_a_page_asks_as_often_after_five_years_as_after_one(client):
    counts = []
    for nights in (52, 260):
        club = club_with_past(nights, name=f"Club of {nights} nights")
        for address in (reverse("club", args=[club.slug]), reverse("player", args=[club.players.first().pk])):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:] and max(counts) <= 17


def test_a_players_tables_are_paged_and_the_newest_come_first(client):
    club = club_with_past(30, players=3)
    player = club.players.first()
    newest, older = player_page(player.pk), player_page(player.pk, page="2")
    assert (len(newest.tables), len(older.tables)) == (20, 10)
    assert newest.tables[-1].date > older.tables[0].date
    assert "Page 2 of 2" in client.get(reverse("player", args=[player.pk]), {"page": 2}).content.decode()


def test_the_page_marks_whom_somebody_looks_for_and_says_when_there_is_nobody(client):
    club = club_with_past(3, tables=50, players=150)
    address = reverse("all-time", args=[club.slug])
    found = club.players.get(name="Player 149")
    assert f'id="vilnius-p{found.pk}" aria-current="true"' in client.get(address, {"q": "149"}).content.decode()
    assert "Nobody called Zoe" in client.get(address, {"q": "Zoe"}).content.decode()
    assert "Page 1 of 2" in client.get(address, {"contest": "vilnius", "page": "nonsense"}).content.decode()
