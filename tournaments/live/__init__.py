"""Live updates: which page follows what, and the one thread a process that asks the database for news.

There is no broker. Every worker process asks for itself, only about what is being watched, only while somebody
watches; so any number of processes follow each other through the database alone.
"""

import json

from tournaments.live.parts import table_text
from tournaments.live.topics import Topic
from tournaments.selectors.night.scoreboard import scoreboard
from tournaments.selectors.teams import team_lists


def news_text(topic: Topic, revision: int) -> bytes:
    """Of an event everybody's figures; of a table its part of the page in a language."""
    if topic.kind == "table":
        return table_text(topic.pk, topic.language, revision=revision, for_strangers=topic.audience != "insiders")
    board = scoreboard(topic.pk, beside=team_lists)
    state = json.dumps(board.as_dict(), ensure_ascii=False, separators=(",", ":"))
    return f"event: state\nid: {board.revision}\ndata: {state}\n\n".encode()
