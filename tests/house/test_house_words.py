"""What a layer may hold, asserted over its source: texts for people, forms."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_type_hints

from crispy_forms.helper import FormHelper
from django.forms import BaseForm, Field

from tournaments import forms

ROOT = Path(__file__).resolve().parent.parent.parent
# Sentences are made in words; models name their fields and choices, forms their fields and what is wrong with them.
SPEAKING = {"tournaments/words", "tournaments/models", "tournaments/forms"}
FORMS = (BaseForm, Field, FormHelper)
# So begins what only makes sense below the function before it.
HANGING = re.compile(r"(The same|Or|And|But|Also|Likewise|Ditto)\b")


def test_only_words_models_and_forms_speak_to_people() -> None:
    sources = [path for top in ("tournaments", "pyramid_site", "scoring") for path in (ROOT / top).rglob("*.py")]
    speaking = {path.relative_to(ROOT).as_posix() for path in sources if marks_texts(path)}
    assert {"/".join(name.split("/")[:2]) for name in speaking} == SPEAKING, sorted(speaking)


def marks_texts(path: Path) -> bool:
    """Whether it imports gettext; which language is spoken may be asked anywhere."""
    if not re.search("gettext|translation", source := path.read_text()):
        return False
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = {f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    return any("gettext" in name or name == "django.utils.translation" for name in names)


def test_a_module_of_forms_holds_forms_and_fields_only() -> None:
    modules = [found.name for found in pkgutil.walk_packages(forms.__path__, "tournaments.forms.") if not found.ispkg]
    held = {name: list(public(name)) for name in modules}
    assert [name for name, things in held.items() if not things] == []
    strange = [f"{name}.{each.__name__}" for name, things in held.items() for each in things if not gives_forms(each)]
    assert strange == []


def public(module: str) -> Iterator[Any]:
    """The classes and functions that are made there."""
    for name, thing in vars(importlib.import_module(module)).items():
        made = inspect.isclass(thing) or inspect.isfunction(thing)
        if made and thing.__module__ == module and not name.startswith("_"):
            yield thing


def gives_forms(thing: Any) -> bool:
    """A form or field itself, a class that goes over forms, or a function that returns any."""
    if inspect.isclass(thing):
        return issubclass(thing, FORMS) or (hasattr(thing, "__iter__") and gives_forms(thing.__iter__))
    return names_forms(get_type_hints(thing)["return"])


def names_forms(hint: Any) -> bool:
    return (inspect.isclass(hint) and issubclass(hint, FORMS)) or any(map(names_forms, get_args(hint)))


def test_the_pure_layers_say_what_each_public_name_does() -> None:
    modules = [*(ROOT / "scoring").rglob("*.py"), *(ROOT / "tournaments" / "formats").rglob("*.py")]
    missing = chain.from_iterable(without_docstrings(ast.parse(path.read_text()), path.stem) for path in modules)
    assert sorted(missing) == []


def without_docstrings(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
    for node in scope.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            if not node.name.startswith("_") and not ast.get_docstring(node):
                yield f"{name}.{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from without_docstrings(node, f"{name}.{node.name}")


def test_a_docstring_can_be_read_alone() -> None:
    sources = chain.from_iterable((ROOT / top).rglob("*.py") for top in ("tournaments", "pyramid_site", "scoring"))
    hanging = chain.from_iterable(map(hanging_docstrings, sources))
    assert sorted(hanging) == []


def hanging_docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if documented and HANGING.match(text := ast.get_docstring(node) or ""):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {text}"
