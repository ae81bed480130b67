"""How a place came about: the figures of the tie-breaks part by part, and what decided against the neighbours."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.standings.figures import Figure, Part
from tournaments.formats.standings.ranking import Row
from tournaments.formats.standings.tiebreaks import TIEBREAKS
from tournaments.models import Entrant, Stage, Table
from tournaments.selectors.numbers import number_text
from tournaments.selectors.settled import Decision
from tournaments.selectors.stage.why import StageWhy
from tournaments.words.stage.why import names, round_sentences
from tournaments.words.tiebreaks import AT_LARGER_TABLES, DEFINITIONS, NAMES

NOTES = {
    "forfeit-win": gettext_lazy("the other did not play"),
    "forfeit-loss": gettext_lazy("forfeit"),
    "bye": gettext_lazy("bye"),
    "requested-bye": gettext_lazy("entered late"),
    "absent": gettext_lazy("not there"),
    "free": gettext_lazy("free round"),
    "open": gettext_lazy("no result yet"),
    "dummy": gettext_lazy("no game: an opponent with one’s own score"),
    "cut": gettext_lazy("cut"),
    "again": gettext_lazy("once more among those still level"),
}
DECISIONS = {
    "decided": gettext_lazy("Level with %(names)s, and settled by the director: %(place)s of %(size)s."),
    "lots": gettext_lazy("Level at the cut with %(names)s, and lots were drawn: %(place)s of %(size)s."),
    "play-off": gettext_lazy("Level with %(names)s, and played off: place %(place)s."),
    "first-lots": gettext_lazy("Level for first place with %(names)s, and lots were drawn: %(place)s of %(size)s."),
    "shared": gettext_lazy("Level for first place with %(names)s: they share it."),
}
BASES = {
    "direct-encounter": gettext_lazy("Result"),
    "buchholz": gettext_lazy("Their score"),
    "buchholz-cut-1": gettext_lazy("Their score"),
    "buchholz-median": gettext_lazy("Their score"),
    "sonneborn-berger": gettext_lazy("Their score"),
    "progressive": gettext_lazy("Points"),
    "points-per-announcement": gettext_lazy("Announcements"),
}


@dataclass(frozen=True)
class PartLine:
    round: int | None
    against: list[Entrant]
    basis: str
    amount: str
    note: str
    counts: bool


@dataclass(frozen=True)
class FigureWords:
    """``basis`` heads the column of what the amounts were worked out from, and is empty where there is none."""

    name: str
    value: str
    definition: list[str]
    source: str  # of the definition, as it is cited
    basis: str
    lines: list[PartLine]
    decides: bool


@dataclass(frozen=True)
class RoundWords:
    number: int
    table: Table | None
    sentences: list[str]


@dataclass(frozen=True)
class StageWords:
    number: int
    format: str
    group: int | None
    seed: int
    size: int
    place: int | None
    so_far: bool
    points: str
    story: list[str]
    figures: list[FigureWords]
    rounds: list[RoundWords]  # the newest first


def stage_words(stage: StageWhy) -> StageWords:
    return StageWords(
        number=stage.stage.number,
        format=stage.stage.get_format_display(),
        group=stage.entry.group if stage.plan.groups > 1 else None,
        seed=stage.entry.seed,
        size=stage.size,
        place=stage.place,
        so_far=stage.stage.status == Stage.Status.RUNNING and stage.plan.form.standings,
        points=number_text(stage.row.points) if stage.row and stage.rounds else "",
        story=list(_story(stage)),
        figures=list(_figures(stage)) if stage.rounds else [],
        rounds=[RoundWords(why.round.number, why.table, round_sentences(why, stage)) for why in reversed(stage.rounds)],
    )


def _story(stage: StageWhy) -> Iterator[str]:
    entrant, entry = stage.entry.entrant, stage.entry
    if entry.from_round > 1:
        facts = {"round": entry.from_round, "points": number_text(entry.late_points)}
        yield _("Entered late, from round %(round)d on, with %(points)s for each round missed.") % facts
    if entrant.status == Entrant.Status.WITHDRAWN:
        yield _("Withdrawn: in no further round.")
    if entrant.status == Entrant.Status.EXPELLED:
        yield _("Expelled: listed last, without a place.")
    if stage.row and stage.row.status == "annulled":
        yield _("Left the round robin: the results are annulled, and there is no place.")
    yield from (_decision(decision, stage) for decision in stage.decisions)
    if stage.row is None or stage.row.rank is None or not stage.rounds:
        return
    if stage.above:
        yield _next_to(stage, stage.above, by=stage.row.decided_by, words=_("Below %(name)s"))
    if stage.below and stage.below.rank is not None:
        yield _next_to(stage, stage.below, by=stage.below.decided_by, words=_("Above %(name)s"))


def _decision(decision: Decision, stage: StageWhy) -> str:
    own = stage.entry.entrant_id
    others = names([who for who in decision.places if who != own], stage)
    return str(DECISIONS[decision.how]) % {"names": others, "place": decision.places[own], "size": len(decision.places)}


def _next_to(stage: StageWhy, other: Row, *, by: str | None, words: str) -> str:
    name = {"name": stage.entrants[other.id].player.short_name}
    if by is None or stage.row is None:
        return _("Level with %(name)s: nothing tells the two apart.") % name
    own, theirs = _compared(stage.row.figures[by], other.figures[by])
    if by == "lots":
        lots = {"words": words % name, "own": own, "theirs": theirs, "seed": stage.lots_seed}
        return _("%(words)s by lot alone, %(own)s to %(theirs)s: drawn from the seed %(seed)s.") % lots
    facts = {"words": words % name, "tiebreak": NAMES[by], "own": own, "theirs": theirs}
    return _("%(words)s: %(tiebreak)s, %(own)s to %(theirs)s.") % facts


def _compared(own: Figure, theirs: Figure) -> tuple[str, str]:
    """Where the sums are alike, what ordered them."""
    if own.value == theirs.value:
        return number_text(own.position), number_text(theirs.position)
    return number_text(own.value), number_text(theirs.value)


def _figures(stage: StageWhy) -> Iterator[FigureWords]:
    if stage.row is None:
        return
    deciding = {stage.row.decided_by, stage.below.decided_by if stage.below else None}
    for key in stage.plan.options.chain:
        if key in stage.row.figures:
            figure = stage.row.figures[key]
            yield FigureWords(
                name=str(NAMES[key]),
                value=number_text(figure.value),
                definition=list(_definition(key, figure, stage)),
                source=TIEBREAKS[key].source,
                basis=str(BASES.get(key, "")),
                lines=[_line(part, stage) for part in figure.parts],
                decides=key in deciding,
            )


def _definition(key: str, figure: Figure, stage: StageWhy) -> Iterator[str]:
    yield str(DEFINITIONS[key])
    if stage.plan.options.seats > 2 and key in AT_LARGER_TABLES:
        yield str(AT_LARGER_TABLES[key])
    if key == "direct-encounter" and not figure.parts:
        yield _("Here nobody of the same score was met.")


def _line(part: Part, stage: StageWhy) -> PartLine:
    """Where a part stands for a whole round, all who were at the table."""
    whole = stage.mates.get(part.round or 0, ()) if part.note != "dummy" else ()
    against = (part.opponent,) if part.opponent else whole
    return PartLine(
        round=part.round,
        against=[stage.entrants[who] for who in against],
        basis="" if part.basis is None else number_text(part.basis),
        amount=number_text(part.amount),
        note=str(NOTES.get(part.note or "", "")),
        counts=part.counts,
    )
