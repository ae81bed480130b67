"""What of signing in is decided here; the rest is allauth's."""

import logging
from io import BytesIO
from smtplib import SMTPException
from threading import Thread
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from pyramid_site.limits.devices import device_of
from tournaments.words.club.account import NO_MAIL_SENT

NOTICE = "notice"

logger = logging.getLogger(__name__)


class Accounts(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords are counted by `limits`, which lets nobody shut a name out of its own browser."""

    def post_login(self, request: HttpRequest, user: AbstractUser, **more: Any) -> HttpResponseBase | None:
        answer: HttpResponseBase | None = super().post_login(request, user, **more)
        if settings.HAS_MAIL and device_of(request, user.get_username()) is None:
            self.send_notification_mail("account/email/new_browser", user, email=user.email or None)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        if not deliver(self._mail(template_prefix, email, context)):
            messages.error(self.request, NO_MAIL_SENT)

    def send_notification_mail(
        self, template_prefix: str, user: AbstractUser, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Nobody has asked for it, and nobody waits for the mail server: least of all those who sign in after him."""
        if not settings.ACCOUNT_EMAIL_NOTIFICATIONS or not (email := email or user.email):
            return
        facts = {"timestamp": timezone.now(), "ip": self.get_client_ip(self.request), **(context or {})}
        facts["user_agent"] = self.get_http_user_agent(self.request)
        Thread(target=deliver, args=[self._mail(template_prefix, email, facts)], name=NOTICE, daemon=True).start()

    def _mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> EmailMessage:
        mail: EmailMessage = self.render_mail(template_prefix, email, context | {"site": settings.PUBLIC_ADDRESS})
        return mail


def deliver(mail: EmailMessage) -> bool:
    try:
        mail.send()
    except (OSError, SMTPException):
        logger.exception("Mail could not be sent")
        return False
    return True


class SecondFactors(DefaultMFAAdapter):
    def build_totp_svg(self, url: str) -> str:
        drawn = BytesIO()
        segno.make(url, error="m").save(drawn, kind="svg", border=4, light="white")
        return drawn.getvalue().decode()
