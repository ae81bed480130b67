"""A pad asks when its own table is concerned: nothing that it shows changes without its revision rising."""

import random
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.errors import ScoringError
from tests.confirmation_scenes import CONFIRMED, DISPUTED, ask, change, phone, say
from tests.factories import NAMES, deal, make_night, pad_token, seat_table
from tests.tournament_scenes import draw, ids, make_tournament, start
from tests.tournaments.boards.scenes import team_event
from tests.tournaments.log.test_audit_entries import SCENES
from tournaments.audit import SYSTEM, Actor
from tournaments.formats.boards import BOARDS
from tournaments.models import Event, PadLink, ProposedCorrection, Round, Seat, Stage, Table
from tournaments.selectors.following import table_revisions
from tournaments.services import night as nights
from tournaments.services.club.clubs import edit_player
from tournaments.services.desk import actions
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.stage import entrants, late_corrections, planning, rounds, rulings
from tournaments.services.table import claims, confirmations, deals, life
from tournaments.services.table.proposed_corrections import answer_proposed_correction

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
OPEN = {"cards": "optional"}
TOLD_BY_TIME = ("server_now", "seconds_left")


def states() -> dict[int, Json | None]:
    """What each table's pad shows, and that of one seat; None where the address opens nothing."""
    return {table.pk: state_of(table) for table in Table.objects.all()}


def state_of(table: Table) -> Json | None:
    if not PadLink.objects.filter(table=table, revoked_at=None).exists():
        return None
    answers = [Client().get(f"/pad/{pad_token(table, seat)}/state/").json() for seat in (None, 0)]
    for answer in answers:
        for name in TOLD_BY_TIME:
            (answer["clock"] or {}).pop(name, None)
    return {"table": answers[0], "seat": answers[1]}


class Pads:
    """What the pads of all tables show, and by which revisions."""

    def __init__(self) -> None:
        self.states = states()
        self.revisions = {pk: newest.revision for pk, newest in table_revisions(list(self.states)).items()}

    def silent(self) -> list[int]:
        """The tables that show something else than when last asked for, though their revision has not risen, and
        those whose pad says another revision than it has: at a board an earlier one, where another board moved it.
        """
        known, was, now = self.states, self.revisions, Pads()
        self.states, self.revisions = now.states, now.revisions
        changed = [pk for pk, state in known.items() if now.states[pk] != state]
        silent = [pk for pk in changed if now.revisions[pk] <= was[pk]]
        shown = {pk: state["table"]["revision"] for pk, state in now.states.items() if state}
        boards = {*Table.objects.filter(decided=BOARDS).values_list("pk", flat=True)}
        return silent + [
            pk
            for pk, revision in shown.items()
            if revision > now.revisions[pk] or (revision < now.revisions[pk] and pk not in boards)
        ]


@pytest.mark.flood
@pytest.mark.parametrize(("scene", "action", "act"), [each[:3] for each in SCENES], ids=[each[1] for each in SCENES])
def test_no_action_of_the_log_changes_a_pad_in_silence(scene: Any, action: str, act: Callable[[Any], object]) -> None:
    played = scene(Actor())
    pads = Pads()
    act(played)
    assert pads.silent() == []


