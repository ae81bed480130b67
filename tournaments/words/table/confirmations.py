"""What the confirmations of a deal, or of a table, come to."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.selectors.pad.confirmations import opinion_by
from tournaments.selectors.table.confirmations import ConfirmationStatus, State


@dataclass(frozen=True)
class ShownConfirmation:
    words: str
    detail: str  # the reason that was given, or when it will be accepted by itself
    stopped: bool  # does not count yet, or no more
    disputed: bool


def shown_confirmation(
    standing: ConfirmationStatus | None, names: list[str], *, now: datetime
) -> ShownConfirmation | None:
    """Nothing where nobody is asked."""
    if standing is None or standing.state == State.NONE:
        return None
    settled = standing.is_settled(now)
    return ShownConfirmation(
        words=_words(standing, names, settled=settled),
        detail=_detail(standing, settled=settled),
        stopped=not settled,
        disputed=standing.state == State.DISPUTED,
    )


def _words(standing: ConfirmationStatus, names: list[str], *, settled: bool) -> str:
    if standing.state == State.WAITING:
        first = "" if settled else opinion_by(standing, names)
        if first:
            return _("confirmed by %(name)s, a second seat is asked") % {"name": first}
        return _("accepted: nobody disputed it") if settled else _("to be confirmed")
    by = opinion_by(standing, names)
    if standing.state == State.CONFIRMED:
        return _("confirmed by %(name)s") % {"name": by} if by else _("settled by the director")
    return _("disputed by %(name)s") % {"name": by} if by else _("disputed from the table’s pad")


def _detail(standing: ConfirmationStatus, *, settled: bool) -> str:
    if standing.said and standing.state != State.WAITING:
        return standing.said.reason
    if settled or standing.since is None:
        return ""
    time = date_format(timezone.localtime(standing.since), "H:i")
    return _("accepted by itself at %(time)s") % {"time": time}
