"""Who has gained most by an event, of those whose rating is settled."""

from scoring.moments.moment import Fact
from tournaments.models import Event
from tournaments.selectors.ratings.page import SETTLED, SURE, are_shown
from tournaments.selectors.ratings.tables import Rated, rated_at
from tournaments.selectors.report.told import Moment

LEAST = 8.0  # points, of a scale on which a sure rating is known to about 130
BIT = 8.0  # so many more are half as frequent


def rating_moments(event: Event) -> list[Moment]:
    """Nobody's who stands in no ranking, and nothing where the club does not show ratings to everybody."""
    if not are_shown(event.club, inside=False):
        return []
    unnamed = set(event.club.players.exclude(unranked=False, anonymised_at=None).values_list("pk", flat=True))
    settled = {
        who: rated for who, rated in rated_at([event])[event.pk].items() if who not in unnamed and _is_sure(rated)
    }
    gained = {who: rated.mu - rated.before_mu for who, rated in settled.items()}
    most = max(gained, key=lambda who: (gained[who], -who), default=None)
    if most is None or gained[most] < LEAST:
        return []
    facts: dict[str, Fact] = {"gained": str(round(gained[most])), "number": round(settled[most].mu)}
    return [Moment("rating", (most,), round(gained[most] / BIT, 3), facts=facts)]


def _is_sure(rated: Rated) -> bool:
    return rated.tables > SETTLED and rated.sigma <= SURE
