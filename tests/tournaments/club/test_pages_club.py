"""Every page is there for whom it is meant, and says what it should."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import announce, correct, deal, make_club, make_night, make_table, make_user, seat_table
from tournaments.audit import SYSTEM
from tournaments.models import Club, Event, Table
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.night import finish_event
from tournaments.services.table.life import adjourn_table, end_table

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
HANDS = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["O3", "G3", "P2", "O3", "G3", "O1"]}


@pytest.fixture
def director(client: Client) -> Client:
    """A browser in which the owner of the club Neris is signed in."""
    make_club()
    client.force_login(Club.objects.get().members.get().user, backend=BACKEND)
    return client


def page(client: Client, name: str, *args: object, **headers: str) -> str:
    answer = client.get(reverse(name, args=args), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_front_page_is_the_only_club(client):
    club = make_club()
    assert client.get("/").url == reverse("club", args=[club.slug])


def test_the_front_page_lists_the_clubs_where_there_are_more_or_none(client):
    assert client.get("/").url == reverse("clubs")
    assert "Three steps to the first night" in page(client, "clubs")
    make_club(name="Neris")
    make_club(name="Vilnia")
    assert client.get("/").url == reverse("clubs")
    text = page(client, "clubs")
    assert "Neris" in text
    assert "Vilnia" in text


def test_a_superuser_founds_a_club_and_nobody_else_can(client):
    client.force_login(make_user("boss", is_superuser=True), backend=BACKEND)
    assert client.post(reverse("clubs"), {"name": "Neris"}).url == reverse("club", args=["neris"])
    client.force_login(make_user("guest"), backend=BACKEND)
    assert client.post(reverse("clubs"), {"name": "Other"}).status_code == 403


@pytest.mark.parametrize("name", ["rules", "account_login", "clubs"])
def test_pages_without_a_subject(client, name):
    assert "<main" in page(client, name)


def test_an_unknown_game_has_no_rules(client):
    assert client.get(reverse("rules-game", args=["chess"])).status_code == 404


@pytest.mark.parametrize("name", ["event", "table", "player"])
def test_what_is_not_there_is_not_found(client, name):
    assert client.get(reverse(name, args=[999])).status_code == 404
    assert client.get(reverse("club", args=["nowhere"])).status_code == 404


def test_a_night_shows_standings_and_tables_to_everybody(client):
    table = make_table()
    deal(table, announce(1, 3, 2))
    text = page(client, "event", table.event_id)
    assert "Bruno" in text
    assert "1/32" in text
    assert reverse("desk", args=[table.event_id]) not in text


def test_htmx_gets_the_results_alone(client):
    table = make_table()
    assert "<html" not in page(client, "event", table.event_id, HX_Request="true")
    assert "<html" not in page(client, "table", table.pk, HX_Request="true")


def test_a_vilnius_sheet_shows_what_was_taken_and_what_it_brought(client):
    table = make_table()
    deal(table, announce(1, 6, 4))
    text = page(client, "table", table.pk)
    assert "Sheet of Bruno" in text
    assert "Bruno announced 6, took 4: 6 points." in text
    assert "declares next" in text


def test_sheets_of_one_shape_are_each_filled_with_their_own_figures_and_names_whatever_they_look_like(client):
    night = make_night(names=["Ana ⟦score⟧ 100%s", "⟦x⟧ <b>"])
    table = seat_table(night, "Ana ⟦score⟧ 100%s", "⟦x⟧ <b>")
    for declared in (announce(1, 3, 3), announce(0, 6, 4), announce(1, 6, 4)):
        deal(table, declared)
    sheets = page(client, "table", table.pk).split('<article class="paper')[1:]
    assert "Sheet of Ana ⟦score⟧ 100%s<" in sheets[0] and "0 exact" in sheets[0]
    assert "Sheet of ⟦x⟧ &lt;b&gt;<" in sheets[1] and "1 exact" in sheets[1]


def test_every_version_of_a_deal_stays_in_sight(client):
    table = make_table()
    deal(table, announce(1, 6, 4))
    correct(table, 1, announce(1, 6, 5), reason="miscounted")
    text = page(client, "table", table.pk)
    assert "Bruno announced 6, took 5: 8 points." in text
    assert "Bruno announced 6, took 4." in text
    assert "miscounted" in text
    correct(table, 1, None)
    assert "voided" in page(client, "table", table.pk)


def test_a_showdown_shows_cards_verdict_and_the_directors_word(client):
    table = make_table(game="colonial-italian")
    deal(table, {"dealer": 0, "hands": HANDS})
    text = page(client, "table", table.pk)
    assert "Ana wins: level 1, kicker first-level purple beats first-level orange." in text
    assert "cards.svg#P3" in text
    deal(table, {"dealer": 1, "hands": HANDS, "claimed": [1], "override": "misdeal agreed"})
    text = page(client, "table", table.pk)
    assert "misdeal agreed" in text
    assert "by the director’s word" in text


def test_a_deal_without_a_showdown_says_so(client):
    table = make_table(game="protean")
    deal(table, {"dealer": 0, "folded": [1], "paid": {"0": 3, "1": 2}})
    text = page(client, "table", table.pk)
    assert "Ana wins: everybody else folded." in text
    assert "pot of 5 cubits" in text


def test_a_table_closed_unfinished_is_marked_wherever_it_counts(client):
    table = make_table()
    deal(table, announce(1, 3, 2))
    end_table(table_id=table.pk, actor=SYSTEM)
    assert "closed unfinished" in page(client, "tables", table.event_id)
    assert "A star: with an unfinished game." in page(client, "event", table.event_id)
    assert "points per announcement made" in page(client, "table", table.pk)


def test_a_player_sees_his_games_and_tables(client):
    table = make_table()
    deal(table, announce(1, 3, 2))
    end_table(table_id=table.pk, actor=SYSTEM)
    bruno = table.seats.get(index=1).entrant.player
    text = page(client, "player", bruno.pk)
    assert "In the club" in text
    assert reverse("table", args=[table.pk]) in text


def test_one_game_rules_a_players_page_and_tabs_carry_it_on(client):
    club = make_club()
    tables = {}
    for game in ("vilnius", "colonial-italian"):
        tables[game] = seat_table(make_night(club=club, game=game), "Ana", "Bruno")
    ana = club.players.get(name="Ana")
    address = reverse("player", args=[ana.pk])
    for asked in ({"game": "vilnius"}, {"game": "vilnius", "tab": "tables"}):
        text = client.get(address, asked).content.decode()
        assert reverse("table", args=[tables["vilnius"].pk]) in text
        assert reverse("table", args=[tables["colonial-italian"].pk]) not in text
        assert f"{reverse('rivals', args=[ana.pk])}?game=vilnius" in text
    assert (
        reverse("table", args=[tables["colonial-italian"].pk])
        in client.get(address, {"tab": "tables"}).content.decode()
    )
    assert client.get(address, {"game": "whist"}).status_code == 404


def test_what_a_club_has_played_is_on_two_pages_its_nights_and_its_all_time_standings(client):
    table = make_table()
    deal(table, announce(1, 3, 2))
    end_table(table_id=table.pk, actor=SYSTEM)
    assert "Ana" in page(client, "all-time", table.event.club.slug)
    assert "Friday" not in page(client, "nights", table.event.club.slug)
    finish_event(event_id=table.event.pk, actor=SYSTEM)
    nights = page(client, "nights", table.event.club.slug)
    assert "Friday" in nights
    assert reverse("club-feed", args=[table.event.club.slug]) in nights


def test_markup_in_a_name_is_shown_as_it_was_written(client):
    night = make_night(names=("<script>alert(1)</script>", "Ana"))
    seat_table(night, "<script>alert(1)</script>", "Ana")
    text = page(client, "event", night.pk)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_table_cards_carry_the_pads_address_and_its_qr_code(director):
    night = make_night(club=Club.objects.get())
    table = seat_table(night, "Ana", "Bruno")
    token = table.pad_links.get().token
    for text in (page(director, "table-card", table.pk), page(director, "event-cards", night.pk)):
        assert reverse("pad", args=[token]) in text
        assert "<svg" in text


def test_one_kind_of_card_leads_and_every_other_code_stands_below_with_what_it_is_for(director):
    night = make_night(club=Club.objects.get())
    seat_table(night, "Ana", "Bruno")
    text = " ".join(page(director, "event-cards", night.pk).split())
    before, below = text.split('<section class="panel no-print" id="other-codes"')
    assert before.count("data-print") == 1 and before.count("<h2>Table 1</h2>") == 1
    assert "codes/" not in before[before.index("Table cards</h2>") :]
    for says in ("keep score, confirm and dispute on their own phones", "For every evening", "A card is lost?"):
        assert says in below
    assert "one phone keeps score" not in below


def test_an_ended_table_has_no_card(director):
    table = seat_table(make_night(club=Club.objects.get()), "Ana", "Bruno")
    end_table(table_id=table.pk, actor=SYSTEM)
    assert "No table here has a pad" in page(director, "table-card", table.pk)


def test_no_page_carries_inline_script_or_style(director):
    night = make_night(club=Club.objects.get())
    table = seat_table(night, "Ana", "Bruno")
    adjourn_table(table_id=seat_table(night, "Chiara", "Dovas").pk, actor=SYSTEM)
    texts = [
        page(director, "desk", night.pk),
        page(director, "event", night.pk),
        page(director, "table", table.pk),
        page(director, "table-card", table.pk),
        page(director, "event-new", night.club.slug),
        page(director, "roster", night.club.slug),
    ]
    for text in texts:
        assert " style=" not in text
        assert "<style" not in text
        assert "<script>" not in text
        assert " onclick=" not in text


def test_the_error_pages_say_what_to_do(client):
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Ask the director" in answer.content.decode()


def test_a_table_of_another_night_that_was_carried_on_names_where_it_began(client):
    table = make_table()
    Table.objects.filter(pk=table.pk).update(began_in=make_night(club=table.event.club, names=()))
    assert "began on Friday" in page(client, "table", table.pk)


@pytest.mark.parametrize("hidden", [0, 1])
def test_a_table_that_was_carried_on_names_no_event_to_who_may_not_see_it(client, hidden):
    second = make_night()
    first = make_night(club=second.club, names=())
    Event.objects.filter(pk=first.pk).update(name="Where it began")
    table = seat_table(second, "Ana", "Bruno")
    Table.objects.filter(pk=table.pk).update(began_in=first)
    set_event_visibility(event_id=(first, second)[hidden].pk, visibility="private", actor=SYSTEM)
    member = Client()
    member.force_login(second.club.members.get().user, backend=BACKEND)
    shown = ("tables", (second, first)[hidden].pk)
    told = reverse("table", args=[table.pk]) if hidden else "Where it began"
    assert told in page(member, *shown) and told not in page(client, *shown)
