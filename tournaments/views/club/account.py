from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from sesame.utils import get_user

from tournaments.forms.club.account import SignInForm


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request, data=request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        login(request, form.get_user())
        return redirect(_where_to(request))
    return render(request, "club/sign_in.html", {"form": form, "next": request.GET.get("next", "")})


@login_not_required
@require_GET  # a HEAD, such as a chat sends for its preview, must not use the link up
@never_cache
def sign_in_link(request: HttpRequest) -> HttpResponse:
    user = get_user(request)
    if user is None:
        return render(request, "club/link_used.html", status=403)
    login(request, user, backend="sesame.backends.ModelBackend")
    return redirect(settings.LOGIN_REDIRECT_URL)


@login_not_required
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


def _where_to(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
