from typing import Any

from allauth.account.forms import LoginForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.forms.layout import fields_only


class SignInForm(LoginForm):
    helper = fields_only()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, password = self.fields["login"], self.fields["password"]
        name.label = _("Name or e-mail address") if settings.HAS_MAIL else _("Username")
        name.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        for field in (name, password):
            field.widget.attrs.pop("placeholder", None)
        password.help_text = ""  # the page says what to do without one


class AddKeyForm(AddWebAuthnForm):
    """Whoever adds a key wants to sign in by it: that is what it is for unless he says otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label = _("What you call it")
        alone.label = _("It signs me in alone, by fingerprint, face or PIN")
        alone.initial, alone.help_text = True, ""


class EndSessionForm(forms.Form):
    session = forms.IntegerField(required=False, min_value=1)
