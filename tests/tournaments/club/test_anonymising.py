"""Erased: results stay, the name is nowhere."""

import json
import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CharField, JSONField, TextField
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import announce, correct, deal, make_night, make_user, seat_table
from tests.tournament_scenes import make_tournament, start
from tests.tournaments.calendar.scenes import at, planned
from tests.tournaments.ladder.ladders import a_ladder
from tests.tournaments.season.seasons import a_season
from tournaments.audit import SYSTEM, Actor
from tournaments.codes import code_to_open, player_code
from tournaments.models import (
    AuditEntry,
    Club,
    ComingNight,
    Deal,
    Delivery,
    Event,
    Ladder,
    Member,
    Message,
    Player,
    Season,
    Webhook,
    plain_letters,
)
from tournaments.models.fields import FractionField
from tournaments.services.calendar import open_coming
from tournaments.services.club.clubs import add_players, edit_player
from tournaments.services.club.forgetting import ADDRESSES, ERASED, WHERE, forget_names
from tournaments.services.club.people import anonymise, forget_names_aside, give_name_back
from tournaments.services.integrations.trusted import set_frames
from tournaments.services.integrations.webhooks import add_webhook
from tournaments.services.night import finish_event, mark_left, send_message
from tournaments.services.refusals import Refused
from tournaments.services.registration import let_in, set_registration, write_name
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

NAME, NICKNAME = "Žygimantas Čepas", "Žygčius"
NOW = timezone.now()
LATER = NOW + timedelta(days=7)


SENIOR = f"{NAME} senior"
NUMBER = "LTU-170.3"
ELSEWHERE = "https://neris.example"
OF_PEOPLE = (
    f"https://hooks.example/{quote(NAME)}/",
    "https://zygimantas-cepas.example:8443/told",
    "https://hooks.example/club?of=zygimantas+cepas",
    "https://hooks.example/Zygcius",
)


def played() -> Player:
    """A night that is over, at which they were named wherever somebody can be."""
    night = make_night(names=[NAME, "Bruno", SENIOR])
    player = night.club.players.get(name=NAME)
    called = {"name": NAME, "nickname": NICKNAME, "federation_number": NUMBER}
    edit_player(player=player, **called, colour="gold", actor=SYSTEM)
    table = seat_table(night, NAME, "Bruno", SENIOR)
    deal(table, announce(1, 3, 3))
    correct(table, 1, announce(1, 3, 2), reason=f"{NAME} took one, said {NICKNAME}")
    send_message(event_id=night.pk, table_id=None, text=f"{NAME}, come to the desk with {SENIOR}!", actor=SYSTEM)
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return player


def played_and_named_after() -> Player:
    """And whatever a club may call by its people, and where they have it told."""
    player = played()
    club = player.club
    birthday = planned(club=club, name=f"Birthday of {NAME}")
    finish_event(event_id=open_coming(night_id=birthday.pk, now=at(birthday), actor=SYSTEM).pk, actor=SYSTEM)
    planned(club=club, name=f"{NICKNAME} and friends")
    season = a_season(club)
    type(season).objects.filter(pk=season.pk).update(name=f"Farewell of {NAME}")
    ladder = a_ladder(club)
    type(ladder).objects.filter(pk=ladder.pk).update(name=f"{NAME}’s ladder")
    for address in (*OF_PEOPLE, f"{ELSEWHERE}/told"):
        add_webhook(club=club, address=address, topics=["deal"], actor=SYSTEM)
    set_frames(club=club, framed_by=f"https://zygimantas-cepas.example {ELSEWHERE}", actor=SYSTEM)
    return player


def everything_stored() -> str:
    """Every row of every table."""
    with connection.cursor() as cursor:
        found = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found)


def is_stored(name: str) -> bool:
    """Also as JSON and addresses write it. SENIOR is somebody else."""
    text = everything_stored().replace(SENIOR, "").replace(escaped(SENIOR), "")
    return any(each in text for each in (name, escaped(name), quote(name), plain_letters(name).replace(" ", "-")))


