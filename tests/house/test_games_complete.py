"""Every game of the registry has all its words, pictures and pages, in every language."""

from collections.abc import Iterator
from string import Formatter

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import translation

from scoring.cards import Deck
from scoring.game import Choice, Game
from scoring.games import GAMES
from tests.scoring.steps import STEPS
from tournaments.templatetags.capstone import drawn_cards
from tournaments.words import games

SAME = {"ziggurat"}  # in English and in Italian
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def lacking(game: Game) -> set[str]:
    """What is missing for people to play the game."""
    return {*page_of(game), *words_of(game), *(each for deck in game.decks for each in of_deck(deck))}


def page_of(game: Game) -> Iterator[str]:
    name = f"rules/_{game.key}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        yield f"page {name}"


def words_of(game: Game) -> Iterator[str]:
    if game.key not in games.NAMES:
        yield f"name {game.key}"
    if game.key not in games.LINES:
        yield f"line {game.key}"
    for option in game.choices:
        if option.name not in games.QUESTIONS:
            yield f"question {option.name}"
        yield from (f"answer {option.name} {each}" for each in said(option) if (option.name, each) not in games.ANSWERS)
    yield from (f"length {length}" for length in game.lengths if length not in games.LENGTHS)
    yield from (f"category {each}" for each in categories_of(game) if each not in games.CATEGORIES)


def said(option: Choice) -> list[object]:
    """Of a box to tick only what is not usual."""
    return [each for each in option.values if option.kind == "choice" or each != option.default]


def categories_of(game: Game) -> set[str]:
    """By whichever of its options."""
    chosen: list[dict[str, object]] = [{option.name: value} for option in game.choices for value in option.values]
    return {category for rules in [{}, *chosen] for category in game.descriptor(rules)["categories"]}


def of_deck(deck: Deck) -> Iterator[str]:
    for code in deck.copies:
        if not games.name_in(deck, code):
            yield f"card {code}"
        if code not in drawn_cards():
            yield f"picture {code}"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_lacks_nothing(key: str):
    assert lacking(GAMES[key]) == set()


def test_what_a_game_lacks_is_named():
    codes = {"S1", "M1", "S2", "M2", "S3", "M3"}
    assert lacking(STEPS) == {
        "page rules/_steps.html", "name steps", "line steps", "question ties_are_shared", "answer ties_are_shared True",
        "category stairs", "category trio", "category pair",
        *(f"card {code}" for code in codes), *(f"picture {code}" for code in codes),
    }  # fmt: skip


@pytest.mark.usefixtures("fifth_game")
def test_a_game_that_is_told_of_lacks_only_pictures():
    """Cards that nobody has drawn show their code."""
    assert {each.split()[0] for each in lacking(STEPS)} == {"picture"}


def test_a_game_that_nobody_has_told_of_shows_its_keys():
    """So that nothing breaks once a deal has been recorded."""
    assert (games.game_name("steps"), games.category_name("stairs"), games.card_name("M3")) == ("steps", "stairs", "M3")
    assert games.rules_in_words(STEPS, STEPS.check_rules({"ties_are_shared": True})) == ["ties_are_shared: True"]


def in_language(language: str) -> list[str]:
    """Every word that belongs to some game; of the cards, the parts that their names are made of."""
    told = [games.NAMES, games.LINES, games.QUESTIONS, games.ANSWERS, games.LENGTHS, games.CATEGORIES]
    told += [part for deck in games.DECKS.values() for part in (deck.suits, deck.faces)]
    with translation.override(language):
        return [str(word) for words in told for word in words.values()]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_words_of_the_games_are_said_in_every_language(language: str):
    pairs = list(zip(in_language("en"), in_language(language), strict=True))
    assert {english for english, told in pairs if told == english} <= SAME
    assert [english for english, told in pairs if fields(english) != fields(told)] == []


def fields(text: str) -> list[str | None]:
    return [name for _text, name, _format, _conversion in Formatter().parse(text) if name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_of_a_deck_are_called_the_same(language: str):
    with translation.override(language):
        called = {deck.name: {games.name_in(deck, code) for code in deck.copies} for deck in games.decks()}
    assert [deck.name for deck in games.decks() if len(called[deck.name]) < len(deck.cards)] == []


def test_a_code_is_one_card_in_whichever_game():
    """So that a page can name and draw it by its code alone."""
    named: dict[str, set[str]] = {}
    for deck in games.decks():
        for code in deck.copies:
            named.setdefault(code, set()).add(games.name_in(deck, code))
    assert {code: words for code, words in named.items() if len(words) > 1} == {}
