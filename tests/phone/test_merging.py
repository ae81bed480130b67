"""The answer to a saved deal, put into what the phone knew, is what the server would tell it anew."""

import json
import random
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.games import GAMES
from tests.confirmation_scenes import CONFIRMED, DISPUTED, ask, change, say
from tests.factories import NAMES, announce, correct, deal, make_night, make_table, pad_token, seat_table
from tests.phone import engine
from tests.phone.random_tables import Json
from tests.phone.test_projection import a_payload
from tests.tournament_scenes import make_tournament, next_round, start
from tests.tournaments.boards.scenes import begun_teams, decide, team_event
from tournaments.audit import SYSTEM, Actor
from tournaments.models import Event, Round, Table
from tournaments.selectors.pad.phones import pad_confirmations
from tournaments.selectors.pad.state import deal_facts, pad_state
from tournaments.selectors.table.page import table_page
from tournaments.services.night import send_message
from tournaments.services.refusals import Refused
from tournaments.services.stage.rounds import start_clock
from tournaments.services.table.claims import call_director
from tournaments.words.table.deals import author_words

pytestmark = pytest.mark.django_db

SHORT = {"cards": "optional", "deals": 5}


def state_at(token: str) -> Json:
    state: Json = Client().get(f"/pad/{token}/state/").json()
    return state


def send(token: str, payload: Json, *, base: int) -> Any:
    body = {"client_id": str(uuid.uuid4()), "base_revision": base, "payload": payload}
    return Client().post(f"/pad/{token}/deals/", json.dumps(body), content_type="application/json")


def shown(states: list[Json]) -> list[Json]:
    """Without the seconds that have passed between two answers."""
    lasting = ("ends_at", "state", "warnings", "allowed")
    return [state | {"clock": state["clock"] and {name: state["clock"][name] for name in lasting}} for state in states]


def merged(cases: list[tuple[Json, Json]]) -> list[Json]:
    assert all(engine.ask("store/merging", "follows", cases))
    known = engine.whole(*(state for state, _ in cases))
    return engine.ask(
        "store/merging", "withNews", [[state, news] for state, (_, news) in zip(known, cases, strict=True)]
    )


class Evening:
    """Every deal that is saved from a phone of this table, with what the phone knew and what it is told afterwards."""

    def __init__(self, table: Table, seed: object) -> None:
        self.table = table
        self.chance = random.Random(f"{seed}")
        self.seats = table.seats.count()
        self.cases: list[tuple[Json, Json]] = []
        self.fresh: list[Json] = []

    def save(self) -> None:
        token = pad_token(self.table, self.chance.choice([None, *range(self.seats)]))
        known = state_at(token)
        answer = send(token, a_payload(self.chance, self.table.event.game, known), base=known["revision"])
        if answer.status_code == 200:
            self.cases.append((known, answer.json()["news"]))
            self.fresh.append(state_at(token))

    def something_else(self) -> None:
        """What may happen at a table between two deals; what is not possible now does not happen."""
        seat, last = self.chance.randrange(self.seats), self.table.deals.count()
        acts = [
            lambda: correct(self.table, self.chance.randint(1, last or 1), None),
            lambda: say(self.table, CONFIRMED, seat, last),
            lambda: say(self.table, DISPUTED, seat, last, reason="no"),
            lambda: change(self.table, {"kind": "void", "number": last}, seat),
            lambda: change(self.table, {"kind": "exchange", "seats": [0, 1], "from": 1}, seat),
            lambda: send_message(event_id=self.table.event_id, table_id=None, text="Lunch", actor=SYSTEM),
            lambda: call_director(table_id=self.table.pk, note="a card", actor=SYSTEM),
        ]
        try:
            self.chance.choice(acts)()
        except (Refused, ScoringError):
            return

    def goes_on(self, *, deals: int) -> None:
        for _ in range(deals):
            self.save()
            if self.chance.random() < 0.4:
                self.something_else()

    @property
    def on_the_phone(self) -> Any:
        """After each save, by the answer to it."""
        return shown(merged(self.cases))

    @property
    def on_the_server(self) -> Any:
        return shown(engine.whole(*self.fresh))


@pytest.mark.flood
@pytest.mark.parametrize("mode", Event.ConfirmationMode.values)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_the_answer_tells_makes_the_state_that_the_server_would_tell(game: str, mode: str) -> None:
    rules = {option.name: SHORT[option.name] for option in GAMES[game].options if option.name in SHORT}
    table = seat_table(make_night(game=game, rules=rules, names=NAMES[:3]), *NAMES[:3])
    ask(table.event, mode, accept=0 if mode == "deal" else 10)
    table.refresh_from_db()
    evening = Evening(table, f"{game} {mode}")
    evening.goes_on(deals=14)
    assert len(evening.cases) > 3
    assert evening.on_the_phone == evening.on_the_server


