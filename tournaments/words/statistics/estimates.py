"""CountFigures that say how sure they are: below so many nothing, then a range, then a figure."""

from django.utils.translation import gettext as _

from scoring.statistics import SURENESS, Mean, Share
from tournaments.selectors.numbers import number_text

LEAST = 5
SURE = 30
NOTHING = "–"


def share_text(hits: float, of: int) -> str:
    """In per cent."""
    if of < LEAST:
        return NOTHING
    share = Share(hits, of)
    if of < SURE:
        return _("%(low)d–%(high)d %%") % {"low": round(100 * share.low), "high": round(100 * share.high)}
    return _("%(share)d %%") % {"share": round(100 * share.value)}


def band_text(mean: Mean) -> str:
    """With its sign and within what nineteen of twenty true figures lie."""
    if mean.of < LEAST:
        return NOTHING
    band = SURENESS * mean.error
    if mean.of < SURE:
        if not band:  # all the same, which says nothing of how far they may lie apart
            return NOTHING
        return _("%(low)s to %(high)s") % {"low": signed(mean.value - band), "high": signed(mean.value + band)}
    return f"{signed(mean.value)} ± {number_text(round(band, 1), places=1)}"


def mean_text(total: int, of: int, *, least: int = LEAST) -> str:
    """To a tenth; of what happened, so without a band."""
    return number_text(round(total / of, 1), places=1) if of >= least else NOTHING


def signed(value: float) -> str:
    tenths = round(value, 1)
    return f"+{number_text(tenths, places=1)}" if tenths > 0 else number_text(tenths, places=1)
