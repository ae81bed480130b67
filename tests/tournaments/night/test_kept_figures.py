"""A night's figures that are kept from one message to the next are those that would be made anew."""

from functools import partial
from typing import Any

import pytest

from tests.factories import NAMES, announce, correct, deal, make_night, seat_table
from tests.tournaments.teams.scenes import team_up
from tournaments.audit import SYSTEM
from tournaments.models import Player
from tournaments.selectors import following
from tournaments.selectors.night import standings
from tournaments.selectors.night.scoreboard import LiveRow, scoreboard, standing_figures, table_figures
from tournaments.selectors.night.standings import night_page
from tournaments.selectors.table import cards
from tournaments.selectors.table.cards import card_of
from tournaments.selectors.teams import night_teams, team_lists, team_row
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db


def test_whatever_happens_on_a_night_its_figures_are_those_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    night = make_night(names=NAMES[:6])
    team_up(night, best=1, North=" ".join(NAMES[:4:2]), South=" ".join(NAMES[1:4:2]))
    first, second, third = (seat_table(night, *NAMES[start : start + 2]) for start in (0, 2, 4))
    happens = [
        partial(deal, first, announce(1, 3, 3)),
        partial(deal, second, announce(1, 2, 3)),
        partial(deal, first, announce(0, 6, 6)),
        partial(correct, first, 1, announce(1, 3, 1)),
        partial(correct, first, 2, None),
        partial(Player.objects.filter(name=NAMES[4]).update, name="Somebody else"),
        partial(adjourn_table, table_id=second.pk, actor=SYSTEM),
        partial(deal, third, announce(1, 1, 1)),
        partial(end_table, table_id=first.pk, actor=SYSTEM),
    ]
    shown = [scoreboard(night.pk, beside=team_lists).as_dict()]
    for happen in happens:
        happen()
        shown.append(scoreboard(night.pk, beside=team_lists).as_dict())
        assert shown[-1] == anew(night.pk, monkeypatch)
        assert shown[-1]["revision"] == shown[-2]["revision"] or shown[-1]["lists"] != shown[-2]["lists"]


def test_the_names_of_cells_are_those_of_the_rows_though_they_are_told_once() -> None:
    night = make_night(names=NAMES[:2])
    team_up(night, North=NAMES[0], South=NAMES[1])
    table = seat_table(night, *NAMES[:2])
    deal(table, announce(1, 6, 6))
    page = night_page(night)
    (card,) = (card_of(seats, night) for seats in page.running)
    teams = night_teams(night, page.standings)
    assert teams
    rows = {
        "standings": list(map(standing_figures, page.standings)),
        "teams": list(map(team_row, teams.lines)),
        "running": [table_figures(card)],
    }
    lists = scoreboard(night.pk, beside=team_lists).as_dict()["lists"]
    assert {name: told(lists[name]) for name in lists} == {name: list(map(of_row, rows[name])) for name in rows}


def told(facts: dict[str, Any]) -> list[Any]:
    named, inner = (partial(zip, facts[names], strict=True) for names in ("cells", "inner"))
    return [
        (key, flags, dict(named(texts)), [(*each[:2], dict(inner(each[2]))) for each in (within or [[]])[0]])
        for key, flags, texts, *within in facts["rows"]
    ]


def of_row(row: LiveRow) -> tuple[Any, ...]:
    return row.key, row.flags, row.cells, [(each.key, each.flags, each.cells) for each in row.rows]


def anew(night: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    with monkeypatch.context() as patched:
        patched.setattr(following, "_caches", {})
        for rows in (cards.rows_of_event, standings._entrants):
            patched.setattr(rows, "_lists", {})
        return scoreboard(night, beside=team_lists).as_dict()
