"""Live updates: which page follows what, and the one thread a process that asks the database for news.

There is no broker. Every worker process asks for itself, only about what is being watched, only while somebody
watches; so any number of processes follow each other through the database alone.
"""

from tournaments.live.hub import Hub
from tournaments.live.news import bare_revision
from tournaments.live.topics import Topic, read_revisions


def news_text(topic: Topic, revision: int) -> bytes:
    return bare_revision(revision)


hub = Hub(read_revisions, news_text)
