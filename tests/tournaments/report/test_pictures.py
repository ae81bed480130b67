"""Pictures to share: what stands on them, names as strangers read them, drawn once."""

from dataclasses import replace
from datetime import date
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import deal, make_club, make_member, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.exports import pictures
from tournaments.exports.pictures import NotDrawn, picture_key
from tournaments.models import Club, Event, Member, Player
from tournaments.selectors.report import KeptPlace, PlacedPlayer, ReadReport
from tournaments.selectors.table.cards import PlayerTag
from tournaments.services.club.clubs import set_club_visibility
from tournaments.services.club.people import anonymise
from tournaments.services.night import finish_event
from tournaments.words.charts.lines import text_width
from tournaments.words.report.cards import SharedCard, club_card, coming_card, event_card, player_card, written_name
from tournaments.words.report.drawing import SHAPES, CardDrawing, Shape, Text, drawn_card, evenly
from tournaments.words.report.sentences import first_sentence

LONG = "Bartholomäus-Maximilian Wolfeschlegelsteinhausenbergerdorff"
COLOURS = ("rose", "sky", "gold", "teal")
PNG = b"\x89PNG"


def report_of(*people: tuple[int, str, str], exact: int = 0) -> ReadReport:
    event = Event(pk=7, name="Friday", date=date(2026, 11, 20), game="vilnius", club=Club(name="Neris"))
    placed = [
        PlacedPlayer(KeptPlace(place, number, points, exact, 16), PlayerTag(number, name, name, COLOURS[number % 4]))
        for number, (place, name, points) in enumerate(people)
    ]
    return ReadReport(event, placed, [], None)


def room(count: int, name: str = "Ana") -> ReadReport:
    return report_of(*((place, f"{name} {place}", str(200 - place)) for place in range(1, count + 1)), exact=9)


def test_the_winner_leads_with_what_was_won_and_the_others_follow():
    card = event_card(report_of((1, "Ana", "148"), (2, "Bruno", "297/2"), exact=11))
    assert (card.headline, card.lead, card.under) == ("Ana has won", "148", "points, 11 of 16 announcements exact")
    assert [(row.place, row.name, row.value) for row in card.rows] == [("2", "Bruno", "148½")]


def level(*, by_average: bool = False, second: int = 16) -> ReadReport:
    report = report_of((1, "Ana", "152"), (2, "Bruno", "152"))
    report.event.by_average = by_average
    placed = [KeptPlace(1, 0, "152", 13, 16), KeptPlace(2, 1, "152", 12, second)]
    people = [replace(each, placed=own) for each, own in zip(report.people, placed, strict=True)]
    return replace(report, people=people)


def test_of_two_level_on_points_headline_and_picture_say_by_what_the_first_has_won():
    report = level()
    assert first_sentence(report.people, report.event) == (
        "Ana has won with 152 points, tied with Bruno: 13 exact to 12."
    )
    assert event_card(report).under == "points, 13 exact to 12"
    report = level(second=20)
    assert first_sentence(report.people, report.event) == (
        "Ana has won with 152 points, tied with Bruno: 9½ to 7.60 on average."
    )


def test_all_who_share_second_place_are_named_or_counted_where_they_are_many():
    others = [(2, name, "120") for name in ("Bruno", "Chiara", "Dovas")]
    sentences = [
        first_sentence(report.people, report.event)
        for report in (
            report_of((1, "Ana", "122"), *others[:2], (4, "Ema", "90")),
            report_of((1, "Ana", "122"), *others, (2, "Ema", "120")),
        )
    ]
    assert sentences == [
        "Ana has won with 122 points, 2 ahead of Bruno and Chiara.",
        "Ana has won with 122 points, 2 ahead of 4 others.",
    ]


def test_who_wins_by_the_average_with_fewer_points_is_told_by_it():
    report = report_of((1, "Ana", "40"), (2, "Bruno", "48"))
    report.event.by_average = True
    placed = [KeptPlace(1, 0, "40", 4, 4), KeptPlace(2, 1, "48", 3, 6)]
    people = [replace(each, placed=own) for each, own in zip(report.people, placed, strict=True)]
    assert first_sentence(people, report.event) == "Ana has won with 40 points: 10 to 8 on average."


