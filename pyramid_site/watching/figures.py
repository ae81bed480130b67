"""What this process counts, and what all of them do, as Prometheus reads it."""

import json
import os
from bisect import bisect_left
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

LIMITS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)  # seconds
METHODS = {"GET", "HEAD", "POST"}

Counted = dict[str, float]
"""By name and labels, as they are written."""


class Figures:
    """Streams are counted when they end, and without their time."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, float] = defaultdict(float)
        self.running = 0

    def count(self, *, method: str, view: str, status: int, seconds: float | None) -> None:
        method = method if method in METHODS else "other"
        self._counts[f'requests_total{{method="{method}",view="{view}",status="{status}"}}'] += 1
        if seconds is None:
            return
        for limit in (*LIMITS[bisect_left(LIMITS, seconds) :], "+Inf"):
            self._counts[f'request_seconds_bucket{{view="{view}",le="{limit}"}}'] += 1
        self._counts[f'request_seconds_count{{view="{view}"}}'] += 1
        self._counts[f'request_seconds_sum{{view="{view}"}}'] += seconds

    def counted(self) -> Counted:
        return {**self._counts, "requests_running": self.running}


def share(folder: Path, own: Counted) -> None:
    """With the other processes, one of which is asked by chance. Where the disk is full they do without."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = folder / f".{os.getpid()}"
        unfinished.write_text(json.dumps(own))
        unfinished.rename(folder / f"{os.getpid()}")


def of_all(folder: Path) -> Counted:
    """The sums over all processes that run; what others have left is cleared away."""
    total: defaultdict[str, float] = defaultdict(float)
    for file in folder.glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if not _runs(int(file.name)):
                file.unlink()
                continue
            for name, value in json.loads(file.read_text()).items():
                total[name] += value
    return dict(total)


def as_text(figures: Counted) -> str:
    """In Prometheus' format: the lines of a name stand together under what they are."""
    lines: list[str] = []
    for name in sorted(figures, key=_place):
        kind = f"# TYPE capstone_{_family(name)} {_kind(_family(name))}"
        if kind not in lines:
            lines.append(kind)
        lines.append(f"capstone_{name} {figures[name]:.15g}")
    return "\n".join(lines) + "\n"


def _place(name: str) -> tuple[str, str]:
    return _family(name), name.replace("+Inf", "~")


def _family(name: str) -> str:
    plain = name.partition("{")[0]
    return "request_seconds" if plain.startswith("request_seconds") else plain


def _kind(family: str) -> str:
    return {"request_seconds": "histogram", "requests_total": "counter"}.get(family, "gauge")


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
