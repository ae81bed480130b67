"""The documents stay short, and their links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DECISIONS = ROOT / "docs/decisions"
MOST_DECISIONS = 35
MOST_WORDS = {"docs/architecture.md": 1_200, "docs/performance.md": 900}
MOST_WORDS_OF_A_DECISION = 200
MOST_WORDS_IN_ALL = 38_000
GENERATED = {"docs/permissions.md"}
# It says what was released, as it was: documents of then may have other names now.
HISTORY = {"CHANGELOG.md"}
# A table of terms in each language, which is as long as there are terms.
WITH_TABLES = "0009-languages.md"
LINK = re.compile(r"\]\(([^)\s]+)\)|\bsrc=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def documents() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def words(text: str) -> int:
    return len(text.split())


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_decisions_are_few_and_short() -> None:
    decisions = sorted(DECISIONS.glob("*.md"))
    assert len(decisions) <= MOST_DECISIONS
    lengths = {path.name: words(counted(path)) for path in decisions}
    assert {path: length for path, length in lengths.items() if length > MOST_WORDS_OF_A_DECISION} == {}


def counted(decision: Path) -> str:
    text = decision.read_text()
    if decision.name != WITH_TABLES:
        return text
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


def test_decisions_are_numbered_without_gaps_and_say_what_why_and_what_follows() -> None:
    decisions = sorted(DECISIONS.glob("*.md"))
    assert [int(path.name[:4]) for path in decisions] == list(range(1, len(decisions) + 1))
    parts = ("**Context.**", "**Decision.**", "**Consequence.**")
    assert [path.name for path in decisions if not all(part in path.read_text() for part in parts)] == []


def test_documents_stay_short() -> None:
    lengths = {path: words((ROOT / path).read_text()) for path in MOST_WORDS}
    assert {path: length for path, length in lengths.items() if length > MOST_WORDS[path]} == {}
    assert sum(words(path.read_text()) for path in documents() if name(path) not in GENERATED) <= MOST_WORDS_IN_ALL


def test_links_between_documents_lead_somewhere() -> None:
    headings = {path: {anchor(heading) for heading in HEADING.findall(path.read_text())} for path in documents()}
    dead = [f"{name(path)}: {link}" for path, link in links() if not leads_somewhere(path, link, headings)]
    assert dead == []


def links() -> Iterator[tuple[Path, str]]:
    for path in documents():
        if name(path) in HISTORY:
            continue
        for match in LINK.finditer(path.read_text()):
            link = match[1] or match[2]
            if not re.match(r"[a-z]+:", link):
                yield path, link


def leads_somewhere(path: Path, link: str, headings: dict[Path, set[str]]) -> bool:
    file, _, fragment = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    return target.exists() and (not fragment or target not in headings or fragment in headings[target])


def anchor(heading: str) -> str:
    """As GitHub makes it of a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
