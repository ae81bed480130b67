import itertools
import os
import warnings
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramid_site.settings")

App = Callable[[dict[str, Any], Callable[..., Awaitable[Any]], Callable[..., Awaitable[None]]], Awaitable[None]]

# WhiteNoise hands over files the synchronous way; they are small, and read at once.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")


class KeptThreads:
    """Run each request's synchronous code in one of a few lasting threads.

    Django's own handler makes a thread a request, and with it a database connection a request.
    """

    def __init__(self, app: App, *, threads: int) -> None:
        self.app = app
        self.executors = itertools.cycle(
            [ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"django-{n}") for n in range(threads)]
        )

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[..., Awaitable[Any]], send: Callable[..., Awaitable[None]]
    ) -> None:
        async with ThreadSensitiveContext(executor=next(self.executors)):
            await self.app(scope, receive, send)


application = KeptThreads(get_asgi_application(), threads=4)
