"""Every reading of ours is marked at its clause, on the game's page and in docs/rules.md alike."""

import re
from collections import defaultdict
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from tournaments.words.rulebook import READINGS, readings_of

DOCS = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
CLAUSE = re.compile(r'<section class="clause" id="(\w+)">(.*?)</section>', re.S)
MARK = re.compile(r'<p class="reading">\s*<b>([^<]+)</b>(.*?)</p>', re.S)
BULLET = re.compile(r"^- \*\*(\w+)\*\* (.*?)(?=^- \*\*|^$|\Z)", re.S | re.M)
MARKED_IN_DOCS = re.compile(r"\*\*(Reading|Option)\*\*: (.*?)(?= \*\*(?:Reading|Option)\*\*: |$)")
OPTION = "The club’s option"
Marks = list[tuple[str, str]]


def plain(text: str) -> str:
    return " ".join(unescape(text).split())


def on_the_page(client: Client, game: str) -> dict[str, Marks]:
    text = client.get(reverse("rules-game", args=[game])).content.decode()
    clauses = {clause: MARK.findall(body) for clause, body in CLAUSE.findall(text)}
    assert sum(map(len, clauses.values())) == text.count('class="reading"')
    found = {clause: [(plain(label), plain(words)) for label, words in marks] for clause, marks in clauses.items()}
    return {clause: marks for clause, marks in found.items() if marks}


def in_the_list(game: str) -> dict[str, Marks]:
    marks = readings_of(game).items()
    return {
        clause: [(OPTION if each.option else "Our reading", str(each.text)) for each in found]
        for clause, found in marks
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_marks_every_reading_at_its_clause_and_no_other(client, game):
    assert on_the_page(client, game) == in_the_list(game)


def test_the_docs_mark_the_same_readings_word_for_word():
    documented = {
        clause.lower(): [(kind == "Option", words) for kind, words in MARKED_IN_DOCS.findall(plain(body))]
        for clause, body in BULLET.findall(DOCS)
    }
    listed = defaultdict(list)
    for each in READINGS:
        listed[each.clause.lower()].append((each.option, str(each.text)))
    assert {clause: marks for clause, marks in documented.items() if marks} == listed


def test_visions_tells_the_text_of_1993_from_what_a_club_adds(client):
    added = {
        clause
        for clause, marks in on_the_page(client, "colonial-visions").items()
        if ("The club’s option") in dict(marks)
    }
    assert added == {"C3", "C4", "C13", "C15"}
    text = client.get(reverse("rules-game", args=["colonial-visions"])).content.decode()
    assert "two rounds of betting" not in text and "These are the rules of 1993." in text
    assert "two rounds of betting" in client.get(reverse("rules-game", args=["colonial-italian"])).content.decode()


def test_every_reading_belongs_to_games_and_clauses_that_there_are():
    for reading in READINGS:
        assert set(reading.games) <= set(GAMES)
        assert re.search(rf"^- \*\*{reading.clause}\*\*", DOCS, re.M | re.I)
