"""What an event has meant for the seasons that it counts for."""

from collections.abc import Collection

from scoring.moments.moment import Fact
from tournaments.formats.seasons.meaning import Meaning
from tournaments.models import Event, Player, Season
from tournaments.selectors.report.told import Moment
from tournaments.selectors.season.counting import counting
from tournaments.selectors.season.page import shown_for
from tournaments.selectors.season.stands import meaning_of

MOST_SEASONS = 2
MOST_OUT = 4  # of whom it is told that they cannot be champion any more
BITS = {"over": 16.0, "sure": 14.0, "took": 10.0, "leads": 8.0}


def season_moments(event: Event) -> list[Moment]:
    """Of the newest seasons, and of those alone that hide nothing: a report is passed on."""
    found = [
        (season, told)
        for season in shown_for(event, insider=False)[:MOST_SEASONS]
        if (told := meaning_of(season, event.pk, to_come=_to_come(season, event)))
    ]
    named = {who for _, told in found for who in (*told.leaders, *told.before, *told.out)} if found else set()
    unnamed = set(Player.objects.filter(pk__in=named).exclude(anonymised_at=None).values_list("pk", flat=True))
    return [_moment(season, told, unnamed) for season, told in found if not unnamed & {*told.leaders}]


def _to_come(season: Season, event: Event) -> int | None:
    """How many events there were after this one, with earlier ones that are still open, by what is known now."""
    events, planned = counting(season), season.season_rules.planned
    over = [(each.date, each.pk) for each in events if each.status == Event.Status.FINISHED]
    turn = (event.date, event.pk)
    if season.archived_at and turn >= max(over, default=turn):
        return 0
    return None if planned is None else max(planned, len(events)) - sum(each <= turn for each in over)


def _moment(season: Season, told: Meaning, unnamed: Collection[int]) -> Moment:
    """Its players: who leads, who led and does not, who is out of reach."""
    before = [who for who in told.before if who not in (*told.leaders, *unnamed)]
    out = [] if told.is_over or told.is_sure else [who for who in told.out if who not in unnamed]
    what = "over" if told.is_over else "sure" if told.is_sure else "took" if _is_new(told) else "leads"
    facts: dict[str, Fact] = {
        "season": season.pk,
        "called": season.name,
        "what": what,
        "leaders": len(told.leaders),
        "before": len(before),
        "out": len(out),
        "apart": str(told.apart),
    }
    return Moment("season", (*told.leaders, *before, *out[:MOST_OUT]), BITS[what], facts=facts)


def _is_new(told: Meaning) -> bool:
    return bool(told.before) and not set(told.leaders) & {*told.before}
