"""The conventions of the templates, asserted over their source: their lines and their pieces."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = ROOT / "templates"
LONGEST_LINE = 160
# Rules pages are found by the key of the game.
BY_GAME = "rules/_"
SHORTEST_PIECE = 15  # lines that are worth a file of their own although only one page includes it

INCLUDED = re.compile(r"""{%\s*include\s+"([^"]+)\"""")
# Filled by the server and, alike, by the page’s script.
DRAWN = re.compile(
    r"""{%\s*(?:\w+_row\w*|rendered_while|\w*rendered|filled)\s[^%]*?"([\w/]+\.html(?:#\w+)?)"(?:\s+"([\w/]+\.html)")?"""
)
NAMED_IN_PYTHON = re.compile(r'"([\w/]+\.html(?:#\w+)?)"')
DEFINED = re.compile(r"{%\s*partialdef\s+(\w+)(\s+inline)?\s*%}")
REPEATED = re.compile(r"{%\s*partial\s+(\w+)\s*%}")


def sources() -> dict[str, str]:
    return {path.relative_to(TEMPLATES).as_posix(): path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}


def named_in_python() -> Counter[str]:
    return Counter(
        name for path in (ROOT / "tournaments").rglob("*.py") for name in NAMED_IN_PYTHON.findall(path.read_text())
    )


def drawn_by_tags() -> Counter[str]:
    return Counter(name for source in sources().values() for names in DRAWN.findall(source) for name in names if name)


def test_a_line_of_a_template_fits_on_a_screen():
    long = [
        f"{name}:{number} {len(line)}"
        for name, source in sources().items()
        for number, line in enumerate(source.splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_the_way_to_a_page_leaves_out_the_club_which_stands_in_the_head():
    ways = re.compile(r'<(\w+) class="crumbs\b.*?</\1>', re.DOTALL)
    repeated = [
        name for name, source in sources().items() if any("{% url 'club' " in way[0] for way in ways.finditer(source))
    ]
    assert repeated == []


def test_a_piece_has_a_file_where_it_is_shared_or_long_or_named_by_the_code():
    included = Counter(name for source in sources().values() for name in INCLUDED.findall(source))
    named = named_in_python() + drawn_by_tags()
    found = {name: source for name, source in sources().items() if Path(name).name.startswith("_")}
    pieces = {name: source for name, source in found.items() if not name.startswith(BY_GAME)}
    short = [
        name
        for name, source in pieces.items()
        if len(source.splitlines()) < SHORTEST_PIECE and included[name] < 2 and not named[name]
    ]
    assert short == []
    assert [name for name in pieces if not included[name] and not named[name]] == []


def test_a_part_of_a_page_is_rendered_by_a_view_or_repeated_in_the_page_or_another_one():
    named = named_in_python() + Counter(part for source in sources().values() for part in INCLUDED.findall(source))
    drawn = drawn_by_tags()
    idle = [
        part
        for name, source in sources().items()
        for short, inline in DEFINED.findall(source)
        if not named[part := f"{name}#{short}"]
        and (inline or (not drawn[part] and REPEATED.findall(source).count(short) < 2))
    ]
    assert idle == []


def test_a_view_names_only_parts_that_its_page_defines():
    defined = {f"{name}#{part}" for name, source in sources().items() for part, _inline in DEFINED.findall(source)}
    assert {name for name in named_in_python() if "#" in name} <= defined


def test_no_two_filters_have_one_name():
    """The later one would stand in for the earlier."""
    source = "".join(path.read_text() for path in (ROOT / "tournaments/templatetags").glob("*.py"))
    names = re.findall(r"^register\.filter\((?:\w+\.)?(\w+)\)", source, re.M)
    assert names
    assert sorted(names) == sorted(set(names))


def test_no_style_asks_of_every_element_what_it_holds():
    """A browser then looks at whatever lies about a change anew: a desk of a hundred tables took twice as long."""
    styles = {path: path.read_text() for path in (ROOT / "static/css").rglob("*.css")}
    assert [str(path) for path, text in styles.items() if re.search(r"(^|[\s>+~,{}]):has\(", text)] == []
