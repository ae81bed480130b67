import pytest

from scripts.load.visitors.pages import (
    Followed,
    Message,
    Messages,
    csrf_token,
    followed,
    outline_of,
    pad_revision,
    polled_part,
)

BODY = '<body\n  data-live-url="/events/3/stream/{query}" data-revision-url="/events/3/revision/" data-revision="17">'
PART = '<div id="results" hx-get="/events/3/?page=2&amp;q=Ana" hx-trigger="revision from:body" hx-swap="outerHTML">'


def test_a_page_says_what_it_follows_and_what_it_fetches():
    assert followed(BODY.format(query="") + PART) == Followed("/events/3/stream/", 17, "/events/3/?page=2&q=Ana", None)


def test_a_page_that_shows_what_the_message_brings_fetches_nothing():
    form = '<form hx-get="/log/" hx-trigger="submit, change">'
    assert followed(BODY.format(query="") + form).part is None


def test_a_page_may_follow_one_table():
    assert followed(BODY.format(query="?table=12")).table == 12
    assert followed(BODY.format(query="")).table is None


def test_a_page_that_follows_nothing_is_told_apart():
    with pytest.raises(ValueError, match="data-live-url"):
        followed("<body>")


def test_a_page_asks_for_its_progress_until_it_says_so_no_longer():
    assert polled_part('<div hx-get="/plan/abc/" hx-trigger="every 1s">') == "/plan/abc/"
    assert polled_part(PART) is None


def test_a_pad_says_its_token_and_its_revision():
    boot = '{"csrf": "s3cret", "state": {"revision": 9, "table": {"revision": 4}}}'
    page = f'<script id="pad-boot" type="application/json">{boot}</script>'
    assert (csrf_token(page), pad_revision(page)) == ("s3cret", 9)


def test_messages_are_read_from_whatever_pieces_they_come_in():
    sent = b'event: revision\nid: 17\ndata: 17\n\nevent: heartbeat\n\nevent: state\nid: 18\ndata: {"id": 1}\n\n'
    whole = [Message("revision", 17), Message("state", 18)]
    assert Messages().feed(sent) == whole
    messages = Messages()
    assert [message for byte in sent for message in messages.feed(bytes([byte]))] == whole


def test_figures_suffice_where_the_page_shows_what_they_belong_to():
    (news,) = Messages().feed(b'event: state\nid: 18\ndata: {"revision":18,"outline":12,"lists":{}}\n\n')
    assert news.suffices(12) and not news.suffices(11) and not news.suffices(None)
    assert outline_of('<div id="results" data-outline="12">') == 12 and outline_of("<div>") is None
