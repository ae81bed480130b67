"""What a pad is told of the match of which its table is one game: the score, and where the other games are."""

from typing import Any

from django.urls import reverse

from tournaments.audit import Actor
from tournaments.models import PadLink, Table
from tournaments.models.table import ENDED
from tournaments.selectors.stage.results import played_match
from tournaments.selectors.table.cards import games_text

Json = dict[str, Any]


def match_facts(table: Table, actor: Actor) -> Json | None:
    """None where nothing but this table is played. ``go``: the pad of whichever game is played instead of this one, for
    the same phone; ``back``: that of the game before.
    """
    if table.games == 1:
        return None
    played = played_match(table)
    seats = list(table.seats.select_related("entrant").order_by("index"))
    wins = {seat.id: seat.wins for seat in played.record.seats}
    newest = played.games[-1]
    before = next((game for game in reversed(played.games) if game.game < table.game), None)
    other = newest if newest.pk != table.pk and newest.status not in ENDED else None
    player = 0 if actor.seat is None else seats[actor.seat].entrant.player_id
    pads = _pads([game for game in (before, other) if game], player)
    return {
        "game": table.game,
        "games": table.games,
        "decided": table.decided,
        "wins": [games_text(wins.get(seat.entrant_id) or 0) for seat in seats],
        "over": played.record.kind != "open",
        "go": pads.get(other.pk) if other else None,
        "back": pads.get(before.pk) if before else None,
    }


def next_pad(table: Table, actor: Actor) -> str | None:
    """The pad of the game that is played instead of one which has ended, or was taken back."""
    if table.games == 1 or table.status in (Table.Status.PLAYING, Table.Status.ADJOURNED):
        return None
    facts = match_facts(table, actor)
    return facts["go"] if facts else None


def _pads(games: list[Table], player: int) -> dict[int, str]:
    links = PadLink.objects.filter(table__in=games, revoked_at=None) if games else ()
    return {link.table_id: reverse("pad", args=[link.token_of(player)]) for link in links}
