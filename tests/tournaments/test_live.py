import asyncio
import os
import signal
import zlib
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Mapping
from collections.abc import Set as AbstractSet
from itertools import pairwise
from threading import Event

import pytest
from django.db import OperationalError

from tests.entry.asking import run
from tournaments.live.hub import AT_ONCE, Hub, Unanswered
from tournaments.live.news import GZIP_HEADER, bare_revision, news_of
from tournaments.live.topics import Topic

Stream = AsyncGenerator[bytes, None]
ONE, OTHER = Topic("event", 1), Topic("event", 2)


class Record:
    """What a database would answer, how often it was asked, about what, and what was made of it."""

    def __init__(self, **revisions: int) -> None:
        self.revisions = {Topic("event", int(name[1:])): revision for name, revision in revisions.items()}
        self.asked: list[set[Topic]] = []
        self.made: list[tuple[int, int]] = []
        self.broken = False
        self.spoilt: set[int] = set()
        self.shut_out: set[str] = set()
        self.questions: list[set[tuple[Topic, str]]] = []

    def read(self, topics: Collection[Topic]) -> Mapping[Topic, int]:
        self.asked.append(set(topics))
        if self.broken:
            raise OperationalError("no database today")
        return {topic: self.revisions[topic] for topic in topics if topic in self.revisions}

    def ended(self, streams: AbstractSet[tuple[Topic, str]]) -> set[tuple[Topic, str]]:
        if self.broken:
            raise OperationalError("no database today")
        self.questions.append(set(streams))
        return {stream for stream in streams if stream[1] in self.shut_out}

    def make(self, topic: Topic, number: int) -> bytes:
        if number in self.spoilt:
            raise ValueError("cannot be told")
        self.made.append((topic.pk, number))
        return bare_revision(number)


def quick_hub(record: Record, *, heartbeat: float = 5, look_again: float = 0) -> Hub:
    return Hub(record.read, record.make, record.ended, pause=0.01, rest=0, heartbeat=heartbeat, look_again=look_again)


async def open_stream(live: Hub, topic: Topic = ONE, *, by: str = "") -> Stream:
    watcher = await live.watch(topic, by)
    assert watcher

    async def stream() -> Stream:
        try:
            async for block in live.blocks(watcher):
                yield block.plain
        finally:
            live.leave(watcher)

    return stream()


def revision(number: int) -> bytes:
    return f"event: revision\nid: {number}\ndata: {number}\n\n".encode()


ENDED = b"event: ended\ndata: ended\n\n"


def heartbeat(number: int) -> bytes:
    return revision(number).replace(b"revision", b"heartbeat")


def test_the_current_revision_is_sent_at_once_and_every_newer_one_after_it() -> None:
    async def test() -> None:
        record = Record(e1=7)
        stream = await open_stream(quick_hub(record))
        assert await anext(stream) == revision(7)
        record.revisions[ONE] = 8
        assert await anext(stream) == revision(8)
        await stream.aclose()

    run(test())


def test_there_is_nothing_to_watch_where_there_is_nothing() -> None:
    async def test() -> None:
        live = quick_hub(Record(e1=1))
        assert await live.watch(OTHER) is None
        assert live.watching == 0

    run(test())


def test_the_streams_of_what_has_been_hidden_end_and_nobody_comes_in_by_those_that_were_open() -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record)
        hidden, other = await open_stream(live), await open_stream(live, OTHER)
        await anext(hidden), await anext(other)
        del record.revisions[ONE]
        assert [block async for block in hidden] == [ENDED]
        assert await live.watch(ONE) is None
        record.revisions[OTHER] = 2
        assert await anext(other) == revision(2)
        await other.aclose()
        assert live.watching == 0

    run(test())


def test_the_streams_of_whoever_may_not_follow_any_more_end_and_those_of_others_go_on() -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        theirs, others = await open_stream(live, by="member"), await open_stream(live)
        await anext(theirs), await anext(others)
        record.shut_out.add("member")
        assert [block async for block in theirs] == [ENDED]
        record.revisions[ONE] = 2
        assert await anext(others) == revision(2)
        await others.aclose()
        assert live.watching == 0

    run(test())


