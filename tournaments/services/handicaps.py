"""The handicaps of a night: points that the weaker by rating have before its first deal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction

from scoring.result import plain_number
from tournaments.audit import Actor, Details, PlayerRef, the_player
from tournaments.formats.acceleration import Handicap, NightTerms, handicap_points
from tournaments.models import Entrant, Event, StageEntry
from tournaments.selectors.stage.beginning import night_handicaps
from tournaments.services.change import commit_change, lock_night
from tournaments.services.refusals import Refused

MOST_WINS = 9


@transaction.atomic
def set_night_handicap(*, event_id: int, terms: NightTerms | None, actor: Actor) -> None:
    """Everybody here has one by these ``terms``, and who comes later gets theirs then; None: nobody has any. What the
    director had changed is reckoned anew.
    """
    event = _not_begun(event_id)
    old = event.handicap_terms
    if old == terms:
        return
    event.entrants.exclude(handicap=None).update(handicap=None)
    event.handicap = terms and terms.stored
    event.save(update_fields=["handicap"])
    given = give_handicaps(event)
    commit_change(
        event,
        actor,
        "night-handicap-set",
        before={"handicap_terms": _told(old)},
        after={"handicap_terms": _told(terms), **given},
    )


@transaction.atomic
def set_points(*, event_id: int, points: Mapping[int, Fraction], actor: Actor) -> None:
    """Of these entrants (ids); the others keep theirs."""
    event = _not_begun(event_id)
    if (terms := event.handicap_terms) is None:
        raise Refused("no-handicaps")
    given = event.entrants.filter(handicap__isnull=False).select_related("player")
    entrants = {entrant.pk: entrant for entrant in given}
    if changes := changed_by_hand(entrants, points, cap=terms.cap, win=terms.win):
        before, after = facts_of(changes)
        Entrant.objects.bulk_update([entrants[change.who] for change in changes], ["handicap"])
        commit_change(event, actor, "handicaps-set", before=before, after=after)


class ChangedHandicap(NamedTuple):
    """Of an entrant (id); ``player`` as the log has them."""

    who: int
    player: PlayerRef
    before: Handicap
    after: Handicap


def changed_by_hand(
    rows: Mapping[int, StageEntry] | Mapping[int, Entrant], points: Mapping[int, Fraction], *, cap: int, win: Fraction
) -> list[ChangedHandicap]:
    """Sets the points of these of the ``rows`` (by entrant), to be stored. Refused for others, and for too many."""
    if not points.keys() <= rows.keys():
        raise Refused("list-changed")
    if any(not 0 <= value <= MOST_WINS * win for value in points.values()):
        raise Refused("handicap-range", most=plain_number(MOST_WINS * win))
    changes = []
    for who, value in points.items():
        row = rows[who]
        old = row.starts_with
        if old is None or old.points == value:
            continue
        usual = handicap_points(old.expected, old.best, rounds=old.rounds, cap=cap, win=win)
        new = replace(old, points=value, by_hand=value != usual)
        row.handicap = new.stored
        entrant = row if isinstance(row, Entrant) else row.entrant
        changes.append(ChangedHandicap(who, the_player(entrant.player_id), old, new))
    return changes


def facts_of(changes: Sequence[ChangedHandicap]) -> tuple[Details, Details]:
    """Before and after, as the log has them."""
    before = [{"player": change.player, "points": str(change.before.points)} for change in changes]
    after = [{"player": change.player, "points": str(change.after.points)} for change in changes]
    return {"handicaps": before}, {"handicaps": after}


def give_handicaps(event: Event) -> Details:
    """To all who are here before the first deal, but for what the director has changed, since the strongest may have
    come only now; later to those who have none yet. Tells what the log says of it.
    """
    if event.handicap is None:
        return {}
    here = list(event.entrants.filter(present=True).select_related("player").order_by("pk"))
    given = [entrant.starts_with for entrant in here]
    begun = has_begun(event)
    best = max([handicap.best for handicap in given if handicap and handicap.best] if begun else [], default=0)
    reckoned = night_handicaps(event, here, best=best)
    changed = [
        entrant
        for entrant, old in zip(here, given, strict=True)
        if (old is None or not (begun or old.by_hand)) and old != reckoned[entrant.pk]
    ]
    for entrant in changed:
        entrant.handicap = reckoned[entrant.pk].stored
    Entrant.objects.bulk_update(changed, ["handicap"])
    return {"handicaps": [_fact(entrant, reckoned[entrant.pk]) for entrant in changed]} if changed else {}


def _not_begun(event_id: int) -> Event:
    event = lock_night(event_id)
    if has_begun(event):
        raise Refused("night-begun")
    return event


def has_begun(event: Event) -> bool:
    """Whether anything has been dealt."""
    return event.tables.filter(deal_count__gt=0).exists()


def _told(terms: NightTerms | None) -> list[Any] | None:
    return [terms.rounds, terms.cap, str(terms.win)] if terms else None


def _fact(entrant: Entrant, handicap: Handicap) -> dict[str, object]:
    return {"player": the_player(entrant.player_id), "points": str(handicap.points)}
