import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramid_site.settings")
django.setup(set_prefix=False)

from pyramid_site.entry.door import Door  # noqa: E402  the settings come first
from tournaments.live import hub  # noqa: E402

application = Door(hub)
