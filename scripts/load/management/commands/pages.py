"""What the pages of a filled database cost without a server: of each name of a page that comes in a line, the CPU of
bare inserts and of that page after a save, in milliseconds, as a line of JSON.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import fmean
from time import process_time
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.test import Client

from scripts.load.scene import Evening
from tournaments.audit import SYSTEM
from tournaments.models import Table
from tournaments.services.table.deals import record_deal

BESIDE = 20  # bare inserts before each page


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("evening", type=Path, help="a file with what the command evening has said")

    def handle(self, *, evening: Path, **options: object) -> None:
        asked = Asked(json.loads(evening.read_text()))
        for line in sys.stdin:
            print(json.dumps(asked.cost(line.strip())), flush=True)


class Asked:
    def __init__(self, evening: Evening) -> None:
        pages = evening["clubs"][0]
        self._pages = {**evening["year"], "club": pages["club"], "player": pages["player"]}
        recorded = dict(Table.objects.values_list("pk", "deal_count"))
        ahead = ((table["id"], recorded[table["id"]] - table["played"], table["deals"]) for table in evening["tables"])
        self._deals = [(table, iter(deals[done:])) for table, done, deals in ahead]
        self._turns = cycle(range(len(self._deals)))
        self._client = Client(SERVER_NAME="localhost")
        self._client.cookies[settings.SESSION_COOKIE_NAME] = evening["session"]

    def cost(self, page: str) -> dict[str, float]:
        insert = fmean(spent(lambda: self._answered(self._client.post("/load/floor/"))) for _ in range(BESIDE))
        self._save(0 if page == "player" else next(self._turns))
        return {"insert": insert, "page": spent(lambda: self._answered(self._client.get(self._pages[page])))}

    def _save(self, index: int) -> None:
        table, deals = self._deals[index]
        record_deal(table_id=table, payload=next(deals), client_id=uuid4(), base_revision=None, actor=SYSTEM)

    def _answered(self, answer: object) -> None:
        status = getattr(answer, "status_code", None)
        if status != 200:
            raise CommandError(f"answered {status}")


def spent(act: Callable[[], None]) -> float:
    began = process_time()
    act()
    return 1000 * (process_time() - began)
