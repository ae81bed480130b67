"""Days and months in the middle of a sentence: these texts are Django's own, whose Italian and Lithuanian write some of
them with a capital letter. What our catalogues say of the same texts comes first."""

from django.utils.translation import gettext_lazy as _

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
WEEKDAYS = (
    _("Monday"),
    _("Tuesday"),
    _("Wednesday"),
    _("Thursday"),
    _("Friday"),
    _("Saturday"),
    _("Sunday"),
)
