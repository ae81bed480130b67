"""Of a server that has the fifth game from its start."""

from pyramid_site.settings import *  # noqa: F403
from pyramid_site.settings import TEMPLATES
from tests.fifth_game import declared

TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], declared.TEMPLATES]
for mapping, key, value in declared.ROWS:
    mapping[key] = value
