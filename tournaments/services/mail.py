"""Mail leaves beside requests: who asks waits for no mail server, nor learns by the time it takes whom it knows."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.models import OutgoingMail

AT_A_TIME = 50
AGAIN_AFTER = timedelta(seconds=20)  # twice as long with every try
DAY = timedelta(days=1)

logger = logging.getLogger(__name__)


@transaction.atomic
def post_mail(*, to: str, subject: str, text: str, good_for: timedelta = DAY) -> None:
    """Puts a mail into the outbox, to be sent at once, or as long as it is good. Without an address it costs the same,
    and is sent nowhere.
    """
    now = timezone.now()
    OutgoingMail.objects.create(to=to, subject=subject, text=text, due_at=now, good_until=now + good_for)


def send_due_mail(*, now: datetime) -> int:
    """Says how many were sent. Whoever claims one and dies has tried it; it is tried again."""
    # A mail server may take its time for each: a claim is as old as itself, not as this call.
    ahead = now - timezone.now()
    due = OutgoingMail.objects.filter(due_at__lte=now)[:AT_A_TIME]
    return sum(_send(mail, timezone.now() + ahead) for mail in due)


def claim_mail(mail: OutgoingMail, *, now: datetime) -> bool:
    """Whether no other server was first."""
    following = min(now + AGAIN_AFTER * 2**mail.tries, mail.good_until)
    mine = OutgoingMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
    return mine.update(due_at=following, tries=F("tries") + 1) == 1


def _send(mail: OutgoingMail, now: datetime) -> bool:
    if now >= mail.good_until:
        logger.error("Mail was not sent in %s tries, and would come too late now", mail.tries)
        mail.delete()
        return False
    if not claim_mail(mail, now=now):
        return False
    if mail.to:
        try:
            EmailMessage(mail.subject, mail.text, None, [mail.to]).send()
        except (OSError, SMTPException, ValueError):
            logger.exception("Mail could not be sent")
            return False
    mail.delete()
    return bool(mail.to)
