"""Why somebody was at a table, in sentences."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.draw import Id
from tournaments.formats.explain import Other, Reason
from tournaments.selectors.numbers import number_text
from tournaments.selectors.stage.why import RoundWhy, StageWhy
from tournaments.words.bracket.boxes import source_words
from tournaments.words.languages import listed

NAMED = 8


def round_sentences(why: RoundWhy, stage: StageWhy) -> list[str]:
    return [*_reason(why.reason, stage), *_by_hand(why)]


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
    if reason.missing:
        yield _("Due at this table, but not there: %(names)s.") % {"names": names(reason.missing, stage)}
    elif reason.kind == "bye":
        yield _("The schedule has a free round here.")


def _score(reason: Reason, stage: StageWhy) -> Iterator[str]:
    yield _score_group(reason, stage)
    if reason.kind == "bye":
        yield from _bye(reason, stage)
        return
    if reason.floated == "down":
        yield _("Moved down, to a table of lower scores.")
    elif reason.floated == "up":
        yield _("Moved up, to a table of higher scores.")
    if reason.met_before:
        yield _("Avoided, because already met: %(names)s.") % {"names": names(reason.met_before, stage)}
    if reason.same_seat:
        yield _("Avoided, because both have had the same seat too often: %(names)s.") % {
            "names": names(reason.same_seat, stage)
        }
    if reason.kept_apart:
        yield _("Kept apart by the director: %(names)s.") % {"names": names(reason.kept_apart, stage)}
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
    if reason.number == 1 and not reason.score:
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
    known = [stage.entrants[who].player.short_name for who in ids]
    if len(known) <= NAMED + 1:
        return listed(known)
    return _("%(names)s and %(count)d more") % {"names": ", ".join(known[:NAMED]), "count": len(known) - NAMED}
