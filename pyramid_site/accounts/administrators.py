from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class AdministratorsSite(AdminSite):
    """Django's admin, for superusers, who sign in as everybody does."""

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Refuses a member who may not; a stranger has been asked to sign in before."""
        if not self.has_permission(request):
            raise PermissionDenied
        return redirect("admin:index")
