import itertools
import os
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramid_site.settings")


class KeptThreads:
    """Run each request's synchronous code in one of a few lasting threads.

    Django's own handler makes a thread a request, and with it a database connection a request.
    """

    def __init__(self, app: ASGI3Application, *, threads: int) -> None:
        self.app = app
        self.executors = itertools.cycle(
            [ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"django-{n}") for n in range(threads)]
        )

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        async with ThreadSensitiveContext(executor=next(self.executors)):
            await self.app(scope, receive, send)


application = KeptThreads(get_asgi_application(), threads=4)
