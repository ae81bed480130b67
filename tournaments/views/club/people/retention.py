"""How long a club keeps names and phones; and for everybody, what is kept and why."""

from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.club.people import RetentionForm
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.club.people.retention import absent_for
from tournaments.services.club.people.retention import set_retention
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.words.done import SAVED


@require_http_methods(["GET", "HEAD", "POST"])
def retention(request: SignedInRequest, slug: str) -> HttpResponse:
    """The button says whether it is looked at or saved: nobody's name goes unseen."""
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = RetentionForm(request.POST if request.method == "POST" else None, instance=copy(club))
    valid = form.is_bound and form.is_valid()
    if valid and "save" in request.POST:
        set_retention(club=club, **form.cleaned_data, actor=actor_of(request))
        messages.success(request, SAVED)
        return redirect("retention", club.slug)
    years = form.cleaned_data.get("names_for_years") if valid else club.names_for_years
    context = {
        "club": club,
        "form": form,
        "years": years,
        "looks": valid,
        "absent": absent_for(club, years=years, now=timezone.now()) if years else [],
    }
    return render(request, "club/people/retention.html", context)


@login_not_required
@require_safe
def privacy(request: Request) -> HttpResponse:
    return render(request, "club/people/privacy.html")
