"""Permanent codes of players and of a room's tables, that of an event's door, and what a director types at a table."""

import re
from dataclasses import dataclass

from django.http import Http404

from tournaments.models import Claim, Club, Event, Player, RoomTable
from tournaments.signing import hex_signature, is_hex_signed

CODE_NUMBER = re.compile("[0-9]{1,18}")
CODE_DIGITS = 6


@dataclass(frozen=True)
class CodeHolder:
    """What somebody has scanned who has a permanent code: of a player, or of a table of the club's room."""

    club: Club | None = None
    table: int | None = None
    player: Player | None = None

    @property
    def is_outdated(self) -> bool:
        """It was ours; another one is good now."""
        return self.club is None


OUTDATED = CodeHolder()


def table_code(club_id: int, number: int, edition: int) -> str:
    """The same as long as nobody makes it new. Nobody but the server can make one from another."""
    return _code("t", club_id, number, edition)


def player_code(player_id: int, edition: int) -> str:
    return _code("p", player_id, 0, edition)


def door_code(event: Event) -> str:
    """By which people enter it themselves, until it is made new."""
    return _code("d", event.pk, 0, event.door_edition)


def event_to_enter(code: str) -> Event | None:
    """None for a code that was made new since. Raises Http404 for one that was never given."""
    _kind, pk, _number, edition = _read_code(code, "d")
    return Event.objects.select_related("club").filter(pk=pk, door_edition=edition).first()


def code_to_open(code: str) -> CodeHolder:
    """Raises Http404 for a code that was never given."""
    kind, owner, number, edition = _read_code(code, "t", "p")
    return _player_of(owner, edition) if kind == "p" else _table_of(owner, number, edition)


def player_to_enter(code: str) -> Player:
    """Whose own code it is."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return player


def _read_code(code: str, *kinds: str) -> tuple[str, int, int, int]:
    kind, *said = code.split("-")
    if kind not in kinds or len(said) != 4 or not all(CODE_NUMBER.fullmatch(each) for each in said[:3]):
        raise Http404
    owner, number, edition = map(int, said[:3])
    if not is_hex_signed("permanent-code", "-".join([kind, *said[:3]]), said[3]):
        raise Http404
    return kind, owner, number, edition


def _code(kind: str, owner: int, number: int, edition: int) -> str:
    said = f"{kind}-{owner}-{number}-{edition}"
    return f"{said}-{hex_signature('permanent-code', said)[:24]}"


def _player_of(pk: int, edition: int) -> CodeHolder:
    known = Player.objects.select_related("club", "merge__into").filter(pk=pk, code_edition=edition).first()
    player = known.one if known else None
    return OUTDATED if player is None or player.anonymised_at else CodeHolder(club=player.club, player=player)


def _table_of(club_id: int, number: int, edition: int) -> CodeHolder:
    club = Club.objects.filter(pk=club_id).first()
    known = RoomTable.objects.filter(club=club_id, number=number).values_list("code_edition", flat=True).first()
    return CodeHolder(club=club, table=number) if club and edition == (known or 0) else OUTDATED


def claim_code(claim: Claim) -> str:
    """What the director types at the table to uphold this claim, and no other."""
    digest = hex_signature("claim-code", f"{claim.pk}.{claim.client_id}")
    return f"{int(digest, 16) % 10**CODE_DIGITS:0{CODE_DIGITS}}"