def test_averages_that_decided_are_told_apart():
    first, second = KeptPlace(1, 0, "5", 0, 40), KeptPlace(2, 1, "5", 0, 41)
    report = report_of((1, "Ana", "5"), (2, "Bruno", "5"))
    people = [replace(each, placed=own) for each, own in zip(report.people, (first, second), strict=True)]
    assert first_sentence(people, report.event).endswith(": 0.125 to 0.122 on average.")


def test_a_headline_is_parted_evenly_and_a_place_of_two_digits_stands_beside_its_mark():
    assert evenly(["Andrea Romano has", "won"], size=60) == ["Andrea Romano", "has won"]
    assert evenly(["Ha vinto Andrea", "Romano"], size=60) == ["Ha vinto", "Andrea Romano"]
    assert evenly(["Ana has won"], size=60) == ["Ana has won"]
    card = player_card(room(18), 17)
    assert card
    for shape in SHAPES.values():
        drawing = drawn_card(card, shape)
        (place,) = (text for text in drawing.texts if text.text == "18")
        initials = next(
            text for text in drawing.texts if text.anchor == "middle" and abs(text.y - place.y) < place.size
        )
        assert initials.x - shape.row * 0.42 * 0.87 > place.x + width(place)


def test_winners_who_share_the_place_stand_together_and_too_many_are_counted():
    both = event_card(report_of((1, "Ana", "10"), (1, "Bruno", "10"), (3, "Chiara", "8")))
    assert (both.headline, both.lead, both.under) == ("Ana and Bruno", "10", "points each")
    assert [mark.initials for mark in both.marks] == ["AN", "BR"] and len(both.rows) == 1
    four = event_card(report_of(*((1, name, "") for name in ("Ana", "Bruno", "Chiara", "Dovas"))))
    assert (four.headline, four.under, len(four.marks)) == ("4 share first place", "They share first place", 3)


def test_a_player_has_a_card_with_the_own_place_below_the_first_two():
    card = player_card(room(5), 3)
    assert card and (card.headline, card.lead, card.told) == ("Ana 4", "196", ["Place 4 of 5"])
    assert [row.place for row in card.rows] == ["1", "2", "4"] and not card.gold
    assert player_card(room(5), 99) is None


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Žygimantė Čepas", "Žygimantė Čepas"),
        ("Иван Петров", "I. P."),
        ("Νίκος", "N."),
        ("山田 太郎", "–"),
        ("ŦAna", "T."),
    ],
)
def test_names_in_other_scripts_are_told_by_their_initials(name, written):
    assert written_name(name) == written


def width(text: Text) -> float:
    return text_width(text.text, text.size, bold=text.bold)


def is_inside(text: Text, shape: Shape) -> bool:
    start = {"start": text.x, "middle": text.x - width(text) / 2, "end": text.x - width(text)}[text.anchor]
    return start >= 0 and start + width(text) <= shape.width and text.size <= text.y <= shape.height


@pytest.mark.parametrize("language", ["en", "it", "lt"])
@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_stands_on_a_card_stays_within_it_and_apart(shape, language):
    with translation.override(language):
        reports = (room(3), room(16), room(16, LONG), report_of((1, LONG, ""), (1, LONG, ""), (1, "Ana", "")))
        cards = [card for each in reports for card in (event_card(each), player_card(each, 1)) if card]
    for card in cards:
        drawing = drawn_card(with_sentences(card), SHAPES[shape])
        assert all(is_inside(text, drawing.shape) for text in drawing.texts)
        assert are_apart(drawing)


def with_sentences(card: SharedCard) -> SharedCard:
    card.told.extend([f"{LONG} has won table 3 after having been last, 24 points behind, at deal 12."] * 3)
    return card


def are_apart(drawing: CardDrawing) -> bool:
    """No two lines of text at the left edge overlap."""
    lines = sorted(text.y for text in drawing.texts if text.x == drawing.shape.left)
    return all(below - above >= 20 for above, below in pairwise(lines))


