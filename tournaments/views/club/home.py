from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.audit import Actor
from tournaments.forms.club.clubs import ClubForm
from tournaments.permissions import may_open_clubs
from tournaments.selectors.club.clubs import clubs as clubs_to_find
from tournaments.selectors.club.clubs import is_any_club, listed_clubs
from tournaments.services.club.clubs import create_club
from tournaments.views.requests import Request
from tournaments.views.visits import passes_of
from tournaments.visits import clubs_known_to


@login_not_required
@require_safe
def home(request: Request) -> HttpResponse:
    """Where there is one club only, its page is the front page."""
    found = clubs_to_find(known=_known(request))
    return redirect("club", found[0].slug) if len(found) == 1 else redirect("clubs")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: Request) -> HttpResponse:
    form = ClubForm(request.POST if request.method == "POST" else None)
    user = request.user
    if request.method == "POST":
        if not (user.is_authenticated and may_open_clubs(user)):
            raise PermissionDenied
        if form.is_valid():
            club = create_club(name=form.cleaned_data["name"], owner=user, actor=Actor(user=user))
            return redirect("club", club.slug)
    found = listed_clubs(known=_known(request))
    context = {
        "clubs": found,
        "begins": not found and not is_any_club(),
        "form": form if may_open_clubs(user) else None,
    }
    return render(request, "club/clubs.html", context)


def _known(request: Request) -> set[int]:
    return clubs_known_to(request.user, passes_of(request))
