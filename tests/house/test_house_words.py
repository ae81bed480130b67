"""What a layer may hold, asserted over its source: texts for people, forms."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from crispy_forms.helper import FormHelper
from django.forms import BaseForm, Field

from tournaments import forms

ROOT = Path(__file__).resolve().parent.parent.parent
# Sentences are made in words; models name their fields and choices, forms their fields and what is wrong with them.
SPEAKING = {"tournaments/words", "tournaments/models", "tournaments/forms"}
FORMS = (BaseForm, Field, FormHelper)


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
