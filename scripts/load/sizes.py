"""How large a load run is, from the command line."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import dataclass
from math import ceil

from scoring.games import GAMES

WHOLE_SIEGE = "10000/1000/2000"
SERVER = f"{sys.executable} -m uvicorn pyramid_site.asgi:application"


@dataclass(frozen=True)
class Siege:
    passwords: int
    registrations: int
    streams: int


@dataclass(frozen=True)
class Sizes:
    tables: int
    followers: int
    pads: int
    saves_per_s: float
    seconds: float
    game: str
    workers: int
    servers: int
    clubs: int
    teams: int
    database: str
    years: int
    played: int
    restart: bool
    disturb: bool
    besiege: Siege | None
    server: str

    @property
    def saves_a_pad(self) -> int:
        return ceil(self.saves_per_s * self.seconds / self.pads)

    @property
    def has_trouble(self) -> bool:
        """In the second half."""
        return self.disturb or self.besiege is not None


def sizes(arguments: list[str] | None = None) -> Sizes:
    """Ends the program where they make no sense."""
    parser = _parser()
    options = parser.parse_args(arguments)
    options.pads = options.tables if options.pads is None else options.pads
    if options.pads > options.tables:
        parser.error("there is one pad a table at most")
    if options.clubs > options.tables:
        parser.error("there is one table a club at least")
    return Sizes(**vars(options))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--tables", type=_some, default=100, help="of four (%(default)s)")
    parser.add_argument("--followers", type=_any, default=500, help="spectators with an open stream (%(default)s)")
    parser.add_argument("--pads", type=_some, help="phones that save (one a table)")
    parser.add_argument("--saves-per-s", type=float, default=40, help="of all pads together (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of load (%(default)s)")
    parser.add_argument("--game", choices=list(GAMES), default="vilnius", help="(%(default)s)")
    parser.add_argument("--workers", type=_some, default=1, help="processes of the server (%(default)s)")
    parser.add_argument("--servers", type=_some, default=1, help="behind HAProxy, any of which is asked (%(default)s)")
    parser.add_argument("--clubs", type=_some, default=1, help="among which the tables are spread (%(default)s)")
    parser.add_argument("--teams", type=_any, default=0, help="of each night (%(default)s)")
    parser.add_argument(
        "--database",
        choices=("sqlite", "postgres"),
        default="sqlite",
        help="a file of its own; or an empty database at DATABASE_URL, without that a throw-away cluster (%(default)s)",
    )
    parser.add_argument("--years", type=_any, default=0, help="of history behind the club (%(default)s)")
    parser.add_argument("--played", type=_any, default=4, help="deals at each table before (%(default)s)")
    parser.add_argument(
        "--restart",
        action="store_true",
        help="let the room come in the server's first second, and restart the server at half time",
    )
    parser.add_argument(
        "--disturb",
        action="store_true",
        help="in the second half plan a huge event, try 16 passwords and offer a body of 300 MB",
    )
    parser.add_argument(
        "--besiege",
        type=_siege,
        nargs="?",
        const=_siege(WHOLE_SIEGE),
        help="in the second half, from one address, so many wrong passwords, names entered and streams held "
        f"({WHOLE_SIEGE})",
    )
    parser.add_argument("--server", default=SERVER, help="how it is started (%(default)s)")
    return parser


def _some(text: str) -> int:
    if (number := int(text)) < 1:
        raise ArgumentTypeError("at least one")
    return number


def _siege(text: str) -> Siege:
    if len(numbers := text.split("/")) != 3:
        raise ArgumentTypeError(f"three numbers, such as {WHOLE_SIEGE}")
    return Siege(*map(_any, numbers))


def _any(text: str) -> int:
    if (number := int(text)) < 0:
        raise ArgumentTypeError("not less than none")
    return number
