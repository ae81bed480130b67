"""Every row of a club that goes with it, as it was at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Count, Max, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.audit import named_in
from tournaments.models import AuditEntry, Club
from tournaments.selectors.files.portable import ACCOUNT, PLAYER, PORTABLE, Portable

AT_ONCE = 1000
MOMENT = "moment"  # what the connection is called by which one is read
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"}

Row = dict[str, Any]


@contextmanager
def one_moment() -> Iterator[str]:
    """A database alias by which everything is read as it is now, while others write on. Within a transaction that is
    the transaction's own.
    """
    if connection.in_atomic_block:
        yield DEFAULT_DB_ALIAS
        return
    own = connection.copy()
    connections[MOMENT] = own
    try:
        with own.cursor() as cursor:
            cursor.execute(BEGIN[connection.vendor])
        yield MOMENT
        with own.cursor() as cursor:
            cursor.execute("ROLLBACK")
    finally:
        del connections[MOMENT]
        own.close()


class WholeClub:
    """Read by the database alias that `one_moment` gives."""

    def __init__(self, club: Club, *, using: str) -> None:
        self.club = club
        self._using = using
        self._accounts = self._told_accounts()

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Of each kind how many rows there are, and the greatest id."""
        counted = {kind: self._rows(each).aggregate(n=Count("pk"), last=Max("pk")) for kind, each in PORTABLE.items()}
        return {kind: (found["n"], found["last"] or 0) for kind, found in counted.items()}

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Kind by kind, each in the order of its ids."""
        for kind, portable in PORTABLE.items():
            names = [field.attname for field in portable.fields]
            told = [field.name for field in portable.fields]
            stored = self._rows(portable).order_by("pk").values_list(*names)
            for values in stored.iterator(chunk_size=AT_ONCE):
                row = dict(zip(told, values, strict=True))
                if kind == PLAYER and row["anonymised_at"]:
                    row["name"] = ""
                yield kind, row

    def _rows(self, portable: Portable) -> QuerySet[Any]:
        rows = portable.model._default_manager.using(self._using)
        return rows.filter(**{portable.path: self.club.pk}) if portable.path else rows.filter(pk__in=self._accounts)

    def _told_accounts(self) -> set[int]:
        """Who wrote anything, and whom the log refers to."""
        found: set[int] = set()
        for portable in PORTABLE.values():
            for field in portable.fields:
                if field.related_model is User:
                    rows = self._rows(portable).exclude(**{field.name: None}).order_by()
                    found.update(rows.values_list(field.attname, flat=True).distinct())
        entries = AuditEntry.objects.using(self._using).filter(club=self.club.pk).order_by()
        held = entries.annotate(was=Cast("before", TextField()), now=Cast("after", TextField()))
        referring = held.filter(Q(was__contains='"account"') | Q(now__contains='"account"'))
        for facts in referring.values_list("before", "after").iterator(chunk_size=AT_ONCE):
            found.update(pk for each in facts for named, pk in named_in(each) if named == ACCOUNT)
        return found
