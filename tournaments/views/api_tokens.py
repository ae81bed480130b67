"""The tokens by which programs may do something in a club."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.addresses import phone_address
from tournaments.forms.integrations import TokenForm
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.api_tokens import open_tokens
from tournaments.services.api_tokens import make_token, revoke_token
from tournaments.views.requests import SignedInRequest, actor_of
from tournaments.words import done


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: SignedInRequest, slug: str) -> HttpResponse:
    """Answers with a new token, which nobody can show again."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        name, scope = form.cleaned_data["name"], form.cleaned_data["scope"]
        token, text = make_token(club=club, name=name, scope=scope, good_for=form.good_for, user=request.user)
        context = {"club": club, "token": token, "text": text, "address": phone_address(request, "/api/1/")}
        return render(request, "api_tokens/made.html", context)
    context = {"club": club, "form": form, "tokens": open_tokens(club, now=timezone.now())}
    return render(request, "api_tokens/tokens.html", context)


@require_POST
def revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    revoke_token(club=club, token_id=pk, actor=actor_of(request))
    messages.success(request, done.TOKEN_REVOKED)
    return redirect("tokens", slug)
