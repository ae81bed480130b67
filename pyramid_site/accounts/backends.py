from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest


class ByEmail(AuthenticationBackend):
    """Beside Django's, which knows names: of one wrong password one hash is made, not two."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        email, password = credentials.get("email"), credentials.get("password")
        return super().authenticate(request, email=email, password=password) if email else None
