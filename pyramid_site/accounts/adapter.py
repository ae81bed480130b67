"""What of signing in is decided here; the rest is allauth's."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from pyramid_site.limits.attempts import device_of
from tournaments.services.club.members import DAY, post_mail

TOO_OFTEN = {"too_many_login_attempts", "rate_limited"}

# A code comes late for nothing, and does not lie about.
CODES = {
    "account/email/login_code": timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT),
    "account/email/password_reset_code": timedelta(seconds=app_settings.PASSWORD_RESET_BY_CODE_TIMEOUT),
}


class Accounts(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords are counted by `limits`, which lets nobody shut a name out of its own browser."""

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("sessions")

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Of codes that were tried too often allauth tells the form alone; `limits` answers 429."""
        if code in TOO_OFTEN:
            context.request.tried_too_often = True
        error: ValidationError = super().validation_error(code, *args)
        return error

    def post_login(self, request: HttpRequest, user: AbstractUser, **more: Any) -> HttpResponseBase | None:
        answer: HttpResponseBase | None = super().post_login(request, user, **more)
        if settings.HAS_MAIL and device_of(request, user.get_username()) is None:
            self.send_notification_mail("account/email/new_browser", user, email=user.email or None)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Nobody waits for the mail server."""
        mail = self.render_mail(template_prefix, email, context | {"site": settings.PUBLIC_ADDRESS})
        good_for = CODES.get(template_prefix, DAY)
        post_mail(to=email, subject=str(mail.subject), text=str(mail.body), good_for=good_for)
        self.request.has_mailed = True

    def send_code_to_nobody(self, template_prefix: str) -> None:
        """The work of a code for an address that is known, so that nobody learns by a clock which one is."""
        self.send_mail(template_prefix, "", {"request": self.request, "code": self.generate_login_code()})

    def send_notification_mail(
        self, template_prefix: str, user: AbstractUser, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        if not settings.ACCOUNT_EMAIL_NOTIFICATIONS or not (email := email or user.email):
            return
        facts = {"timestamp": timezone.now(), "ip": self.get_client_ip(self.request), **(context or {})}
        self.send_mail(template_prefix, email, facts | {"user_agent": self.get_http_user_agent(self.request)})


class SecondFactors(DefaultMFAAdapter):
    def build_totp_svg(self, url: str) -> str:
        drawn = BytesIO()
        segno.make(url, error="m").save(drawn, kind="svg", border=4, light="white")
        return drawn.getvalue().decode()
