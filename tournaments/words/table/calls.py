from django.utils.translation import gettext as _


def director_comes() -> str:
    """The message to a table whose call is answered."""
    return _("The director is coming.")
