"""Addresses for those who watch the server, answered past Django: they say how things are even where it cannot."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import inf
from socket import gethostname

from django.conf import settings
from django.utils.crypto import constant_time_compare

from pyramid_site.entry.asgi_types import Scope, Send
from pyramid_site.entry.thread_pools import ThreadPool
from pyramid_site.watching.figures import Figures, as_text, of_all, share
from pyramid_site.watching.readiness import OK, Readiness, Readings
from tournaments.backups.stored import latest_backup

PATIENCE = 5.0  # seconds, for the database
YEAR = timedelta(days=365)


@dataclass(frozen=True)
class Plain:
    status: int
    body: str
    kind: str = "text/plain; charset=utf-8"

    async def answer(self, scope: Scope, send: Send) -> None:
        body = self.body.encode()
        headers = [
            (b"Content-Type", self.kind.encode()),
            (b"Content-Length", b"%d" % len(body)),
            (b"Cache-Control", b"no-store"),
            (b"X-Content-Type-Options", b"nosniff"),
            (b"Permissions-Policy", settings.PERMISSIONS_POLICY.encode()),
        ]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


ROBOTS = """User-agent: *
Disallow: /pad/
Disallow: /codes/
Disallow: /invitations/
Disallow: /sign-in/
Disallow: /events/*/stream/
Disallow: /events/*/revision/
"""
NOT_HERE = Plain(404, "Not found.\n")


class PlainAddresses:
    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._pool = ThreadPool("watching", threads=1, room=20)
        self._readings = Readings()
        self._looking: asyncio.Future[Readiness] | None = None
        self._views: dict[str, Callable[[Scope], Awaitable[Plain]]] = {
            "/healthz": self._healthz,
            "/readyz": self._readyz,
            "/metrics": self._metrics,
            "/.well-known/security.txt": self._security,
            "/robots.txt": self._robots,
        }

    def at(self, scope: Scope) -> Callable[[Scope], Awaitable[Plain]] | None:
        if scope["method"] not in ("GET", "HEAD"):
            return None
        return self._views.get(scope["path"].removeprefix(scope.get("root_path", "")))

    def close(self) -> None:
        self._pool.close()

    async def _healthz(self, scope: Scope) -> Plain:
        return Plain(200, "ok\n")

    async def _readyz(self, scope: Scope) -> Plain:
        """However many ask at once, it is looked up once: nobody makes it seem busy by asking."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._pool.run(self._readings.read))
        try:
            async with asyncio.timeout(PATIENCE):
                readings = await asyncio.shield(self._looking)
        except TimeoutError:
            return _as_json(503, {"ready": False, "database": "silent"})
        facts = {
            "ready": readings.is_ready,
            "database": readings.database,
            "migrations": readings.migrations,
            "disk": readings.disk,
            "oldest_unsent_seconds": readings.unsent.oldest_seconds,
            **({} if readings.copies is None else {"copies": readings.copies}),
        }
        return _as_json(200 if readings.is_ready else 503, facts)

    async def _metrics(self, scope: Scope) -> Plain:
        if not settings.METRICS_TOKEN:
            return NOT_HERE
        authorization = dict(scope["headers"]).get(b"authorization", b"").decode("latin1")
        if not constant_time_compare(authorization, f"Bearer {settings.METRICS_TOKEN}"):
            return Plain(401, "Ask with the header Authorization: Bearer and the token.\n")
        return Plain(200, await self._pool.run(self._all_figures), "text/plain; version=0.0.4; charset=utf-8")

    def _all_figures(self) -> str:
        share(settings.METRICS_DIR, self._figures.counted())
        now, readings, backup = datetime.now(UTC), self._readings.read(), latest_backup().made_at
        more = {
            f'server_info{{name="{gethostname()}"}}': 1.0,
            "database_up": float(readings.database == OK),
            "migrated": float(readings.migrations == OK),
            "disk_free_bytes": float(readings.disk_free),
            "unsent_phones": float(readings.unsent.phones),
            "unsent_oldest_seconds": float(readings.unsent.oldest_seconds),
            **({} if readings.copies is None else {"database_copies": float(readings.copies)}),
            # Endless where there is none, or their folder is away: an alarm hears nothing of what is left out.
            "backup_age_seconds": round((now - backup).total_seconds()) if backup else inf,
        }
        return as_text(of_all(settings.METRICS_DIR) | more)

    async def _robots(self, scope: Scope) -> Plain:
        """What no search wants. Of hidden pages nothing stands here: they say noindex to whoever may read them."""
        return Plain(200, ROBOTS)

    async def _security(self, scope: Scope) -> Plain:
        if not settings.SECURITY_CONTACT:
            return NOT_HERE
        expires = (datetime.now(UTC) + YEAR).replace(hour=0, minute=0, second=0, microsecond=0)
        lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires.isoformat()}"]
        lines += ["Preferred-Languages: en, it, lt"]
        if settings.PUBLIC_ADDRESS:
            lines += [f"Canonical: {settings.PUBLIC_ADDRESS}/.well-known/security.txt"]
        return Plain(200, "\n".join(lines) + "\n")


def _as_json(status: int, facts: dict[str, object]) -> Plain:
    return Plain(status, json.dumps(facts) + "\n", "application/json")
