"""How a place came about, tie-break by tie-break, and why somebody was at a table, in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.explain import Other, Reason
from tournaments.formats.record import Id
from tournaments.formats.standings.points import Figure, Part
from tournaments.formats.standings.ranking import Row
from tournaments.models import Entrant, Stage, Table
from tournaments.selectors.stage.beginning import sources_of
from tournaments.selectors.stage.history import RoundWhy, StageWhy
from tournaments.selectors.stage.stages import Decision
from tournaments.selectors.table.cards import number_text
from tournaments.words.bracket.view import source_words
from tournaments.words.languages import listed
from tournaments.words.stage.handicaps import handicap_words
from tournaments.words.standings import (
    AT_LARGER_TABLES,
    TIEBREAK_DEFINITIONS,
    TIEBREAK_NAMES,
    TIEBREAK_SOURCES,
    match_text,
)

NAMED = 8
LOST_TO = {
    2: gettext_lazy("From stage %(stage)s, place %(place)s: lost there to %(name)s, a finalist."),
    4: gettext_lazy("From stage %(stage)s, place %(place)s: lost there to %(name)s, a semi-finalist."),
}


def round_sentences(why: RoundWhy, stage: StageWhy) -> list[str]:
    match = [match_text(why.match)] if why.match else []
    return [*_reason(why.reason, stage), *match, *_by_hand(why)]


def _reason(reason: Reason, stage: StageWhy) -> Iterator[str]:
    if reason.kind == "absent":
        late = reason.number < stage.entry.from_round
        yield _("Not entered yet.") if late else _("A bye on request.") if reason.asked else _("Not in this round.")
    elif reason.basis == "bracket":
        yield from _bracket(reason, stage)
    elif reason.basis == "schedule":
        yield from _schedule(reason, stage)
    else:
        yield from _score(reason, stage)
    if reason.seat is not None:
        yield _seat(reason.seat, reason.sat)


def _by_hand(why: RoundWhy) -> Iterator[str]:
    if why.is_provisional:
        yield _("It was drawn while some tables were still playing.")
    if why.is_edited:
        yield _("The director changed this round by hand.")


def _bracket(reason: Reason, stage: StageWhy) -> Iterator[str]:
    if reason.match is None or stage.bracket is None:
        return
    if reason.kind == "bye":
        yield _("No match in this round: the next one is match %(number)d.") % {"number": reason.match}
        return
    seats = []
    for origin, source in zip(reason.origins, stage.bracket.matches[reason.match - 1].seats, strict=True):
        words = _("seed %(seed)d") % {"seed": origin.seed} if origin.seed else source_words(source, stage.bracket)
        seats.append(f"{names([origin.id], stage) if origin.id else '–'} ({words})")
    yield f"{_('Match %(number)d') % {'number': reason.match}}: {', '.join(seats)}."


def _schedule(reason: Reason, stage: StageWhy) -> Iterator[str]:
    facts = {"number": reason.number, "rounds": reason.rounds}
    yield _("Round %(number)d of the %(rounds)d of a schedule made before the first.") % facts
    if reason.as_in:
        yield _("The second leg: the tables of round %(number)d, with the seats exchanged.") % {"number": reason.as_in}
    if reason.missing:
        yield _("Due at this table, but not there: %(names)s.") % {"names": names(reason.missing, stage)}
    elif reason.kind == "bye":
        yield _("The schedule has a free round here.")


def _score(reason: Reason, stage: StageWhy) -> Iterator[str]:
    yield _score_group(reason, stage)
    if reason.starting:
        of = {"points": number_text(reason.starting)}
        if stage.plan.options.acceleration == "handicap":
            yield _("%(points)s of this are a handicap, which the standings count too.") % of
        else:
            yield _("%(points)s of this are starting points, which the standings count too.") % of
    if reason.virtual:
        yield _(
            "%(points)s of this are virtual points, which only the draw counts: the first rounds are accelerated."
        ) % {"points": number_text(reason.virtual)}
    elif reason.virtual is not None:
        yield _("The upper half has virtual points, which only the draw counts: the first rounds are accelerated.")
    if reason.kind == "bye":
        yield from _bye(reason, stage)
        return
    if reason.floated == "down":
        yield _("Moved down, to a table of lower scores.")
    elif reason.floated == "up":
        yield _("Moved up, to a table of higher scores.")
    yield from _avoided(reason, stage)


def _avoided(reason: Reason, stage: StageWhy) -> Iterator[str]:
    """Whom the draw kept away, and who is here all the same."""
    if reason.met_before:
        yield _("Avoided, because already met: %(names)s.") % {"names": names(reason.met_before, stage)}
    if reason.same_seat:
        yield _("Avoided, because both have had the same seat too often: %(names)s.") % {
            "names": names(reason.same_seat, stage)
        }
    if reason.kept_apart:
        yield _("Kept apart by the director: %(names)s.") % {"names": names(reason.kept_apart, stage)}
    if reason.mates:
        yield _("Kept apart as members of one team: %(names)s.") % {"names": names(reason.mates, stage)}
    if beside := [other.id for other in reason.tablemates if other.mate]:
        yield _("Of the same team, and yet at this table: %(names)s. A draw avoids that only while it can.") % {
            "names": names(beside, stage)
        }
    for other in reason.repeats:
        rounds = listed([str(number) for number in other.met])
        yield _("Met again: %(name)s, as in round %(rounds)s.") % {"name": names([other.id], stage), "rounds": rounds}


def _score_group(reason: Reason, stage: StageWhy) -> str:
    others = [who for who in reason.score_group if who != stage.entry.entrant_id]
    facts = {"score": number_text(reason.score), "names": names(others, stage)}
    if reason.basis == "lives":
        if others:
            return _("Lives before this round: %(score)s, the same as %(names)s.") % facts
        return _("Lives before this round: %(score)s, the same as nobody else.") % facts
    if reason.number == 1 and not reason.score and reason.virtual is None and reason.starting is None:
        return _("Before the first round all have the same score.")
    if others:
        return _("Score before this round: %(score)s, the same as %(names)s.") % facts
    return _("Score before this round: %(score)s, the same as nobody else.") % facts


def _bye(reason: Reason, stage: StageWhy) -> Iterator[str]:
    yield _("A bye, because the number of players does not fit the tables.")
    if reason.byes:
        before = ngettext(
            "%(count)d bye, or win without playing, before it.",
            "%(count)d byes, or wins without playing, before it.",
            reason.byes,
        )
        yield before % {"count": reason.byes}
    else:
        yield _("No bye before it.")
    others = names([other.id for other in reason.could_rest], stage)
    if not others:
        yield _("Nobody else was as near to a bye.")
    elif reason.basis == "lives" or _as_near(reason.could_rest, reason):
        yield _("As near to a bye: %(names)s.") % {"names": others}
    else:
        yield _("Nearer to a bye, but needed at a table: %(names)s.") % {"names": others}


def _as_near(others: Iterable[Other], reason: Reason) -> bool:
    return all(other.score == reason.score for other in others)


def _seat(seat: int, sat: int) -> str:
    if not sat:
        return _("Seat %(seat)d, for the first time.") % {"seat": seat}
    words = ngettext("Seat %(seat)d, %(count)d time before.", "Seat %(seat)d, %(count)d times before.", sat)
    return words % {"seat": seat, "count": sat}


def names(ids: Sequence[Id], stage: StageWhy) -> str:
    """The first few by name."""
    short_names = [stage.entrants[who].player.short_name for who in ids]
    if len(short_names) <= NAMED + 1:
        return listed(short_names)
    return _("%(names)s and %(count)d more") % {
        "names": ", ".join(short_names[:NAMED]),
        "count": len(short_names) - NAMED,
    }


NOTES = {
    "forfeit-win": gettext_lazy("the other did not play"),
    "forfeit-loss": gettext_lazy("forfeit"),
    "bye": gettext_lazy("bye"),
    "requested-bye": gettext_lazy("entered late"),
    "absent": gettext_lazy("not there"),
    "free": gettext_lazy("free round"),
    "starting": gettext_lazy("before the first round"),
    "open": gettext_lazy("no result yet"),
    "dummy": gettext_lazy("no game: an opponent with one’s own score"),
    "cut": gettext_lazy("cut"),
    "again": gettext_lazy("once more among those still tied"),
}
DECISIONS = {
    "decided": gettext_lazy("Tied with %(names)s, and settled by the director: %(place)s of %(size)s."),
    "lots": gettext_lazy("Tied at the cut with %(names)s, and lots were drawn: %(place)s of %(size)s."),
    "play-off": gettext_lazy("Tied with %(names)s, and played off: place %(place)s."),
    "first-lots": gettext_lazy("Tied for first place with %(names)s, and lots were drawn: %(place)s of %(size)s."),
    "shared": gettext_lazy("Tied for first place with %(names)s: they share it."),
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


def stage_words(stage: StageWhy, others: Sequence[StageWhy] = ()) -> StageWords:
    """``others``: the entrant's other stages, with those from which they came."""
    return StageWords(
        number=stage.stage.number,
        format=stage.stage.get_format_display(),
        group=stage.entry.group if stage.plan.groups > 1 else None,
        seed=stage.entry.seed,
        size=stage.size,
        place=stage.place,
        so_far=stage.stage.status == Stage.Status.RUNNING and stage.plan.form.standings,
        points=number_text(stage.row.points) if stage.row and stage.rounds else "",
        story=[*_came_from(stage, others), *_story(stage)],
        figures=list(_figures(stage)) if stage.rounds else [],
        rounds=[RoundWords(why.round.number, why.table, round_sentences(why, stage)) for why in reversed(stage.rounds)],
    )


