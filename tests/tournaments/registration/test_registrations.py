"""People enter an event by themselves: who comes in at once, who waits, and what the director makes of it."""

import pytest
from django.utils import timezone

from tests.factories import make_club, make_night, make_user, seat_table, told
from tests.tournament_scenes import make_tournament, start
from tournaments.audit import SYSTEM, Actor
from tournaments.limits import NAME_WAITS
from tournaments.models import AuditEntry, Event, Player, Registration
from tournaments.selectors.coming import registration_list
from tournaments.services import registration
from tournaments.services.club.clubs import add_players
from tournaments.services.club.people import anonymise, merge
from tournaments.services.night import finish_event, mark_left
from tournaments.services.refusals import Missing, Refused
from tournaments.services.registration import (
    enter_as_oneself,
    forget_names,
    let_in,
    remove,
    renew_code,
    set_registration,
    wait_again,
    write_name,
)

pytestmark = pytest.mark.django_db

State = Registration.State


IN_BOTH = pytest.mark.parametrize("event", ["night", "tournament"], indirect=True)


@pytest.fixture
def event(request: pytest.FixtureRequest) -> Event:
    """With an open door, in a club that has two players, neither of whom is there."""
    club = make_club()
    add_players(club=club, names=["Ana Petraitė", "Bruno"], actor=SYSTEM)
    is_night = getattr(request, "param", "night") == "night"
    made = make_night(club=club, names=[]) if is_night else make_tournament(0, club=club)
    set_registration(event_id=made.pk, is_open=True, actor=SYSTEM)
    made.refresh_from_db()
    return made


@pytest.fixture
def director() -> Actor:
    return Actor(user=make_user("somebody who directs"))


def write(event: Event, name: str, *, origin: str = "hall", has_code: bool = False) -> Registration:
    return write_name(event_id=event.pk, name=name, origin=origin, has_code=has_code)


def entered(event: Event) -> list[str]:
    return sorted(event.entrants.values_list("player__name", flat=True))


def players() -> int:
    return Player.objects.count()


def test_a_name_that_waits_makes_nobody_a_player_and_leaves_no_entry_in_the_log(event):
    logged = AuditEntry.objects.count()
    revision = event.revision
    for number in range(12):
        write(event, f"Guest {number}")
    assert (entered(event), players(), AuditEntry.objects.count()) == ([], 2, logged)
    event.refresh_from_db()
    assert event.revision == event.outline == revision + 12, "the desk looks anew"
    assert registration_list(event).count == 12


@IN_BOTH
def test_who_has_the_doors_code_is_in_at_once(event):
    written = write(event, "Chiara", has_code=True)
    assert (written.state, entered(event), players()) == (State.LET_IN, ["Chiara"], 3)
    entry = AuditEntry.objects.filter(event=event).latest("pk")
    assert (entry.action, told(entry.after)["players"], entry.user) == ("registered", ["Chiara"], None)
    assert entry.after.get("present") is not False
    assert event.entrants.get().present == (event.kind == Event.Kind.CLUB_NIGHT)


@pytest.mark.parametrize("name", ["Bruno", "bruno", "Brun\u043e", "Ana Petraite"])
def test_whoever_looks_like_a_member_waits_even_with_the_code(event, name):
    assert write(event, name, has_code=True).state == State.WAITING
    assert (entered(event), players()) == ([], 2)
    ((written,),) = [burst.names for burst in registration_list(event).waiting]
    assert [player.name for player in written.like] in (["Bruno"], ["Ana Petraitė"])
    assert (written.same is not None) == (name.casefold() == "bruno")


@IN_BOTH
def test_a_member_comes_in_by_the_own_code(event):
    bruno = Player.objects.get(name="Bruno")
    enter_as_oneself(event_id=event.pk, player=bruno)
    enter_as_oneself(event_id=event.pk, player=bruno)
    assert (entered(event), players()) == (["Bruno"], 2)
    stranger = add_players(club=make_club(name="Vilnia"), names=["Bruno"], actor=SYSTEM)[0]
    for event_id, player in ((event.pk, stranger), (event.pk + 999, bruno)):
        with pytest.raises(Missing):
            enter_as_oneself(event_id=event_id, player=player)


@IN_BOTH
def test_the_directors_nod_makes_a_player_and_can_be_undone(event, director):
    one, other = write(event, "Chiara"), write(event, "Dovas")
    assert let_in(event_id=event.pk, registrations=[one.pk, other.pk], actor=director) == [one.pk, other.pk]
    assert let_in(event_id=event.pk, registrations=[one.pk], actor=director) == []
    assert (entered(event), players()) == (["Chiara", "Dovas"], 4)
    one.refresh_from_db()
    assert (one.name, one.said_name) == ("", "Chiara"), "a name stands in one place"
    wait_again(event_id=event.pk, registrations=[one.pk, other.pk], actor=director)
    assert (entered(event), players(), registration_list(event).count) == ([], 2, 2)


