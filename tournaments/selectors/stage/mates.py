"""Who is to meet late, if at all: people of one team, and those to be kept apart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby

from tournaments.formats.mates import apart_in
from tournaments.formats.plan import read_plan
from tournaments.formats.qualification import Qualified, reseeded
from tournaments.formats.record import Id
from tournaments.models import Entrant, Event, Stage
from tournaments.selectors.stage.records import apart, teams_among


def mates_of(event: Event, entrants: Iterable[Entrant]) -> list[frozenset[frozenset[Id]]]:
    """Who of these is to be kept apart, then who is of one team."""
    entrants = list(entrants)
    return [apart(event, {entrant.pk for entrant in entrants}), teams_among(entrants)]


def mates_apart(stage: Stage, lines: list[Qualified], playing: Mapping[Id, Entrant]) -> list[Qualified]:
    """The seeds proposed for a stage, those of a tier exchanged so that mates meet late, or early in a round robin; in
    a knockout those who come from one group count first.
    """
    people = [line.id for line in lines]
    kinds = mates_of(stage.event, [playing[who] for who in people])
    if not any(kinds):
        return lines
    groups, tiers = defaultdict(list), []
    if all(line.group for line in lines):
        tiers = [len(list(tier)) for _, tier in groupby(lines, key=lambda line: line.place)]
        for line in lines:
            groups[line.group].append(line.id)
    plan = read_plan(stage.format, stage.options)
    return reseeded(lines, apart_in(plan, people, [groups.values(), *kinds], tiers=tiers))
