"""What the pages of a tournament share is made once a process; they show nothing else than if it were made anew."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models.signals import post_init
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.errors import ScoringError
from tests.confirmation_scenes import ask, later
from tests.factories import NAMES, correct, deal
from tests.tournament_scenes import ONE_DEAL, begun, draw, finish_table, ids, make_tournament, next_round, start
from tests.tournaments.pad.test_pad_revisions import OPEN, RandomEvening
from tournaments.audit import SYSTEM
from tournaments.models import Event, PadLink, Round, Seat, Stage
from tournaments.selectors import following
from tournaments.selectors.table.cards import TableCard
from tournaments.services.club.clubs import edit_player, set_club_visibility
from tournaments.services.desk import actions
from tournaments.services.refusals import Missing, Refused, Stale
from tournaments.services.stage import entrants, rounds, rulings

pytestmark = pytest.mark.django_db

PAGES = ("event", "wall", "desk", "cross-table", "bracket", "tables")
ONCE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|nonce-[\w+/=]+')


class Shown:
    """The pages of an event, as they are sent and as they are with nothing kept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, director: User, event: Event) -> None:
        self.monkeypatch = monkeypatch
        self.event = event
        self.client = Client()
        self.client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
        self.texts()

    def texts(self) -> dict[str, str]:
        addresses = [reverse(name, args=[self.event.pk]) for name in PAGES]
        addresses.append(reverse("why", args=[self.event.pk, ids(self.event)[0]]))
        return {each: ONCE.sub("", self.client.get(each).content.decode()) for each in addresses}

    def wrong(self) -> list[str]:
        now = timezone.now()
        with self.monkeypatch.context() as patched:
            patched.setattr(timezone, "now", lambda: now)
            sent = self.texts()
            patched.setattr(following, "_caches", {})
            anew = self.texts()
        return [address for address in sent if sent[address] != anew[address]]


class RandomTournament(RandomEvening):
    def entrant(self) -> dict[str, Any]:
        return {**self.of(), "entrant_id": self.chance.choice(ids(self.event))}

    def stage(self) -> Stage:
        return self.chance.choice(list(Stage.objects.filter(event=self.event).exclude(status=Stage.Status.PLANNED)))

    def forfeit(self) -> None:
        rulings.forfeit(**self.at(), seats=[self.chance.randrange(2)], reason="so")

    def tie(self) -> None:
        order = self.chance.sample(ids(self.event), 2)
        rulings.settle_tie(stage_id=self.stage().pk, order=order, reason="so", actor=SYSTEM)

    def acts(self) -> dict[str, Callable[[], object]]:
        return super().acts() | {
            "forfeit": self.forfeit,
            "lift": lambda: rulings.lift_ruling(**self.at(), reason="so"),
            "tie": self.tie,
            "rounds": lambda: actions.set_rounds(
                stage_id=self.stage().pk, rounds=self.chance.randint(2, 5), actor=SYSTEM
            ),
            "apart": lambda: entrants.keep_apart(**self.of(), groups=[ids(self.event)[:2]]),
            "withdraw": lambda: entrants.withdraw(**self.entrant()),
            "expel": lambda: entrants.expel(**self.entrant(), reason="so"),
            "reinstate": lambda: entrants.reinstate(**self.entrant()),
            "late": lambda: entrants.enter_late(**self.of(), name=f"Late {len(self.done)}", late_points=0),
        }


@pytest.mark.flood(1)
@pytest.mark.parametrize("stage", [("swiss", {"seats": 2, "rounds": 3}), ("single-elimination", {})])
def test_whatever_happens_in_a_tournament_its_pages_show_what_they_would_if_made_anew(
    monkeypatch: pytest.MonkeyPatch, admin_user: User, stage: tuple[str, dict[str, Any]]
) -> None:
    event = make_tournament(4, rules=OPEN | {"deals": 4}, stages=[stage, ("round-robin", {"seats": 2})])
    start(event)
    rounds.publish_round(round_id=draw(event).pk, actor=SYSTEM, minutes=30)
    evening, shown = RandomTournament(event, 7), Shown(monkeypatch, admin_user, event)
    for _ in range(40):
        name, act = evening.chance.choice([*evening.acts().items(), ("deal", evening.deal)])
        try:
            act()
        except (Refused, Stale, Missing, ScoringError, PadLink.DoesNotExist, Round.DoesNotExist):
            continue
        evening.done.add(name)
        assert shown.wrong() == [], name
    assert len(evening.done) > 12


