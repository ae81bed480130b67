"""What a page can follow: an event, or one table of it."""

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from django.conf import settings
from django.db.models import BigIntegerField

from tournaments.selectors.revisions import event_revisions, is_table_of, table_revisions

LANGUAGES = dict(settings.LANGUAGES)


class Topic(NamedTuple):
    kind: Literal["event", "table"]
    pk: int
    language: str = ""  # of a table's page; none for a pad, which asks for what it shows


def topic_of(event_id: int, table: str | None, language: str | None) -> Topic | None:
    """As a stream's address names it; None for what cannot be, or a table that the event has not."""
    if event_id > BigIntegerField.MAX_BIGINT or (language and language not in LANGUAGES):
        return None
    if table is None:
        return Topic("event", event_id)
    if re.fullmatch(r"[0-9]{1,18}", table) and is_table_of(int(table), event_id):
        return Topic("table", int(table), language or "")
    return None


def read_revisions(topics: Collection[Topic]) -> Mapping[Topic, int]:
    events = event_revisions(topic.pk for topic in topics if topic.kind == "event")
    tables = table_revisions({topic.pk for topic in topics if topic.kind == "table"})
    known = {"event": events, "table": tables}
    return {topic: known[topic.kind][topic.pk] for topic in topics if topic.pk in known[topic.kind]}
