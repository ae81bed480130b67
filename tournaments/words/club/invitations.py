"""An invitation as it is sent by e-mail."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Invitation
from tournaments.words.club.roles import role_name


def mail_of(invitation: Invitation, address: str) -> tuple[str, str]:
    """Subject and text."""
    facts = {
        "person": invitation.made_by.get_username(),
        "club": invitation.club.name,
        "role": role_name(invitation.role, invitation.event),
        "until": date_format(localtime(invitation.good_until), "SHORT_DATETIME_FORMAT"),
        "address": address,
    }
    subject = _("Invitation to %(club)s") % facts
    text = _(
        "%(person)s invites you into the club %(club)s as %(role)s.\n\n%(address)s\n\n"
        "The link can be used once, until %(until)s."
    )
    return subject, text % facts