def test_of_however_many_streams_it_is_asked_once_who_may_still_follow() -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        streams = [await open_stream(live, by=by) for by in ["", "", "", "member", "member"]]
        for stream in streams:
            await anext(stream)
        asked = len(record.questions)
        while len(record.questions) < asked + 2:
            await asyncio.sleep(0)
        assert record.questions[-1] == {(ONE, ""), (ONE, "member")}
        for stream in streams:
            await stream.aclose()

    run(test())


def test_every_stream_hears_of_its_own_event_only() -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record, heartbeat=0.1)
        streams = [await open_stream(live, topic) for topic in (ONE, OTHER, OTHER)]
        for stream in streams:
            await anext(stream)
        record.revisions[OTHER] = 2
        heard = await asyncio.gather(*(anext(stream) for stream in streams))
        assert heard == [heartbeat(1), revision(2), revision(2)]
        for stream in streams:
            await stream.aclose()

    run(test())


def test_a_message_is_made_once_for_all_who_listen_and_for_who_comes_later() -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        streams = await asyncio.gather(*(open_stream(live) for _ in range(20)))
        assert {await anext(stream) for stream in streams} == {revision(1)}
        record.revisions[ONE] = 2
        assert {await anext(stream) for stream in streams} == {revision(2)}
        late = await open_stream(live)
        assert await anext(late) == revision(2)
        assert record.made == [(1, 1), (1, 2)]
        for stream in [*streams, late]:
            await stream.aclose()

    run(test())


def test_what_goes_on_changing_is_told_at_every_second_question_however_long_it_takes_to_make() -> None:
    async def test() -> None:
        record, made_after = Record(e1=1), []

        def read(topics: Collection[Topic]) -> Mapping[Topic, int]:
            record.revisions[ONE] += 1
            return record.read(topics)

        def make(topic: Topic, number: int) -> bytes:
            made_after.append(len(record.asked))
            Event().wait(0.01)
            return record.make(topic, number)

        stream = await open_stream(Hub(read, make, set, pause=0.02, rest=0.035))
        for _ in range(5):
            await anext(stream)
        await stream.aclose()
        assert all(after - before <= 2 for before, after in pairwise(made_after[1:]))

    run(test())


def test_while_many_are_told_others_have_the_loop_in_between_for_longer_than_a_turn() -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        streams = [await open_stream(live) for _ in range(4 * AT_ONCE)]
        for stream in streams:
            await anext(stream)
        told: list[bytes] = []
        turns = Counter[int]()

        async def listen(stream: Stream) -> None:
            told.append(await anext(stream))

        listening = [asyncio.create_task(listen(stream)) for stream in streams]
        record.revisions[ONE] = 2
        while len(told) < len(streams):
            await asyncio.sleep(0)
            turns[len(told)] += 1
        assert max(later - earlier for earlier, later in pairwise(sorted(turns))) <= AT_ONCE
        assert max(turns[groups * AT_ONCE] for groups in (1, 2, 3)) > 20
        for stream, _ in zip(streams, await asyncio.gather(*listening), strict=True):
            await stream.aclose()

    run(test())


def test_a_slow_page_gets_the_latest_revision_and_not_those_between() -> None:
    async def test() -> None:
        record = Record(e1=1)
        stream = await open_stream(quick_hub(record))
        await anext(stream)
        for number in (2, 3, 4):
            record.revisions[ONE] = number
            await asked_again(record)
        assert await anext(stream) == revision(4)
        record.revisions[ONE] = 5
        assert await anext(stream) == revision(5)
        await stream.aclose()

    run(test())


def test_silence_is_filled_with_heartbeats() -> None:
    async def test() -> None:
        stream = await open_stream(quick_hub(Record(e1=3), heartbeat=0.05))
        assert [await anext(stream) for _ in range(3)] == [revision(3), heartbeat(3), heartbeat(3)]
        await stream.aclose()

    run(test())


