"""The conventions of this repository, asserted over its source."""

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = {".git", ".venv", "var", ".static", "node_modules", "vendor", "__pycache__", ".hypothesis", ".benchmarks"}
SCRIPTS = ["scripts/vendor", "scripts/js-tools", "scripts/load"]
PYTHON = ["manage.py", "pyramid_site", "tournaments", "scoring", "tests", "examples", *SCRIPTS]
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
SHORTEST_TEXT = 13  # letters: lists are told by a dozen
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "base", "manager", "handler", "mixins"}

# Pieced together so that this file does not offend against itself.
UNFINISHED = re.compile("|".join([r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b"]))
NOT_RUN = re.compile(r"\b(pytest|mark|unittest)\.(skip\w*|xfail|importor" + r"skip)\b|NotImplemented" + "Error")
OUTSIDE_THE_CLONE = re.compile("|".join([r"\.\./sha" + "red", r"\.lib" + "rary", "/wor" + "k/", "/tmp/cap" + "stone"]))

LOADED_FROM_OUTSIDE = {
    ".html": re.compile(r"""\b(src|srcset|href|action|poster|hx-\w+)\s*=\s*["']?\s*(https?:)?//""", re.I),
    ".css": re.compile(r"""(url\(\s*["']?|@import\s+["'])(https?:)?//""", re.I),
    ".js": re.compile(r"""(\bfrom|\bimport|\bfetch\(|EventSource\(|import\()\s*[("'`]*(https?:)?//""", re.I),
}
# What the content security policy would refuse to run or apply.
INLINE_CODE = re.compile(
    r"""<script(?![^>]*\b(src=|type="application/json"))[^>]*>|<style\b|\sstyle\s*=|\son[a-z]+\s*=|\shx-on\b|javascript:""",
    re.I,
)
INDENTED_IMPORT = re.compile(r"^ +(import|from [\w.]+ import) ", re.M)
EXTENDS = re.compile(r"{%-?\s*extends\b")
OUR_PIECE = re.compile(r"#|/_| _| mfa/")  # or one of allauth's
INCLUDES = re.compile(r"""{%-?\s*include\s+["']([^"']+)["']""")

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")  # of statements, in which functions may stand


def ours(*suffixes: str) -> list[Path]:
    return [path for path in all_files() if not suffixes or path.suffix in suffixes]


@cache
def all_files() -> tuple[Path, ...]:
    found: list[Path] = []
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = sorted(name for name in subfolders if not is_foreign(name))
        found += [Path(folder, name) for name in sorted(names) if name not in NOT_OURS]
    return tuple(found)


def is_foreign(folder: str) -> bool:
    return folder in NOT_OURS or folder.endswith("_cache")


def python_files() -> list[Path]:
    tops = [ROOT / name for name in PYTHON]
    return [path for top in tops for path in ([top] if top.is_file() else sorted(top.rglob("*.py")))]


def templates() -> list[Path]:
    return [path for path in ours(".html") if "templates" in path.parts]


class Function(NamedTuple):
    """All that is asked of one: trees of all files are too large to keep."""

    where: str
    lines: int
    positional_booleans: list[str]


@cache
def functions() -> tuple[Function, ...]:
    return tuple(
        Function(
            where=f"{place(path, node.lineno)} {node.name}",
            lines=(node.end_lineno or 0) - node.lineno + 1,
            positional_booleans=positional_booleans(node),
        )
        for path in python_files()
        for node in functions_of(path)
    )


def functions_of(path: Path) -> Iterator[FunctionNode]:
    nodes: list[ast.AST] = [ast.parse(path.read_text())]
    for node in nodes:
        if isinstance(node, FunctionNode):
            yield node
        nodes += [inner for block in BLOCKS for inner in getattr(node, block, ())]


def place(path: Path, line: int | None = None) -> str:
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{line}" if line else name


def lines_with(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    return [
        f"{place(path, number)} {match[0].strip()}"
        for path in paths
        if pattern.search(text := path.read_text(errors="replace"))
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := pattern.search(line))
    ]


def test_a_file_fits_on_a_few_screens():
    counted = {path: len(path.read_text().splitlines()) for path in [*python_files(), *ours(".js", ".css", ".html")]}
    written = {path: length for path, length in counted.items() if path.parent.name != "migrations"}
    assert [f"{place(path)} {length}" for path, length in written.items() if length > LONGEST_FILE] == []


def test_a_function_fits_on_one_screen():
    assert [f"{each.where} {each.lines}" for each in functions() if each.lines > LONGEST_FUNCTION] == []


def test_a_boolean_is_always_passed_by_name():
    assert [f"{each.where}({name})" for each in functions() for name in each.positional_booleans] == []


def positional_booleans(node: FunctionNode) -> list[str]:
    if node.name.startswith("test_"):
        return []  # pytest passes everything by name
    positional = [*node.args.posonlyargs, *node.args.args]
    defaults = [None] * (len(positional) - len(node.args.defaults)) + list(node.args.defaults)
    return [
        argument.arg
        for argument, default in zip(positional, defaults, strict=True)
        if is_boolean(argument.annotation, default)
    ]


def is_boolean(annotation: ast.expr | None, default: ast.expr | None) -> bool:
    named = annotation is not None and re.search(r"^['\"]?bool\b", ast.unparse(annotation)) is not None
    return named or (isinstance(default, ast.Constant) and isinstance(default.value, bool))


def test_imports_stand_at_the_top():
    indented = [path for path in python_files() if INDENTED_IMPORT.search(path.read_text())]
    inside = [
        f"{place(path, inner.lineno)} {ast.unparse(inner)}"
        for path in indented
        for node in functions_of(path)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_a_module_is_named_for_what_it_holds():
    modules = [path for path in python_files() if {path.stem, path.parent.name} & FORBIDDEN_NAMES]
    assert [place(path) for path in modules] == [
        "pyramid_site/postgresql/base.py",
        "pyramid_site/sqlite/base.py",
    ]  # Django looks for that name


def test_services_and_views_cut_no_text():
    """They refuse it, or call `shortened`. A few of a list, or of a hash, are no text."""
    folders = [ROOT / "tournaments" / name for name in ("services", "views", "imports")]
    modules = [*chain.from_iterable(folder.rglob("*.py") for folder in folders), ROOT / "tournaments" / "recording.py"]
    assert list(chain.from_iterable(map(cuts_in, modules))) == []


def cuts_in(path: Path) -> list[str]:
    return [place(path, node.lineno) for node in ast.walk(ast.parse(path.read_text())) if is_cut(node)]


def is_cut(node: ast.AST) -> bool:
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice) or node.slice.lower:
        return False
    if isinstance(node.value, ast.Call) and ast.unparse(node.value.func).endswith("hexdigest"):
        return False
    upper = node.slice.upper
    if isinstance(upper, ast.Constant):
        return isinstance(upper.value, int) and upper.value >= SHORTEST_TEXT
    return upper is not None and re.match(r"(\w+\.)*LONGEST_", ast.unparse(upper)) is not None


def test_nothing_is_left_unfinished_or_unrun():
    assert lines_with(UNFINISHED, [*python_files(), *ours(".js", ".css", ".html", ".md")]) == []
    assert lines_with(NOT_RUN, python_files()) == []


def test_nothing_refers_to_places_outside_the_clone():
    written = [path for path in ours() if path.suffix not in {".png", ".ico", ".sqlite3", ".pyc"}]
    assert lines_with(OUTSIDE_THE_CLONE, written) == []


def test_a_partial_begins_with_an_underscore_and_never_extends():
    partials = [path for path in templates() if path.name.startswith("_")]
    assert [place(path) for path in partials if EXTENDS.search(path.read_text())] == []
    included = [f"{place(path)} includes {name}" for path in templates() for name in INCLUDES.findall(path.read_text())]
    assert [line for line in included if not OUR_PIECE.search(line)] == []


def test_pages_load_nothing_from_outside():
    offending = [lines_with(pattern, ours(suffix)) for suffix, pattern in LOADED_FROM_OUTSIDE.items()]
    assert offending == [[], [], []]


def test_templates_hold_no_code_or_styles_of_their_own():
    assert lines_with(INLINE_CODE, templates()) == []
