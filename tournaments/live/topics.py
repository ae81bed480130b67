"""What a page can follow: an event, or one table of it; and for whom its news are made."""

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from django.conf import settings
from django.db.models import BigIntegerField
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.selectors.revisions import event_revisions, is_table_of, table_revisions

LANGUAGES = dict(settings.LANGUAGES)

# For everybody, as strangers read names and only while it is public; for who was let in, as strangers or as insiders
# do. A page that was let in has a key of its topic in its stream's address, so that a stream asks nobody who is there.
Audience = Literal["", "strangers", "insiders"]
LET_IN: tuple[Audience, ...] = ("insiders", "strangers")
DAY = 24 * 60 * 60


class Topic(NamedTuple):
    kind: Literal["event", "table"]
    pk: int
    language: str = ""  # of a table's page; none for a pad, which asks for what it shows
    audience: Audience = ""


def topic_of(event_id: int, table: str | None, language: str | None, key: str | None = None) -> Topic | None:
    """As a stream's address names it; None for what cannot be, or a table that the event has not."""
    if event_id > BigIntegerField.MAX_BIGINT or (language and language not in LANGUAGES):
        return None
    if table is None:
        topic = Topic("event", event_id)
    elif re.fullmatch(r"[0-9]{1,18}", table) and is_table_of(int(table), event_id):
        topic = Topic("table", int(table), language or "")
    else:
        return None
    return topic._replace(audience=_let_in(topic, key)) if key else topic


def key_to(topic: Topic) -> str:
    """Good today and tomorrow. Without it, or with one that is not good, a stream is for everybody."""
    return _key(topic, topic.audience, day=_today())


def _let_in(topic: Topic, key: str) -> Audience:
    for audience in LET_IN:
        if any(constant_time_compare(key, _key(topic, audience, day=_today() - ago)) for ago in (0, 1)):
            return audience
    return ""


def _key(topic: Topic, audience: Audience, *, day: int) -> str:
    said = f"{topic.kind}.{topic.pk}.{audience}.{day}"
    return salted_hmac("stream", said, algorithm="sha256").hexdigest()[:16]


def _today() -> int:
    return int(timezone.now().timestamp() // DAY)


def read_revisions(topics: Collection[Topic]) -> Mapping[Topic, int]:
    events = event_revisions(topic.pk for topic in topics if topic.kind == "event")
    tables = table_revisions({topic.pk for topic in topics if topic.kind == "table"})
    known = {"event": events, "table": tables}
    found = ((topic, known[topic.kind].get(topic.pk)) for topic in topics)
    return {topic: newest.revision for topic, newest in found if newest and (topic.audience or newest.is_public)}