def test_a_result_that_is_accepted_by_itself_is_among_the_places_though_nothing_was_written(client: Client) -> None:
    event = begun(4)
    ask(event, "table", accept=10)
    first, _second = next_round(event)
    deal(first, {"dealer": 0, "claimed": [0]})
    address = reverse("event", args=[event.pk])
    assert client.get(address).context["page"].stage.groups[0].rows[0].value == "0"
    with later(11):
        assert client.get(address).context["page"].stage.groups[0].rows[0].value == "1"


def test_after_a_tables_end_its_seats_alone_are_read_whatever_was_played_at_the_others(client: Client) -> None:
    event = begun(16, rules=ONE_DEAL | {"deals": 2}, stages=[("swiss", {"seats": 4, "rounds": 3})])
    ended, *others = next_round(event)
    address = reverse("event", args=[event.pk])
    client.get(address)
    for table in others:
        deal(table, {"dealer": table.first_dealer, "claimed": [2]})
    finish_table(ended, winner=1)
    read: list[Seat] = []

    def note(instance: Seat, **_signal: object) -> None:
        read.append(instance)

    post_init.connect(note, sender=Seat)
    try:
        page = client.get(address)
    finally:
        post_init.disconnect(note, sender=Seat)
    assert {seat.table_id for seat in read} == {ended.pk}
    scores = {card.id: [seat.score_text for seat in card.seats] for card in cards_of(page)}
    assert scores == {table.pk: ["0", "0", "1", "0"] for table in others} | {ended.pk: ["0", "2", "0", "0"]}


def cards_of(page: Any) -> list[TableCard]:
    return [each.card for each in page.context["page"].now.tables]


def test_the_new_name_of_a_substitute_is_on_the_pages_at_once(client: Client) -> None:
    event = begun(4)
    entrants.substitute(event_id=event.pk, entrant_id=ids(event)[0], name="Zita", actor=SYSTEM)
    address = reverse("event", args=[event.pk])
    assert "Zita" in client.get(address).content.decode()
    zita = event.entrants.get(substitute__isnull=False).substitute
    assert zita is not None
    edit_player(player=zita, name="Zoë", nickname="", colour=zita.colour, actor=SYSTEM)
    page = client.get(address).content.decode()
    assert "Zoë" in page
    assert "Zita" not in page


def test_of_an_event_that_is_over_nothing_is_kept() -> None:
    event = make_tournament(4)
    event.status = Event.Status.FINISHED
    made = [following.kept(event, "answer", object) for _ in range(2)]
    assert made[0] is not made[1]


@pytest.mark.parametrize("first", ["member", "stranger"])
def test_what_is_kept_for_members_is_not_what_is_kept_for_strangers(first: str) -> None:
    event = begun(names=NAMES)  # a shorter name may stand in a token by chance
    club, director = event.club, event.club.members.get().user
    set_club_visibility(club=club, visibility="public", shown_names="initials", actor=SYSTEM)
    member, stranger = Client(), Client()
    member.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    next_round(event)
    name = max(club.players.values_list("name", flat=True), key=len)
    addresses = [reverse(page, args=[event.pk]) for page in ("event", "wall", "cross-table", "tables")]
    for address in addresses:
        for client in (member, stranger) if first == "member" else (stranger, member):
            read = name in client.get(address).content.decode()
            assert read == (client is member), address


def test_who_scores_in_an_order_that_does_not_ask_for_the_score_is_shown_with_the_new_one(client: Client) -> None:
    event = begun(8, stages=[("swiss", {"seats": 4, "rounds": 2, "chain": ["wins", "lots"]})])
    first, second = next_round(event)
    finish_table(first, order=[0, 1, 2, 3])
    address = reverse("event", args=[event.pk])
    points_of(client.get(address))
    finish_table(first, order=[0, 3, 2, 1])
    finish_table(second, order=[0, 1, 2, 3])
    on_page = points_of(client.get(address))
    seats = list(first.seats.order_by("index").values_list("entrant", flat=True))
    assert [on_page[who] for who in seats] == ["4", "1", "2", "3"]


def test_a_corrected_deal_is_among_the_places_though_its_table_had_been_read(client: Client) -> None:
    event = begun(4, rules=ONE_DEAL, stages=[("swiss", {"rounds": 2})])
    table, _other = next_round(event)
    finish_table(table, winner=0)
    address = reverse("event", args=[event.pk])
    points_of(client.get(address))
    correct(table, 1, {"dealer": table.first_dealer, "claimed": [1]})
    on_page = points_of(client.get(address))
    seats = list(table.seats.order_by("index").values_list("entrant", flat=True))
    assert [on_page[who] for who in seats] == ["0", "1"]


def points_of(page: Any) -> dict[int, str]:
    (group,) = page.context["page"].stage.groups
    return {row.person.id: row.value for row in group.rows}
