"""A server that is had anew within a moment: for each line it is given, the one before ends and another one begins.

All that takes long, the imports, is done once, in the process that makes the others.
"""

import os
import signal
import sys

import uvicorn

from pyramid_site.asgi import application


def serve(port: int) -> None:
    uvicorn.run(
        application,
        host="127.0.0.1",
        port=port,
        http="pyramid_site.entry.protocol:BoundedProtocol",
        ws="none",
        log_level="warning",
    )


def main(port: int) -> None:
    child = 0
    for _line in sys.stdin:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        sys.stdout.write("ended\n")
        sys.stdout.flush()
        child = 0
        if not sys.stdin.readline():
            break  # whoever asked is gone
        child = os.fork()
        if not child:
            serve(port)
            os._exit(0)
    if child:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]))
