from typing import Any

from django.db import models


class RecordedForGood(TypeError):
    """Raised where code tries to change or delete what is kept for good."""


class AppendOnlyQuerySet(models.QuerySet):
    def update(self, **kwargs: object) -> int:
        raise RecordedForGood(f"{self.model.__name__} rows are never edited")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise RecordedForGood(f"{self.model.__name__} rows are never deleted")

    def bulk_update(self, objs: object, fields: object, batch_size: int | None = None) -> int:
        raise RecordedForGood(f"{self.model.__name__} rows are never edited")


class AppendOnly(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RecordedForGood(f"{type(self).__name__} rows are never edited")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise RecordedForGood(f"{type(self).__name__} rows are never deleted")
