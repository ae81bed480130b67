"""Records of the club that fell at an event."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Event, EventFeat
from tournaments.selectors.report.told import Moment

BITS = 7.0  # as rare as one evening of a hundred
SAME_AS = {"sheet": "sheet", "streak": "run", "rarest-hand": "hand", "biggest-pot": "pot", "comeback": "comeback"}
"""By kind of feat that of the moment which tells the same without knowing that it is a record."""


def record_moments(event: Event) -> list[Moment]:
    """The highest of their kind in the club until then, where there was one before."""
    until_then = Q(date__lt=event.date) | Q(date=event.date, event__lt=event.pk)
    other = EventFeat.objects.filter(until_then, club=event.club, game=event.game, kind=OuterRef("kind"))
    feats: QuerySet[EventFeat] = event.feats.filter(
        Exists(other), ~Exists(other.filter(value__gte=OuterRef("value"))), kind__in=SAME_AS, player__anonymised_at=None
    )
    best: dict[str, EventFeat] = {}
    for feat in feats.order_by("-value", "pk"):
        best.setdefault(feat.kind, feat)
    return [
        Moment(
            "record",
            (feat.player_id,),
            BITS,
            feat.table_id,
            feat.deal,
            {"kind": feat.kind, "value": feat.value, **feat.detail},
        )
        for feat in best.values()
    ]


def without_doubles(moments: list[Moment]) -> list[Moment]:
    """What a record tells is not told once more."""
    told = {(SAME_AS[str(each.facts["kind"])], each.players[0]) for each in moments if each.kind == "record"}
    return [each for each in moments if not told & {(each.kind, who) for who in each.players}]
