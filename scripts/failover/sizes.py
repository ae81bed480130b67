"""An evening on three database nodes and several application servers, one of which is always failing."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import dataclass

from scripts.failover.faults import FAULTS
from scripts.load.alone import saves_alone

SERVER = f"{sys.executable} -m uvicorn pyramid_site.asgi:application"
LONGEST_TABLE = 64  # deals of a Vilnius table
FEWEST_SAVES = 2  # a second, by which a gap is measured
PLAYED = 1  # at each table before


@dataclass(frozen=True)
class Sizes:
    pads: int
    followers: int
    saves_per_s: float
    faults: tuple[str, ...]
    servers: int
    workers: int
    patroni: str
    server: str
    keep: str
    loopback: bool

    def as_load(self) -> list[str]:
        """For the command that fills the evening."""
        options = {
            "tables": self.pads,
            "saves-per-s": self.saves_per_s,
            "seconds": seconds_of(self.faults),
            "played": PLAYED,
        }
        return [f"--{name}={value}" for name, value in options.items()]


def seconds_of(faults: tuple[str, ...]) -> float:
    return sum(FAULTS[fault].seconds for fault in faults)


def sizes(arguments: list[str] | None = None) -> Sizes:
    """Ends the program where they make no sense."""
    parser = _parser()
    options = parser.parse_args(arguments)
    options.saves_per_s = options.saves_per_s or max(FEWEST_SAVES, options.pads / 10)
    deals = PLAYED + saves_alone(options.pads) + options.saves_per_s * seconds_of(options.faults) / options.pads
    if deals > LONGEST_TABLE - 1:
        parser.error("the tables would be over before the evening is: fewer faults, fewer saves, or more pads")
    return Sizes(**vars(options))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="make failover", description=__doc__)
    parser.add_argument("--pads", type=_some, default=40, help="phones that save, each at a table (%(default)s)")
    parser.add_argument("--followers", type=int, default=200, help="spectators with an open stream (%(default)s)")
    parser.add_argument(
        "--saves-per-s", type=float, help=f"of all pads together (a tenth of the pads, at least {FEWEST_SAVES})"
    )
    parser.add_argument("--faults", type=_faults, default=tuple(FAULTS), help=f"some of {','.join(FAULTS)} (all)")
    parser.add_argument("--servers", type=_some, default=2, help="application servers (%(default)s)")
    parser.add_argument("--workers", type=_some, default=1, help="processes of each (%(default)s)")
    parser.add_argument("--patroni", default="", help="another Patroni than that of deploy/three-nodes/patroni.txt")
    parser.add_argument("--server", default=SERVER, help="how an application server is started (%(default)s)")
    parser.add_argument("--loopback", action="store_true", help="without namespaces, so that nothing can be cut off")
    parser.add_argument("--keep", default="", help="a folder for the logs of all processes")
    return parser


def _some(text: str) -> int:
    if (number := int(text)) < 1:
        raise ArgumentTypeError("at least one")
    return number


def _faults(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if strange := set(names) - set(FAULTS):
        raise ArgumentTypeError(f"no such fault: {', '.join(sorted(strange))}")
    return names
