"""A match of several games on the phones of its two players."""

from playwright.sync_api import expect

from tests.e2e.conftest import SCREENSHOTS
from tests.e2e.pad import Pad, complaints, fits_without_scrolling, small_targets
from tests.e2e.phones.test_pad_together import SeatPhone
from tests.tournament_scenes import begun, next_round
from tests.tournaments.boards.scenes import begun_teams
from tests.tournaments.boards.scenes import win as win_board
from tournaments.models import Table
from tournaments.models.table import ENDED


def seat_of(table: Table, who: int) -> int:
    return table.seats.get(entrant=who).index


def win(pad: SeatPhone, seat: int) -> None:
    """A game of one deal, noted without its cards."""
    for key in ("more", "without", "next", f"claim-{seat}", "next", "save"):
        pad.tap(key)


def test_a_best_of_three_goes_from_game_to_game_on_both_phones_to_the_bracket(phone, desk):
    event = begun(2, stages=[("single-elimination", {"games": 3})])
    (first,) = next_round(event)
    ana, bruno = first.seats.values_list("entrant_id", flat=True)
    of_ana, of_bruno = (SeatPhone(phone(), first, seat) for seat in (0, 1))
    bracket = desk()
    bracket.goto(f"/events/{event.pk}/bracket/")
    win(of_ana, 0)
    second = after(first, of_ana, of_bruno, score="1–0 P1")
    win(of_bruno, seat_of(second, bruno))
    third = after(second, of_ana, of_bruno, score="1–1")
    assert [seat_of(third, who) for who in (ana, bruno)] == [0, 1]  # who deals first alternates
    win(of_ana, seat_of(third, ana))
    expect(of_bruno.page.locator(".bar-title")).to_contain_text("Game 3 of 3, 2–1 P1")
    for pad in (of_ana, of_bruno):
        expect(pad.page.locator('[data-key="standings"]')).to_be_visible()
    assert Table.objects.filter(event=event, status__in=ENDED).count() == 3
    expect(bracket.get_by_label("Match 1: P1 2 champion; P2 1.")).to_be_visible()


def after(game: Table, *pads: SeatPhone, score: str) -> Table:
    """The next game, which both phones have opened by themselves."""
    for pad in pads:
        expect(pad.page.locator(".bar-title")).to_contain_text(f"Game {game.game + 1} of 3, {score}", timeout=30_000)
    return Table.objects.get(round=game.round_id, game=game.game + 1)


def test_the_bar_of_a_match_leaves_the_number_of_the_deal_to_the_form(phone):
    (table,) = next_round(begun(2, stages=[("swiss", {"rounds": 1, "games": 3})]))
    pad = Pad(phone(), table)
    expect(pad.page.locator(".bar-title")).to_have_text("Table 1 Game 1 of 3, 0–0")
    expect(pad.page.get_by_text("Deal 1", exact=True)).to_have_count(1)


def test_twelve_boards_with_long_names_are_in_sight_on_a_small_phone(phone):
    event = begun_teams(2, each=12, boards=12, rounds=1)
    for team in event.teams.all():
        for entrant in team.members.select_related("player"):
            entrant.player.name += " Konstantinopolskaja-Vytautaitis"
            entrant.player.save()
    tables = next_round(event)
    for table in tables[1:]:
        win_board(table, "A")
    pad = Pad(phone(viewport={"width": 360, "height": 600}), tables[0])
    pad.tap("boards")
    expect(pad.page.locator(".boards tbody tr")).to_have_count(12)
    for width, height in ((360, 600), (320, 568)):
        pad.page.set_viewport_size({"width": width, "height": height})
        pad.page.screenshot(path=SCREENSHOTS / f"boards-of-twelve-{width}.png")
        assert fits_without_scrolling(pad.page)
        assert small_targets(pad.page) == []
        assert complaints(pad.page) == []
    pad.tap("boards")
    expect(pad.page.locator(".boards")).to_have_count(0)