def test_the_director_says_who_it_is(event, director):
    written = write(event, "Brun\u043e")
    bruno = Player.objects.get(name="Bruno")
    let_in(event_id=event.pk, registrations=[written.pk], player=bruno.pk, actor=director)
    assert (entered(event), players()) == (["Bruno"], 2)
    wait_again(event_id=event.pk, registrations=[written.pk], actor=director)
    assert (entered(event), players()) == ([], 2), "whoever was a player before is one still"
    written.refresh_from_db()
    assert written.name == "Brun\u043e", "as it was written"


def test_the_director_says_that_it_is_somebody_new(event, director):
    written = write(event, "Ana Petraite")
    let_in(event_id=event.pk, registrations=[written.pk], actor=director)
    assert (entered(event), players()) == (["Ana Petraite"], 3)


def test_rubbish_goes_in_one_step_and_comes_back_in_one(event, director):
    rubbish = [write(event, f"Rubbish {number}", origin="elsewhere", has_code=True).pk for number in range(2)]
    rubbish += [write(event, f"More {number}", origin="elsewhere").pk for number in range(2)]
    kept = write(event, "Chiara")
    logged = AuditEntry.objects.count()
    assert remove(event_id=event.pk, registrations=rubbish, actor=director) == rubbish
    assert (entered(event), players(), AuditEntry.objects.count()) == ([], 2, logged + 1)
    assert registration_list(event).ids == [kept.pk]
    let_in(event_id=event.pk, registrations=rubbish[:2], actor=director)
    wait_again(event_id=event.pk, registrations=rubbish[2:], actor=director)
    assert (len(entered(event)), registration_list(event).count) == (2, 3)


def test_what_came_from_one_network_stands_together(event):
    for number, origin in enumerate(["hall", "elsewhere", "hall", "elsewhere", "elsewhere"]):
        write(event, f"Guest {number}", origin=origin)
    bursts = [[each.name for each in burst.names] for burst in registration_list(event).waiting]
    assert bursts == [["Guest 0", "Guest 2"], ["Guest 1", "Guest 3", "Guest 4"]]


@pytest.mark.parametrize("has_code", [True, False])
def test_who_taps_twice_is_one(event, has_code):
    first = write(event, "Chiara", has_code=has_code)
    assert write(event, "chiara", has_code=has_code) == first
    assert write(event, "Chiara", has_code=True) == first, "and who has the code is in"
    assert (Registration.objects.count(), entered(event)) == (1, ["Chiara"])


def test_the_same_name_from_elsewhere_is_looked_at(event):
    write(event, "Chiara", has_code=True)
    assert write(event, "Chiara", origin="elsewhere", has_code=True).state == State.WAITING


def test_full_shuts_those_out_who_have_no_code_and_nobody_else(event, director, monkeypatch):
    monkeypatch.setattr(registration, "MOST_WAITING", 2)
    waiting = [write(event, name).pk for name in ("Rubbish", "More")]
    with pytest.raises(Refused, match="registration-full"):
        write(event, "Chiara")
    assert write(event, "Chiara", has_code=True).state == State.LET_IN
    remove(event_id=event.pk, registrations=waiting, actor=director)
    assert write(event, "Dovas").state == State.WAITING
    monkeypatch.setattr(registration, "MOST_BY_THEMSELVES", 1)
    with pytest.raises(Refused, match="registration-full"):
        write(event, "Elena", has_code=True)


def test_a_closed_door_is_closed_for_everybody_but_the_directors_nod(event, director):
    waits = write(event, "Chiara")
    set_registration(event_id=event.pk, is_open=False, actor=director)
    for refused in (
        lambda: write(event, "Dovas"),
        lambda: write(event, "Dovas", has_code=True),
        lambda: enter_as_oneself(event_id=event.pk, player=Player.objects.get(name="Bruno")),
    ):
        with pytest.raises(Refused, match="registration-closed"):
            refused()
    let_in(event_id=event.pk, registrations=[waits.pk], actor=director)
    assert entered(event) == ["Chiara"]


def test_a_door_shuts_when_the_tournament_begins_and_nobody_is_let_in_any_more(director):
    event = make_tournament(4)
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    waits, came = write(event, "Chiara"), write(event, "Dovas", has_code=True)
    start(event)
    with pytest.raises(Refused, match="registration-closed"):
        write(event, "Elena", has_code=True)
    with pytest.raises(Refused, match="tournament-begun"):
        let_in(event_id=event.pk, registrations=[waits.pk], actor=director)
    remove(event_id=event.pk, registrations=[came.pk], actor=director)
    assert "Dovas" not in entered(event), "not checked in, so not drawn"


def test_who_was_seated_is_not_removed_and_neither_are_those_removed_with_him(director):
    event = make_night(names=["Ana"])
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    both = [write(event, name, has_code=True).pk for name in ("Chiara", "Dovas")]
    seat_table(event, "Ana", "Chiara")
    with pytest.raises(Refused, match="registration-played"):
        remove(event_id=event.pk, registrations=both, actor=director)
    assert entered(event) == ["Ana", "Chiara", "Dovas"]


