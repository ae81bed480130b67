"""The conventions of the phone's code that neither its type checker nor its linter asserts."""

import re
from collections import Counter

import pytest

from tests.phone.engine import PAD
from tournaments.words.pad.sentences import pad_words

MOST_FILES = 12
LONGEST_LINE = 200  # a line of types tells all parameters of a function
# Which room may import from which: towards the rules.
BESIDES = {
    ("queue", "rules"), ("words", "rules"), ("store", "rules"), ("store", "queue"), ("store", "words"),
    ("screens", "rules"), ("screens", "queue"), ("screens", "words"), ("screens", "store"),
    ("store", "device"),
}  # fmt: skip

MODULES = {path.relative_to(PAD).as_posix(): path.read_text() for path in sorted(PAD.rglob("*.js"))}
IMPORT = re.compile(r' from "(\.[^"]+)";$', re.M)
ASSIGNED = re.compile(r"^\s*(?:\w+ = )?([A-Za-z_$][\w$]*)(?:\??\.\w+|\[[^\]]+\])+ (?:[-+*/|&]|\?\?|\|\|)?= ", re.M)
# What drawing is: properties of the page's own elements. The rules count up sheets that they have made themselves.
OF_THE_PAGE = {"main.js": {"body", "document"}}
OWN = {"queue/api.js": {"bytes"}, "store/saving.js": {"tracked"}}
# Safari knows them since 16.4 or later, or Chrome since 109 or later, and the type checker lets them pass.
TOO_NEW = re.compile(r"\(\?<[=!]|\bstatic \{|^\s*(?:await )?using \w", re.M)


def room(module: str) -> str:
    return "main" if module in {"main.js", "over.js"} else re.split("[/.]", module)[0]


def test_a_room_holds_no_more_than_a_dozen_files():
    folders = Counter(module.rpartition("/")[0] for module in MODULES)
    assert {folder: count for folder, count in folders.items() if count > MOST_FILES} == {}


def test_imports_among_the_rooms_point_one_way():
    wrong = []
    for module, source in MODULES.items():
        for target in IMPORT.findall(source):
            path = (PAD / module).parent.joinpath(target).resolve()
            if path.is_relative_to(PAD) and room(module) != "main":
                pair = (room(module), room(path.relative_to(PAD).as_posix()))
                if pair[0] != pair[1] and pair not in BESIDES:
                    wrong.append(f"{module} imports {target}")
    assert wrong == []


def test_nothing_is_assigned_to_what_others_hold_too():
    """The state changes by the store's own replacing it, and no object gets functions while the pad runs."""
    assigned = {module: set(ASSIGNED.findall(source)) for module, source in MODULES.items() if room(module) != "rules"}
    known = {module: OF_THE_PAGE.get(module, set()) | OWN.get(module, set()) for module in assigned}
    assert {module: names - known[module] for module, names in assigned.items() if names - known[module]} == {}


def test_only_an_action_changes_the_state():
    calls = re.compile(r"\bstore\.(?:set|note)\(")
    elsewhere = [module for module, source in MODULES.items() if room(module) != "store" and calls.search(source)]
    assert elsewhere == ["main.js"]  # which starts it: what the storage keeps, and the first drawing


@pytest.mark.parametrize(
    "fixed", [r"hand_size \|\| \d", r'"protean"', r'"colonial', r'=== "vilnius"', r"\b(?:six|SIX)\b"]
)
def test_the_screens_know_no_game_by_its_name(fixed: str):
    screens = {module: source for module, source in MODULES.items() if room(module) in {"screens", "store", "words"}}
    assert [module for module, source in screens.items() if re.search(fixed, source)] == []


# What both kinds of sheet share, and which looks at the game before it speaks.
SPEAKS_OF_BOTH = {"screens/collision.js", "words.js"}


@pytest.mark.parametrize(("sheet", "other"), [("announcements", "showdown"), ("showdown", "announcements")])
def test_words_that_only_one_kind_of_sheet_brings_are_said_by_its_own_screens(sheet: str, other: str):
    own = "|".join(pad_words(sheet).keys() - pad_words(other).keys())
    said = re.compile(rf'\bwords\([^()]*"(?:{own})"|[Ll]abel: "(?:{own})"')
    found = {module for module, source in MODULES.items() if said.search(source)} - SPEAKS_OF_BOTH
    assert found and [module for module in found if sheet not in module] == []


def test_the_syntax_is_that_of_the_oldest_browsers_we_support():
    assert [module for module, source in MODULES.items() if TOO_NEW.search(source)] == []


def test_a_line_can_be_read():
    long = [
        f"{module}:{number}"
        for module, source in MODULES.items()
        for number, line in enumerate(source.splitlines(), start=1)
        if len(line) > LONGEST_LINE and module != "rules/tables.js"
    ]
    assert long == []