def escaped(name: str) -> str:
    return json.dumps(name)[1:-1]


def test_after_seven_days_the_name_is_nowhere_in_the_database_and_the_results_are_all_there():
    player = played_and_named_after()
    deals = list(Deal.objects.values_list("number", "version", "payload"))
    points = player.entries.get().seats.get().score
    anonymise(player=player, actor=SYSTEM, now=NOW)
    assert forget_names_aside(now=LATER - timedelta(seconds=1)) == 0
    assert is_stored(NAME)
    assert forget_names_aside(now=LATER) == 1
    assert [is_stored(NAME), is_stored(NICKNAME), is_stored("Žygimantas"), is_stored(NUMBER)] == [False] * 4
    assert list(Deal.objects.values_list("number", "version", "payload")) == deals
    assert player.entries.get().seats.get().score == points
    with pytest.raises(Refused, match="name-gone"):
        give_name_back(player=player, actor=SYSTEM)


@pytest.mark.parametrize("written", ["žygimantas čepas", "ŽYGIMANTAS  Čepas"])
def test_however_it_was_typed_in_a_note(written):
    player = played()
    send_message(event_id=player.entries.get().event_id, table_id=None, text=f"{written}!", actor=SYSTEM)
    anonymise(player=player, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    assert not is_stored(written)


def test_also_as_it_was_misspelt_at_a_door():
    player = played()
    door = make_night(club=player.club, names=["Chiara"])
    set_registration(event_id=door.pk, is_open=True, actor=SYSTEM)
    written = write_name(event_id=door.pk, name="Zygimants Cepas", origin="hall", has_code=False)
    let_in(event_id=door.pk, registrations=[written.pk], player=player.pk, actor=Actor(user=make_user("z")))
    mark_left(event_id=door.pk, entrant_id=door.entrants.get(player=player).pk, actor=SYSTEM)
    anonymise(player=player, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    assert not is_stored("Zygimants")
    written.refresh_from_db()
    assert written.said_name == f"Anonymous {player.pk}"


def test_what_a_club_calls_by_somebody_keeps_the_rest_of_its_name():
    player = played_and_named_after()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    number = f"#{player.pk}"
    nights = set(ComingNight.objects.values_list("name", flat=True))
    assert nights == {f"Birthday of {number}", f"{number} and friends"}
    assert Event.objects.filter(name=f"Birthday of {number}").exists()
    named = [Season.objects.get().name, Ladder.objects.get().name]
    assert named == [f"Farewell of {number}", f"{number}’s ladder"]


def test_an_address_that_holds_the_name_is_told_nothing_more_and_the_others_go_on():
    player = played_and_named_after()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    webhooks = [(webhook.address, webhook.off_at is None) for webhook in Webhook.objects.all()]
    assert sorted(webhooks) == sorted([(ERASED, False)] * len(OF_PEOPLE) + [(f"{ELSEWHERE}/told", True)])
    assert not Delivery.objects.filter(webhook__address=ERASED, due_at__isnull=False).exists()
    assert Club.objects.get().framed_by == ELSEWHERE
    assert AuditEntry.objects.get(action="frames-set").after == {"framed_by": f"{ERASED} {ELSEWHERE}"}


def test_what_was_drawn_of_an_event_that_is_over_no_longer_tells_the_name(client):
    player = played()
    address, part = reverse("event", args=[Event.objects.get().pk]), {"HX-Request": "true"}
    assert NICKNAME in client.get(address, headers=part).content.decode()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    assert NICKNAME not in client.get(address, headers=part).content.decode()


def test_a_name_of_one_word_is_no_reason_to_change_the_address_of_a_server():
    night = make_night(names=["Neris"])
    add_webhook(club=night.club, address=f"{ELSEWHERE}/told", topics=["deal"], actor=SYSTEM)
    forget_names(night.club, name="Neris", nickname="", instead="#1")
    assert Webhook.objects.get().address == f"{ELSEWHERE}/told"


def test_also_in_letters_that_only_their_own_alphabet_has():
    night = make_night(names=["Ольга Берг"])
    send_message(event_id=night.pk, table_id=None, text="ОЛЬГА БЕРГ, ольга берг", actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    anonymise(player=Player.objects.get(), actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    assert not re.search("берг", everything_stored(), re.IGNORECASE)


def test_a_page_of_an_event_that_is_over_is_drawn_without_it_where_it_had_been_drawn_with_it(client):
    player = played()
    page = f"/events/{player.entries.get().event_id}/"
    asked = {"HX-Request": "true"}
    assert NICKNAME in client.get(page, headers=asked).content.decode()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    assert NICKNAME not in client.get(page, headers=asked).content.decode()


def test_who_has_the_form_open_does_not_write_the_name_back():
    player = played()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    with pytest.raises(Refused, match="player-gone"):
        edit_player(player=player, name=NAME, nickname="", colour="gold", actor=SYSTEM)
    forget_names_aside(now=LATER)
    assert not is_stored(NAME)


def due_in_a_tournament() -> Player:
    event = make_tournament(4)
    start(event)
    event.entrants.update(present=False)
    return event.entrants.latest("pk").player


def standing_in_at_a_table() -> Player:
    night = make_night(names=["Ana", "Bruno"])
    (stands_in,) = add_players(club=night.club, names=["Chiara"], actor=SYSTEM)
    seat_table(night, "Ana", "Bruno").seats.filter(index=0).update(substitute=stands_in)
    return stands_in


@pytest.mark.parametrize(
    ("scene", "code"), [(due_in_a_tournament, "player-due"), (standing_in_at_a_table, "still-seated")]
)
def test_who_is_to_play_is_not_made_anonymous_under_the_hand(scene, code):
    player = scene()
    with pytest.raises(Refused, match=code):
        anonymise(player=player, actor=SYSTEM, now=NOW)
    assert not Player.objects.exclude(anonymised_at=None).exists()


def test_somebody_whose_name_holds_it_keeps_theirs():
    player = played()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    assert Message.objects.get().text == f"#{player.pk}, come to the desk with {SENIOR}!"


@pytest.mark.parametrize(("language", "word"), [("en", "Anonymous"), ("it", "Anonimo"), ("lt", "Anonimas")])
def test_in_its_place_stands_a_number_in_the_language_of_whoever_reads(client, language, word):
    player = played()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    with translation.override(language):
        assert str(Player.objects.get(pk=player.pk)) == f"{word} {player.pk}"
    for page in (f"/events/{player.entries.get().event_id}/", f"/players/{player.pk}/", "/clubs/neris/all-time/"):
        text = client.get(page, headers={"Accept-Language": language}).content.decode()
        assert NAME not in text.replace(SENIOR, "")
        assert NICKNAME not in text
        assert f"{word} {player.pk}" in text


def test_for_seven_days_everything_can_be_as_it_was_and_the_old_code_opens_again():
    player = played()
    member = Member.objects.create(club=player.club, user=make_user("z"), role=Member.Role.PLAYER, player=player)
    code = player_code(player.pk, player.code_edition)
    before = Player.objects.filter(pk=player.pk).values().get()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    assert code_to_open(code).is_outdated
    assert Member.objects.get(pk=member.pk).player is None
    for _tap in range(2):
        give_name_back(player=player, actor=SYSTEM)
    assert Player.objects.filter(pk=player.pk).values().get() == before
    assert code_to_open(code).player == player
    assert Member.objects.get(pk=member.pk).player == player
    assert forget_names_aside(now=LATER) == 0


def test_of_two_who_are_forgotten_neither_leaves_half_of_the_others_name():
    player = played()
    for each in (player, player.club.players.get(name=SENIOR)):
        anonymise(player=each, actor=SYSTEM, now=NOW)
    forget_names_aside(now=LATER)
    assert "senior" not in everything_stored()


def test_the_name_is_free_for_somebody_new_who_has_to_give_it_up_before_it_comes_back():
    player = played()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    (somebody,) = add_players(club=player.club, names=[NAME.upper()], actor=SYSTEM)
    assert somebody != player
    with pytest.raises(Refused, match="name-taken"):
        give_name_back(player=player, actor=SYSTEM)


def test_the_number_that_a_page_shows_is_not_a_name_to_be_entered():
    player = played()
    anonymise(player=player, actor=SYSTEM, now=NOW)
    (somebody,) = add_players(club=player.club, names=[f"Anonymous {player.pk}"], actor=SYSTEM)
    assert somebody != player


def test_who_is_in_the_room_is_not_made_anonymous():
    night = make_night(names=[NAME])
    player = night.club.players.get()
    with pytest.raises(Refused, match="player-here"):
        anonymise(player=player, actor=SYSTEM, now=NOW)
    assert Player.objects.get().name == NAME


def test_cards_and_colours_stay_what_they_are_whatever_a_player_is_called():
    night = make_night(game="colonial-italian", names=["O3", "Bruno"])
    table = seat_table(night, "O3", "Bruno")
    hands = {"0": ["P3", "O3", "G2", "G3", "O3", "P1"], "1": ["O3", "G3", "P2", "O3", "G3", "O1"]}
    deal(table, {"dealer": 0, "hands": hands})
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    forget_names(night.club, name="O3", nickname="", instead="#1")
    assert Deal.objects.get().payload["hands"] == hands
    assert AuditEntry.objects.get(action="deal").after["payload"]["hands"] == hands


NO_NAMES = {
    # The club's own words, numbers of rows, cards, secrets
    "Club.name", "Club.slug", "Event.rules", "Event.keep_apart",
    "EventForecast.sums", "EventForecast.handicap", "Event.handicap", "Entrant.handicap", "Stage.options",
    "StageEntry.handicap", "Round.seating",
    "Drawing.answer", "Drawing.request", "EventCounts.counts", "ClubCounts.counts",
    "EventFeat.kind", "EventFeat.detail", "EventReport.moments", "EventReport.places", "TableBend.story",
    "TableBend.steps", "Season.stored_rules",
    "League.stored_rules", "Fixture.players", "Fixture.decided", "LeagueTable.sitting", "Table.decided",
    "Ladder.stored_rules", "Ladder.order",
    "Event.log_head", "AuditEntry.facts_hash", "AuditEntry.previous_hash",
    "PreviewStep.before", "PreviewStep.entrants", "Ruling.value", "Contribution.said", "Invitation.code_hash",
    "PadLink.edition", "PadLink.printed_hash", "Registration.origin", "PlayerMerge.answers", "PlayerMerge.asking",
    "PlayerMerge.entries", "PlayerMerge.members", "PlayerMerge.seats", "PlayerMerge.substitutes", "NameAside.asking",
    "NameAside.members", "ToldAchievement.key", "ApiToken.secret_hash", "ApiAnswer.request_hash", "ClubLogo.picture",
    "Webhook.topics", "Webhook.edition", "Webhook.edition_before", "Delivery.kind",
    "Delivery.told", "Delivery.fault",
    "ClaimedHistory.issuer", "ClaimedHistory.club", "ClaimedHistory.games", "StoredFile.name",
    # Of who has an account; gone within a day
    "OutgoingMail.to", "OutgoingMail.subject", "OutgoingMail.text",
    # Gone at once, whomever it names
    "ApiAnswer.answer",
    # Where the name itself stands
    "Player.name", "Player.nickname", "NameAside.name", "NameAside.nickname",
    "Player.federation_number", "NameAside.federation_number",
}  # fmt: skip
CODES = {"action", "backed_on", "colour", "game", "phone", "unit"}


def test_every_column_that_may_name_somebody_is_cleaned_or_known_to_name_nobody():
    looked_at = {f"{texts.model.__name__}.{column}" for texts in (*WHERE, *ADDRESSES) for column in texts.columns}
    columns = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.local_concrete_fields
        if isinstance(field, CharField | TextField | JSONField)
        if not field.choices and not isinstance(field, FractionField) and field.name not in CODES
    }
    assert columns - looked_at == NO_NAMES
