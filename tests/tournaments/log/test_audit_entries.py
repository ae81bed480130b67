"""What services write into the log: who, what it was before, and what it is now."""

import json
import re
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories import announce, deal, make_night, make_user, pad_token, seat_table, told
from tests.tournament_scenes import draw, finish_table, ids, make_tournament, next_round, start
from tests.tournaments.proofs.scenes import check_log
from tournaments.audit import Actor
from tournaments.models import AuditEntry, Event, Player, Seat, Table
from tournaments.permissions import pad_to_score
from tournaments.services import night
from tournaments.services.club import clubs
from tournaments.services.desk import actions
from tournaments.services.stage import entrants, planning, preview, rounds, rulings
from tournaments.services.table import claims, confirmations, deals, life
from tournaments.words.log.fields import LABELS, NOT_SHOWN

pytestmark = pytest.mark.django_db

Facts = Mapping[str, Any] | None


class Night:
    """A club night: Ana and Bruno at table 1, Chiara and Dovas at table 2, Elena free."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.night = make_night(names=["Ana", "Bruno", "Chiara", "Dovas", "Elena"])
        self.table = seat_table(self.night, "Ana", "Bruno")
        self.other = seat_table(self.night, "Chiara", "Dovas")

    def seat(self, name: str) -> Seat:
        return Seat.objects.get(entrant__player__name=name)

    def entrant(self, name: str) -> int:
        return self.night.entrants.get(player__name=name).pk

    def at_the_table(self) -> dict[str, Any]:
        return {"table_id": self.table.pk, "actor": self.actor}

    def of_the_event(self) -> dict[str, Any]:
        return {"event_id": self.night.pk, "actor": self.actor}

    def left(self) -> None:
        night.mark_left(**self.of_the_event(), entrant_id=self.entrant("Elena"))

    def back(self) -> None:
        self.left()
        night.add_entrants_by_name(**self.of_the_event(), names=["Elena", "Faust", "Ana"])

    def finished(self) -> None:
        for table in (self.table, self.other):
            life.end_table(table_id=table.pk, actor=self.actor)
        night.finish_event(**self.of_the_event())

    def sat_down(self) -> None:
        night.sit_down(**self.of_the_event(), entrant_id=self.entrant("Elena"), table_id=self.table.pk)

    def taken_back(self) -> None:
        life.take_back_table(**self.at_the_table())

    def exchanged(self) -> None:
        first, second = self.seat("Ana").pk, self.seat("Bruno").pk
        night.exchange_seats(event_id=self.night.pk, first_id=first, second_id=second, actor=self.actor)

    def adjourned(self) -> None:
        life.adjourn_table(**self.at_the_table())

    def resumed(self) -> None:
        self.adjourned()
        life.resume_table(**self.at_the_table(), event_id=self.night.pk)

    def reopened(self) -> None:
        life.end_table(**self.at_the_table())
        life.reopen_table(**self.at_the_table())

    def dealer(self) -> None:
        deals.set_first_dealer(**self.at_the_table(), seat=1, base_revision=None)

    def corrected(self) -> None:
        deal(self.table, announce(1, 3, 3))
        given = {"number": 1, "client_id": uuid.uuid4(), "base_revision": None, "reason": "miscounted"}
        deals.correct_deal(**self.at_the_table(), **given, payload=announce(1, 3, 2))

    def called(self) -> None:
        claims.call_director(**self.at_the_table(), note="a card is missing")

    def came(self) -> None:
        self.called()
        claims.answer_call(**self.at_the_table())

    def told(self) -> None:
        night.send_message(**self.of_the_event(), table_id=self.table.pk, text="Ten minutes")

    def asks_for_confirmations(self) -> None:
        given = {"mode": "table", "accept_minutes": 5, "correction_minutes": 20}
        confirmations.set_confirmation(**self.of_the_event(), **given)

    def edited(self) -> None:
        ana = self.seat("Ana").entrant.player
        clubs.edit_player(player=ana, name="Ana P.", nickname="", colour="teal", actor=self.actor)

    def got_up(self) -> None:
        self.sat_down()
        night.get_up(**self.of_the_event(), seat_id=self.seat("Elena").pk)

    def discarded(self) -> None:
        night.discard_event(**self.of_the_event())

    def archived(self) -> None:
        self.left()
        clubs.archive_player(player=Player.objects.get(name="Elena"), archived=True, actor=self.actor)

    def returned(self) -> None:
        self.archived()
        clubs.add_players(club=self.night.club, names=["Elena"], actor=self.actor)

    def hidden(self) -> None:
        night.rank_by_average(**self.of_the_event(), by_average=True)
        clubs.set_event_visibility(**self.of_the_event(), visibility="private")

    def club_hidden(self) -> None:
        given = {"visibility": "unlisted", "shown_names": "initials"}
        clubs.set_club_visibility(club=self.night.club, actor=self.actor, **given)

    def name_chosen(self) -> None:
        clubs.choose_shown_name(player=self.seat("Ana").entrant.player, shown_names="call", actor=self.actor)

    def ratings_hidden(self) -> None:
        clubs.set_ratings_for(club=self.night.club, ratings_for="insiders", ratings_begin="seasons", actor=self.actor)

    def left_out(self) -> None:
        clubs.set_unranked(player=self.seat("Ana").entrant.player, unranked=True, actor=self.actor)

    def code_lost(self) -> None:
        clubs.renew_player_code(player=self.seat("Ana").entrant.player, edition=0, actor=self.actor)

    def codes_lost(self) -> None:
        life.renew_codes(**self.of_the_event(), tables=[self.table.pk, self.other.pk], newest=10**6)

    def corrected_after_the_end(self) -> None:
        self.finished()
        Event.objects.update(codes_end_at=datetime(2026, 1, 2, tzinfo=UTC))
        life.make_codes_good_again(**self.of_the_event())


NIGHT: dict[str, tuple[Callable[[Night], None], Facts, Facts]] = {
    "player-left": (Night.left, {"player": "Elena", "present": True}, {"player": "Elena", "present": False}),
    "players-here": (Night.back, {"present": False}, {"players": ["Elena", "Faust"], "present": True}),
    "event-finished": (Night.finished, {"status": "open"}, {"status": "finished"}),
    "seats-exchanged": (Night.exchanged, {"seats": ["Ana", "Bruno"]}, {"seats": ["Bruno", "Ana"]}),
    "seat-taken": (
        Night.sat_down,
        {"seats": ["Ana", "Bruno"]},
        {"player": "Elena", "seats": ["Ana", "Bruno", "Elena"]},
    ),
    "seat-left": (Night.got_up, {"seats": ["Ana", "Bruno", "Elena"]}, {"player": "Elena", "seats": ["Ana", "Bruno"]}),
    "event-discarded": (Night.discarded, {"status": "open"}, {"status": "discarded"}),
    "player-archived": (Night.archived, {"archived": False}, {"player": "Elena", "archived": True}),
    "player-returned": (Night.returned, {"archived": True}, {"player": "Elena", "archived": False}),
    "table-taken-back": (Night.taken_back, {"status": "playing"}, {"status": "undone"}),
    "table-adjourned": (Night.adjourned, {"status": "playing"}, {"status": "adjourned"}),
    "table-resumed": (Night.resumed, {"status": "adjourned"}, {"status": "playing"}),
    "table-reopened": (Night.reopened, {"status": "closed"}, {"status": "playing"}),
    "first-dealer": (Night.dealer, {"dealer": "Ana"}, {"dealer": "Bruno"}),
    "correction": (
        Night.corrected,
        {"deal": 1, "payload": announce(1, 3, 3)},
        {"deal": 1, "version": 2, "payload": announce(1, 3, 2), "reason": "miscounted"},
    ),
    "director-called": (Night.called, None, {"note": "a card is missing"}),
    "call-answered": (Night.came, {"note": "a card is missing"}, None),
    "message": (Night.told, None, {"text": "Ten minutes"}),
    "confirmation-set": (
        Night.asks_for_confirmations,
        {"confirmation_mode": "none", "accept_minutes": 10, "correction_minutes": 30},
        {"confirmation_mode": "table", "accept_minutes": 5, "correction_minutes": 20},
    ),
    "ranking-set": (Night.hidden, {"by_average": False}, {"by_average": True}),
    "event-visibility-set": (Night.hidden, {"visibility": ""}, {"visibility": "private"}),
    "club-ratings-set": (
        Night.ratings_hidden,
        {"ratings_for": "all", "ratings_begin": "once"},
        {"ratings_for": "insiders", "ratings_begin": "seasons"},
    ),
    "player-ranking-set": (Night.left_out, {"player": "Ana", "unranked": False}, {"player": "Ana", "unranked": True}),
    "club-visibility-set": (
        Night.club_hidden,
        {"visibility": "public", "shown_names": "full"},
        {"visibility": "unlisted", "shown_names": "initials"},
    ),
    "crest-set": (
        lambda a: clubs.set_logo(club=a.night.club, png=b"", actor=a.actor),
        {"crest": "drawn"},
        {"crest": "own"},
    ),
    "player-name-shown": (Night.name_chosen, {"shown_names": ""}, {"player": "Ana", "shown_names": "call"}),
    "code-renewed": (Night.code_lost, {"player": "Ana", "version": 1}, {"player": "Ana", "version": 2}),
    "player-edited": (
        Night.edited,
        {"player": "Ana P.", "colour": "purple"},
        {"player": "Ana P.", "edited": ["name"], "colour": "teal"},
    ),
    "codes-renewed": (Night.codes_lost, {"tables": [1, 2]}, {"tables": [1, 2]}),
    "codes-good-again": (Night.corrected_after_the_end, {"until": "2026-01-02T00:00:00+00:00"}, {}),
}


class Tournament:
    """P1 to P4 in a Swiss of tables of two; the first stage runs."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.event: Event = make_tournament(4)
        self.stage = start(self.event)

    def of_the_event(self) -> dict[str, Any]:
        return {"event_id": self.event.pk, "actor": self.actor}

    def checked_out(self) -> None:
        entrants.check_in(**self.of_the_event(), entrants=ids(self.event)[:1], present=False)
        entrants.check_in(**self.of_the_event(), entrants=ids(self.event)[:2], present=False)

    def not_entered(self) -> None:
        (new,) = entrants.enter(**self.of_the_event(), entries=[entrants.ListedEntrant(name="New")])
        entrants.take_back_entries(**self.of_the_event(), entrants=[new.pk])

    def seeded(self) -> None:
        entrants.seed_by_hand(**self.of_the_event(), entrants=ids(self.event)[::-1])

    def entered_better(self) -> None:
        entries = [entrants.ListedEntrant(name="P1", rating=1500.0), entrants.ListedEntrant(name="New")]
        entrants.enter(**self.of_the_event(), entries=entries)

    def withdrew(self) -> None:
        entrants.withdraw(**self.of_the_event(), entrant_id=ids(self.event)[0])

    def substituted(self) -> None:
        entrants.substitute(**self.of_the_event(), entrant_id=ids(self.event)[0], name="Zita")

    def fixed(self) -> None:
        entrants.fix_table(**self.of_the_event(), entrant_id=ids(self.event)[0], table=7)

    def apart(self) -> None:
        entrants.keep_apart(**self.of_the_event(), groups=[ids(self.event)[:2]])

    def more_rounds(self) -> None:
        actions.set_rounds(stage_id=self.stage.pk, rounds=5, actor=self.actor)

    def longer_matches(self) -> None:
        actions.set_match(stage_id=self.stage.pk, terms={"games": 3}, actor=self.actor)

    def other_chain(self) -> None:
        given = {"stage_id": self.stage.pk, "chain": ["score", "wins"]}
        rulings.set_chain(**given, seen=rulings.preview_chain(**given).seal, actor=self.actor)

    def undone(self) -> None:
        planning.undo_start(stage_id=self.stage.pk, actor=self.actor)

    def published(self) -> None:
        rounds.publish_round(round_id=draw(self.event).pk, actor=self.actor, minutes=40)

    def exchanged(self) -> None:
        first, second, *_ = ids(self.event)
        preview.exchange_in_preview(round_id=draw(self.event).pk, first=first, second=second, actor=self.actor)

    def seated_otherwise(self) -> None:
        first = ids(self.event)[0]
        preview.seat_in_preview(round_id=draw(self.event).pk, entrants=[first], to="bye", actor=self.actor)

    def pinned(self) -> None:
        preview.pin_in_preview(round_id=draw(self.event).pk, what=2, pinned=True, actor=self.actor)

    def drawn_again(self) -> None:
        self.seated_otherwise()
        preview.redraw_preview(round_id=self.stage.rounds.get().pk, actor=self.actor)

    def back(self) -> None:
        self.seated_otherwise()
        preview.undo_in_preview(round_id=self.stage.rounds.get().pk, actor=self.actor)

    def discarded(self) -> None:
        preview.discard_preview(round_id=draw(self.event).pk, actor=self.actor)

    def tables(self) -> list[Table]:
        return next_round(self.event, minutes=30)

    def clock(self) -> None:
        rounds.start_clock(round_id=self.tables()[0].round_id, actor=self.actor)

    def longer(self) -> None:
        rounds.set_clock(round_id=self.tables()[0].round_id, minutes=45, actor=self.actor)

    def extra(self) -> None:
        rounds.give_extra_time(table_id=self.tables()[0].pk, minutes=5, actor=self.actor)

    def ruled(self) -> None:
        table = self.tables()[0]
        finish_table(table)
        rulings.decide_places(table_id=table.pk, places=[2, 1], reason="the cards lay so", actor=self.actor)


