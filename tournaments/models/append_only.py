from collections.abc import Iterable
from typing import Any

from django.db import models


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
