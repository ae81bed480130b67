"""What everybody had after each round."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from tournaments.formats.draw import Id
from tournaments.formats.record import EventRecord
from tournaments.formats.standings.ledger import Ledger
from tournaments.formats.standings.points import PointRule


def running_scores(record: EventRecord, rule: PointRule, *, rounds: int) -> Mapping[Id, Sequence[Fraction]]:
    """Of the first so many ``rounds``; the expelled and the annulled left out. Raises as ``Ledger`` does."""
    gone = record.expelled | record.annulled
    turns = Ledger(record, rule).turns
    return {
        who: list(accumulate(turn.points for turn in own[:rounds])) for who, own in turns.items() if who not in gone
    }
