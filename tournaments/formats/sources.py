"""Where the entrants of a stage come from: earlier stages, and whom of each. Plain data, read and checked once."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

ENTRY = ("size", "per_group", "best_runners_up", "after", "losers", "lost_to")
MOST_SOURCES = 8
LAST = (2, 4)
"""A repechage is for those who lost to a finalist, or to a semi-finalist."""


class SourceError(ValueError):
    """What is wrong with sources: the ``code`` of a plan's error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class StageSource:
    """Who comes into a stage from the earlier one numbered ``stage``; None stands for the one just before.

    The ``size`` next behind the first ``after``; or ``per_group`` of each group, behind the first ``after`` there, with
    the ``best_runners_up`` next behind them; or ``losers``, who is out by the round of this number in a bracket; or who
    ``lost_to`` one of its last so many. Where none of these is given, everybody who is in no other later stage.
    """

    stage: int | None = None
    size: int | None = None
    per_group: int | None = None
    best_runners_up: int = 0
    after: int = 0
    losers: int | None = None
    lost_to: int | None = None

    @property
    def rest(self) -> bool:
        """Whether it is everybody else."""
        return self.size is None and self.per_group is None and not self.by_defeat

    @property
    def by_defeat(self) -> bool:
        """Whether whoever comes has lost a match of a bracket."""
        return self.losers is not None or self.lost_to is not None

    def as_dict(self) -> dict[str, int]:
        """As ``read_source`` takes it."""
        return {name: value for name, value in asdict(self).items() if value}

    def of_stage(self, number: int) -> "StageSource":
        """The source with its stage by number, as one of the stage numbered so."""
        return replace(self, stage=number - 1) if self.stage is None else self


def read_sources(raw: Mapping[str, Any]) -> tuple[StageSource, ...]:
    """The sources among a stage's stored options: ``sources``, a list of those with a ``stage`` each, or ``qualify``,
    one from the stage before. By default everybody comes from there. Raises SourceError.
    """
    listed, one = raw.get("sources"), raw.get("qualify")
    if listed is None:
        return (StageSource(),) if one is None else (read_source(one, by_number=False),)
    if one is not None or not isinstance(listed, list | tuple) or not 1 <= len(listed) <= MOST_SOURCES:
        raise SourceError("unknown")
    return tuple(read_source(source, by_number=True) for source in listed)


def read_source(raw: object, *, by_number: bool) -> StageSource:
    """``by_number``: the stage is named, and with it alone everybody else is meant. Raises SourceError."""
    if not isinstance(raw, Mapping) or not raw.keys() <= {*ENTRY, *(["stage"] if by_number else [])}:
        raise SourceError("unknown")
    if any(not isinstance(value, int) or isinstance(value, bool) or value < 0 for value in raw.values()):
        raise SourceError("range")
    source = StageSource(**raw)
    kinds = [kind for kind in (source.size, source.per_group, source.losers, source.lost_to) if kind is not None]
    if len(kinds) > 1 or (not kinds and not by_number) or (by_number and not source.stage):
        raise SourceError("unknown")
    if not kinds and (source.after or source.best_runners_up):
        raise SourceError("unknown")
    if source.by_defeat and (source.losers == 0 or source.lost_to not in (None, *LAST) or source.after):
        raise SourceError("range")
    if source.best_runners_up and source.per_group is None:
        if by_number:
            raise SourceError("unknown")
        return replace(source, best_runners_up=0)  # such are stored: they said nothing, and were let pass
    return source


def sources_from(text: str) -> list[dict[str, int]]:
    """The sources of ``1.losers.1/2.size.4.after.4``: each the number of its stage, then names with their numbers.
    Raises SourceError."""
    sources = []
    for source in text.split("/"):
        stage, *rest = source.split(".")
        numbers = [stage, *rest[1::2]]
        if len(rest) % 2 or not all(number.isdecimal() and len(number) < 9 for number in numbers):
            raise SourceError("unknown")
        sources.append({"stage": int(stage), **dict(zip(rest[::2], map(int, rest[1::2]), strict=True))})
    return sources


def sources_text(sources: Sequence[Mapping[str, int]]) -> str:
    """The inverse of ``sources_from``."""
    return "/".join(
        ".".join([str(source["stage"]), *(f"{name}.{source[name]}" for name in ENTRY if source.get(name))])
        for source in sources
    )