class RandomEvening:
    """Whatever the services allow, in any order; what they refuse changes nothing."""

    def __init__(self, event: Event, seed: int) -> None:
        self.event = event
        self.chance = random.Random(seed)
        self.done: set[str] = set()

    def table(self) -> Table:
        return self.chance.choice(list(Table.objects.filter(event=self.event)))

    def at(self) -> Json:
        return {"table_id": self.table().pk, "actor": SYSTEM}

    def of(self) -> Json:
        return {"event_id": self.event.pk, "actor": SYSTEM}

    def round(self) -> int:
        return self.chance.choice(list(Round.objects.filter(status="published").values_list("pk", flat=True)) or [0])

    def deal(self) -> None:
        table = self.table()
        seat, link = self.chance.choice([None, 0, 1]), PadLink.objects.filter(table=table, revoked_at=None).first()
        dealer = (table.first_dealer + table.deal_count) % 2
        deals.record_deal(
            table_id=table.pk,
            payload={"dealer": dealer, "claimed": [self.chance.randrange(2)]},
            client_id=uuid.uuid4(),
            base_revision=None,
            actor=Actor(pad_link=link, seat=seat if link else None),
        )

    def correct(self) -> None:
        payload = self.chance.choice([None, {"dealer": 0, "claimed": [1]}])
        given = {"payload": payload, "client_id": uuid.uuid4(), "base_revision": None}
        deals.correct_deal(**self.at(), number=self.chance.randint(1, 3), **given)

    def propose(self) -> None:
        asked = self.chance.choice([{"kind": "void", "number": 1}, {"kind": "exchange", "seats": [0, 1], "from": 1}])
        change(self.table(), asked, self.chance.randrange(2))

    def answer(self) -> None:
        for proposed in ProposedCorrection.objects.filter(answer="")[:1]:
            answer = self.chance.choice(["agreed", "declined", "withdrawn"])
            actor = phone(proposed.table, self.chance.randrange(2))
            answer_proposed_correction(proposed_id=proposed.pk, answer=ProposedCorrection.Answer(answer), actor=actor)

    def said(self) -> None:
        verdict, table = self.chance.choice([CONFIRMED, DISPUTED]), self.table()
        by_deal = [1] if self.event.confirmation == "deal" else []
        say(table, verdict, self.chance.randrange(2), *by_deal, reason="so")

    def ask(self) -> None:
        mode = self.chance.choice(Event.ConfirmationMode.values)
        ask(self.event, mode, accept=self.chance.choice([0, 10, None]), correct=self.chance.choice([0, 30]))
        self.event.refresh_from_db()

    def rename(self) -> None:
        player = self.chance.choice(list(Seat.objects.filter(table__event=self.event))).entrant.player
        edit_player(player=player, name=f"{player.name}'", nickname="", colour=player.colour, actor=SYSTEM)

    def replace(self) -> None:
        entrants.substitute(**self.of(), entrant_id=self.chance.choice(ids(self.event)), name="Zita")

    def exchange(self) -> None:
        one, other = self.chance.sample(list(Seat.objects.filter(table__event=self.event)), 2)
        nights.exchange_seats(**self.of(), first_id=one.pk, second_id=other.pk)

    def message(self) -> None:
        to = self.chance.choice([None, self.table().pk])
        nights.send_message(**self.of(), table_id=to, text="Ten minutes")

    def dealer(self) -> None:
        deals.set_first_dealer(**self.at(), seat=self.chance.randrange(2), base_revision=None)

    def late(self) -> None:
        asked = late_corrections.DealChange(1, None, uuid.uuid4())
        replay = self.chance.random() < 0.5
        late_corrections.correct_late(**self.at(), change=asked, replay=replay, reason="late")

    def ruled(self) -> None:
        rulings.decide_places(**self.at(), places=[1, 2], reason="so")

    def next_round(self) -> None:
        rounds.publish_round(round_id=draw(self.event).pk, actor=SYSTEM, minutes=30)

    def next_stage(self) -> None:
        for stage in Stage.objects.filter(event=self.event, status=Stage.Status.PLANNED)[:1]:
            planning.start_stage(stage_id=stage.pk, entrants=ids(self.event), actor=SYSTEM)

    def acts(self) -> dict[str, Callable[[], object]]:
        everywhere: dict[str, Callable[[], object]] = {
            "deal": self.deal, "another deal": self.deal, "correct": self.correct, "propose": self.propose,
            "answer": self.answer, "said": self.said, "ask": self.ask, "rename": self.rename, "dealer": self.dealer,
            "message": self.message, "exchange": self.exchange,
            "call": lambda: claims.call_director(**self.at(), note="a card"),
            "came": lambda: claims.answer_call(**self.at()),
            "rule": lambda: confirmations.rule(**self.at(), reason="so"),
            "renew": lambda: life.renew_pad_link(**self.at()),
            "end": lambda: life.end_table(**self.at()),
            "reopen": lambda: life.reopen_table(**self.at()),
            "adjourn": lambda: life.adjourn_table(**self.at()),
            "resume": lambda: life.resume_table(**self.at(), event_id=self.event.pk),
        }  # fmt: skip
        if self.event.kind == Event.Kind.CLUB_NIGHT:
            return everywhere | {
                "finish": lambda: nights.finish_event(**self.of()),
                "goes on": lambda: nights.reopen_event(**self.of()),
            }
        return everywhere | {
            "next round": self.next_round, "next stage": self.next_stage, "late": self.late, "ruled": self.ruled,
            "replace": self.replace,
            "clock": lambda: rounds.start_clock(round_id=self.round(), actor=SYSTEM),
            "pause": lambda: rounds.pause_clock(round_id=self.round(), actor=SYSTEM),
            "reset": lambda: rounds.reset_clock(round_id=self.round(), actor=SYSTEM),
            "minutes": lambda: rounds.set_clock(round_id=self.round(), minutes=50, actor=SYSTEM),
            "extra": lambda: rounds.give_extra_time(**self.at(), minutes=5),
            "undo": lambda: rounds.undo_round(round_id=self.round(), actor=SYSTEM),
            "time up": lambda: actions.set_time_up(**self.of(), time_up=self.chance.choice(["deal", "lap"])),
        }  # fmt: skip

    def play(self, *, acts: int) -> list[str]:
        """What changed a pad in silence."""
        pads, silent = Pads(), []
        for _ in range(acts):
            name, act = self.chance.choice(list(self.acts().items()))
            try:
                act()
            except (Refused, Stale, Missing, ScoringError, PadLink.DoesNotExist, Round.DoesNotExist):
                continue
            self.done.add(name)
            silent += [f"{name} at table {pk}" for pk in pads.silent()]
        return silent


