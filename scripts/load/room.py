"""The room of an evening: its server, its pads, and the pages that are looked at."""

from dataclasses import dataclass, field
from itertools import cycle, islice

from scripts.load.scene import Evening
from scripts.load.server import Server
from scripts.load.visitors.journal import Journal
from scripts.load.visitors.pages import Followed, followed
from scripts.load.visitors.people import Listener, Pad, Spectator, open_page

# Of ten spectators five read the results, four their own table, and one is a wall.
LOOKED_AT = ("results", "table", "results", "table", "wall", "results", "table", "results", "table", "results")
OPENED = ("results", "wall", "desk", "club", "player", "table")


@dataclass
class Room:
    server: Server
    evening: Evening
    journal: Journal = field(default_factory=Journal)
    pads: list[Pad] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)

    @property
    def cookies(self) -> dict[str, str]:
        """The director's."""
        return {"sessionid": self.evening["session"]}

    @property
    def pages(self) -> tuple[str, ...]:
        """All whose costs are measured."""
        return (*OPENED, *self.evening["year"])

    def address(self, page: str, table: int = 0) -> str:
        """Of one of the pages of that table's club; tables are counted from 0, and begin again after the last."""
        tables = self.evening["tables"]
        evening_table = tables[table % len(tables)]
        addresses = {
            **self.evening["clubs"][evening_table["club"]],
            "table": evening_table["page"],
            **self.evening["year"],
        }
        return str(addresses[page])

    async def open_pads(self, count: int) -> None:
        for table in self.evening["tables"][:count]:
            pad = Pad(self.server.port, table, self.journal)
            self.listeners.append(await pad.open())
            self.pads.append(pad)

    async def open_spectators(self, count: int) -> None:
        """Each address is read once for all who look at it: what opening a page costs is measured elsewhere."""
        pages: dict[str, Followed] = {}
        for number, name in enumerate(islice(cycle(LOOKED_AT), count)):
            address = self.address(name, number)
            if address not in pages:
                pages[address] = followed((await open_page(self.server.port, address, {})).text)
            spectator = Spectator(self.server.port, address, pages[address], self.journal)
            self.listeners.append(spectator.listener)
