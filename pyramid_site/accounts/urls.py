"""What of allauth is open here: nobody signs up alone, and without mail nothing leads to it."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import include, path

View = Callable[..., HttpResponseBase]


def by_mail(view: View) -> View:
    @wraps(view)
    def where_there_is_mail(request: HttpRequest, *given: Any, **named: Any) -> HttpResponseBase:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request, *given, **named)

    return where_there_is_mail


def code_by_mail(view: View, template_prefix: str) -> View:
    """Whoever asks for a code is answered alike, whether or not an account has the address."""

    @wraps(view)
    def alike(request: HttpRequest, *given: Any, **named: Any) -> HttpResponseBase:
        answer = view(request, *given, **named)
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND and not hasattr(request, "has_mailed"):
            get_adapter(request).send_code_to_nobody(template_prefix)
        return answer

    return by_mail(alike)


urlpatterns = [
    path("sign-in/", views.login, name="account_login"),
    path(
        "sign-in/code/",
        code_by_mail(views.request_login_code, "account/email/login_code"),
        name="account_request_login_code",
    ),
    path("sign-in/code/confirm/", by_mail(views.confirm_login_code), name="account_confirm_login_code"),
    path("sign-out/", views.logout, name="account_logout"),
    path("account/inactive/", views.account_inactive, name="account_inactive"),
    path("account/again/", views.reauthenticate, name="account_reauthenticate"),
    path("account/password/", views.password_change, name="account_change_password"),
    path("account/password/new/", views.password_set, name="account_set_password"),
    path(
        "account/password/reset/",
        code_by_mail(views.password_reset, "account/email/password_reset_code"),
        name="account_reset_password",
    ),
    path(
        "account/password/reset/code/",
        by_mail(views.confirm_password_reset_code),
        name="account_confirm_password_reset_code",
    ),
    path(
        "account/password/reset/new/",
        by_mail(views.complete_password_reset),
        name="account_complete_password_reset",
    ),
    path(
        "account/password/reset/done/",
        by_mail(views.password_reset_from_key_done),
        name="account_password_reset_completed",
    ),
    path("account/email/", by_mail(views.email), name="account_email"),
    path("account/email/sent/", by_mail(views.email_verification_sent), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", by_mail(views.confirm_email), name="account_confirm_email"),
    path("account/second-factor/", include("allauth.mfa.urls")),
]
