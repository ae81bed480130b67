"""python follow_table.py https://scores.example.org TOKEN TABLE < deals.jsonl"""

import json
import sys
import time
import uuid
from typing import Any, TextIO
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address: str, token: str, sent: object = None, tag: str = "") -> tuple[Any, str]:
    """The answer and its tag; None where it has not changed."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-None-Match": tag}
    body = None if sent is None else json.dumps(sent).encode()
    while True:
        try:
            with urlopen(Request(address, body, headers), timeout=30) as answer:
                return json.load(answer), answer.headers.get("ETag", "")
        except HTTPError as error:
            if error.code == 304:
                return None, tag
            if error.code not in (429, 503):
                sys.exit(json.load(error)["detail"])
        except OSError as error:
            print(error, file=sys.stderr)
        time.sleep(5)  # and the same again: with its client_id a deal is recorded once


def follow(server: str, token: str, table: str, deals: TextIO, out: TextIO, pause: float = 2) -> None:
    base, tag = f"{server}/api/1", ""
    now, _ = ask(f"{base}/tables/{table}", token)
    for line in deals:
        sent = {"client_id": str(uuid.uuid4()), "base_revision": now["revision"], "payload": json.loads(line)}
        answer, _ = ask(f"{base}/tables/{table}/deals", token, sent)
        print("recorded deal", answer["deal"]["number"], file=out)
        now["revision"] = answer["deal"]["revision"]
    while True:
        now, _ = ask(f"{base}/tables/{table}", token)
        standings, tag = ask(f"{base}/events/{now['event']}/standings", token, tag=tag)
        for row in standings["rows"] if standings else ():
            print(row["place"], row["player"], row["points"], file=out)
        if now["status"] not in ("playing", "adjourned"):
            return
        time.sleep(pause)


if __name__ == "__main__":
    follow(sys.argv[1], sys.argv[2], sys.argv[3], sys.stdin, sys.stdout)