TOURNAMENT: dict[str, tuple[Callable[[Tournament], None], Facts, Facts]] = {
    "checked-out": (Tournament.checked_out, {"present": True}, {"players": ["P2"], "present": False}),
    "entries-undone": (Tournament.not_entered, {"players": ["New"], "entered": True}, {"entered": False}),
    "seeded": (
        Tournament.seeded,
        {"players": ["P1", "P2", "P3", "P4"]},
        {"players": ["P4", "P3", "P2", "P1"], "how": "by-hand"},
    ),
    "entered": (
        Tournament.entered_better,
        {"entries": [{"player": "P1", "rating": None}]},
        {"players": ["New"], "entries": [{"player": "P1", "rating": 1500.0}]},
    ),
    "entrant-status": (Tournament.withdrew, {"status": "active"}, {"player": "P1", "status": "withdrawn"}),
    "substitute": (Tournament.substituted, {"substitute": None}, {"player": "P1", "substitute": "Zita"}),
    "table-fixed": (Tournament.fixed, {"fixed_table": None}, {"player": "P1", "fixed_table": 7}),
    "kept-apart": (Tournament.apart, {"groups": []}, {"groups": [["P1", "P2"]]}),
    "rounds-set": (Tournament.more_rounds, {"stage": 1, "rounds": 3}, {"stage": 1, "rounds": 5}),
    "match-set": (Tournament.longer_matches, {"stage": 1, "match": [1, "wins"]}, {"match": [3, "wins"]}),
    "chain-set": (Tournament.other_chain, {"stage": 1}, {"stage": 1, "chain": ["score", "wins"]}),
    "stage-start-undone": (Tournament.undone, {"status": "running"}, {"stage": 1, "status": "planned"}),
    "round-published": (Tournament.published, {"status": "preview"}, {"status": "published", "minutes": 40}),
    "preview-edited": (Tournament.exchanged, {"status": "preview", "byes": []}, {"round": 1, "byes": []}),
    "preview-seated": (Tournament.seated_otherwise, {"status": "preview", "byes": []}, {"byes": ["P1"]}),
    "preview-pinned": (Tournament.pinned, {"pinned": []}, {"pinned": [2]}),
    "preview-redrawn": (Tournament.drawn_again, {"byes": ["P1"]}, {"byes": []}),
    "preview-undone": (Tournament.back, {"byes": ["P1"]}, {"byes": []}),
    "preview-discarded": (Tournament.discarded, {"status": "preview", "byes": []}, {"round": 1, "status": "undone"}),
    "clock-started": (Tournament.clock, {"clock": "not-started"}, {"round": 1, "clock": "running"}),
    "clock-set": (Tournament.longer, {"minutes": 30}, {"round": 1, "minutes": 45}),
    "extra-time": (Tournament.extra, {"minutes": 0}, {"minutes": 5}),
    "ruling": (
        Tournament.ruled,
        {"kind": "decision", "value": [1, 2]},
        {"value": [2, 1], "reason": "the cards lay so"},
    ),
}


