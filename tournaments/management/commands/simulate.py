"""Plan an event: play it many times before anybody has come."""

from json import dumps

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.draw import NoValidPairing
from tournaments.formats.simulate import Pace, Report, Simulation
from tournaments.formats.stages import FORMATS, Options

MOST_PLAYERS = 4096
MOST_EVENTS = 10_000


class Command(BaseCommand):
    help = "Plays whole events with players of known strength, and tells what the format did to them."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=list(FORMATS), required=True, dest="key")
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--tables-of", type=int, default=2, choices=(2, 3, 4))
        parser.add_argument("--rounds", type=int, help="as many as the format needs, where not given")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--events", type=int, default=1)
        parser.add_argument("--remainder", choices=("threes", "byes", "fives"), default="threes")
        parser.add_argument(
            "--advance", type=int, help="table knockout: how many go on from a table; half, where not given"
        )
        parser.add_argument("--lives", type=int, default=2, help="strikes: lives of each player")
        parser.add_argument("--deals", type=int, help="deals a table; sixteen a player, where not given")
        parser.add_argument("--minutes", type=float, default=2.0, help="minutes a deal")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, key: str, players: int, events: int, seed: int, json: bool, **given: object) -> None:
        if not 2 <= players <= MOST_PLAYERS or not 1 <= events <= MOST_EVENTS:
            raise CommandError(f"From 2 to {MOST_PLAYERS} players and from 1 to {MOST_EVENTS} events.")
        names = {
            "tables_of": "seats",
            "rounds": "rounds",
            "remainder": "remainder",
            "advance": "advance",
            "lives": "lives",
        }
        options = Options(**{name: given[argument] for argument, name in names.items()})  # type: ignore[arg-type]
        pace = Pace(deals=given["deals"], minutes=given["minutes"])  # type: ignore[arg-type]
        try:
            report = Simulation(
                format=key, players=players, options=options, events=events, seed=seed, pace=pace
            ).play()
        except (NoValidPairing, ValueError) as error:
            raise CommandError(f"This cannot be played: {error}") from error
        self.stdout.write(dumps(report.as_dict()) if json else as_text(report))


def as_text(report: Report) -> str:
    lines = [
        f"{report.format}, {report.players} players, tables of {report.tables_of}, {report.events} events",
        f"rounds                {report.rounds:g}",
        f"tables                {report.tables:g}",
        f"met again             {report.repeats['average']:g} pairs, {report.repeats['most']:g} at most",
        f"gap at a table        {report.score_gap:g} points on average",
        f"byes                  {people(report.byes)}",
        f"smaller tables        {people(report.small_tables)}",
        f"the strongest wins    {report.best_wins:.1%}",
        f"minutes               {report.minutes['average']:g}, {report.minutes['longest']:g} at most",
    ]
    return "\n".join(lines)


def people(counts: dict[str, float]) -> str:
    """ "18.5 had 0, 1.5 had 1"."""
    return ", ".join(f"{number:g} had {times}" for times, number in counts.items())
