"""Who has gained most by an event, of those whose rating is settled."""

from scoring.moments.moment import Fact
from tournaments.formats.ratings.strengths import NEW
from tournaments.models import Event
from tournaments.selectors.ratings.page import SETTLED, SURE
from tournaments.selectors.ratings.tables import strengths_after, strengths_before
from tournaments.selectors.report.told import Moment

LEAST = 8.0  # points, of a scale on which a sure rating is known to about 130
BIT = 8.0  # so many more are half as frequent


def rating_moments(event: Event) -> list[Moment]:
    after = strengths_after([event])[event.pk]
    settled = [who for who, found in after.items() if found.tables > SETTLED and found.sigma <= SURE]
    if not settled:
        return []
    before = strengths_before(event, players=settled)
    gained = {who: after[who].mu - before.get(who, NEW).mu for who in settled}
    most = max(gained, key=lambda who: (gained[who], -who))
    if gained[most] < LEAST:
        return []
    facts: dict[str, Fact] = {"gained": str(round(gained[most])), "number": round(after[most].mu)}
    return [Moment("rating", (most,), round(gained[most] / BIT, 3), facts=facts)]
