"""Twelve teams of four meet in a Swiss of three rounds: their captains say on phones who plays, boards are scored on
pads and by the services, and every page comes to what the test adds up for itself.
"""

import csv
import io
import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from django.urls import reverse
from playwright.sync_api import APIRequestContext, Page, expect

from tests.e2e.conftest import SCREENSHOTS
from tests.e2e.pad import Pad, fits_without_scrolling
from tests.factories import deal, make_club
from tests.tournaments.boards.scenes import boards_of, sitting
from tournaments.codes import player_code
from tournaments.models import Event, Member, Round, Table

TEAMS = ("Amber", "Bison", "Cedar", "Delta", "Eagle", "Falcon", "Garnet", "Heron", "Iris", "Jasper", "Kestrel", "Lynx")
NAMES = ("Ana", "Bruno", "Chiara", "Dovas", "Elena")  # the captain is Ana, and one of the five rests
BOARDS, ROUNDS, DEALS = 4, 3, 2
SET_UP = 11  # clicks from the empty form to the first draw
LINE_UP, ON_THE_PAD = 3, 3 + 6 * DEALS  # taps of a captain in a round, beside the choice of a name for each board
ON_PHONES = TEAMS[:3]  # whose captains have phones in the browser
COUNT = """addEventListener("click", (click) => {
    if (click.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0);
}, true);"""


