"""Where an evening turned: told some seconds after it is over, when its chances have been reckoned."""

from scoring.moments.moment import Fact
from tournaments.models import Event
from tournaments.selectors.bend.page import told_tables
from tournaments.selectors.report.told import Moment

LEAST = 0.25
BITS = 8.0  # of a turn from no chance to certainty


def bend_moments(event: Event) -> list[Moment]:
    """Of the table that turned most, where it turned much."""
    for table in told_tables(event, most=1):
        turn = table.story.turn
        if turn and table.rise >= LEAST:
            players = tuple(table.players[seat].id for seat in turn.seats)
            facts: dict[str, Fact] = {"before": round(100 * turn.before), "after": round(100 * turn.after)}
            return [Moment("bend", players, round(BITS * table.rise, 3), table.id, turn.deal, facts)]
    return []
