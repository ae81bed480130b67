"""The evening itself: pads play through each fault, followers follow, and afterwards everything is counted."""

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from scripts.failover.counting import (
    Stored,
    Written,
    doubled,
    followers_back,
    late_writes,
    longest_gap,
    lost_writes,
    missing,
)
from scripts.failover.faults import FAULTS, Scene
from scripts.load.room import Room
from scripts.load.server import ROOT
from scripts.load.visitors.people import Pad, now

CALM = 3.0  # seconds of play before a fault
PATIENCE = 90.0  # until every pad has its answer
LONGEST_FAULT = 300.0
CAUGHT_UP_WITHIN = 30.0
STORED = "SELECT table_id, number, revision FROM tournaments_deal"
WAITING = ("save answered 4", "sent twice")

Counted = dict[str, Any]


@dataclass
class Played:
    """From a fault to the end of what was played through it."""

    begin: float
    end: float
    saves_before: int
    errors_before: Counter[str]
    waiting: int  # pads that never had an answer


@dataclass
class Evening:
    room: Room
    scene: Scene
    saves_per_s: float
    folder: Path
    conninfo: str
    environment: dict[str, str]
    tell: Callable[[str], None]
    faults: list[Counted] = field(default_factory=list)

    async def befall(self, name: str) -> bool:
        """Whether all nodes stand together again afterwards."""
        played = await self._play_through(name)
        if played.waiting == 0:
            await self._catch_up()
        stored = await asyncio.to_thread(self._compared)
        counted = {"fault": name} | self._counted(name, played) | stored | self.scene.told
        self.scene.told.clear()
        is_whole = await self.scene.cluster.until_whole()
        counted["whole_again"] = is_whole
        self.tell(f"{name}: {json.dumps(counted)}")
        self.faults.append(counted)
        return is_whole

    async def _play_through(self, name: str) -> Played:
        journal, fault, stop = self.room.journal, FAULTS[name], asyncio.Event()
        first = now()
        pads = [
            asyncio.create_task(self._save_in_turn(pad, first + index / self.saves_per_s, stop))
            for index, pad in enumerate(self.room.pads)
        ]
        await asyncio.sleep(CALM)
        saves, errors, begin = len(journal.saves), journal.errors.copy(), now()
        async with asyncio.timeout(LONGEST_FAULT):
            await fault.befall(self.scene)
        await asyncio.sleep(max(0.0, begin + fault.seconds - CALM - now()))
        end = now()
        stop.set()
        done, waiting = await asyncio.wait(pads, timeout=PATIENCE)
        for task in done:
            task.result()
        for task in waiting:
            task.cancel()
        return Played(begin, end, saves, errors, len(waiting))

    async def _save_in_turn(self, pad: Pad, first: float, stop: asyncio.Event) -> None:
        for turn in count():
            due = first + turn * len(self.room.pads) / self.saves_per_s
            try:
                async with asyncio.timeout(max(0.0, due - now())):
                    await stop.wait()
                return
            except TimeoutError:
                await pad.save_next(max(due, now()))

    async def _catch_up(self) -> None:
        deadline = now() + CAUGHT_UP_WITHIN
        while now() < deadline and self.room.journal.behind():
            await asyncio.sleep(0.1)

    def _counted(self, name: str, played: Played) -> Counted:
        journal = self.room.journal
        saves = journal.saves[played.saves_before :]
        gap = longest_gap((save.answered for save in saves), begin=played.begin, end=played.end)
        errors = journal.errors - played.errors_before
        back = followers_back(saves, journal.spectators, after=gap.ended)
        slowest = max((save.ms for save in saves), default=0.0) / 1000
        return {
            "gap_s": round(gap.seconds, 2),
            "goal_s": FAULTS[name].goal,
            "slowest_save_s": round(slowest, 2),
            "answered": len(saves),
            "failed_saves": sum(n for kind, n in errors.items() if kind.startswith("save ")),
            "errors_seen": errors.total(),
            "error_kinds": dict(errors),
            "pads_waiting": played.waiting + sum(n for kind, n in errors.items() if kind.startswith(WAITING)),
            "followers_back_s": None if back is None else round(back, 2),
            "followers_behind": journal.behind(),
        }

    def _compared(self) -> Counted:
        """Of the whole evening so far: what was lost once stays so."""
        journal, writes = self.room.journal, self._written()  # before what is there is read
        with psycopg.connect(self.conninfo) as connection:
            stored = [Stored(*row) for row in connection.execute(STORED)]
            rows = connection.execute("SELECT node, number FROM failover_writes").fetchall()
        expected = Counter(save.table for save in journal.saves)
        expected.update({table["id"]: table["played"] for table in self.room.evening["tables"]})
        command = [sys.executable, "manage.py", "check_scores"]
        checked = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, check=False)
        return {
            "missing": missing(((save.table, save.revision) for save in journal.saves), stored),
            "doubled": doubled(stored, expected),
            "check_scores": "clean" if checked.returncode == 0 else checked.stdout.decode()[-500:],
            "late_writes": late_writes(writes),
            "lost_writes": lost_writes(writes, rows),
        }

    def _written(self) -> list[Written]:
        lines = [line for file in self.folder.glob("*.written") for line in file.read_text().splitlines()]
        return [Written(**json.loads(line)) for line in lines if line.endswith("}")]


def is_sound(fault: Counted) -> bool:
    """Whether nothing was lost or doubled, nobody waits, and the operator was told what there was to tell."""
    counts = ("missing", "doubled", "pads_waiting", "late_writes", "lost_writes")
    return (
        not any(fault[count] for count in counts)
        and fault["check_scores"] == "clean"
        and fault["followers_back_s"] is not None
        and not fault["followers_behind"]
        and fault["whole_again"]
        and fault.get("copies", 0) == 0
    )
