"""The club's crest: brought by its owner, and shown."""

from base64 import b64decode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exports.crests import drawn_anew
from tournaments.exports.pictures import NotDrawn
from tournaments.forms.paper.crest import CrestForm
from tournaments.imports.crests import BadPicture
from tournaments.models import Club
from tournaments.permissions import Right, club_to_direct
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.paper.crests import crest_edition, own_crest
from tournaments.services.paper.crest import set_crest
from tournaments.views.requests import Request, SignedInRequest, actor_of
from tournaments.views.visits import visited
from tournaments.words.done import SAVED

YEAR = 60 * 60 * 24 * 365


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug, right=Right.OWN)
    form = CrestForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and _is_set(request, club, form):
        messages.success(request, SAVED)
        return redirect("crest", slug)
    return render(request, "paper/crest.html", {"club": club, "form": form, "crest": crest_edition(club)})


def _is_set(request: SignedInRequest, club: Club, form: CrestForm) -> bool:
    try:
        if "remove" in request.POST:
            png = None
        elif form.is_valid():
            png = drawn_anew(form.cleaned_data["picture"])
        else:
            return False
    except BadPicture as bad:
        form.refuse(str(bad))
        return False
    except NotDrawn:
        form.refuse("busy")
        return False
    set_crest(club=club, png=png, actor=actor_of(request))
    return True


@login_not_required
@require_safe
@visited("club")
def picture(request: Request, slug: str) -> HttpResponse:
    """Its address names the edition, so that it may be kept."""
    try:
        found = own_crest(read_club(slug))
    except Club.DoesNotExist as error:
        raise Http404 from error
    if not found:
        raise Http404
    return HttpResponse(b64decode(found), content_type="image/png", headers={"Cache-Control": f"max-age={YEAR}"})
