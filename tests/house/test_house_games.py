"""Only the rules and the words know a game by its name; all else asks its value."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scoring.games import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
# Where games are told of, and shown off; they are declared in scoring.
AT_HOME = (
    "tournaments/words/games.py",
    "tournaments/words/rulebook.py",
    "tournaments/management/demo",
    "tournaments/migrations/",
    "templates/rules/_",
    "static/js/pad/rules/tables.js",
)
OF_ONE_GAME = {
    "VILNIUS", "COLONIAL_ITALIAN", "COLONIAL_VISIONS", "PROTEAN_GAME", "PROTEAN", "QUOTAS", "TRICKS", "ANNOUNCEMENTS",
    "COLONIAL_DECK", "EARTH_DECK", "PROTEAN_DECK",
}  # fmt: skip
KNOWN = re.compile("|".join([*GAMES, *OF_ONE_GAME, "family"]))  # only what holds any of them is looked at more closely
OF_A_SHOWDOWN = {"folded", "claimed", "paid", "override"}
# What people see of a deal, and the pages on which they enter it.
SHOWING = (
    "tournaments/words/",
    "tournaments/forms/table.py",
    "tournaments/forms/printing.py",
    "tournaments/management/demo",
)
KIND = re.compile(r"isinstance\([^)]*\b(?:Showdown|Announcement)?Game\b")
STORED_RULES = re.compile(r"\.rules\b(?!\()|rules__|__rules\b")  # a form's rules() are what somebody chose
SWITCH = re.compile(r"""{%[^%]*\bgame\w*\s*[!=]=\s*["'][^%]*%}""")
IN_SCRIPT = re.compile(rf"""\btable\.rules\b|\.family\b|["'`](?:{"|".join(GAMES)})["'`]""")


def elsewhere(top: str, pattern: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / top).rglob(pattern)):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(AT_HOME):
            yield name, path.read_text()


def known_by(source: str) -> set[str]:
    """The games that a module names, and what belongs to one of them."""
    found: set[str] = set()
    if not KNOWN.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in GAMES:
            found.add(str(node.value))
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("scoring"):
            found |= OF_ONE_GAME & {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and node.attr == "family":
            found.add(".family")
    return found


def test_no_module_knows_a_game_by_its_name():
    found = {name: known_by(source) for name, source in elsewhere("tournaments", "*.py")}
    assert {name: known for name, known in found.items() if known} == {}


def test_only_what_shows_a_deal_names_its_fields():
    """All else carries the value that scoring made of the payload."""
    named = {}
    for name, source in elsewhere("tournaments", "*.py"):
        nodes = list(ast.walk(ast.parse(source))) if any(field in source for field in OF_A_SHOWDOWN) else []
        found = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        if found & OF_A_SHOWDOWN and not name.startswith(SHOWING):
            named[name] = found & OF_A_SHOWDOWN
    assert named == {}


def test_no_module_asks_for_the_class_of_a_game():
    assert [name for name, source in elsewhere("tournaments", "*.py") if KIND.search(source)] == []


def test_stored_rules_are_read_by_the_event_alone():
    """Everybody else is given them checked and complete, as ``Event.game_rules``."""
    code = [each for each in elsewhere("tournaments", "*.py") if not each[0].endswith(("models/event.py", "/urls.py"))]
    pages = elsewhere("templates", "*.html")
    assert [name for name, source in [*code, *pages] if STORED_RULES.search(source)] == []


def test_no_template_switches_on_a_game():
    assert [name for name, source in elsewhere("templates", "*.html") if SWITCH.search(source)] == []


def test_no_script_knows_a_game_by_its_name_nor_any_of_its_options():
    found = {name: IN_SCRIPT.findall(source) for name, source in elsewhere("static/js", "*.js")}
    assert {name: known for name, known in found.items() if known} == {}


def test_the_readers_see_every_kind_of_name():
    source = 'from scoring.cards import EARTH_DECK\nif event.game == "protean" or state.family: pass'
    assert known_by(source) == {"EARTH_DECK", "protean", ".family"}
    assert KIND.search("if isinstance(GAMES[key], ShowdownGame):") and SWITCH.search('{% if game == "vilnius" %}')
    digging = ["event.rules.get(", "{{ event.rules.score }}", "filter(event__rules__tie=", 'values("event__rules")']
    assert all(STORED_RULES.search(each) for each in digging) and not STORED_RULES.search("rules=form.rules()")
    assert IN_SCRIPT.findall('table.game === "protean" || table.rules.tie || table.family') == [
        '"protean"', "table.rules", ".family",
    ]  # fmt: skip
