"""What of signing in is decided here; the rest is allauth's."""

import logging
from io import BytesIO
from smtplib import SMTPException
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from pyramid_site.limits.devices import device_of
from tournaments.words.club.account import NO_MAIL_SENT

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
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("Mail could not be sent")
            tell_that_no_mail_was_sent()


def tell_that_no_mail_was_sent() -> None:
    messages.error(context.request, NO_MAIL_SENT)


class SecondFactors(DefaultMFAAdapter):
    def build_totp_svg(self, url: str) -> str:
        drawn = BytesIO()
        segno.make(url, error="m").save(drawn, kind="svg", border=4, light="white")
        return drawn.getvalue().decode()