def _came_from(stage: StageWhy, others: Sequence[StageWhy]) -> Iterator[str]:
    """From which stages, and the place there as it stands now."""
    sources = {source.stage: source for source in sources_of(stage.stage)}
    for before in others:
        if (source := sources.get(before.stage.number)) and before.place:
            facts = {"stage": before.stage.number, "place": before.place, "group": before.entry.group}
            if source.lost_to is not None and before.lost_to is not None:
                winner = before.entrants[before.lost_to].player.short_name
                yield str(LOST_TO[source.lost_to]) % {**facts, "name": winner}
            elif source.losers is not None:
                yield _("From stage %(stage)s, knocked out there with place %(place)s.") % facts
            elif before.plan.groups > 1:
                yield _("From stage %(stage)s, place %(place)s in group %(group)s.") % facts
            else:
                yield _("From stage %(stage)s, place %(place)s.") % facts


def _story(stage: StageWhy) -> Iterator[str]:
    entrant, entry = stage.entry.entrant, stage.entry
    if entry.from_round > 1:
        facts = {"round": entry.from_round, "points": number_text(entry.late_points)}
        yield _("Entered late, from round %(round)d on, with %(points)s for each round missed.") % facts
    if handicap := entry.starts_with:
        yield from handicap_words(handicap, stage.plan, explained=stage.explains_handicap)
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
        return _("Tied with %(name)s: nothing tells the two apart.") % name
    own, theirs = _compared(stage.row.figures[by], other.figures[by])
    if by == "lots":
        lots = {"words": words % name, "own": own, "theirs": theirs, "seed": stage.lots_seed}
        return _("%(words)s by lot alone, %(own)s to %(theirs)s: drawn from the seed %(seed)s.") % lots
    facts = {"words": words % name, "tiebreak": TIEBREAK_NAMES[by], "own": own, "theirs": theirs}
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
                name=str(TIEBREAK_NAMES[key]),
                value=number_text(figure.value),
                definition=list(_definition(key, figure, stage)),
                source=str(TIEBREAK_SOURCES[key]),
                basis=str(BASES.get(key, "")),
                lines=[_line(part, stage) for part in figure.parts],
                decides=key in deciding,
            )


def _definition(key: str, figure: Figure, stage: StageWhy) -> Iterator[str]:
    yield str(TIEBREAK_DEFINITIONS[key])
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
