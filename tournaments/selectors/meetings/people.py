"""Whom pages of head to head name: everybody of a club but who is anonymous, or was merged into another row."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.models import Club, Player, name_order
from tournaments.selectors.table.cards import PLAYER_COLUMNS, PlayerTag, tag


def people_of(club: Club, players: Collection[int] | None = None) -> list[PlayerTag]:
    """All of them or these, by name."""
    rows = _named(club) if players is None else _named(club).filter(pk__in=players)
    found = [tag(*row) for row in rows.order_by().values_list(*PLAYER_COLUMNS)]
    return sorted(found, key=lambda each: name_order(each.name))


def _named(club: Club) -> QuerySet[Player]:
    return club.players.filter(anonymised_at=None, merge=None)
