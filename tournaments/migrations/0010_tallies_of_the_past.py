from collections import Counter, defaultdict
from typing import Any

from django.db import migrations, models

from scoring.games import GAMES

Sums = defaultdict[int, Counter[str]]
FIELDS = "tables games points deals exact firsts seconds thirds lower halves_beaten opponents unfinished".split()


def unit_of(event: Any) -> str:
    game = GAMES[event.game]
    return game.unit(game.check_rules(event.rules)) or ""


def fill(apps: Any, _schema_editor: Any) -> None:
    """What the events that are over have brought their players so far, with what will count by itself."""
    of_contests: defaultdict[tuple[int, str, str], Sums] = defaultdict(lambda: defaultdict(Counter))
    for event in apps.get_model("tournaments", "Event").objects.filter(status="finished"):
        tables = event.tables.filter(status__in=("finished", "closed")).exclude(confirmation="disputed")
        of_event: Sums = defaultdict(Counter)
        for table in tables.exclude(confirmation="waiting", accepted_at=None).prefetch_related("seats__entrant"):
            seats = list(table.seats.all())
            for seat in seats:
                of_event[seat.substitute_id or seat.entrant.player_id].update(brought(table, seat, seats))
        contest = of_contests[event.club_id, event.game, unit_of(event)]
        for player, sums in of_event.items():
            contest[player].update(sums)
        keep(apps.get_model("tournaments", "EventTally"), of_event, event=event)
        event.settled_at = event.tables.aggregate(latest=models.Max("accepted_at"))["latest"] or event.created_at
        event.save(update_fields=["settled_at"])
    for (club, game, unit), of_contest in of_contests.items():
        keep(apps.get_model("tournaments", "ContestTally"), of_contest, club_id=club, game=game, unit=unit)


def brought(table: Any, seat: Any, seats: list[Any]) -> dict[str, Any]:
    if not table.deal_count:
        return {"tables": 1}
    return {
        "tables": 1,
        "games": 1,
        "points": seat.score,
        "deals": seat.deals,
        "exact": seat.exact,
        ("firsts", "seconds", "thirds", "lower")[min(seat.place, 4) - 1]: 1,
        "halves_beaten": sum((each.place > seat.place) + (each.place >= seat.place) for each in seats) - 1,
        "opponents": len(seats) - 1,
        "unfinished": int(table.status == "closed"),
    }


def keep(model: Any, tallies: Sums, **owner: Any) -> None:
    model.objects.bulk_create(
        model(player_id=player, **owner, **{name: sums[name] for name in FIELDS}) for player, sums in tallies.items()
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_tallies")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
