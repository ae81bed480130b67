"""Plan an event: play it many times before anybody has come."""

from collections.abc import Mapping
from dataclasses import replace
from json import dumps
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.plan import PlanError, read_plan
from tournaments.formats.record import NoValidPairing
from tournaments.formats.simulation.compare import Comparison
from tournaments.formats.simulation.evenings import Pace, Report, Simulation
from tournaments.formats.stages import FORMATS
from tournaments.forms.planning import EVENINGS
from tournaments.words.stage.plans import plan_sentence

MOST_PLAYERS = 4096
MOST_EVENTS = 10_000


class Command(BaseCommand):
    help = (
        "Plays whole events with players of known strength, and tells what the plan did to them;"
        " or, with --within, which plans fit into so many minutes."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=list(FORMATS), dest="key", help="of the first stage")
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--tables-of", type=int, default=2, choices=(2, 3, 4))
        parser.add_argument("--rounds", type=int, help="as many as the format needs, where not given")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--events", type=int, help="one, or with --within 40 of each plan, where not given")
        parser.add_argument("--remainder", choices=("threes", "byes", "fives"), default="threes")
        parser.add_argument(
            "--advance", type=int, help="table knockout: how many go on from a table; half, where not given"
        )
        parser.add_argument("--lives", type=int, default=2, help="strikes: lives of each player")
        parser.add_argument("--groups", type=int, default=1, help="round robin and swiss: groups of the first stage")
        parser.add_argument(
            "--then",
            default="",
            help="the stages after the first, as in swiss:seats=4:rounds=1,single-elimination:size=8",
        )
        parser.add_argument("--deals", type=int, help="deals a table; sixteen a player, where not given")
        parser.add_argument("--minutes", type=float, default=2.0, help="minutes a deal at the usual table")
        parser.add_argument(
            "--slow", type=float, help="minutes a deal that one table in ten takes; a quarter more, where not given"
        )
        parser.add_argument("--break", type=float, default=5.0, dest="pause", help="minutes between two rounds")
        parser.add_argument("--within", type=float, help="minutes there are: compares the plans that fit")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, players: int, events: int | None, json: bool, **options: Any) -> None:
        if events is None:
            events = 1 if options["within"] is None else EVENINGS
        if not 2 <= players <= MOST_PLAYERS or not 1 <= events <= MOST_EVENTS:
            raise CommandError(f"From 2 to {MOST_PLAYERS} players and from 1 to {MOST_EVENTS} events.")
        if (options["key"] is None) == (options["within"] is None):
            raise CommandError("Give a --format to be played, or with --within the minutes there are.")
        try:
            reports = played(players=players, events=events, options=options)
        except PlanError as error:
            raise CommandError(f"This cannot be played: {error.field}. {plan_sentence(error)}") from error
        except (NoValidPairing, ValueError) as error:
            raise CommandError(f"This cannot be played: {error}") from error
        if options["within"] is None:
            self.stdout.write(dumps(reports[0].as_dict()) if json else as_text(reports[0]))
        else:
            self.stdout.write(dumps([report.as_dict() for report in reports]) if json else as_table(reports))


def played(*, players: int, events: int, options: Mapping[str, Any]) -> tuple[Report, ...]:
    """One report of the format, or those of all plans that fit."""
    minutes, slow, seed = options["minutes"], options["slow"], options["seed"]
    slow = minutes * 1.25 if slow is None else slow
    pace = Pace(deals=options["deals"], minutes=minutes, slow=slow, pause=options["pause"])
    if options["within"] is not None:
        comparison = Comparison(players=players, limit=options["within"], events=events, seed=seed, pace=pace)
        return comparison.play(lambda *_: None)
    named = {name: options[name] for name in ("rounds", "remainder", "advance", "lives", "groups")}
    first = read_plan(options["key"], {"seats": options["tables_of"], **named})
    simulation = Simulation(
        format=options["key"],
        players=players,
        options=replace(first.options, rule=None),
        groups=first.groups,
        then=options["then"],
        events=events,
        seed=seed,
        pace=pace,
    )
    return (simulation.play(),)


def as_text(report: Report) -> str:
    usual, late = report.length["median"], report.length["late"]
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
        f"usual and late        {usual:.0f} minutes, nine evenings in ten within {late:.0f}",
        f"tables a player       {report.games['fewest']:g} to {report.games['most']:g}",
        f"plan                  {report.plan}",
    ]
    return "\n".join(lines)


def as_table(reports: tuple[Report, ...]) -> str:
    if not reports:
        return "No plan is over in that time."
    lines = ["rounds  tables a player  strongest wins  minutes usual-late  plan"]
    for report in reports:
        games = f"{report.games['fewest']:g}-{report.games['most']:g}"
        minutes = f"{report.length['median']:.0f}-{report.length['late']:.0f}"
        lines.append(f"{report.rounds:6g}  {games:>15}  {report.best_wins:14.0%}  {minutes:>18}  {report.plan}")
    return "\n".join(lines)


def people(counts: dict[str, float]) -> str:
    """ "18.5 had 0, 1.5 had 1"."""
    return ", ".join(f"{number:g} had {times}" for times, number in counts.items())
