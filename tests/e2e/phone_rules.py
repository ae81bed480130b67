"""The pad's own rules, asked in a browser."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser

Ask = Callable[[str, str, Sequence[Sequence[Any]]], list[Any]]

ANSWERS = """
async ([url, name, cases]) => {
  const module = await import(url);
  const frozen = (value) => {
    if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  return JSON.stringify(JSON.parse(cases).map((given) => module[name](...frozen(given))));
}
"""


@contextmanager
def asking(chromium: Browser, server: str, server_folder: Path) -> Iterator[Ask]:
    """Calls a function of a module under js/pad with each of the cases, as the server hands the modules out; it
    must leave what it was given alone.
    """
    names = json.loads((server_folder / "static" / "staticfiles.json").read_text())["paths"]
    context = chromium.new_context(base_url=server)
    page = context.new_page()
    page.goto("/static/" + names["js/pad/rules/tables.js"])

    def ask(module: str, name: str, cases: Sequence[Sequence[Any]]) -> list[Any]:
        url = f"/static/{names[f'js/pad/{module}.js']}"
        return cast("list[Any]", json.loads(page.evaluate(ANSWERS, [url, name, json.dumps(cases)])))

    yield ask
    context.close()


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))
