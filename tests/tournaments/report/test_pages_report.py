"""The report of an event, the feed of a club, and what a page says where its address is shared."""

import re
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NAMES, announce, correct, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun, finish_table, make_tournament, next_round, start
from tests.tournaments.season.seasons import a_season
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, EventRating, EventReport, Player, Table
from tournaments.selectors.report import read_report
from tournaments.services.club.clubs import set_club_visibility, set_event_visibility
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table
from tournaments.visibility import link_key, premises_at
from tournaments.words.report.sentences import ToldMoment, from_afar

pytestmark = pytest.mark.django_db

PERFECT, NOTHING = ["P3", "P3", "P3", "P2", "P2", "P1"], ["P3", "G3", "O3", "P3", "G3", "O3"]
QUERIES, FEED_QUERIES = 10, 4


def night_of_hands(club: Club | None = None) -> tuple[Event, Table]:
    """Ana has won its only deal with a perfect pyramid; it is over."""
    night = make_night(club=club, game="colonial-italian", rules={"deals": 1})
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "hands": {"0": PERFECT, "1": NOTHING}})
    finish_event(event_id=night.pk, actor=SYSTEM)
    return Event.objects.get(pk=night.pk), table


def page(client: Client, night: Event, name: str = "report") -> str:
    answer = client.get(reverse(name, args=[night.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_sentence_leads_to_its_deal(client):
    night, table = night_of_hands()
    text = page(client, night)
    assert "Ana has won with 1 deal won, 1 ahead of Bruno." in text
    assert (
        "Ana won with a rare hand: perfect full pyramid in purple. By the exact odds, that is one hand in 4194." in text
    )
    assert f'href="/tables/{table.pk}/#deal-1"' in text


def test_the_results_of_a_night_that_is_over_begin_its_story_and_show_its_podium(client):
    night, table = night_of_hands()
    text = page(client, night, "event")
    assert "Ana won by 1" in text and 'class="podium-1"' in text
    assert f'<a href="/tables/{table.pk}/#deal-1">Ana won with a rare hand' in text


def test_the_podium_of_a_tournament_has_points_and_directors_are_led_to_its_prizes(client):
    event = make_tournament(2, stages=[("swiss", {"rounds": 1})])
    start(event)
    finish_table(*next_round(event))
    finish_event(event_id=event.pk, actor=SYSTEM)
    prizes = reverse("prizes", args=[event.pk])
    text = page(client, event)
    assert "<strong>1</strong>" in text and prizes not in text
    client.force_login(event.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    assert prizes in page(client, event)


def test_before_an_event_is_over_its_report_says_when_it_comes_and_no_tab_leads_there(client):
    night = make_night()
    text = page(client, night)
    assert "made when the event is over" in text and f'<a href="{reverse("report", args=[night.pk])}"' not in text
    player = night.club.players.first()
    assert client.get(reverse("report-player-card", args=[night.pk, player.pk, "wide"])).status_code == 404


def test_a_report_that_is_not_made_yet_is_said_to_come(client):
    night = make_night()
    finish_event(event_id=night.pk, actor=SYSTEM)
    EventReport.objects.all().delete()  # as after an import
    text = page(client, night)
    assert "The report of this event is being made." in text and "nothing to tell" not in text


def test_a_night_on_which_nothing_was_played_has_nothing_to_tell(client):
    night = make_night()
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert "nothing to tell" in page(client, night)


def test_what_was_corrected_later_is_told_as_corrected(client):
    night = make_night()
    table = seat_table(night, "Ana", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    assert "Made anew" not in page(client, night)
    correct(table, 1, announce(1, 3, 2))
    assert "Made anew" in page(client, night)


def test_the_rise_of_a_settled_rating_is_told_beside_what_happened_at_the_tables():
    night, _table = night_of_hands()
    ana = Player.objects.get(name="Ana")
    EventRating.objects.filter(player=ana).update(mu=1540, sigma=50, tables=40)
    report = read_report(night)
    assert report
    told = {each.moment.kind: each for each in report.moments}
    assert told["rating"].players[0].name == "Ana" and told["rating"].moment.facts == {"gained": "40", "number": 1540}


@pytest.mark.parametrize("who_is_not", [{"unranked": True}, {"anonymised_at": timezone.now()}])
def test_no_rating_is_told_of_who_stands_in_no_ranking(who_is_not):
    night, _table = night_of_hands()
    EventRating.objects.filter(player__name="Ana").update(mu=1540, sigma=50, tables=40)
    Player.objects.filter(name="Ana").update(**who_is_not)
    report = read_report(night)
    assert report and "rating" not in [each.moment.kind for each in report.moments]


def test_strangers_read_names_as_the_club_wishes_and_what_is_hidden_is_missing(client):
    night, _table = night_of_hands()
    set_club_visibility(club=night.club, visibility="public", shown_names="initials", actor=SYSTEM)
    assert "A. has won" in page(client, night) and "Bruno" not in page(client, night)
    set_event_visibility(event_id=night.pk, visibility="private", actor=SYSTEM)
    for name, args in (("report", []), ("report-card", ["wide"]), ("report-player-card", [1, "tall"])):
        assert client.get(reverse(name, args=[night.pk, *args])).status_code == 404


def shared(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text))


def test_where_its_address_is_shared_an_event_that_is_over_says_who_has_won_and_shows_its_picture(client, settings):
    night, _table = night_of_hands()
    settings.PUBLIC_ADDRESS = "https://scores.example"
    for name in ("event", "report"):
        said = shared(page(client, night, name))
        assert said["title"] == night.name and said["description"].startswith("Ana has won")
        assert said["url"] == f"https://scores.example{reverse(name, args=[night.pk])}"
        assert said["image"] == f"https://scores.example/events/{night.pk}/report/wide.png"
    assert shared(page(client, make_night(club=night.club), "event"))["description"].endswith("as it is played")


def test_rounds_and_cross_tables_can_be_shared_too(client):
    event = begun(4)
    next_round(event)
    said = shared(page(client, event, "tables"))
    assert said["title"] == f"Round 1, {event.name}" and said["url"].endswith(reverse("tables", args=[event.pk]))
    assert shared(page(client, event, "cross-table"))["image"].endswith(reverse("report-card", args=[event.pk, "wide"]))


def test_the_link_of_something_unlisted_goes_along(client):
    night, _table = night_of_hands()
    set_club_visibility(club=night.club, visibility="unlisted", shown_names="full", actor=SYSTEM)
    club = Club.objects.get()
    key = link_key(premises_at(club))
    text = client.get(reverse("report", args=[night.pk]), {"link": key}).content.decode()
    assert shared(text)["image"].endswith(f"?link={key}")
    entries = feed(Client(), club, link=key)
    assert [link.endswith(f"?link={key}") for _, link, _ in entries] == [True]


ATOM = "{http://www.w3.org/2005/Atom}"


def feed(client: Client, club: Club, **asked: str) -> list[tuple[str, str, str]]:
    answer = client.get(reverse("club-feed", args=[club.slug]), asked)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/atom+xml")
    entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    links = [link.attrib["href"] for each in entries for link in each.findall(f"{ATOM}link")]
    texts = [[each.findtext(f"{ATOM}{name}", "") for each in entries] for name in ("title", "summary")]
    return list(zip(texts[0], links, texts[1], strict=True))


def test_the_feed_of_a_club_tells_how_its_events_ended_but_of_none_that_is_hidden(client):
    night, _table = night_of_hands()
    make_night(club=night.club)
    hidden, _ = night_of_hands(night.club)
    set_event_visibility(event_id=hidden.pk, visibility="private", actor=SYSTEM)
    ((title, link, text),) = feed(client, night.club)
    assert title == night.name and link.endswith(reverse("report", args=[night.pk])) and text.startswith("Ana has won")
    assert client.get(reverse("club-feed", args=["nowhere"])).status_code == 404
    assert feed(client, make_club(name="Empty")) == []


def test_a_name_with_letters_that_xml_does_not_know_ends_no_feed(client):
    night, _table = night_of_hands()
    Event.objects.filter(pk=night.pk).update(name="Fri\x08day <&> \x1b")
    Club.objects.filter(pk=night.club_id).update(name="Ne\x0bris")
    ((title, _link, _text),) = feed(client, night.club)
    assert title == "Friday <&>"


def test_a_feed_has_what_readers_of_feeds_ask_for_and_a_name_in_it_is_no_mark_up(client):
    night, _table = night_of_hands()
    Player.objects.filter(name="Ana").update(name="Ana <b>")
    ((_title, _link, text),) = feed(client, night.club)
    assert "Ana &lt;b&gt; has won" in text
    found = ElementTree.fromstring(client.get(reverse("club-feed", args=[night.club.slug])).content)
    assert found.findtext(f"{ATOM}author/{ATOM}name") == night.club.name
    for each in (found, *found.findall(f"{ATOM}entry")):
        assert all(each.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))


def ids(answer: HttpResponse) -> list[str]:
    found = ElementTree.fromstring(answer.content)
    return [each.findtext(f"{ATOM}id", "") for each in (found, *found.findall(f"{ATOM}entry"))]


def test_a_feed_and_its_entries_are_known_by_the_same_ids_wherever_the_server_is(client, settings):
    club = make_club()
    for _ in range(2):
        night_of_hands(club)
    address = reverse("club-feed", args=[club.slug])
    here = ids(client.get(address))
    settings.ALLOWED_HOSTS = ["*"]
    assert ids(client.get(address, headers={"Host": "192.168.7.7:8000"})) == here
    settings.PUBLIC_ADDRESS = "https://scores.example"
    assert ids(client.get(address)) == here
    assert len(set(here)) == 3 and all(each.startswith("urn:uuid:") for each in here)


def test_a_feed_says_that_nothing_is_new(client):
    club = make_club()
    night, _table = night_of_hands(club)
    address = reverse("club-feed", args=[club.slug])
    first = client.get(address)
    assert (first["ETag"], first["Last-Modified"]) == (
        client.get(address)["ETag"],
        client.get(address)["Last-Modified"],
    )
    for known in ({"If-None-Match": first["ETag"]}, {"If-Modified-Since": first["Last-Modified"]}):
        again = client.get(address, headers=known)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    Event.objects.filter(pk=night.pk).update(name="Another name")
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_feed_without_an_event_stays_as_it_is(client):
    address = reverse("club-feed", args=[make_club().slug])
    first = client.get(address)
    assert first["ETag"] == client.get(address)["ETag"]
    Club.objects.update(created_at="2020-02-02T20:20:20Z")
    found = ElementTree.fromstring(client.get(address).content)
    assert found.findtext(f"{ATOM}updated") == "2020-02-02T20:20:20+00:00"


def test_the_wall_of_an_event_that_is_over_tells_what_happened_after_its_podium(client):
    night, _table = night_of_hands()
    text = page(client, night, "wall")
    sheets = re.findall(r'data-sheet="([\w-]+)"', text)
    assert sheets[:2] == ["podium", "story"] and f'data-sheets="{len(sheets)}"' in text
    EventReport.objects.update(moments=[])
    assert 'data-sheet="story"' not in page(client, night, "wall")


def test_a_report_costs_the_same_queries_whatever_there_is_to_tell(client, django_assert_num_queries):
    club = make_club()
    nights = [night_of_hands(club)[0] for _ in range(2)]
    other = make_night(club=club, game="colonial-italian", rules={"deals": 1}, names=NAMES)
    for pair in (NAMES[:2], NAMES[2:4], NAMES[4:6], NAMES[6:]):
        deal(seat_table(other, *pair), {"dealer": 0, "hands": {"0": PERFECT, "1": NOTHING}})
    finish_event(event_id=other.pk, actor=SYSTEM)
    for night in (nights[0], other):
        with django_assert_num_queries(QUERIES):
            page(client, night)
    with django_assert_num_queries(FEED_QUERIES):
        feed(client, club)


def test_the_wall_tells_as_much_as_there_is_room_for():
    short, long = (ToldMoment("In a row", "x" * letters, "", ()) for letters in (40, 400))
    assert len(from_afar([short] * 9)) == 6
    assert from_afar([short, long, long]) == [short, long]


def test_a_public_page_says_what_it_is_where_its_address_is_shared_and_one_that_is_hidden_says_nothing(client):
    night, table = night_of_hands()
    season, player = a_season(night.club), night.club.players.order_by("pk")[0]
    pages = [("club", night.club.slug), ("player", player.pk), ("season", season.pk), ("table", table.pk)]
    said = [shared(client.get(reverse(name, args=[key])).content.decode()) for name, key in pages]
    assert [each["title"] for each in said] == [night.club.name, player.name, season.name, night.name]
    assert all(each["description"] and each["image"].endswith("wide.png") for each in said)
    set_club_visibility(club=night.club, visibility="private", shown_names="full", actor=SYSTEM)
    client.force_login(night.club.members.get().user, backend="django.contrib.auth.backends.ModelBackend")
    hidden = [client.get(reverse(name, args=[key])).content.decode() for name, key in pages[:3]]
    assert [shared(text) for text in hidden] == [{}] * 3