def test_at_a_board_the_answer_tells_of_the_match_too() -> None:
    event = team_event(2, boards=2, rounds=1)
    event.rules = SHORT
    event.save()
    start(event)
    one, two = next_round(event)
    decide(two, (1, 1))
    evening = Evening(one, "boards")
    while not evening.fresh or evening.fresh[-1]["table"]["status"] == "playing":
        evening.save()
    assert evening.on_the_phone == evening.on_the_server
    own, other = evening.fresh[-1]["match"]["boards"]
    assert (len(own["points"]), other["points"]) == (2, ["½", "½"])


def test_a_phone_that_has_not_heard_of_another_board_when_it_saves_asks_once_more() -> None:
    event = team_event(2, boards=2, rounds=1)
    event.rules = SHORT
    event.save()
    start(event)
    one, two = next_round(event)
    token, cases = pad_token(one), []
    for number in range(4):
        before = state_at(token)
        if number == 2:
            deal(two, {"dealer": two.first_dealer, "claimed": [0]})
        sent = {"dealer": (one.first_dealer + number) % 2, "claimed": [0]}
        cases.append((before, send(token, sent, base=before["revision"]).json()["news"]))
    assert engine.ask("store/merging", "follows", cases) == [True, True, False, True]


def test_of_two_states_of_a_board_alone_the_newer_tells_more_of_the_other_boards() -> None:
    one, two = next_round(begun_teams(2, boards=2, rounds=1))
    before = state_at(pad_token(one))
    decide(two, (1, 2))
    after = state_at(pad_token(one))
    assert before["revision"] == after["revision"]
    assert engine.ask("store/merging", "isOlder", [(before, after), (after, before), (after, after)]) == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("mode", Event.ConfirmationMode.values)
def test_a_table_that_its_clock_ends_is_told_by_the_answer_too(mode: str) -> None:
    event = make_tournament(3, game="vilnius", rules={}, stages=[("swiss", {"seats": 3, "rounds": 2})])
    ask(event, mode)
    start(event)
    (table,) = next_round(event, minutes=30)
    start_clock(round_id=table.round_id, actor=SYSTEM)
    evening = Evening(table, mode)
    evening.save()
    Round.objects.filter(pk=table.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=30))
    evening.goes_on(deals=2)
    assert evening.on_the_phone == evening.on_the_server
    assert evening.fresh[-1]["table"]["status"] == "closed"


@pytest.mark.parametrize("game", ["vilnius", "colonial-italian"])
def test_what_goes_without_saying_of_a_deal_is_put_in_again(game: str) -> None:
    table = seat_table(make_night(game=game, rules={}, names=NAMES[:3]), *NAMES[:3])
    ask(table.event, "deal")
    evening = Evening(table, game)
    told = []
    for _ in range(12):
        evening.save()
        evening.something_else()
        actor, now = Actor(seat=evening.chance.choice([None, 0, 1, 2])), timezone.now()
        page = table_page(table.pk)
        said = pad_confirmations(page, by=author_words, actor=actor, now=now).deals
        facts = [deal_facts(line, "") | said[line.number] for line in page.deals]
        told.append((pad_state(page, actor=actor, words=lambda line: "", by=author_words, now=now), facts))
    known = engine.whole(*engine.as_json([state for state, _ in told]))
    assert [state["deals"] for state in known] == engine.as_json([facts for _, facts in told])
    assert known == engine.whole(*known)


def test_news_that_do_not_follow_on_what_the_phone_knows_are_not_put_in() -> None:
    table = make_table()
    token = pad_token(table)
    known = state_at(token)
    call_director(table_id=table.pk, note="a card", actor=SYSTEM)
    news = send(token, announce(1, 3, 3), base=known["revision"]).json()["news"]
    elsewhere = known | {"table": known["table"] | {"event": {"id": 0}}, "revision": news["since"]}
    now = state_at(token)
    assert engine.ask("store/merging", "follows", [[known, news], [elsewhere, news], [now, news]]) == [
        False,
        False,
        True,
    ]
    deal(table, announce(0, 3, 3))
    newer = state_at(token)
    assert engine.ask("store/merging", "withNews", [[newer, news]]) == [newer]