SCENES = [(Night, action, *told) for action, told in NIGHT.items()]
SCENES += [(Tournament, action, *told) for action, told in TOURNAMENT.items()]


def names_in(*facts: Any) -> set[str]:
    """Which of the club's people are called in them by name."""
    names = {*Player.objects.values_list("name", flat=True), *User.objects.values_list("username", flat=True)}
    return names & {text for each in facts for text in re.findall(r'"([^"]*)"', json.dumps(each, ensure_ascii=False))}


@pytest.mark.parametrize(("scene", "action", "act", "before", "after"), SCENES, ids=[each[1] for each in SCENES])
def test_the_log_tells_who_before_and_after(scene, action, act, before, after):
    director = make_user("director")
    act(scene(Actor(user=director)))
    entry = AuditEntry.objects.filter(action=action).latest("pk")
    assert entry.user == director
    for facts, wanted in ((told(entry.before), before), (told(entry.after), after)):
        assert facts is None if wanted is None else {key: facts[key] for key in wanted} == dict(wanted)
        assert [key for key in facts or {} if key not in {*LABELS, *NOT_SHOWN}] == [], "every fact has its label"
    assert names_in(entry.before, entry.after) == set(), "people stand in the log by id"
    if entry.event:
        check_log(entry.event)


def test_a_deal_that_ends_its_table_tells_that_too():
    night = make_night(names=["Ana", "Bruno"], game="colonial-italian", rules={"deals": 1, "cards": "optional"})
    deal(seat_table(night, "Ana", "Bruno"), {"dealer": 0, "claimed": [1]})
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.before, entry.after["status"]) == ("deal", {"status": "playing"}, "finished")


def test_a_seats_own_phone_is_told_from_the_tables():
    night = make_night(names=["Ana", "Bruno"])
    table = seat_table(night, "Ana", "Bruno")
    link = table.pad_links.get()
    for token, seat in ((link.token, None), (pad_token(table, 1), 1)):
        claims.call_director(table_id=table.pk, note=f"from {seat}", actor=pad_to_score(token).actor)
        entry = AuditEntry.objects.latest("pk")
        assert (entry.user, entry.pad_link, entry.seat) == (None, link, seat)


def test_a_pad_link_is_told_by_its_number_and_never_by_its_secret():
    table = seat_table(make_night(names=["Ana", "Bruno"]), "Ana", "Bruno")
    first, second = table.pad_links.get(), life.renew_pad_link(table_id=table.pk, actor=Actor())
    life.revoke_pad_link(table_id=table.pk, actor=Actor())
    renewed, revoked = AuditEntry.objects.filter(table=table).order_by("pk")
    assert (renewed.before, renewed.after) == ({"link": first.pk}, {"link": second.pk})
    assert (revoked.before, revoked.after) == ({"link": second.pk}, {"link": None})
