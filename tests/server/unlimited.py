"""As a server is set up, and programs may ask as fast as they can: for scripts/schemathesis."""

from pyramid_site.limits.limit import Limit
from pyramid_site.settings import *  # noqa: F403

PROGRAMS = {by: Limit("programs", by=by, most=10**9, seconds=60) for by in ("token", "address")}
MISSED_LINKS = Limit("missed-links", by="address", most=10**9, seconds=600)
