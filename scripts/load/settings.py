"""Of a server under load: everything as in earnest, and a bare insert beside it to measure by."""

from pyramid_site.settings import *  # noqa: F403
from pyramid_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "scripts.load"]
ROOT_URLCONF = "scripts.load.urls"
