from fractions import Fraction
from typing import Any

from django.db import models
from django.utils.translation import gettext


class FractionField(models.CharField):
    """An exact score, kept as "7" or "7/3": a split deal counts 1/k for each of k winners."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 40)
        super().__init__(*args, **kwargs)

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Fraction | None:
        # Five times as fast as Fraction's own reading of text.
        return None if value is None else Fraction(*map(int, value.split("/")))

    def to_python(self, value: object) -> Fraction | None:
        return None if value is None or isinstance(value, Fraction) else Fraction(str(value))

    def get_prep_value(self, value: int | str | Fraction | None) -> str | None:
        return None if value is None else str(Fraction(value))


ANONYMOUS = "\x1a"  # what no name holds: `tidy_name` takes it out


class PlayerNameField(models.CharField):
    """Holds a name. Who is anonymous has a number in its place, told in the language of whoever reads."""

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        if value is None or not value.startswith(ANONYMOUS):
            return value
        return gettext("Anonymous %(number)s") % {"number": value[len(ANONYMOUS) :]}


def phone_field() -> "models.CharField[str, str]":
    """The phone something was said on: a random name that its cookie keeps; empty where it was none, or long ago."""
    return models.CharField(max_length=16, blank=True, default="")
