"""For who keeps the installation: what has been backed up, and everything in one file."""

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.backups.kept import MOST, kept_backups
from tournaments.backups.making import backup_to_send, file_name
from tournaments.permissions import require_keeper
from tournaments.services.refusals import Refused
from tournaments.views.requests import SignedInRequest
from tournaments.words.backups import backup_refusal


@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: SignedInRequest) -> HttpResponseBase:
    require_keeper(request.user)
    if request.method == "POST":
        try:
            return FileResponse(
                backup_to_send(),
                as_attachment=True,
                filename=file_name(),
                content_type="application/zip",
                headers={"Cache-Control": "private, no-store"},
            )
        except Refused as refused:
            messages.error(request, backup_refusal(refused))
            return redirect("backups")
    context = {"kept": kept_backups(), "most": MOST, "folder": settings.BACKUPS}
    return render(request, "club/backups.html", context)
