from collections.abc import Iterable
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


class RecordedForGood(TypeError):
    """Raised where code tries to change or delete what is kept for good."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: object) -> int:
        raise RecordedForGood(f"{self.model.__name__} rows are never edited")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise RecordedForGood(f"{self.model.__name__} rows are never deleted")

    def bulk_update(self, objs: object, fields: object, batch_size: int | None = None) -> int:
        raise RecordedForGood(f"{self.model.__name__} rows are never edited")

    def bulk_create(self, objs: Iterable[Any], *args: Any, update_conflicts: bool = False, **kwargs: Any) -> list[Any]:
        if update_conflicts:
            raise RecordedForGood(f"{self.model.__name__} rows are never edited")
        return super().bulk_create(objs, *args, **kwargs)


class AppendOnly(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        # What Django does by itself, such as moving a row to another parent by add(), goes the same way.
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RecordedForGood(f"{type(self).__name__} rows are never edited")
        # Without it, Django edits the row that has the key of a new one already.
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise RecordedForGood(f"{type(self).__name__} rows are never deleted")


class PeopleManager(models.Manager[Any]):
    """Of players: without those that are no people but stand for a team of one event."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(is_team=False)
