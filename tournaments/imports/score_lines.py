"""The lines that `manage.py score` takes as tables of a night: what was played, and not by whom."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.errors import ScoringError
from scoring.game import Game, read_table
from scoring.jsonl import read_json
from tournaments.imports.entry_lists import BadLine
from tournaments.imports.paper import PaperFault
from tournaments.limits import MOST_LINES
from tournaments.services.files.tables import PaperTable
from tournaments.services.refusals import Refused
from tournaments.words.errors import line_sentence
from tournaments.words.files import line_fault


@dataclass(frozen=True)
class ScoreLines:
    """``tables`` are numbered in their order; who sat there is told by whoever brings them."""

    tables: list[PaperTable] = field(default_factory=list)
    faults: list[PaperFault] = field(default_factory=list)


def are_score_lines(file: bytes) -> bool:
    return file.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and not file.startswith(b'{"capstone"')


def read_score_lines(file: bytes, *, game: Game, rules: Mapping[str, object]) -> ScoreLines:
    """By the rules of the night, each table with a deal as one that has ended. Raises Refused where there is none, or
    where there are too many deals.
    """
    score_lines, deals = ScoreLines(), 0
    for number, line in enumerate(file.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            table = _table(line, len(score_lines.tables) + 1, game, rules)
            deals += len(table.deals)
            if table.deals:
                score_lines.tables.append(table)
        except ScoringError as error:
            score_lines.faults.append(PaperFault(number, line_sentence(error)))
        except BadLine as bad:
            score_lines.faults.append(PaperFault(number, str(bad)))
        except (ValueError, RecursionError):
            score_lines.faults.append(PaperFault(number, line_fault("score-line")))
        if deals > MOST_LINES or number > MOST_LINES:
            raise Refused("sheet-long", most=MOST_LINES)
    if not score_lines.tables and not score_lines.faults:
        raise Refused("sheet-empty")
    return score_lines


def _table(line: bytes, number: int, game: Game, rules: Mapping[str, object]) -> PaperTable:
    """Raises ScoringError, ValueError, BadLine."""
    raw = read_json(line)
    if not isinstance(raw, dict):
        raise ValueError(raw)  # noqa: TRY004  (as what is no JSON at all)
    json.dumps(raw, ensure_ascii=False).encode()  # no half letters, which no page can say
    table = read_table(game, raw | {"closed": True})
    game.score(table)
    if game.check_rules(raw.get("rules", {})) != rules:
        raise BadLine(line_fault("other-rules"))
    return PaperTable(number, ("",) * table.seats, table.first_dealer, tuple(raw["deals"]))
