"""What services raise where a change cannot be made."""

from collections.abc import Sequence


class Refused(Exception):
    """A request that the person can correct. `code` and `params` are plain; forms and views make the words."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, **self.params}


def fitting(text: str, longest: int) -> str:
    """The text, which somebody has typed: refused where it is longer, never cut."""
    if len(text) > longest:
        raise Refused("text-long", most=longest)
    return text


class PlayersAsked(Refused):
    """The deal has hands of players with phones of their own, who have to be asked first."""

    def __init__(self, seats: Sequence[int], *, minutes: int) -> None:
        super().__init__("players-asked", seats=seats, minutes=minutes)
        self.seats = seats


class Missing(Exception):
    """What is to be changed is not there, or not open any more to whoever asks."""


class Stale(Refused):
    """Something changed at the table after the phone last looked. Nothing was saved."""

    def __init__(self, *, base_revision: int, revision: int, number: int | None = None) -> None:
        super().__init__("stale", base_revision=base_revision, revision=revision)
        self.base_revision = base_revision
        self.number = number  # the deal that another phone has recorded otherwise
