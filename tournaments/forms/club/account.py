from django.contrib.auth.forms import AuthenticationForm

from tournaments.forms.layout import fields_only


class SignInForm(AuthenticationForm):
    helper = fields_only()
