"""What is said of signing in, and what leads from page to page of one's account."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.words.night.tabs import Tab

NO_MAIL_SENT = gettext_lazy("The mail could not be sent just now. Try again later, or ask for a one-time link.")

# Django's own, of which it has lost the translations since it writes them with this apostrophe.
OF_PASSWORDS = [
    gettext_lazy("Your password can’t be too similar to your other personal information."),
    gettext_lazy("Your password can’t be a commonly used password."),
    gettext_lazy("Your password can’t be entirely numeric."),
]

TABS = {
    "sessions": gettext_lazy("Signed in"),
    "account_change_password": gettext_lazy("Password"),
    "mfa_index": gettext_lazy("Second factor"),
    "account_email": gettext_lazy("E-mail"),
}
FOR_MAIL = {"account_email"}

# The first that is found in what a browser says of itself; what others also claim to be stands last.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def tabs_of_account(path: str) -> list[Tab]:
    """``path`` is what is shown."""
    tabs = {reverse(name): label for name, label in TABS.items() if settings.HAS_MAIL or name not in FOR_MAIL}
    marked = max((address for address in tabs if path.startswith(address)), key=len, default="")
    return [Tab(str(label), address, address == marked) for address, label in tabs.items()]


def browser_in_words(agent: str) -> str:
    browser = next((name for said, name in BROWSERS.items() if said in agent), "")
    system = next((name for said, name in SYSTEMS.items() if said in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser that does not say which it is")


def sessions_ended(count: int) -> str:
    return ngettext("Signed out there.", "Signed out in %(count)s places.", count) % {"count": count}
