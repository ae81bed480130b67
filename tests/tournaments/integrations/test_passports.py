"""Passports: signed, read anywhere, taken in as claims, and believed only while they are as they were made."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factories import announce, deal, make_club, make_night, mentions, seat_table
from tests.tournaments.club.test_anonymising import LATER, NOW, everything_stored
from tournaments.audit import SYSTEM
from tournaments.codes import player_code
from tournaments.exports.person import passport_of
from tournaments.imports.passports import BadPassport, own_fingerprints, read_passport, sealed
from tournaments.limits import LARGEST_PASSPORT
from tournaments.models import AuditEntry, ClaimedHistory, ClubCounts, Member, Player
from tournaments.selectors.integrations import history_of
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import anonymise, delete_player, forget_names_aside, merge
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
GAMES = [
    {
        "game": "vilnius",
        "from": "2026-11-20",
        "to": "2026-11-20",
        "tables": 1,
        "deals": 1,
        "places": [0, 1, 0, 0],
        "nights": [
            {"date": "2026-11-20", "tables": 1, "deals": 1, "places": [0, 1, 0, 0], "rating": 1490, "band": 300}
        ],
    }
]


def played() -> Player:
    """Ana has ended a table."""
    night = make_night(names=["Ana Longname", "Bruno", "Chiara", "Dovas"])
    table, empty = seat_table(night, "Ana Longname", "Bruno"), seat_table(night, "Chiara", "Dovas")
    deal(table, announce(1, 3, 3))
    for each in (table, empty):
        end_table(table_id=each.pk, actor=SYSTEM)
    finish_event(event_id=night.pk, actor=SYSTEM)
    return night.club.players.get(name="Ana Longname")


def foreign(settings, *, key: str = "of another installation, and long enough for it", **changes: object) -> str:
    """A passport that an installation with another key has made."""
    ours, settings.SECRET_KEY = settings.SECRET_KEY, key
    facts: dict[str, object] = {
        "club": "Vilnia",
        "player": "Ana L.",
        "number": 7,
        "issued_at": AT,
        "games": GAMES,
    } | changes
    text = sealed(**facts)  # type: ignore[arg-type]
    settings.SECRET_KEY = ours
    return text


def owner_of(player: Player) -> Client:
    client = Client()
    owner = player.club.members.get(role=Member.Role.OWNER).user
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def take_in(player: Player, text: str, **more: str) -> str:
    """The page that answers."""
    data = {"text": text, "seen": "yes"} | more
    return owner_of(player).post(reverse("passports", args=[player.pk]), data, follow=True).content.decode()


def test_it_tells_what_counts_by_game_and_night_with_ratings():
    player = played()
    passport = read_passport(passport_of(player, now=AT))
    (game,) = passport.games
    assert (passport.club, passport.player, passport.issued_at) == ("Neris", "Ana Longname", AT)
    assert (game["game"], game["tables"], game["deals"], game["places"]) == ("vilnius", 1, 1, [0, 1, 0, 0])
    (night,) = game["nights"]
    assert (night["date"], night["tables"]) == ("2026-11-20", 1) and 1000 < night["rating"] < 1500
    assert (passport.issuer, passport.number) == (own_fingerprints()[0], player.pk)


def test_the_latest_nights_are_told_and_the_sums_count_all():
    player = played()
    later = make_night(club=player.club, names=["Ana Longname", "Bruno"], on=date(2026, 11, 27))
    table = seat_table(later, "Ana Longname", "Bruno")
    deal(table, announce(1, 3, 3))
    end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=later.pk, actor=SYSTEM)
    (game,) = history_of(player, most_nights=1)
    assert (game["from"], game["to"], game["tables"]) == ("2026-11-20", "2026-11-27", 2)
    assert [night["date"] for night in game["nights"]] == ["2026-11-27"]


def test_the_player_gets_it_by_the_own_code_by_the_name_that_is_wished_and_no_stranger_does():
    player = played()
    Player.objects.filter(pk=player.pk).update(shown_names="initials")
    code = player_code(player.pk, player.code_edition)
    answer = Client().get(reverse("code-passport", args=[code]))
    assert read_passport(answer.content).player == "A. L."
    assert "attachment" in answer["Content-Disposition"]
    assert Client().get(reverse("code-passport", args=[f"{code[:-1]}~"])).status_code == 404
    assert Client().get(reverse("player-passport", args=[player.pk])).status_code == 302
    assert read_passport(owner_of(player).get(reverse("player-passport", args=[player.pk])).content)


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("tampered", lambda text: text.replace('"tables": 1', '"tables": 9')),
        ("tampered", lambda text: text.replace("Ana", "Eva")),
        ("unreadable", lambda text: text[: len(text) // 2]),
        ("unreadable", lambda _text: "PK\x03\x04"),
        ("unreadable", lambda _text: "[" * 100_000),
        ("unreadable", lambda text: text.replace('"club"', '"club": "Neris", "club"', 1)),
        ("unreadable", lambda text: text.replace("Vilnia", "\\ud800")),
        ("no-passport", lambda _text: '{"name": "Ana"}'),
        ("no-passport", lambda _text: "[]"),
        ("no-passport", lambda text: text.replace('"signature"', '"sign"')),
        ("no-passport", lambda _text: '{"capstone_passport": 1, "key": 7, "signature": [], "history": {}}'),
        ("version", lambda text: text.replace('"capstone_passport": 1', '"capstone_passport": 2')),
        ("too-large", lambda _text: "x" * (LARGEST_PASSPORT + 1)),
    ],
)
def test_what_was_changed_cut_off_or_is_something_else_is_refused(settings, code, change):
    with pytest.raises(BadPassport, match=code):
        read_passport(change(foreign(settings)))


def test_a_bad_file_is_told_so_in_words_and_nothing_is_taken_in(settings):
    (player,) = add_players(club=make_club(), names=["Ana"], actor=SYSTEM)
    text = foreign(settings).replace("Vilnia", "Neris")
    file = SimpleUploadedFile("passport.json", text.encode())
    client, page = owner_of(player), reverse("passports", args=[player.pk])
    for data in ({"file": file}, {"text": text, "seen": "yes"}):
        assert "changed after it was signed" in client.post(page, data).content.decode()
    assert "Choose a file." in client.post(page, {"seen": "yes"}).content.decode()
    binary = SimpleUploadedFile("passport.json", b"\xff\xfe" * 9)
    assert "damaged or cut off" in client.post(page, {"file": binary}).content.decode()
    large = SimpleUploadedFile("passport.json", b"x" * (LARGEST_PASSPORT + 1))
    assert "far too large" in client.post(page, {"file": large}).content.decode()
    assert not ClaimedHistory.objects.exists()


def test_an_older_one_that_tells_no_number_is_read_all_the_same(settings):
    assert read_passport(foreign(settings, number=None)).number is None


@pytest.mark.parametrize(
    "changes",
    [
        {"club": ""},
        {"club": "x" * 81},
        {"player": "Ana\nBruno"},
        {"number": "7"},
        {"number": 0},
        {"games": [{}]},
        {"games": [GAMES[0] | {"game": "<script>"}]},
        {"games": [GAMES[0] | {"tables": -1}]},
        {"games": [GAMES[0] | {"tables": True}]},
        {"games": [GAMES[0] | {"places": [1]}]},
        {"games": [GAMES[0] | {"from": "tomorrow"}]},
        {"games": [GAMES[0] | {"nights": [7]}]},
        {"games": GAMES * 21},
        {"issued_at": datetime(1, 1, 1, tzinfo=UTC)},  # moments that have no time in some zone
        {"issued_at": datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)},
    ],
)
def test_what_is_signed_and_yet_no_history_is_refused(settings, changes):
    with pytest.raises(BadPassport, match="malformed"):
        read_passport(foreign(settings, **changes))


def test_it_is_looked_at_first_then_shown_as_claimed_to_members_alone_and_counted_nowhere(settings):
    player, text = played(), foreign(settings)
    before = list(ClubCounts.objects.values_list())
    file = SimpleUploadedFile("passport.json", text.encode("utf-8-sig"))
    looked = owner_of(player).post(reverse("passports", args=[player.pk]), {"file": file}).content.decode()
    assert "Ana L., Vilnia" in looked and "Take it in as claimed" in looked and not ClaimedHistory.objects.exists()
    assert "Claimed: Vilnia" in take_in(player, text)
    page = f"{reverse('player', args=[player.pk])}?tab=tables"
    assert "Claimed: Vilnia" in owner_of(player).get(page).content.decode()
    assert "Vilnia" not in Client().get(page).content.decode()
    assert list(ClubCounts.objects.values_list()) == before
    claimed = ClaimedHistory.objects.get()
    assert "Ana L." not in json.dumps(claimed.games) and claimed.number == 7


def test_a_newer_one_of_the_same_club_comes_instead_and_an_older_one_is_refused(settings):
    player = played()
    take_in(player, foreign(settings))
    assert "taken in already" in take_in(player, foreign(settings))
    take_in(player, foreign(settings, issued_at=AT + timedelta(days=1)))
    assert "newer passport" in take_in(player, foreign(settings))
    assert [each.over_at is None for each in ClaimedHistory.objects.order_by("pk")] == [False, True]
    assert "of this very club" in take_in(player, passport_of(player, now=AT))
    _first, entry = AuditEntry.objects.filter(action="history-claimed").order_by("pk")
    claims = ClaimedHistory.objects.order_by("pk").values_list("pk", flat=True)
    assert [facts["passport"] for facts in (entry.before, entry.after)] == [*claims]


def test_two_clubs_of_one_name_are_told_apart_by_who_has_signed(settings):
    player = played()
    take_in(player, foreign(settings))
    take_in(player, foreign(settings, key="of a third installation, and long enough for it, too"))
    assert ClaimedHistory.objects.filter(over_at=None).count() == 2


def test_what_was_claimed_can_be_taken_away_by_the_own_club_alone(settings):
    player = played()
    take_in(player, foreign(settings))
    away = reverse("passport-away", args=[player.pk, ClaimedHistory.objects.get().pk])
    stranger = add_players(club=make_club(name="Vilnia"), names=["Eva"], actor=SYSTEM)[0]
    assert owner_of(stranger).post(away).status_code == 404
    answer = owner_of(player).post(away, follow=True).content.decode()
    assert "Removed." in answer and "Claimed: Vilnia" not in answer
    assert owner_of(player).post(away).status_code == 404


def test_it_goes_with_a_merge_and_with_a_name_that_is_forgotten(settings):
    player = played()
    again, mistaken = add_players(club=player.club, names=["Ana again", "Mistake"], actor=SYSTEM)
    take_in(again, foreign(settings))
    take_in(mistaken, foreign(settings, club="Elsewhere"))
    merge(into=player, gone=again, actor=SYSTEM)
    page = f"{reverse('player', args=[player.pk])}?tab=tables"
    assert "Claimed: Vilnia" in owner_of(player).get(page).content.decode()
    delete_player(player=mistaken, actor=SYSTEM)
    anonymise(player=player, actor=SYSTEM, now=NOW)
    assert "Vilnia" not in owner_of(player).get(page).content.decode()
    forget_names_aside(now=LATER)
    assert not ClaimedHistory.objects.exists() and not mentions(everything_stored(), "Ana")
    assert owner_of(player).get(reverse("player-passport", args=[player.pk])).status_code == 404


def test_the_command_verifies_without_a_network_and_by_whom_it_is_signed(settings, tmp_path: Path, capsys):
    file = tmp_path / "passport.json"
    file.write_text(foreign(settings))
    call_command("passport", "verify", str(file))
    said = capsys.readouterr().out
    assert "Ana L., Vilnia, 2026-11-22" in said and "Vilnius" in said
    signer = said.splitlines()[1].removeprefix("signed by ")
    call_command("passport", "verify", str(file), issuer=signer)
    call_command("passport", "fingerprint")
    own = capsys.readouterr().out.splitlines()[-1]
    assert own != signer and own in Client().get(reverse("passport-issuer")).content.decode()
    with pytest.raises(CommandError, match="not who you named"):
        call_command("passport", "verify", str(file), issuer=own)
    file.write_text(foreign(settings).replace("Vilnia", "Neris"))
    with pytest.raises(CommandError, match="changed after it was signed"):
        call_command("passport", "verify", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("passport", "verify", str(tmp_path / "none"))
