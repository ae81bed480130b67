"""A page without its server, and the files that addresses become."""

from itertools import combinations
from posixpath import dirname, join, normpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exports.archive.addresses import file_name, own_address, path_between
from tournaments.exports.archive.pages import addresses, lead, parsed, quiet, written

HERE = "/clubs/neris/"
WORDS = st.text(st.sampled_from("abc-_.~Ąé &=/"), max_size=6)


def quieted(html: str, part: str = "") -> str:
    page = parsed(html)
    quiet(page, lambda _address: part)
    return text(page)


def led(html: str, **files: str) -> str:
    page = parsed(html)
    lead(page, lambda href: files.get(href.strip("/")), lambda _href: None)
    return text(page)


def text(page) -> str:
    return written(page).removeprefix("<!doctype html>\n")


@given(st.lists(st.tuples(st.text(st.sampled_from("abc"), min_size=1), WORDS), max_size=3))
def test_two_addresses_never_share_a_file_and_no_file_has_an_unusual_name(query):
    asked = [own_address(f"?{name}={value}", page=HERE, host="h") for name, value in query if value.strip() == value]
    names = {file_name(address) for address in {*asked, HERE, f"{HERE}files/a.csv", "/"}}
    assert len(names) == len({*asked, HERE, f"{HERE}files/a.csv", "/"})
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.~/") for name in names)


def test_a_link_leads_from_any_file_to_any_other():
    files = ["index.html", "events/1/index.html", "events/1/files/deals.csv", "static/css/a.css"]
    for start, target in [*combinations(files, 2), *((target, start) for start, target in combinations(files, 2))]:
        assert normpath(join(dirname(start), path_between(start, target))) == target
    assert path_between("a/index.html", "a/index.html", element="top") == "index.html#top"


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("players/", "/clubs/neris/players/"),
        ("?page=2", "/clubs/neris/?page=2"),
        ("?tab=a&page=2", "/clubs/neris/?page=2&tab=a"),
        ("/events/1/?link=secret#top", "/events/1/"),
        ("https://club.example/rules/", "/rules/"),
        ("https://other.example/rules/", ""),
        ("mailto:ana@club.example", ""),
    ],
)
def test_what_a_link_asks_for_is_the_same_however_it_is_written(href, address):
    assert own_address(href, page=HERE, host="club.example") == address


@pytest.mark.parametrize(
    "html",
    [
        '<script src="/live.js"></script>',
        '<div><form method="post"><input name="a">Answer</form></div>',
        '<p data-online="">connecting…</p>',
        "<section><h2>Answer</h2><form><button>Yes</button></form></section>",
        '<meta property="og:url" content="https://club.example/">',
        '<link rel="alternate" href="/feed.atom">',
        '<iframe src="/frame/"></iframe>',
    ],
)
def test_what_needs_a_server_goes_with_what_it_leaves_empty(html):
    assert quieted(f"<body>before {html} after</body>") == "<body>before  after</body>"


def test_what_a_script_would_ask_for_stands_in_the_page():
    html = '<div hx-get="/race/" hx-trigger="load, state from:body" hx-swap="innerHTML"><noscript>no</noscript></div>'
    assert quieted(html, part="<svg></svg>The race") == "<div><svg></svg>The race</div>"


def test_what_is_only_asked_for_again_stays_as_it_is():
    html = '<body data-live-url="/s/" data-revision="3"><p id="a" hx-get="/" hx-trigger="revision from:body">12</p>'
    assert quieted(html, part="other") == '<body><p id="a">12</p></body>'


def test_text_and_marks_come_out_as_they_went_in():
    html = '<body><p title="a &quot;b&quot;">1 &lt; 2 &amp; “Ąžuolas”<br>x<b>y</b> z</p><svg viewbox="0 0 1 1"></svg>'
    assert quieted(html) == f"{html}</body>"


def test_links_lead_to_files_and_elsewhere_stay():
    html = '<body><a href="/rules/#draw">R</a><a href="#here">H</a><img src="/logo.png"></body>'
    assert led(html, **{"rules/#draw": "../r.html#draw", "logo.png": "logo.png"}) == (
        '<body><a href="../r.html#draw">R</a><a href="#here">H</a><img src="logo.png"></body>'
    )


def test_a_link_that_leads_nowhere_stays_as_its_text_in_a_sentence_and_goes_from_a_menu():
    html = (
        '<body><p>See <a class="player" href="/a/"><b>Ana</b></a>.</p><nav><ul><li><a href="/a/">Ana</a></li>'
        '<li><a href="/b/">B</a></li></ul></nav><p class="actions"><a class="btn" href="/a/">Go</a></p>'
        '<img src="/a/"></body>'
    )
    assert led(html, b="b.html") == (
        '<body><p>See <span class="player"><b>Ana</b></span>.</p>'
        '<nav><ul><li><a href="b.html">B</a></li></ul></nav></body>'
    )


def test_a_match_that_leads_nowhere_stays_drawn():
    assert led('<svg><a href="/a/"><path d="M0"></path></a></svg>') == '<svg><g><path d="M0"></path></g></svg>'


def test_a_symbol_of_another_file_is_drawn_from_the_page_itself():
    page = parsed('<body><svg><use href="/cards.svg#P1"></use></svg></body>')
    lead(page, lambda _href: None, lambda _href: parsed('<symbol id="P1"><path d="M0"></path></symbol>').find("symbol"))
    assert 'href="#drawn-P1"' in text(page) and '<symbol id="drawn-P1"><path d="M0"></path></symbol>' in text(page)


def test_every_link_and_picture_is_asked_for():
    html = '<link href="/a.css"><a href="/b/">b</a><a>c</a><img src="/d.png"><use href="/e.svg#P1"></use>'
    assert [*addresses(parsed(f'{html}<use href="#f"></use>'))] == ["/a.css", "/b/", "/d.png", "/e.svg#P1"]
