from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.audit import Actor
from tournaments.forms.clubs import ClubForm
from tournaments.selectors.clubs import clubs as all_clubs
from tournaments.services.clubs import create_club


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where there is one club only, its page is the front page."""
    found = list(all_clubs()[:2])
    return redirect("club", found[0].slug) if len(found) == 1 else redirect("clubs")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST if request.method == "POST" else None)
    may_found = request.user.is_authenticated and request.user.is_superuser
    if request.method == "POST":
        if not may_found:
            raise PermissionDenied
        if form.is_valid():
            club = create_club(name=form.cleaned_data["name"], owner=request.user, actor=Actor(user=request.user))
            return redirect("club", club.slug)
    return render(request, "home/clubs.html", {"clubs": all_clubs(), "form": form if may_found else None})