def test_who_went_home_and_comes_back_waits_for_the_nod(director):
    event = make_night(names=["Ana"])
    set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)
    chiara = write(event, "Chiara", has_code=True)
    mark_left(event_id=event.pk, entrant_id=chiara.entrant_id, actor=director)
    again = write(event, "Chiara", has_code=True)
    assert (again.state, again == chiara) == (State.WAITING, False)
    let_in(event_id=event.pk, registrations=[again.pk], actor=director)
    assert event.entrants.get(player__name="Chiara").present


def test_a_new_player_who_is_in_another_event_by_now_stays_on_the_list(event, director):
    chiara = write(event, "Chiara", has_code=True)
    make_night(club=event.club, names=["Chiara"])
    remove(event_id=event.pk, registrations=[chiara.pk], actor=director)
    assert (entered(event), players()) == ([], 3)


def test_names_of_another_event_are_not_touched(event, director):
    foreign = write(event, "Chiara")
    another = make_night(club=make_club(name="Vilnia"), names=["Ana"])
    for service in (let_in, remove, wait_again):
        with pytest.raises(Missing):
            service(event_id=another.pk, registrations=[foreign.pk], actor=director)
    with pytest.raises(Missing):
        let_in(event_id=event.pk, registrations=[foreign.pk], player=another.club.players.get().pk, actor=director)


def test_an_event_that_is_over_has_no_door(event):
    finish_event(event_id=event.pk, actor=SYSTEM)
    with pytest.raises(Refused, match="registration-closed"):
        write(event, "Chiara", has_code=True)
    with pytest.raises(Refused, match="event-finished"):
        set_registration(event_id=event.pk, is_open=True, actor=SYSTEM)


def test_a_code_is_made_new_once_by_two_taps(event):
    for _ in range(2):
        renew_code(event_id=event.pk, edition=0, actor=SYSTEM)
    event.refresh_from_db()
    assert event.door_edition == 1
    entry = AuditEntry.objects.get(action="door-renewed")
    assert (entry.before, entry.after) == ({"version": 1}, {"version": 2})


def test_names_of_people_who_never_came_in_are_forgotten_after_a_week(event, director, monkeypatch):
    _waits, removed, came = (write(event, name) for name in ("Chiara", "Dovas", "Elena"))
    remove(event_id=event.pk, registrations=[removed.pk], actor=director)
    let_in(event_id=event.pk, registrations=[came.pk], actor=director)
    assert forget_names() == 0
    later = timezone.now() + NAME_WAITS
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert forget_names() == 1
    finish_event(event_id=event.pk, actor=director)
    assert forget_names() == 1
    assert (list(Registration.objects.all()), entered(event)) == ([came], ["Elena"])


@IN_BOTH
@pytest.mark.parametrize("says_who", [True, False])
def test_the_name_of_who_was_merged_lets_in_who_it_is_now(event, director, says_who):
    (again,) = add_players(club=event.club, names=["Ana P."], actor=SYSTEM)
    ana = Player.objects.get(name="Ana Petraitė")
    merge(into=ana, gone=again, actor=SYSTEM)
    written = write(event, "Ana P.", has_code=True)
    assert [name.like for burst in registration_list(event).waiting for name in burst.names] == [[ana]]
    let_in(event_id=event.pk, registrations=[written.pk], player=again.pk if says_who else None, actor=director)
    assert event.entrants.get().player == ana
    wait_again(event_id=event.pk, registrations=[written.pk], actor=director)
    written.refresh_from_db()
    assert (entered(event), written.said_name) == ([], "Ana P.")


def test_who_is_anonymous_is_nobody_to_be_taken_for(event, director):
    bruno = Player.objects.get(name="Bruno")
    anonymise(player=bruno, actor=SYSTEM, now=timezone.now())
    bruno.refresh_from_db()
    assert write(event, bruno.name, has_code=True).state == State.LET_IN
    assert write(event, "Bruno", has_code=True).entrant.player != bruno
    waiting = write(event, "Dovas")
    with pytest.raises(Missing):
        let_in(event_id=event.pk, registrations=[waiting.pk], player=bruno.pk, actor=director)


@IN_BOTH
def test_of_two_of_one_name_who_are_in_one_stays_when_the_other_goes(event, director):
    first = write(event, "Chiara")
    remove(event_id=event.pk, registrations=[first.pk], actor=director)
    second = write(event, "chiara", origin="elsewhere")
    wait_again(event_id=event.pk, registrations=[first.pk], actor=director)
    let_in(event_id=event.pk, registrations=[first.pk, second.pk], actor=director)
    remove(event_id=event.pk, registrations=[first.pk], actor=director)
    assert (entered(event), players()) == (["Chiara"], 3)
    remove(event_id=event.pk, registrations=[second.pk], actor=director)
    assert (entered(event), players()) == ([], 2)
