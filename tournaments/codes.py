"""Permanent codes of players and of a room's tables, that of an event's registration, and what a director types at a
table.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from tournaments.audience import draw_for_insiders
from tournaments.models import Claim, Club, Event, PadLink, Player, RoomTable
from tournaments.signing import hex_signature, is_hex_signed

CODE_NUMBER = re.compile("[0-9]{1,18}")
CODE_DIGITS = 6
HELD_CODE = re.compile("([0-9]{1,18})_([0-9]{1,18})_([a-z]+)_([0-9]{1,18})_([A-Za-z0-9]{1,18})")
PAD, PLAYER, REGISTRATION = "pad", "player", "door"


class HeldCode(NamedTuple):
    """A code by which somebody was let in to an event: of the pad of a table, of a player, or of the registration."""

    event: int
    club: int
    kind: str
    pk: int  # of the pad's link, the player or the event
    edition: str

    def __str__(self) -> str:
        return "_".join(map(str, self))


def held_code(text: str) -> HeldCode | None:
    """Read what `str` has written; None for anything else."""
    parts = HELD_CODE.fullmatch(text)
    return parts and HeldCode(int(parts[1]), int(parts[2]), parts[3], int(parts[4]), parts[5])


def held_pad_code(link: PadLink, event: Event) -> HeldCode:
    return HeldCode(event.pk, event.club_id, PAD, link.pk, link.edition)


def held_player_codes(code: str, events: Iterable[Event]) -> list[HeldCode]:
    """Of these events, each let in to by the player's own code."""
    _kind, player, _number, edition = _read_code(code, "p")
    return [HeldCode(event.pk, event.club_id, PLAYER, player, str(edition)) for event in events]


def held_registration_code(event: Event) -> HeldCode:
    return HeldCode(event.pk, event.club_id, REGISTRATION, event.pk, str(event.door_edition))


def codes_that_count(codes: Iterable[HeldCode]) -> list[HeldCode]:
    """Those that were not made new since, of events whose codes still count. Asks nothing where there are none."""
    codes = list(codes)
    lasting = Q(codes_end_at=None) | Q(codes_end_at__gt=timezone.now())
    events = Event.objects.filter(lasting, pk__in={code.event for code in codes})
    doors = dict(events.order_by().values_list("pk", "door_edition"))
    pads = PadLink.objects.filter(pk__in=_keys(codes, PAD), revoked_at=None)
    players = Player.objects.filter(pk__in=_keys(codes, PLAYER), anonymised_at=None)
    current = {
        *((REGISTRATION, pk, str(edition)) for pk, edition in doors.items()),
        *((PAD, pk, edition) for pk, edition in pads.values_list("pk", "edition")),
        *((PLAYER, pk, str(edition)) for pk, edition in players.order_by().values_list("pk", "code_edition")),
    }
    return [code for code in codes if code.event in doors and code[2:] in current]


def _keys(codes: Iterable[HeldCode], kind: str) -> set[int]:
    return {code.pk for code in codes if code.kind == kind}


@dataclass(frozen=True)
class CodeHolder:
    """What somebody has scanned who has a permanent code: of a player, or of a table of the club's room."""

    club: Club | None = None
    table: int | None = None
    player: Player | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether the code was one of ours that has been renewed since."""
        return self.club is None


OUTDATED = CodeHolder()


def table_code(club_id: int, number: int, edition: int) -> str:
    """The code of a club's table, which stays until it is renewed. Only the server can make one from another."""
    return _code("t", club_id, number, edition)


def player_code(player_id: int, edition: int) -> str:
    return _code("p", player_id, 0, edition)


def registration_code(event: Event) -> str:
    """By which people enter it themselves, until it is made new."""
    return _code("d", event.pk, 0, event.door_edition)


def event_to_enter(code: str) -> Event | None:
    """None for a code that was made new since. Raises Http404 for one that was never given."""
    _kind, pk, _number, edition = _read_code(code, "d")
    return Event.objects.select_related("club").filter(pk=pk, door_edition=edition).first()


def code_to_open(code: str) -> CodeHolder:
    """Raises Http404 for a code that was never given."""
    kind, owner, number, edition = _read_code(code, "t", "p")
    holder = _player_of(owner, edition) if kind == "p" else _table_of(owner, number, edition)
    if not holder.is_outdated:
        draw_for_insiders()
    return holder


def player_to_enter(code: str) -> Player:
    """Whose own code it is."""
    player = code_to_open(code).player
    if player is None:
        raise Http404
    return player


def _read_code(code: str, *kinds: str) -> tuple[str, int, int, int]:
    kind, *numbers = code.split("-")
    if kind not in kinds or len(numbers) != 4 or not all(CODE_NUMBER.fullmatch(number) for number in numbers[:3]):
        raise Http404
    owner, number, edition = map(int, numbers[:3])
    if not is_hex_signed("permanent-code", "-".join([kind, *numbers[:3]]), numbers[3]):
        raise Http404
    return kind, owner, number, edition


def _code(kind: str, owner: int, number: int, edition: int) -> str:
    text = f"{kind}-{owner}-{number}-{edition}"
    return f"{text}-{hex_signature('permanent-code', text)[:24]}"


def _player_of(pk: int, edition: int) -> CodeHolder:
    holder = Player.objects.select_related("club", "merge__into").filter(pk=pk, code_edition=edition).first()
    player = holder.one if holder else None
    return OUTDATED if player is None or player.anonymised_at else CodeHolder(club=player.club, player=player)


def _table_of(club_id: int, number: int, edition: int) -> CodeHolder:
    club = Club.objects.filter(pk=club_id).first()
    edition_now = RoomTable.objects.filter(club=club_id, number=number).values_list("code_edition", flat=True).first()
    return CodeHolder(club=club, table=number) if club and edition == (edition_now or 0) else OUTDATED


def claim_code(claim: Claim) -> str:
    """What the director types at the table to uphold this claim, and no other."""
    digest = hex_signature("claim-code", f"{claim.pk}.{claim.client_id}")
    return f"{int(digest, 16) % 10**CODE_DIGITS:0{CODE_DIGITS}}"
