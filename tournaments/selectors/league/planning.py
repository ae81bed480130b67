"""What a director plans a league from: who there is, the league before it, and tonight's tables."""

from dataclasses import dataclass

from tournaments.models import League, Player, Season, name_order
from tournaments.selectors.league.page import league_page


@dataclass(frozen=True)
class Plan:
    """``divisions``: who plays where (ids), as it is planned or as the league before proposes it."""

    season: Season
    league: League | None  # of this season
    like: League | None  # the club's latest other one
    people: list[Player]
    divisions: list[list[int]]


def plan_of(season: Season) -> Plan:
    people = season.club.players.filter(archived_at=None, anonymised_at=None)
    own = League.objects.filter(season=season).first()
    earlier = League.objects.filter(season__club=season.club_id, season__starts__lt=season.starts).exclude(
        drawn_at=None
    )
    like = earlier.select_related("season__club").order_by("-season__starts", "-season_id").first()
    divisions: dict[int, list[int]] = {}
    if own:
        for row in own.players.select_related("player__merge__into").order_by("division", "seed"):
            divisions.setdefault(row.division, []).append(row.player.one.pk)
    elif like:
        found = league_page(like).next_time()
        divisions = {number: [each.id for each in players] for number, players in enumerate(found, start=1)}
    ordered = sorted(people, key=lambda player: name_order(player.name))
    return Plan(season, own, like, ordered, list(divisions.values()))
