"""How a stage is played, whatever its format."""

from dataclasses import dataclass

from tournaments.formats.acceleration import ACCELERATIONS
from tournaments.formats.standings.ledger import EDITIONS
from tournaments.formats.standings.points import REQUESTS, SCHEMES, WORTHS, PointRule
from tournaments.formats.standings.ranking import DEFAULT_CHAIN

DECIDED = ("wins", "total")
"""What decides a match of several games."""
LEVEL = ("extra", "director")
"""What follows where a match of a bracket ends level: one more game, or the director's word."""
LINE_UPS = ("fixed", "free")
"""Whether a team sits at its boards in its own order, whoever is left out, or in any."""


def usual_scheme(seats: int, *, boards: int = 0) -> str:
    """The points of tables of this size, or of matches over so many boards."""
    return "210" if boards else "win" if seats == 2 else "4321"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a stage is played; each format reads what concerns it.

    ``seats`` at a table; ``rounds`` None for the format's natural number; ``remainder`` as in ``draw_pods``;
    ``double`` a second lap of a round robin; ``advance`` how many go on from a table of a table knockout (None: half
    of them); ``lives`` and ``loses`` as in ``strikes``; ``rule`` how results become event points (None: a win where
    two sit at a table, 4-3-2-1 where more do); ``chain`` the tie-breaks in their order, ``edition`` FIDE's for rounds
    that were not played, as in EDITIONS; ``requested`` the most that a bye on request gives in a Swiss, as in REQUESTS,
    ``scored_byes`` and ``zero_byes`` how many with and without points a person may ask for (None: any number), and
    ``byes_end`` in how many of the last rounds nobody may; ``acceleration`` of a Swiss, as in ACCELERATIONS, and the
    ``bands`` of McMahon's; ``hasty`` as in ``draw_pods``; ``cap`` the most wins that a handicap gives; ``games`` of a
    match, ``decided`` as in ``MatchRule``, ``last_games`` those of a bracket's last rounds, from the end, and ``level``
    as in LEVEL; ``boards`` over how many tables two teams meet, 0 where nobody plays for a team; their ``line_up`` as
    in LINE_UPS.
    """

    seats: int = 2
    rounds: int | None = None
    remainder: str = "threes"
    double: bool = False
    third_place: bool = False
    grand_final: str = "single"
    advance: int | None = None
    lives: int = 2
    loses: str = "last"
    rule: PointRule | None = None
    chain: tuple[str, ...] = DEFAULT_CHAIN
    edition: str = EDITIONS[0]
    requested: str = "half"
    scored_byes: int | None = None
    zero_byes: int | None = None
    byes_end: int = 0
    acceleration: str = ACCELERATIONS[0]
    bands: int = 3
    hasty: bool = False
    cap: int = 2
    games: int = 1
    decided: str = DECIDED[0]
    last_games: tuple[int, ...] = ()
    level: str = LEVEL[0]
    boards: int = 0
    line_up: str = LINE_UPS[0]

    @property
    def worths(self) -> tuple[str, ...]:
        """What a bye on request may be worth; without points by place there is nothing to give."""
        most = REQUESTS.index(self.requested)
        return WORTHS[: most if self.points.scheme.places else min(most, 1)]

    @property
    def points(self) -> PointRule:
        """The rule of points, or the usual one for tables of this size."""
        return self.rule or PointRule(scheme=SCHEMES[usual_scheme(self.seats, boards=self.boards)])
