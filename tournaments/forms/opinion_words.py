"""What the second opinions on a deal, or on a table, come to, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.selectors.opinions import Standing, State
from tournaments.selectors.pad_opinions import opinion_by


@dataclass(frozen=True)
class ShownOpinion:
    words: str
    stopped: bool  # does not count yet, or no more


def shown_opinion(standing: Standing | None, names: Sequence[str], *, now: datetime) -> ShownOpinion | None:
    """Nothing where nobody is asked."""
    if standing is None or standing.state == State.NONE:
        return None
    settled = standing.is_settled(now)
    return ShownOpinion(_words(standing, names, settled=settled), stopped=not settled)


def _words(standing: Standing, names: Sequence[str], *, settled: bool) -> str:
    if standing.state == State.WAITING:
        return _("accepted: nobody disputed it") if settled else _waiting(standing)
    by = opinion_by(standing, list(names))
    if standing.state == State.CONFIRMED:
        said = _("confirmed by %(name)s") % {"name": by} if by else _("settled by the director")
    else:
        said = _("disputed by %(name)s") % {"name": by} if by else _("disputed from the table’s pad")
    reason = standing.said.reason if standing.said else ""
    return f"{said}: {reason}" if reason else said


def _waiting(standing: Standing) -> str:
    if standing.since is None:
        return _("to be confirmed")
    time = date_format(timezone.localtime(standing.since), "H:i")
    return _("to be confirmed, accepted by itself at %(time)s") % {"time": time}
