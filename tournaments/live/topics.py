"""What a page can follow: an event, or one table of it; and for whom its news are made."""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.conf import settings
from django.db.models import BigIntegerField

from tournaments.selectors.revisions import event_revisions, is_table_of, table_revisions
from tournaments.visits import Audience, Followed, audience_let_in, is_told

LANGUAGES = dict(settings.LANGUAGES)


class Topic(NamedTuple):
    kind: Followed
    pk: int
    language: str = ""  # of a table's page; none for a pad, which asks for what it shows
    audience: Audience = ""

    @property
    def is_bare(self) -> bool:
        return self.kind == "table" and not self.language


def topic_of(event_id: int, table: str | None, language: str | None, key: str | None = None) -> Topic | None:
    """As a stream's address names it; None for what cannot be, a table that the event has not, or a key of yore."""
    if event_id > BigIntegerField.MAX_BIGINT or (language and language not in LANGUAGES):
        return None
    if table is None:
        topic = Topic("event", event_id)
    elif re.fullmatch(r"[0-9]{1,18}", table) and is_table_of(int(table), event_id):
        topic = Topic("table", int(table), language or "")
    else:
        return None
    if not key:
        return topic
    audience = audience_let_in(topic.kind, topic.pk, key)
    return topic._replace(audience=audience) if audience else None


def read_revisions(topics: Collection[Topic]) -> Mapping[Topic, int]:
    events = event_revisions(topic.pk for topic in topics if topic.kind == "event")
    tables = table_revisions({topic.pk for topic in topics if topic.kind == "table"})
    known = {"event": events, "table": tables}
    found = ((topic, known[topic.kind].get(topic.pk)) for topic in topics)
    return {topic: newest.revision for topic, newest in found if newest and is_told(topic.audience, newest.visibility)}
