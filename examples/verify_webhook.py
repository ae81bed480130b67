"""How a program sees that a message comes from the club's Capstone, was not changed, and is not sent on later.

python verify_webhook.py whsec_…        listens at port 8010, and prints what it is told
"""

import hashlib
import hmac
import json
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

PATIENCE = 300  # seconds


def verified(secret: str, headers: Mapping[str, str], body: bytes, *, now: float) -> dict[str, Any]:
    """The message. Raises ValueError. Whoever keeps the ids of the last five minutes takes none twice."""
    given = {name.lower(): value for name, value in headers.items()}
    name, at = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not at.isdigit() or abs(now - int(at)) > PATIENCE:
        raise ValueError("webhook: sent too long ago")
    key = b64decode(secret.removeprefix("whsec_"))
    good = b"v1," + b64encode(hmac.digest(key, f"{name}.{at}.".encode() + body, hashlib.sha256))
    signatures = given.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(good, signature) for signature in signatures):
        raise ValueError("webhook: not signed with this secret")
    message: dict[str, Any] = json.loads(body)
    return message


class Listener(BaseHTTPRequestHandler):
    seen: set[str] = set()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            message = verified(sys.argv[1], dict(self.headers), body, now=time.time())
        except ValueError as error:
            self.send_error(400, str(error))
            return
        if message["id"] not in self.seen:
            self.seen.add(message["id"])
            print(message)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 8010), Listener).serve_forever()