def test_one_question_covers_all_streams_and_none_is_asked_when_nobody_watches() -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record)
        streams = [await open_stream(live, (ONE, OTHER)[number % 2]) for number in range(20)]
        for stream in streams:
            await anext(stream)
        await asked_again(record)
        assert record.asked[-1] == {ONE, OTHER}
        assert live.watching == 20
        for stream in streams:
            await stream.aclose()
        assert live.watching == 0
        await everything_ends()

        late = await open_stream(live, OTHER)
        await anext(late)
        await asked_again(record)
        assert record.asked[-1] == {OTHER}
        await late.aclose()

    run(test())


def test_a_database_that_fails_stops_the_heartbeats_and_is_asked_until_it_answers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record, heartbeat=0.05)
        stream = await open_stream(live)
        assert [await anext(stream), await anext(stream)] == [revision(1), heartbeat(1)]
        record.broken = True
        await asked_again(record)
        with pytest.raises(Unanswered):
            await live.watch(OTHER)
        asyncio.get_running_loop().call_later(0.4, mend, record)
        beats = 0
        while (message := await anext(stream)) == heartbeat(1):
            beats += 1
        assert message == revision(2)
        assert beats <= 3
        await stream.aclose()

    def mend(record: Record) -> None:
        record.broken = False
        record.revisions[ONE] = 2

    run(test())
    assert [entry.message for entry in caplog.records] == [
        "The revisions of the watched events cannot be read; trying on"
    ]


def test_a_message_that_cannot_be_made_stops_its_own_heartbeats_alone(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        record = Record(e1=1, e2=1)
        live = quick_hub(record, heartbeat=0.1)
        one, other = await open_stream(live, ONE), await open_stream(live, OTHER)
        assert [await anext(one), await anext(other)] == [revision(1), revision(1)]
        record.spoilt = {2}
        record.revisions[ONE] = 2
        await asked_again(record)
        listening = asyncio.ensure_future(beats_before_news(one))
        assert [await anext(other) for _ in range(6)] == [heartbeat(1)] * 6
        record.spoilt = set()
        assert await listening <= 2
        await one.aclose()
        await other.aclose()

    async def beats_before_news(stream: Stream) -> int:
        beats = 0
        while (message := await anext(stream)) == heartbeat(1):
            beats += 1
        assert message == revision(2)
        return beats

    run(test())
    assert [entry.message for entry in caplog.records] == ["What is new of event 1 cannot be told; trying on"]


def test_a_page_that_goes_away_in_mid_silence_leaves_nothing_behind() -> None:
    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        gone = asyncio.create_task(read_all(await open_stream(live)))
        await asked_again(record)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert live.watching == 0

    run(test())


def test_the_streams_end_when_the_server_is_told_to_stop_and_the_server_hears_it_too() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))

    async def test() -> None:
        record = Record(e1=1)
        live = quick_hub(record)
        streams = [asyncio.create_task(read_all(await open_stream(live))) for _ in range(3)]
        await asked_again(record)
        os.kill(os.getpid(), signal.SIGTERM)
        assert await asyncio.gather(*streams) == [[revision(1)]] * 3

    try:
        run(test())
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]


def test_blocks_made_apart_are_read_as_one_compressed_stream_as_they_come() -> None:
    reader = zlib.decompressobj(31)
    assert reader.decompress(GZIP_HEADER) == b""
    for number in (3, 1, 2):
        made = news_of(number, b"event: state\ndata: " + b"x" * 70_000 + b"\n\n")
        for block in (made.update, made.heartbeat, made.heartbeat):
            assert reader.decompress(block.deflated) == block.plain


async def everything_ends() -> None:
    """Until only the caller is left: nobody asks any more."""
    async with asyncio.timeout(10):
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)


async def asked_again(record: Record) -> None:
    """Until a question that began after this call has been answered."""
    asked = len(record.asked)
    async with asyncio.timeout(10):
        while len(record.asked) < asked + 2:
            await asyncio.sleep(0.005)


async def read_all(stream: Stream) -> list[bytes]:
    return [message async for message in stream]
