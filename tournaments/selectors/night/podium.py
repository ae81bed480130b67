"""The first three places of an event that is over, and who came next."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.selectors.night.page import EventPage
from tournaments.selectors.table.cards import PlayerTag

STEPS = 3
NEXT = 9  # who stand beside the podium
ON_A_STEP = 3  # more who share a place stand in the list of all


@dataclass(frozen=True)
class OnPodium:
    place: int
    player: PlayerTag
    value: str = ""  # points, where they are what placed them
    exact: int = 0


@dataclass(frozen=True)
class Step:
    place: int
    people: list[OnPodium]
    more: int  # who share the place and have no room on the step


@dataclass(frozen=True)
class Podium:
    steps: list[Step]
    rest: list[OnPodium]

    @property
    def winners(self) -> list[OnPodium]:
        return self.steps[0].people


def placed_at_night(page: EventPage) -> list[OnPodium]:
    return [
        OnPodium(row.rank, row.player, row.points_text, row.exact) for row in page.standings if row.average is not None
    ]


def podium_of(placed: Sequence[OnPodium]) -> Podium | None:
    """``placed``: best first. None where nobody has won anything."""
    if not placed:
        return None
    steps = []
    for place in range(1, STEPS + 1):
        if people := [each for each in placed if each.place == place]:
            steps.append(Step(place, people[:ON_A_STEP], max(0, len(people) - ON_A_STEP)))
    rest = [each for each in placed if each.place > STEPS]
    return Podium(steps, rest[:NEXT])
