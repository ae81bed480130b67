"""What is missing where there is nothing but Python: imported before anything that wants it."""

import sys
from importlib.util import find_spec
from types import ModuleType

LIBRARY = "rustworkx"


class LibraryMissing(Exception):
    """A Swiss for two cannot be drawn here; the text is the library's name."""


class _StandIn(ModuleType):
    """For a library that is not installed: whoever needs it is told so, and nobody else."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise LibraryMissing(self.__name__)


if find_spec(LIBRARY) is None:
    sys.modules[LIBRARY] = _StandIn(LIBRARY)
