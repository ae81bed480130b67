from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from sesame.utils import get_user

from tournaments.forms.club.account import EndSessionForm
from tournaments.selectors.club.sessions import sessions_of
from tournaments.services.club.sessions import end_other_sessions
from tournaments.views.requests import Request, SignedInRequest
from tournaments.words.club.account import sessions_ended


@login_not_required
@require_http_methods(["GET", "POST"])
@never_cache
def sign_in_link(request: Request) -> HttpResponseBase:
    """A chat that looks at the link for its preview sees a button; only the tap on it uses the link up."""
    user = get_user(request, update_last_login=False)
    if user is None:
        return render(request, "account/link_used.html", status=403)
    if request.method == "GET":
        return render(request, "account/link.html", {"name": user.get_username()})
    answer: HttpResponseBase = perform_login(request, user)
    return answer


@require_safe
def sessions(request: SignedInRequest) -> HttpResponse:
    found = sessions_of(request.user, here=request.session.session_key)
    return render(request, "account/sessions.html", {"sessions": found})


@require_POST
def end_sessions(request: SignedInRequest) -> HttpResponse:
    form = EndSessionForm(request.POST)
    if form.is_valid():
        only, here = form.cleaned_data["session"], request.session.session_key
        messages.success(request, sessions_ended(end_other_sessions(user=request.user, here=here, only=only)))
    return redirect("sessions")
