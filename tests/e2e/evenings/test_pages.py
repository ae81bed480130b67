"""Every page on a phone by night and on a laptop by day: nothing for axe to find, nothing out of reach."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories import announce, correct, deal, make_club, make_night, make_user, seat_table
from tests.tournament_scenes import begun, draw, ids, make_tournament, next_round, play_round, rated, start
from tests.tournaments.calendar.scenes import planned, says
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.league.leagues import FOUR, a_league
from tests.tournaments.prizes.scenes import category, give
from tests.tournaments.season.seasons import a_season
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import player_code, table_code
from tournaments.formats.acceleration import NightTerms
from tournaments.models import Club, Event, Round, Season, Table, TableBend
from tournaments.services.handicaps import set_night_handicap
from tournaments.services.integrations.trusted import set_frames
from tournaments.services.integrations.webhooks import add_webhook
from tournaments.services.night import finish_event
from tournaments.services.registration import set_registration, write_name
from tournaments.services.season import choose_event
from tournaments.services.table.claims import Claimed, claim_winner
from tournaments.services.table.life import adjourn_table, end_table

LONG = "Bartholomäus-Maximilian Wolfeschlegelsteinhausenbergerdorff"
HANDS = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["CAP", "G3", "P2", "O3", "G3", "O1"]}

# Links in running text and in tables may be as small as the text; everything else is for thumbs.
TOO_SMALL = """() => [...document.querySelectorAll("a, button, select, textarea, summary, input:not([type=hidden])")]
    .filter((part) => {
        const box = part.getBoundingClientRect();
        const inside = part.closest("p, table, .crumbs, .form-check, .skip-link, [aria-hidden]");
        return box.width > 0 && !inside && Math.round(box.height) < 48;
    }).map((part) => part.outerHTML)"""


BEYOND = "document.documentElement.scrollWidth - innerWidth"


def lively_night() -> Event:
    """Tables playing, adjourned and ended, corrections, and a name as long as the model allows."""
    keeper = make_user("keeper", is_superuser=True)
    night = make_night(
        club=make_club(owner=keeper), names=(LONG, "Ana", "Bruno", "Chiara", "Dovas", "Elena", "Faust", "Giulia")
    )
    playing = seat_table(night, LONG, "Ana")
    deal(playing, announce(1, 6, 4))
    correct(playing, 1, announce(1, 6, 5), reason="miscounted")
    seat_table(night, "Faust", "Giulia")
    adjourn_table(table_id=seat_table(night, "Bruno", "Chiara").pk, actor=SYSTEM)
    ended = seat_table(night, "Dovas", "Elena")
    deal(ended, announce(1, 3, 3))
    end_table(table_id=ended.pk, actor=SYSTEM)
    set_registration(event_id=night.pk, is_open=True, actor=SYSTEM)
    for name in (LONG, f"{LONG[:-1]}\u0430", "Helena", "Irena"):  # а is Cyrillic
        write_name(event_id=night.pk, name=name, origin="", has_code=name == "Irena")
    return night


STORY = {
    "known": 212,
    "continuations": 0,
    "turn": {"deal": 1, "seats": [0], "before": 0.33, "after": 0.9},
    "bold": {"deal": 1, "seat": 1, "announced": 3, "taken": 3, "stake": 0.21},
    "fold": None,
}
STEPS = [[0, 0.33, 0.34, 0.33], [1, 0.9, 0.05, 0.05]]


def over_and_told(club: Club) -> Table:
    """A night that is over, of one table."""
    longer = f"{LONG[:-1]}x"
    rated = make_night(club=club, names=(longer, "Nora", "Otto"))
    over = seat_table(rated, longer, "Nora", "Otto")
    deal(over, announce(1, 3, 3))
    end_table(table_id=over.pk, actor=SYSTEM)
    finish_event(event_id=rated.pk, actor=SYSTEM)
    give(rated, (LONG, 50, category(club, f"{LONG} junior", longer, "Nora")), (longer, 30, None))
    TableBend.objects.filter(table=over).update(waits=False, story=STORY, steps=STEPS)
    return over


def addresses(night: Event) -> list[str]:
    showdowns = make_night(club=night.club, game="colonial-italian", names=("Ana", "Bruno"))
    showdown = seat_table(showdowns, "Ana", "Bruno")
    deal(showdown, {"dealer": 0, "hands": HANDS, "paid": {"0": 5, "1": 5}})
    claimed = Claimed({"dealer": 1, "hands": HANDS, "claimed": [0]}, uuid4(), 10**6, reason="shown too late")
    link = showdown.pad_links.get()
    claim_winner(claimed=claimed, link=link, actor=Actor(pad_link=link))
    over = over_and_told(night.club)
    player = night.entrants.get(player__name=LONG).player_id
    club, event = f"/clubs/{night.club.slug}/", f"/events/{night.pk}/"
    return [
        "/clubs/",
        f"{club}nights/",
        f"{club}all-time/",
        "/backups/",
        club,
        f"{club}players/",
        f"{club}visibility/",
        f"{club}categories/",
        *year_addresses(over),
        *coming_addresses(night, player),
        f"{club}ratings/",
        f"{club}programs/",
        *connection_addresses(night.club),
        "/privacy/",
        f"{club}codes/",
        f"{club}codes/?of=players",
        *(f"/codes/{code}/" for code in (table_code(night.club_id, 99, 0), player_code(player, 0))),
        f"{club}events/new/?game=colonial-visions",
        f"{club}tournaments/new/?game=colonial-italian",
        f"/players/{player}/",
        f"/players/{player}/edit/",
        f"/players/{player}/categories/",
        event,
        f"{event}tables/",
        f"{event}desk/?open={night.tables.get(number=1).pk}",
        f"{event}cards/",
        f"{event}cards/?each=seat",
        f"{event}codes/",
        *(f"{event}desk/{page}/" for page in ("settings", "prizes", "teams")),
        f"{event}desk/",
        f"/events/{with_handicap(night.club).pk}/desk/handicap/",
        f"{event}desk/close/",
        f"{event}again/",
        f"/find/?event={night.pk}&q=a",
        f"{event}wall/",
        f"{event}desk/seating/?how=by-hand&size=4",
        f"{event}registration/",
        f"{event}register/",
        f"/tables/{night.tables.get(number=1).pk}/",
        f"/tables/{showdown.pk}/",
        f"/tables/{showdown.pk}/claim/",
        *(f"{event}print/{sheet}" for sheet in ("", "pyramids/", "deals/", "place-cards/", "rules/")),
        *(f"/tables/{pk}/paper/" for pk in (night.tables.get(number=1).pk, showdown.pk)),
        "/rules/",
        "/rules/vilnius/",
        "/rules/colonial-italian/",
        "/rules/protean/",
        NOWHERE,
    ]


def year_addresses(over: Table) -> list[str]:
    """What the club remembers of it."""
    junior = over.event.club.categories.get().pk
    rated, met = over.event, [seat.player.pk for seat in over.seats.order_by("index")]
    club, event, player = f"/clubs/{rated.club.slug}/", f"/events/{rated.pk}/", f"/players/{met[0]}/"
    return [
        *(f"{club}{page}/" for page in ("ratings", "who-sees-ratings", "statistics", "meetings", "files")),
        *(f"{club}{page}/" for page in ("files/bring-in", "players/from-file")),
        f"{club}meetings/?who={met[0]}&who={met[1]}&who={met[2]}",
        *(f"{club}statistics/?table={table}" for table in ("players", "announcement")),
        *(f"{event}{page}/" for page in ("statistics", "report", "bend", "files", f"ratings/{met[0]}")),
        *(f"{event}files/{page}/" for page in ("paper", "played")),
        *(f"{player}{page}" for page in ("", "?tab=tables", "statistics/", "rivals/", f"with/{met[1]}/")),
        "/statistics/",
        f"/tables/{over.pk}/",
        f"{event}?category={junior}",
        f"{club}categories/{junior}/",
        f"{event}desk/prizes/",
        *season_addresses(rated, met),
    ]


def coming_addresses(night: Event, player: int) -> list[str]:
    """Of a night that is planned: some wait for a place, some come if needed."""
    coming = planned(club=night.club, date=timezone.localdate() + timedelta(weeks=1), tables=1)
    says(coming, "yes", LONG, "Ana", "Bruno", "Chiara", "Dovas")
    says(coming, "if-needed", "Elena")
    calendar, page = f"/clubs/{night.club.slug}/calendar/", f"/coming/{coming.pk}/"
    return [calendar, f"{calendar}new/", page, f"{page}change/", f"/codes/{player_code(player, 0)}{page}"]


def connection_addresses(club: Club) -> list[str]:
    """With a webhook at a long address, and frames for whoever likes."""
    set_frames(club=club, framed_by="*", actor=SYSTEM)
    made = add_webhook(club=club, address=f"https://example.org/{'long' * 60}", topics=["deal"], actor=SYSTEM)
    made.deliveries.update(tries=1, tried_at=timezone.now(), answer=500)
    page = f"/clubs/{club.slug}/"
    return [
        "/passports/",
        f"/players/{club.players.all()[0].pk}/passports/",
        f"{page}connections/",
        f"{page}logo/",
        f"{page}connections/{made.pk}/",
        f"{page}frame/",
    ]


def season_addresses(night: Event, players: list[int]) -> list[str]:
    """Of one that is published, for which the night counts, and of a draft."""
    season, draft = a_season(night.club, planned=2), a_season(night.club, published=False)
    choose_event(pk=season.pk, event_id=night.pk, counts=True, actor=SYSTEM)
    club, own = f"/clubs/{night.club.slug}/seasons/", f"/seasons/{season.pk}/"
    reasons = [f"{own}why/{player}/" for player in players]
    return [
        club,
        f"{club}new/",
        own,
        f"{own}what-if/?p1={players[0]}",
        *reasons,
        f"{own}edit/",
        f"{own}prizes/",
        f"{own}statistics/",
        f"/seasons/{draft.pk}/",
        *contest_addresses(night, season),
    ]


def contest_addresses(night: Event, season: Season) -> list[str]:
    """Of a league of the season with teams, one fixture of which the night has played, and of a ladder."""
    teams = {LONG: (LONG, "Elena"), "Reds": ("Ana", "Faust")}
    league = a_league((LONG, *FOUR), ("Elena", "Faust"), season=season, teams=teams)
    ladder = a_ladder(night.club)
    own, fixture = f"/seasons/{season.pk}/league/", league.fixtures.all()[0].pk
    climb = f"/clubs/{night.club.slug}/ladders/"
    code = player_code(night.club.players.get(name="Bruno").pk, 0)
    return [
        *(own, f"{own}1/", f"/seasons/{season.pk}/fixtures/{fixture}/", f"{own}plan/"),
        *(f"{climb}{ladder.pk}/", f"{climb}new/", f"{climb}{ladder.pk}/edit/", f"/codes/{code}/ladders/{ladder.pk}/"),
    ]


def director_addresses(club: Club) -> list[str]:
    """Of tournaments as their director has them: one that waits for entries, and one whose next round is drawn."""
    stages = [("swiss", {"rounds": 3}), ("single-elimination", {"qualify": {"size": 4}})]
    waiting, playing = (make_tournament(2, club=club, names=(LONG, "Ana")), begun(8, club=club, stages=stages))
    play_round(playing)
    drawn = draw(playing)
    pages = ("desk", "entrants", "stages", "log")
    return [
        *(f"/events/{event.pk}/{page}/" for event in (waiting, playing) for page in pages),
        f"/events/{playing.pk}/",
        f"/events/{playing.pk}/tables/",
        f"/rounds/{drawn.pk}/",
        f"/stages/{drawn.stage_id}/tie-breaks/",
        f"/stages/{waiting.stages.get().pk}/start/",
        f"/clubs/{club.slug}/members/",
    ]


def ranked_addresses(club: Club) -> list[str]:
    """Of a Swiss of teams with handicaps and prizes, and of a knockout in matches, whose losers play on."""
    stages = [("swiss", {"rounds": 3, "acceleration": "handicap"})]
    swiss = make_tournament(names=(LONG, "Ana", "Bruno", "Chiara"), club=club, stages=stages)
    rated(swiss, Ana=1650.0, Bruno=1500.0, Chiara=1350.0)
    stage = start(swiss)
    team_up(swiss, best=1, Reds="Ana Bruno", Blues="Chiara")
    give(swiss, ("Gold", 50, None), ("Silver", 30, None))
    table = play_round(swiss)[0]
    losers = {"sources": [{"stage": 1, "losers": 1}]}
    knockout = begun(8, club=club, stages=[("single-elimination", {"games": 3}), ("single-elimination", losers)])
    next_round(knockout)
    pages = {swiss: ("desk/teams/", "desk/prizes/", "handicaps/"), knockout: ("bracket/", "stages/", "desk/")}
    return [
        *(f"/events/{event.pk}/{page}" for event, own in pages.items() for page in ("", "wall/", *own)),
        f"/events/{swiss.pk}/entrants/{ids(swiss)[0]}/why/",
        f"/stages/{stage.pk}/start/",
        f"/tables/{table.pk}/correct/",
    ]


def with_handicap(club: Club) -> Event:
    event = make_night(club=club, names=(LONG, "Ana", "Bruno"))
    rated(event, Ana=1600.0, Bruno=1400.0)
    set_night_handicap(event_id=event.pk, terms=NightTerms(rounds=3, cap=2, win=Fraction(20)), actor=SYSTEM)
    return event


NOWHERE = "/nowhere/"


def open_page(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None and answer.status == (404 if address == NOWHERE else 200), address


# Width and colours do not meet: two of the four pairs show each width and each scheme.
@pytest.mark.parametrize(
    ("screen", "scheme"), [pytest.param("phone", "dark", marks=pytest.mark.journey), ("desk", "light")]
)
def test_every_page_is_in_order(phone, desk, sign_in, screen, scheme):
    night = lively_night()
    page: Page = {"phone": phone, "desk": desk}[screen](color_scheme=scheme, reduced_motion="reduce")
    open_page(page, "/sign-in/")
    assert Axe().run(page).violations_count == 0
    sign_in(page, night.club.members.get().user)
    for address in [*addresses(night), *director_addresses(night.club), *ranked_addresses(night.club)]:
        open_page(page, address)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{address}\n{found.generate_report()}"
        assert page.evaluate(BEYOND) <= 0, address
        if screen == "phone":
            assert page.evaluate(TOO_SMALL) == [], address
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate(BEYOND) <= 0, address


# Besides text and what scrolls in a box of its own (tables, brackets, charts) nothing may be wider than the window.
REFLOW = """(width) => document.documentElement.scrollWidth > width
    ? [...document.querySelectorAll("body *")].filter((part) => part.getBoundingClientRect().right > width + 1)
        .slice(0, 3).map((part) => part.outerHTML.slice(0, 200))
    : []"""
NARROW = 320


def tournament_addresses() -> list[str]:
    """Of a knockout and of a round robin that are being played, and of one that waits for entries."""
    knockout, league = begun(8, stages=[("single-elimination", {})]), begun(8, stages=[("round-robin", {})])
    for event in (knockout, league):
        next_round(event)
    waiting = make_tournament(2, names=(LONG, "Ana"))
    set_registration(event_id=waiting.pk, is_open=True, actor=SYSTEM)
    drawn = Round.objects.get(stage__event=league)
    return [
        f"/events/{knockout.pk}/",
        f"/events/{knockout.pk}/bracket/",
        f"/events/{knockout.pk}/wall/",
        f"/events/{league.pk}/",
        f"/events/{league.pk}/cross-table/",
        f"/events/{league.pk}/handicaps/",
        f"/events/{league.pk}/entrants/{ids(league)[0]}/why/",
        f"/rounds/{drawn.pk}/pairings/",
        f"/events/{waiting.pk}/",
        f"/events/{waiting.pk}/register/",
    ]


def test_every_public_page_fits_a_window_of_320_pixels_and_a_tournaments_are_in_order(desk):
    night, tournaments = lively_night(), tournament_addresses()
    page: Page = desk(viewport={"width": NARROW, "height": 568}, reduced_motion="reduce", locale="lt")
    public = [address for address in addresses(night) if is_public(page, address)]
    for address in [*public, "/sign-in/", f"/events/{night.pk}/race/", *tournaments]:
        open_page(page, address)
        assert page.evaluate(REFLOW, NARROW) == [], address
        if address in tournaments:
            found = Axe().run(page)
            assert found.violations_count == 0, f"{address}\n{found.generate_report()}"


def test_what_a_tile_of_the_desk_says_is_whole_on_a_phone(phone, sign_in):
    night = make_night(names=("Ana", "Bruno"))
    seat_table(night, "Ana", "Bruno")
    night.tables.update(opened_at=timezone.now() - timedelta(hours=3))
    page = phone(locale="it")
    sign_in(page, night.club.members.get().user)
    open_page(page, f"/events/{night.pk}/desk/")
    says = page.locator(".overview-state")
    expect(says).to_have_text("in silenzio")
    assert says.evaluate("says => says.scrollWidth <= says.clientWidth")


def is_public(page: Page, address: str) -> bool:
    """Not one that leads to where one signs in, nor one that is hidden from strangers."""
    return address == NOWHERE or page.request.get(address, max_redirects=0).status == 200


@pytest.mark.journey
def test_a_player_is_dragged_to_another_table(desk, sign_in):
    night = make_night(names=("Ana", "Bruno", "Chiara", "Dovas"))
    page = desk()
    sign_in(page, night.club.members.get().user)
    open_page(page, f"/events/{night.pk}/desk/seating/?how=by-hand&size=2")
    for name in ("Chiara", "Ana"):
        page.locator(".seat-row", has_text=name).drag_to(page.locator('.seat-list[data-table="1"]'))
    expect(page.get_by_label("Table for Chiara")).to_have_value("1")
    page.get_by_label("Table for Ana").select_option("")
    page.get_by_label("Table for Dovas").select_option("1")
    page.get_by_role("button", name="Open these tables").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    seated = night.tables.get().seats.values_list("entrant__player__name", flat=True)
    assert set(seated) == {"Chiara", "Dovas"}


def test_a_form_that_comes_back_begins_at_what_is_wrong(desk, sign_in):
    event = begun(4)
    table = play_round(event)[0]
    draw(event)
    page = desk()
    sign_in(page, event.club.members.get().user)
    open_page(page, f"/tables/{table.pk}/correct/")
    for seat in (0, 1):
        page.locator(f"[name=places-seat-{seat}]").select_option("2")
    page.locator("button[value=places]").click()
    expect(page.get_by_text("Give every seat its place").last).to_be_visible()
    assert "Give every seat its place" in page.evaluate("document.activeElement.textContent.slice(0, 200)")
