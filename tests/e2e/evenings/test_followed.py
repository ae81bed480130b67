"""A page that has followed an event through thousands of changes shows what a fresh one shows."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django import Settings

from scoring.errors import ScoringError
from tests.confirmation_scenes import CONFIRMED, DISPUTED, ask, say, won_by
from tests.e2e.followers import Follower, Site
from tests.factories import NAMES, correct, deal, make_night, seat_table, sign_in
from tests.phone.random_tables import Json, announcement
from tests.phone.test_projection import a_payload, state_of
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.teams.scenes import all_in_teams
from tournaments.audit import SYSTEM
from tournaments.models import Event, Table, Visibility
from tournaments.services import night as nights
from tournaments.services.club.clubs import edit_player, set_event_visibility
from tournaments.services.night import move_to_table, open_tables, send_message
from tournaments.services.refusals import Refused
from tournaments.services.stage import rulings
from tournaments.services.stage.rounds import start_clock
from tournaments.services.table import claims, life

pytestmark = pytest.mark.django_db

HOSTILE = "<b>\"Tom\" & 'Jerry'</b>⟦name⟧ $& %d"
SMALL: dict[str, Any] = {"viewport": {"width": 500, "height": 300}, "reduced_motion": "reduce"}  # little to draw
AN_HOUR_AGO = timezone.now() - timedelta(hours=1)
OPEN_LENGTH = {"cards": "optional"}
SHORT = {"cards": "optional", "deals": 9}
BETWEEN = (1, 3, 8, 20, 100)  # changes between two messages
TIMES = int(os.environ.get("FOLLOWED", "1"))  # so many times as many


@dataclass
class Evening:
    """An event at which anything may happen, and the pages that follow it."""

    event: Event
    chance: random.Random
    pages: list[Follower]
    site: Site
    changes: int = 0

    def tables(self, *states: str) -> list[Table]:
        tables = Table.objects.filter(event=self.event).select_related("event").order_by("pk")
        return list(tables.filter(status__in=states) if states else tables)

    def a_table(self, *states: str) -> Table:
        tables = self.tables(*states)
        if not tables:
            raise Refused("no-such-table")
        return self.chance.choice(tables)

    def happens(self, acts: Sequence[Callable[[], object]]) -> None:
        """One of these, mostly a deal; what is not possible now does not happen."""
        for _ in range(4):
            act = self.deal if self.chance.random() < 0.92 else self.chance.choice(acts)
            try:
                act()
            except (Refused, ScoringError):
                continue
            self.changes += 1
            return

    def deal(self) -> None:
        table = self.a_table("playing")
        deal(table, self.payload(table))

    def payload(self, table: Table) -> Json:
        if self.event.game != "vilnius":
            return a_payload(self.chance, self.event.game, state_of(table))
        return announcement(self.chance, self.chance.randrange(table.seats.count()), [1] * 7) | {"out_of_turn": True}

    def correct(self) -> None:
        table = self.a_table()
        correct(table, self.chance.randint(1, table.deal_count or 1), self.chance.choice([None, self.payload(table)]))

    def say(self) -> None:
        table = self.a_table()
        verdict = self.chance.choice([CONFIRMED, DISPUTED])
        numbers = self.chance.choice([[], [table.deal_count]])
        say(table, verdict, self.chance.randrange(table.seats.count()), *numbers, reason="no")

    def is_accepted(self) -> None:
        """Time passes: what has waited counts by itself, which nobody writes."""
        waiting = Table.objects.filter(event=self.event, confirmation="waiting", accepted_at__isnull=False)
        waiting.update(accepted_at=timezone.now())
        self.deal()

    def is_silent(self) -> None:
        table = self.a_table("playing")
        Table.objects.filter(pk=table.pk).update(opened_at=AN_HOUR_AGO, last_deal_at=table.last_deal_at and AN_HOUR_AGO)
        self.message()

    def message(self) -> None:
        send_message(event_id=self.event.pk, table_id=None, text=HOSTILE, actor=SYSTEM)

    def rename(self) -> None:
        player = self.chance.choice(list(self.event.club.players.order_by("pk")))
        name = f"{self.chance.choice([HOSTILE, 'Zoë', 'Ana María'])} {self.chance.randrange(10**6)}"
        edit_player(player=player, name=name, nickname="", colour=player.colour, actor=SYSTEM)

    def is_shown_to_others(self) -> None:
        visibility = self.chance.choice(Visibility.values)
        set_event_visibility(event_id=self.event.pk, visibility=visibility, actor=SYSTEM)

    def of_any_event(self) -> list[Callable[[], object]]:
        return [
            self.correct,
            self.say,
            self.is_accepted,
            self.is_silent,
            self.message,
            self.rename,
            self.is_shown_to_others,
            lambda: claims.call_director(table_id=self.a_table("playing").pk, note=HOSTILE, actor=SYSTEM),
            lambda: claims.answer_call(table_id=self.a_table().pk, actor=SYSTEM),
            lambda: life.end_table(table_id=self.a_table("playing").pk, actor=SYSTEM),
            lambda: life.reopen_table(table_id=self.a_table("finished", "closed").pk, actor=SYSTEM),
            lambda: life.adjourn_table(table_id=self.a_table("playing").pk, actor=SYSTEM),
            lambda: life.resume_table(table_id=self.a_table("adjourned").pk, event_id=self.event.pk, actor=SYSTEM),
        ]

    def of_a_night(self) -> list[Callable[[], object]]:
        here = {"event_id": self.event.pk, "actor": SYSTEM}
        return [
            *self.of_any_event(),
            self.sit_down,
            self.sit_down,
            self.move,
            lambda: nights.add_entrants_by_name(names=[f"{HOSTILE} {self.changes}"], **here),
            lambda: nights.mark_left(entrant_id=self.chance.choice(list(self.event.entrants.all())).pk, **here),
            lambda: ask(self.event, self.chance.choice(Event.ConfirmationMode.values), accept=10),
            lambda: (nights.finish_event(**here), nights.reopen_event(**here)),
        ]

    def sit_down(self) -> None:
        free = self.event.entrants.filter(present=True).exclude(seats__table__in=self.tables("playing"))
        chosen = list(free.order_by("pk").values_list("pk", flat=True))
        self.chance.shuffle(chosen)
        open_tables(event_id=self.event.pk, groups=[chosen[: self.chance.randint(2, 4)]], actor=SYSTEM)

    def move(self) -> None:
        table = self.a_table("playing")
        seat = self.chance.choice(list(self.a_table("playing").seats.all()))
        move_to_table(event_id=self.event.pk, seat_id=seat.pk, table_id=table.pk, actor=SYSTEM)

    def of_a_tournament(self) -> list[Callable[[], object]]:
        return [
            *self.of_any_event(),
            lambda: self.rule(rulings.decide_places),
            lambda: rulings.forfeit(table_id=self.a_table().pk, seats=[0], reason="late", actor=SYSTEM),
            lambda: rulings.lift_ruling(table_id=self.a_table().pk, reason="wrong", actor=SYSTEM),
            lambda: start_clock(round_id=self.a_table("playing").round_id, actor=SYSTEM),
            lambda: next_round(self.event, minutes=self.chance.choice([None, 30])),
            self.go_on,
        ]

    def rule(self, decide: Callable[..., None]) -> None:
        table = self.a_table()
        places = self.chance.sample(range(1, table.seats.count() + 1), table.seats.count())
        decide(table_id=table.pk, places=places, reason="seen", actor=SYSTEM)

    def go_on(self) -> None:
        """The round is brought to its end, and the next begins."""
        for table in self.tables("playing", "adjourned"):
            places = list(range(1, table.seats.count() + 1))
            rulings.decide_places(table_id=table.pk, places=places, reason="seen", actor=SYSTEM)
        try:
            next_round(self.event)
        except Refused:
            if not self.event.stages.filter(status="planned").exists():
                raise
            start(self.event)
            next_round(self.event)

    # ---- Following

    def follow_a_table(self) -> None:
        table = self.a_table("playing")
        self.pages.append(Follower(self.site, self.event, f"/tables/{table.pk}/", "#sheets", table=table.pk))

    def goes_on(self, acts: Sequence[Callable[[], object]], *, steps: int) -> list[str]:
        """What a page showed otherwise than a fresh one, at whatever time; at the end all are compared."""
        wrong: list[str] = []
        for _ in range(steps * TIMES):
            quiet = self.chance.random() < 0.5
            for _ in range(self.chance.choice(BETWEEN)):
                self.happens([self.deal] if quiet else acts)
            for page in self.pages:
                self.follows(page)
                page.settle()
            page = self.chance.choice(self.pages)
            wrong += [] if page.away else self.compare(page)
        for page in self.pages:
            page.comes_back()
            page.tell()
            page.settle()
            wrong += self.compare(page)
        return wrong

    def compare(self, page: Follower) -> list[str]:
        return [f"{page.address} after {self.changes} changes: {each}" for each in page.differences()]

    def follows(self, page: Follower) -> None:
        """Most news arrive; a page may be away, or its stream break, and then be told how things stand now."""
        if page.away:
            if self.chance.random() < 0.5:
                return
            page.comes_back()
        elif self.chance.random() < 0.1:
            page.goes_away()
            return
        page.tell()
        if self.changes % 5 == 0:
            page.settle()
            page.tell_again()


@pytest.fixture(autouse=True)
def files_as_they_lie(settings: Settings) -> None:
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture
def follow(chromium: Browser, admin_user: User) -> Iterator[Callable[..., Evening]]:
    contexts = []

    def follow(event: Event, seed: str, *paths: tuple[str, str], language: str) -> Evening:
        chance = random.Random(seed)
        client = sign_in(Client(), admin_user)
        contexts.append(chromium.new_context(**SMALL, locale=language))
        site = Site(contexts[-1], client, random.Random(seed))
        pages = [Follower(site, event, f"/events/{event.pk}/{path}", part) for path, part in paths]
        return Evening(event, chance, pages, site)

    yield follow
    for context in contexts:
        context.close()


RESULTS, WALL_PAGE, DESK_PAGE = ("", "#results"), ("wall/", "#wall-sheets, #wall-round-clock"), ("desk/", "#desk")


@pytest.mark.parametrize(
    ("game", "rules", "language", "teams"),
    [("vilnius", {}, "it", 0), ("colonial-visions", OPEN_LENGTH, "lt", 0), ("vilnius", {}, "en", 5)],
)
def test_a_night_that_was_followed_is_shown_as_a_fresh_page_shows_it(follow, game, rules, language, teams):
    night = make_night(game=game, rules=rules, names=[f"Player {number:02}" for number in range(16)])
    all_in_teams(night, teams, best=2)
    evening = follow(night, game, RESULTS, WALL_PAGE, DESK_PAGE, language=language)
    for _ in range(4):
        evening.sit_down()
    evening.follow_a_table()
    assert evening.goes_on(evening.of_a_night(), steps=24) == []
    assert evening.changes > 300


def test_a_long_list_that_was_followed_is_on_every_page_as_a_fresh_one(follow):
    night = make_night(names=[f"Player {number:03}" for number in range(112)])
    evening = follow(night, "many", RESULTS, ("?page=2", "#results"), WALL_PAGE, language="lt")
    for _ in range(12):
        evening.sit_down()
    assert evening.goes_on([evening.rename, evening.correct, evening.sit_down], steps=12) == []
    assert evening.changes > 60


@pytest.mark.parametrize("plan", ["swiss", "single-elimination"])
def test_a_tournament_that_was_followed_is_shown_as_a_fresh_page_shows_it(follow, plan):
    stages = [(plan, {"rounds": 3} if plan == "swiss" else {}), ("swiss", {"rounds": 5})]
    event = make_tournament(8, stages=stages, game="colonial-italian", rules=SHORT)
    start(event)
    next_round(event)
    bracket = [("bracket/", "#brackets")] if plan == "single-elimination" else []
    evening = follow(event, plan, RESULTS, WALL_PAGE, DESK_PAGE, *bracket, language="lt")
    evening.follow_a_table()
    assert evening.goes_on(evening.of_a_tournament(), steps=24) == []
    assert evening.changes > 100


# ---- What figures alone do not tell


def told(evening: Evening) -> list[str]:
    """The pages hear of it; what they then show otherwise than fresh ones."""
    wrong: list[str] = []
    for page in evening.pages:
        page.tell()
        page.settle()
        wrong += evening.compare(page)
    return wrong


def night_of_two_tables(**facts: Any) -> tuple[Event, Table, Table]:
    """At both a deal has been played."""
    night = make_night(game="colonial-italian", rules=OPEN_LENGTH, names=NAMES[:6], **facts)
    tables = seat_table(night, *NAMES[:3]), seat_table(night, *NAMES[3:6])
    for table in tables:
        deal(table, won_by(1))
    return night, *tables


@pytest.mark.parametrize("teams", [pytest.param(0, marks=pytest.mark.journey), 2])
def test_a_deal_at_a_table_that_plays_on_makes_no_page_fetch_anything(follow, teams):
    night, table, _ = night_of_two_tables()
    all_in_teams(night, teams)
    evening = follow(night, "plain", RESULTS, WALL_PAGE, DESK_PAGE, language="lt")
    opened = evening.pages[0].site.asked
    deal(table, won_by(2, number=2))
    assert told(evening) == []
    assert evening.pages[0].site.asked == opened


def test_a_result_counts_by_itself_with_the_next_deal_and_stays_whatever_a_server_behind_tells(follow):
    night, ended, other = night_of_two_tables()
    ask(night, "table", accept=10)
    life.end_table(table_id=ended.pk, actor=SYSTEM)
    evening = follow(night, "behind", RESULTS, WALL_PAGE, language="en")
    Table.objects.filter(pk=ended.pk).update(accepted_at=timezone.now())
    deal(other, won_by(2, number=2))
    assert told(evening) == []
    asked = evening.site.asked
    for page in evening.pages:
        page.tell_again()
        page.settle()
        assert evening.compare(page) == []
    assert evening.site.asked == asked


def test_the_desk_follows_a_table_that_plays_on_while_it_calls(follow):
    night, table, _ = night_of_two_tables()
    claims.call_director(table_id=table.pk, note=HOSTILE, actor=SYSTEM)
    evening = follow(night, "calls", DESK_PAGE, language="en")
    deal(table, won_by(2, number=2))
    assert told(evening) == []


def test_the_desk_calls_nobody_silent_who_has_just_played(follow):
    night, table, _ = night_of_two_tables()
    Table.objects.filter(pk=table.pk).update(opened_at=AN_HOUR_AGO, last_deal_at=AN_HOUR_AGO)
    evening = follow(night, "silent", DESK_PAGE, language="en")
    deal(table, won_by(2, number=2))
    assert told(evening) == []


def test_nobody_is_moved_at_the_desk_from_a_table_that_has_begun_meanwhile(follow):
    night, *_ = night_of_two_tables()
    nights.add_entrants_by_name(event_id=night.pk, names=NAMES[6:8], actor=SYSTEM)
    table = seat_table(night, *NAMES[6:8])
    evening = follow(night, "moved", DESK_PAGE, language="en")
    deal(table, won_by(1, seats=2))
    assert told(evening) == []


def test_whoever_comes_up_from_another_page_has_the_name_of_now(follow):
    names = [f"Player {number:03}" for number in range(104)]
    night = make_night(game="colonial-italian", rules=OPEN_LENGTH, names=names)
    first, table, last = (seat_table(night, *names[at : at + 2]) for at in (0, 100, 102))
    deal(first, won_by(1, seats=2))
    evening = follow(night, "renamed", RESULTS, language="en")
    deal(table, won_by(1, seats=2))
    assert told(evening) == []
    player = last.seats.get(index=1).player
    edit_player(player=player, name="Zoë <i>", nickname="", colour=player.colour, actor=SYSTEM)
    assert told(evening) == []
    deal(last, won_by(1, seats=2))
    assert told(evening) == []


def test_the_wall_follows_the_running_scores_of_a_bracket(follow):
    event = make_tournament(4, stages=[("single-elimination", {})], rules=SHORT)
    start(event)
    table, other = next_round(event)
    for each in (table, other):
        deal(each, {"dealer": each.first_dealer, "claimed": [1]})
    evening = follow(event, "bracket", RESULTS, WALL_PAGE, ("bracket/", "#brackets"), language="en")
    deal(table, {"dealer": 1 - table.first_dealer, "claimed": [1]})
    assert told(evening) == []