@dataclass
class Captain:
    """Of one team, with a phone in the browser, or one that only sends the same requests."""

    event: Event
    team: str
    requests: APIRequestContext
    page: Page | None

    @property
    def code(self) -> str:
        return player_code(self.event.entrants.people().get(player__name=f"Ana {self.team}").player_id, 0)

    def names(self, players: list[str]) -> None:
        if self.page is None:
            self._send(players)
            return
        self.page.goto(reverse("code", args=[self.code]))
        self.page.get_by_role("link", name="say who plays for your team").tap()
        for board, name in enumerate(players, start=1):
            self.page.get_by_label(f"Board {board}").select_option(label=name)
        self.page.get_by_role("button", name="Save").tap()
        expect(self.page.get_by_text("Saved.")).to_be_visible()
        expect(self.page.get_by_label("Board 1").locator("option:checked")).to_have_text(players[0])
        self.page.screenshot(path=SCREENSHOTS / "team-swiss-line-up.png", full_page=True)
        self.page.get_by_role("link", name="Back").tap()

    def plays(self, winners: dict[int, list[int]]) -> None:
        """Their own board on their own phone, which tells how the others stand."""
        assert self.page
        self.page.get_by_role("link", name="Open my pad").tap()
        pad = OwnPad(self.page)
        own = f"{NAMES[0]} {self.team}"
        boards = boards_of(self.event, self.team)
        table = next(board for board in boards if own in sitting(board))
        other = next(board for board in boards if not any(name.startswith(NAMES[0]) for name in sitting(board)))
        pad.tap("boards")
        rows = self.page.locator(".boards tbody tr")
        expect(rows).to_have_count(BOARDS)
        assert fits_without_scrolling(self.page)
        if not other.deal_count:
            winner = winners[other.pk][0]
            deal(other, {"dealer": other.first_dealer, "claimed": [winner]})
            first = _team(sitting(other)[winner]) == _team(sitting(table)[0])
            expect(rows.nth(other.game - 1).locator("small")).to_have_text("1–0" if first else "0–1")
        self.page.screenshot(path=SCREENSHOTS / "team-swiss-pad-boards.png")
        pad.tap("close-boards")
        for winner in winners[table.pk]:
            pad.wins(winner)
        expect(self.page.locator('[data-key="standings"]')).to_be_visible()
        self.page.screenshot(path=SCREENSHOTS / "team-swiss-pad-over.png")

    def _send(self, players: list[str]) -> None:
        ask = self.requests
        own = ask.get(reverse("code", args=[self.code])).text()
        (address,) = re.findall(r'href="(/codes/[^"]+/line-ups/[0-9]+/)"', own)
        form = ask.get(address).text()
        choices = {name: pk for pk, name in re.findall(r'<option value="([0-9]+)"[^>]*>([^<]+)</option>', form)}
        (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', form))
        sent = {f"board-{board}": choices[name] for board, name in enumerate(players, start=1)}
        answer = ask.post(address, form={"csrfmiddlewaretoken": token, **sent}, headers={"Referer": address})
        assert answer.ok and "Saved." in answer.text()


class OwnPad(Pad):
    """A pad that is open already."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        expect(page.locator("#pad-link")).to_be_visible()

    def wins(self, seat: int) -> None:
        """A deal, noted without its cards."""
        for key in ("more", "without", "next", f"claim-{seat}", "next"):
            self.tap(key)
        with self.page.expect_response("**/deals/"):
            self.tap("save")


class Sums:
    """What the test adds up for itself."""

    def __init__(self) -> None:
        self.match_points = dict.fromkeys(TEAMS, Fraction())
        self.board_points = dict.fromkeys(TEAMS, Fraction())
        self.met: set[frozenset[str]] = set()

    def add(self, matches: dict[frozenset[str], dict[str, Fraction]]) -> None:
        assert len(matches) == len(TEAMS) // 2
        assert not self.met & matches.keys(), "no two teams meet twice"
        self.met |= matches.keys()
        for match in matches.values():
            (one, first), (two, second) = match.items()
            assert first + second == BOARDS
            for team, own, other in ((one, first, second), (two, second, first)):
                self.board_points[team] += own
                self.match_points[team] += 2 * (own > other) + (own == other)

    @property
    def order(self) -> list[tuple[Fraction, Fraction]]:
        points = ((self.match_points[team], self.board_points[team]) for team in TEAMS)
        return sorted(points, reverse=True)


def test_twelve_teams_of_four_play_three_rounds_with_line_ups_from_phones(desk, phone, wall, sign_in):
    club = make_club()
    page = desk()
    page.add_init_script(COUNT)
    sign_in(page, Member.objects.get(club=club).user)
    event = _plan(page, club.slug)
    _enter(page, event)
    room, screen = phone(color_scheme="dark"), wall()
    room.goto(f"/events/{event.pk}/")
    captains = [Captain(event, team, room.request, phone() if team in ON_PHONES else None) for team in TEAMS]
    for captain in captains[: len(ON_PHONES)]:
        assert captain.page
        captain.page.add_init_script(COUNT)
    random, sums = Random(20261128), Sums()
    for number in range(1, ROUNDS + 1):
        _play_round(number, event, page, captains, random, sums)
        _look(number, event, page, room, screen, sums)

    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("button", name="End the tournament").first.click()
    expect(page.get_by_role("heading", name="This tournament is over")).to_be_visible()
    assert page.evaluate("Number(sessionStorage.clicks)") == SET_UP + 2 * ROUNDS + 1
    taps = [captain.page.evaluate("Number(sessionStorage.clicks)") for captain in captains if captain.page]
    assert taps == [ROUNDS * (LINE_UP + ON_THE_PAD)] * len(ON_PHONES)

    page.goto(f"/events/{event.pk}/")
    shown = _places(page)
    answer = page.request.get(reverse("event-file-csv", args=[event.pk, "standings"]))
    rows = list(csv.DictReader(io.StringIO(answer.text().removeprefix("\ufeff"))))
    final = [(row["place"], row["player"]) for row in rows if not row["stage"]]
    assert shown == final
    of_stage = {row["player"]: row for row in rows if row["stage"]}
    assert {team: Fraction(row["points"]) for team, row in of_stage.items()} == sums.match_points
    assert {team: Fraction(row["board-points"]) for team, row in of_stage.items()} == sums.board_points
    page.screenshot(path=SCREENSHOTS / "team-swiss-over.png", full_page=True)


def _plan(page: Page, slug: str) -> Event:
    page.goto(f"/clubs/{slug}/tournaments/new/?game=colonial-italian&preset=swiss:seats=2")
    page.get_by_label("Name").fill("Cup of teams")
    for folded in (
        "House rules, and when a table ends",
        "The stages in detail",
        "Matches of several games, or of teams",
    ):
        page.locator("summary", has_text=folded).click()
    page.get_by_label("Cards shown").select_option(value="optional")
    page.get_by_label("A table ends").select_option(value="deals")
    page.get_by_label("How many", exact=True).first.fill(str(DEALS))
    page.get_by_label("Rounds", exact=True).first.fill(str(ROUNDS))
    page.get_by_label("Boards of a team match").fill(str(BOARDS))
    page.get_by_label("Line-ups").select_option(value="free")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url("**/desk/")
    return Event.objects.get()


def _enter(page: Page, event: Event) -> None:
    """Everybody by one text, and all teams by another."""
    page.get_by_role("link", name="Enter the players").click()
    page.get_by_label("Many at once").fill("\n".join(f"{name} {team}" for team in TEAMS for name in NAMES))
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_label("They are in the room").check()
    page.get_by_role("button", name="Enter 60 players").click()
    expect(page.get_by_role("heading", name="60 entrants, 60 checked in")).to_be_visible()
    page.get_by_role("link", name="Teams", exact=True).first.click()
    rest = {team: ", ".join(f"{name} {team}" for name in NAMES[1:]) for team in TEAMS}
    lines = [f"{team}: {NAMES[0]} {team}*, {names}" for team, names in rest.items()]
    page.get_by_label("A team per line").fill("\n".join(lines))
    page.locator("#all").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="12 teams")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "team-swiss-teams.png", full_page=True)
    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("link", name="Start the first stage").click()
    page.get_by_role("button", name="Start the stage").click()


def _play_round(number: int, event: Event, page: Page, captains: list[Captain], random: Random, sums: Sums) -> None:
    page.goto(f"/events/{event.pk}/desk/")
    page.get_by_role("button", name=f"Draw round {number}").click()
    named = {team: _line_up(team, random) for team in TEAMS}
    for captain in captains:
        captain.names(named[captain.team])
    page.reload()
    expect(page.get_by_text("· named")).to_have_count(len(TEAMS))
    page.screenshot(path=SCREENSHOTS / "team-swiss-preview.png", full_page=True)
    page.get_by_role("button", name=f"Publish round {number}").first.click()
    page.wait_for_url("**/desk/")
    tables = list(Table.objects.filter(round=Round.objects.latest("pk")).order_by("number"))
    assert len(tables) == BOARDS * len(TEAMS) // 2
    for team in TEAMS:
        assert [_of(team, table) for table in boards_of(event, team)] == named[team], "as named, in order"
    winners = {table.pk: [random.randrange(2), random.randrange(2)] for table in tables}
    for captain in captains:
        if captain.page:
            captain.plays(winners)
    page.screenshot(path=SCREENSHOTS / "team-swiss-desk-begun.png", full_page=True)
    for table in tables:
        table.refresh_from_db()
        for dealt in range(table.deal_count, DEALS):
            deal(table, {"dealer": (table.first_dealer + dealt) % 2, "claimed": [winners[table.pk][dealt]]})
    sums.add(_matches(tables, winners))


def _line_up(team: str, random: Random) -> list[str]:
    """Four of the five in any order, the captain among them; two captains with phones never meet."""
    players = random.sample(NAMES[1:], BOARDS - 1)
    players.insert(ON_PHONES.index(team) if team in ON_PHONES else random.randrange(BOARDS), NAMES[0])
    return [f"{name} {team}" for name in players]


def _team(player: str) -> str:
    return player.split()[1]


def _of(team: str, table: Table) -> str:
    return next(name for name in sitting(table) if _team(name) == team)


def _matches(tables: list[Table], winners: dict[int, list[int]]) -> dict[frozenset[str], dict[str, Fraction]]:
    """The points of all boards, by who meets."""
    matches: dict[frozenset[str], dict[str, Fraction]] = {}
    for table in tables:
        teams = [_team(name) for name in sitting(table)]
        assert len(set(teams)) == 2, "nobody meets a teammate"
        match = matches.setdefault(frozenset(teams), dict.fromkeys(teams, Fraction()))
        won = [winners[table.pk].count(seat) for seat in (0, 1)]
        for seat, team in enumerate(teams):
            match[team] += Fraction(1 + (won[seat] > won[1 - seat]) - (won[seat] < won[1 - seat]), 2)
    return matches


def _look(number: int, event: Event, page: Page, room: Page, screen: Page, sums: Sums) -> None:
    """At all that tells of a round that is over."""
    page.goto(f"/events/{event.pk}/desk/")
    over = "Everything has been played" if number == ROUNDS else "All results are in"
    expect(page.get_by_role("heading", name=over)).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "team-swiss-desk.png", full_page=True)
    expect(room.locator("#teams tbody tr")).to_have_count(len(TEAMS))
    expect(room.locator("#teams tbody tr .number").first).to_have_text(_text(max(sums.match_points.values())))
    room.screenshot(path=SCREENSHOTS / "team-swiss-room.png", full_page=True)
    page.goto(f"/events/{event.pk}/")
    places = _places(page)
    assert _places(room) == places
    points = {row.locator("th").inner_text().split("\n")[0]: row for row in page.locator("#teams tbody tr").all()}
    assert {team: row.locator(".number").inner_text() for team, row in points.items()} == {
        team: _text(each) for team, each in sums.match_points.items()
    }
    page.screenshot(path=SCREENSHOTS / "team-swiss-results.png", full_page=True)
    page.goto(f"/events/{event.pk}/cross-table/")
    page.screenshot(path=SCREENSHOTS / "team-swiss-cross.png", full_page=True)
    screen.goto(f"/events/{event.pk}/wall/")
    screen.get_by_role("button", name="Pause").click()
    screen.screenshot(path=SCREENSHOTS / "team-swiss-wall.png")
    sheets = screen.locator('[data-sheet^="teams-"]')
    for _sheet in range(screen.locator("[data-sheet]").count()):
        if sheets.first.is_visible():
            break
        screen.get_by_role("button", name="Next sheet").click()
    screen.screenshot(path=SCREENSHOTS / "team-swiss-wall-teams.png")
    rows = sheets.locator("tbody tr").all()
    assert [tuple(row.locator(cell).text_content().strip() for cell in (".place", "th")) for row in rows] == places


def _places(page: Page) -> list[tuple[str, str]]:
    page.locator("#teams").evaluate("(folded) => { folded.open = true; }")  # a press would count as the director's
    rows = page.locator("#teams tbody tr").all()
    return [(row.locator(".place").inner_text(), row.locator("th").inner_text().split("\n")[0]) for row in rows]


def _text(points: Fraction) -> str:
    return f"{float(points):g}"
