"""What a page can follow: an event, or one table of it; and for whom its news are made."""

import re
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from django.conf import settings
from django.db.models import BigIntegerField

from tournaments.selectors.following import Follower, event_revisions, is_table_of, table_revisions, who_may_follow
from tournaments.visibility import Audience, Followed, audience_let_in, key_holder, may_follow

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
    """As a stream's address names it; None for what cannot be, a table that the event has not, a key of yore, or one
    whose holder may not look any more.
    """
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
    let_in = topic._replace(audience=audience)
    return let_in if audience and not rights_ended({(let_in, key_holder(key))}) else None


def rights_ended(streams: AbstractSet[tuple[Topic, str]]) -> set[tuple[Topic, str]]:
    """Of open streams, told by what they follow and to whom their key was given, those that may not go on. What
    everybody may follow is not asked about.
    """
    followers = {stream: Follower(stream[0].kind, stream[0].pk, stream[1]) for stream in streams if stream[0].audience}
    lasting = who_may_follow(set(followers.values()))
    return {stream for stream, follower in followers.items() if follower not in lasting}


def read_revisions(topics: Collection[Topic]) -> Mapping[Topic, int]:
    events = event_revisions(topic.pk for topic in topics if topic.kind == "event")
    tables = table_revisions({topic.pk for topic in topics if topic.kind == "table"})
    revisions = {"event": events, "table": tables}
    pairs = ((topic, revisions[topic.kind].get(topic.pk)) for topic in topics)
    return {
        topic: newest.revision for topic, newest in pairs if newest and may_follow(topic.audience, newest.visibility)
    }