@pytest.mark.flood(1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
def test_nothing_of_a_night_changes_a_pad_in_silence(seed: int) -> None:
    night = make_night(game="colonial-italian", rules=OPEN, names=NAMES)
    for one, other in zip(NAMES[::2], NAMES[1::2], strict=True):
        seat_table(night, one, other)
    evening = RandomEvening(night, seed)
    assert evening.play(acts=70) == []
    assert len(evening.done) > 12


@pytest.mark.flood(2)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("stage", [("swiss", {"seats": 2, "rounds": 3}), ("single-elimination", {})])
@pytest.mark.slow
def test_nothing_of_a_tournament_changes_a_pad_in_silence(stage: tuple[str, Json], seed: int) -> None:
    rules = OPEN | {"deals": 2}
    event = make_tournament(4, rules=rules, stages=[stage, ("round-robin", {"seats": 2})])
    start(event)
    rounds.publish_round(round_id=draw(event).pk, actor=SYSTEM, minutes=30)
    evening = RandomEvening(event, seed)
    assert evening.play(acts=70) == []
    assert len(evening.done) > 12


@pytest.mark.flood(1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
def test_nothing_of_a_team_match_changes_a_pad_in_silence(seed: int) -> None:
    event = team_event(4, boards=2, rounds=2)
    event.rules |= {"deals": 2}
    event.save()
    start(event)
    rounds.publish_round(round_id=draw(event).pk, actor=SYSTEM, minutes=30)
    evening = RandomEvening(event, seed)
    assert evening.play(acts=70) == []
    assert len(evening.done) > 12


def test_what_happens_at_a_table_leaves_the_pads_of_the_others_alone() -> None:
    night = make_night(game="colonial-italian", rules=OPEN)
    first, second = seat_table(night, "Ana", "Bruno"), seat_table(night, "Chiara", "Dovas")
    was = table_revisions([first.pk, second.pk])
    deal(first, {"dealer": 0, "claimed": [1]})
    claims.call_director(table_id=first.pk, note="", actor=SYSTEM)
    nights.send_message(event_id=night.pk, table_id=first.pk, text="Coming", actor=SYSTEM)
    now = table_revisions([first.pk, second.pk])
    risen = [now[each.pk].revision - was[each.pk].revision for each in (first, second)]
    assert risen == [3, 0]
    nights.send_message(event_id=night.pk, table_id=None, text="Lunch", actor=SYSTEM)
    now = table_revisions([first.pk, second.pk])
    assert {newest.revision for newest in now.values()} == {was[first.pk].revision + 4}
