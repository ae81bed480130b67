"""What a phone has at hand without asking anybody: the rules of its game, and whose phone it is."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.games import GAMES
from scoring.showdown.game import ShowdownGame
from tests.factories import announce, deal, make_night, make_table, pad_token, seat_table
from tournaments.audit import SYSTEM
from tournaments.services.table.life import end_table
from tournaments.words.rulebook import EXAMPLES, example, pad_guide, readings_of

OUTSIDE = {"colonial": ["G1", "O1", "P1"], "protean": ["BRF", "SAK", "EMF", "RUK", "SIF"]}


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if isinstance(game, ShowdownGame)], ids=lambda game: game.key
)
def test_every_picture_in_the_order_of_hands_is_the_hand_it_stands_for(game: ShowdownGame):
    ruleset = game.showdown(game.check_rules({})).ruleset
    pictured = {category: EXAMPLES.get(category, "").split() for category in ruleset.categories}
    assert [category for category, cards in pictured.items() if not cards] == ["none"]
    filled = {
        category: [*cards, *OUTSIDE[game.decks[0].name]][: max(3, len(cards))] for category, cards in pictured.items()
    }
    assert [ruleset.read_hand(cards).category for cards in filled.values()] == list(pictured)


def test_an_earth_deck_has_its_own_cards_in_the_pictures():
    game = GAMES["colonial-italian"]
    deck = game.deck_by(game.check_rules({"earth_deck": True}))
    assert example("capstone", deck)[0] == ["AC"]
    assert {code[-1] for row in example("perfect-2-green", deck) for code in row} == {"S"}


def test_the_points_of_an_announcement_are_those_of_the_game():
    guide = pad_guide("vilnius", GAMES["vilnius"].check_rules({}))
    assert [points for _off, points in guide.points] == ["10", "8", "6", "4", "2", "0", "−2"]
    assert [times for _announced, times in guide.times] == [1, 2, 3, 4, 3, 2, 1]
    assert guide.order == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_rules_and_our_readings_come_with_the_page_itself(client: Client, key: str):
    table = make_table(game=key)
    text = client.get(f"/pad/{pad_token(table)}/").content.decode()
    (rules,) = re.findall(r'<script id="pad-rules" type="application/json">(.*?)</script>', text)
    rules = json.loads(rules)
    assert all(str(reading.text) in rules for each in readings_of(key).values() for reading in each)
    assert rules.count("guide-pyramid") == len(GAMES[key].descriptor({})["categories"])


@pytest.mark.django_db
def test_at_a_night_who_moved_on_from_a_table_is_told_the_next(client: Client):
    night = make_night(names=["Ana", "Bruno", "Chiara"])
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    later = seat_table(night, "Chiara", "Ana")
    state = client.get(f"/pad/{pad_token(table)}/state/").json()
    assert state["next"] == [{"seat": 0, "round": None, "table": later.number}]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "files"), [("en", 2), ("lt", 4)])
def test_a_phone_that_was_here_before_loads_its_typefaces_first(client: Client, language: str, files: int) -> None:
    address = f"/pad/{pad_token(make_table())}/"
    headers = {"accept-language": language}
    opened = [
        re.findall(r'rel="preload" as="font".*?href="(.*?)"', client.get(address, headers=headers).text)
        for _ in range(2)
    ]
    assert [len(fonts) for fonts in opened] == [0, files]
    assert all(finders.find(font.removeprefix("/static/")) for font in opened[1])
