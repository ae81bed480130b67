"""From when to when ratings go on from each other."""

from datetime import date
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Club, RatingsBegin


class Span(NamedTuple):
    """Its first day, and the first one after it; None where it has none."""

    starts: date | None = None
    ends: date | None = None

    def holds(self, day: date) -> bool:
        return (self.starts is None or self.starts <= day) and (self.ends is None or day < self.ends)

    def since(self, path: str = "") -> Q:
        return Q(**{f"{path}date__gte": self.starts}) if self.starts else Q()


def begin_days(club: Club) -> list[date]:
    """On which days ratings begin anew, the earliest first."""
    anew = club.seasons.filter(club__ratings_begin=RatingsBegin.SEASONS).exclude(published_at=None)
    return sorted(set(anew.order_by().values_list("starts", flat=True)))


def span_at(day: date, days: list[date]) -> Span:
    starts = [each for each in days if each <= day]
    ends = [each for each in days if each > day]
    return Span(starts[-1] if starts else None, ends[0] if ends else None)


def span_now(club: Club) -> Span:
    return span_at(timezone.localdate(), begin_days(club)) if club.ratings_begin == RatingsBegin.SEASONS else Span()