def test_what_people_are_called_cannot_leave_its_text():
    card = event_card(report_of((1, '<image href="/etc/passwd"/>&', "1")))
    svg = render_to_string("report/card.svg", {"drawing": drawn_card(card, SHAPES["wide"])})
    tags = {each.tag.split("}")[1] for each in ElementTree.fromstring(svg).iter()}
    assert tags == {"svg", "rect", "polygon", "text"}


@pytest.fixture
def night() -> Event:
    night = make_night(game="colonial-italian", rules={"deals": 1, "cards": "optional"})
    table = seat_table(night, "Ana", "Bruno")
    deal(table, {"dealer": 0, "claimed": [0]})
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night


@pytest.mark.django_db
def test_a_picture_is_drawn_in_its_shape_and_not_sent_again_to_who_has_it(client, night):
    address = reverse("report-card", args=[night.pk, "wide"])
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png" and answer.content.startswith(PNG)
    assert int.from_bytes(answer.content[16:20]) == 1200 and int.from_bytes(answer.content[20:24]) == 630
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get(reverse("report-card", args=[night.pk, "square"])).status_code == 404


@pytest.mark.django_db
def test_a_club_and_an_event_that_is_played_have_a_picture_with_their_names(client):
    night = make_night(club=make_club(name="Neris <&>"))
    for card in (club_card(night.club), coming_card(night)):
        assert are_apart(drawn_card(card, SHAPES["wide"]))
    for name, key in (("club-card", night.club.slug), ("report-card", night.pk)):
        assert client.get(reverse(name, args=[key, "wide"])).content.startswith(PNG)
        assert client.get(reverse(name, args=[key, "square"])).status_code == 404


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, settings: pytest.MonkeyPatch) -> list[str]:
    """What has been drawn, without drawing it."""
    found: list[str] = []

    def draw(svg: str) -> bytes:
        found.append(svg)
        return PNG

    settings.CACHES = settings.CACHES | {  # type: ignore[attr-defined]
        "pictures": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    }
    monkeypatch.setattr(pictures, "draw", draw)
    return found


@pytest.mark.django_db
def test_a_picture_is_drawn_once_and_names_stand_in_it_as_strangers_read_them_whoever_asks(client, night, drawn):
    set_club_visibility(club=night.club, visibility="public", shown_names="initials", actor=SYSTEM)
    member = Client()
    member.force_login(
        make_member(night.club, Member.Role.DIRECTOR), backend="django.contrib.auth.backends.ModelBackend"
    )
    bruno = Player.objects.get(name="Bruno").pk
    for address in (
        reverse("report-card", args=[night.pk, "wide"]),
        reverse("report-player-card", args=[night.pk, bruno, "tall"]),
    ):
        first, again = client.get(address), member.get(address)
        assert first["ETag"] == again["ETag"] and first.content == again.content == PNG
    assert len(drawn) == 2 and "A. has won" in drawn[0] and "Bruno" not in drawn[0] + drawn[1]


@pytest.mark.django_db
def test_where_the_machine_is_too_busy_a_picture_is_asked_for_again(client, night, monkeypatch):
    def busy(svg: str) -> bytes:
        raise NotDrawn

    monkeypatch.setattr(pictures, "draw", busy)
    answer = client.get(reverse("report-card", args=[night.pk, "wide"]))
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")


@pytest.mark.django_db(transaction=True)
def test_pictures_that_are_kept_go_with_a_name(client, night, drawn):
    address = reverse("report-card", args=[night.pk, "wide"])
    client.get(address)
    anonymise(player=Player.objects.get(name="Bruno"), actor=SYSTEM, now=timezone.now())
    client.get(address)
    assert "Bruno" in drawn[0] and "Bruno" not in drawn[1]
    anonymise(player=Player.objects.get(name="Ana"), actor=SYSTEM, now=timezone.now())
    assert caches["pictures"].get(picture_key(drawn[1])) is None
