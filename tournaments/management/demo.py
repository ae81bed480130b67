"""A club to look around in, made through the services: a year of nights in all four games, one still running."""

from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from itertools import islice
from random import Random
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import transaction

from scoring.deals import Deal as PlayedDeal
from scoring.deals import ShowdownDeal, VilniusDeal
from scoring.games import GAMES
from scoring.result import RecordedTable, TableResult
from scoring.showdown.game import ShowdownGame
from scoring.showdown.verdict import Showdown
from scoring.vilnius.game import AnnouncementGame
from tournaments.audit import SYSTEM, Actor
from tournaments.formats.seating import seat_at_random, table_sizes
from tournaments.management.demo_tournament import load_tournaments
from tournaments.models import Club, Confirmation, Event, Table
from tournaments.selectors.table.deal_history import current_deals
from tournaments.services.club.clubs import add_players, create_club, edit_player
from tournaments.services.night.messages import send_message
from tournaments.services.night.nights import add_entrants, create_club_night, finish_event
from tournaments.services.night.seating import open_tables
from tournaments.services.table.calls import call_director
from tournaments.services.table.confirmations import confirm_or_dispute, set_confirmation
from tournaments.services.table.deals import correct_deal, record_deal
from tournaments.services.table.life import adjourn_table

ROSTER = {
    "Ana Petrauskaitė": "Ana",
    "Bruno Ferri": "",
    "Chiara Lombardi": "Chia",
    "Dovydas Kazlauskas": "Dovas",
    "Elena Rossetti": "",
    "Faust Mikalauskas": "",
    "Giulia Conti": "",
    "Henrikas Žukauskas": "Henris",
    "Ieva Stankevičiūtė-Bartkienė": "Ieva",
    "Jonas Urbonas": "",
    "Karolina Vaitkutė": "Karo",
    "Lorenzo de’ Santi": "",
    "Milda Ivanauskienė": "",
    "Nicolò Barbieri": "Nico",
}

# The four games in turn, with the options a club would try out.
PROGRAMME: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("vilnius", "Vilnius night", {}),
    ("colonial-italian", "Colonial night", {"deals": 12}),
    ("protean", "Protean night", {"score": "cubits", "deals": 10}),
    ("vilnius", "Vilnius night", {"no_trump": True}),
    ("colonial-visions", "Visions of 1993", {"race_to": 5}),
    ("colonial-italian", "Betting night", {"score": "cubits", "earth_deck": True, "deals": 12}),
)
NIGHTS = 26


@transaction.atomic
def load_demo(*, today: date, username: str, nights: int = NIGHTS, seed: int = 1979) -> Club:
    random = Random(seed)
    owner, _ = get_user_model().objects.get_or_create(username=username, defaults={"password": "!"})
    club = create_club(name="Pyramid Club Neris", owner=owner, actor=SYSTEM)
    players = add_players(club=club, names=ROSTER, actor=SYSTEM)
    for player in players:
        if nickname := ROSTER[player.name]:
            edit_player(player=player, name=player.name, nickname=nickname, colour=player.colour, actor=SYSTEM)
    load_tournaments(club, players, today=today, play=partial(_play_table, random=Random(seed)))
    for night in range(nights, -1, -1):
        game, name, rules = PROGRAMME[-night % len(PROGRAMME)]
        event = create_club_night(
            club=club,
            name=name,
            game=game,
            rules=rules,
            date=today - timedelta(days=14 * night),
            actor=SYSTEM,
        )
        tonight = random.sample(players, random.randint(7, 12)) if night else players[:11]
        entrants = [e.pk for e in add_entrants(event_id=event.pk, players=tonight, actor=SYSTEM)]
        tables = _open_tables(event, entrants, random)
        if night:
            _play_out(tables, random, adjourned=tables[-1:] if night == len(PROGRAMME) else [])
            finish_event(event_id=event.pk, actor=SYSTEM)
        else:
            _ask_for_confirmations(event)
            _play_on(tables, random)
            _call_and_dispute(tables)
    return club


def _ask_for_confirmations(event: Event) -> None:
    mode = Event.ConfirmationMode.DEAL
    set_confirmation(event_id=event.pk, mode=mode, accept_minutes=10, correction_minutes=30, actor=SYSTEM)


def _call_and_dispute(tables: list[Table]) -> None:
    """What the director of a night has to see at once."""
    disputed, calling = tables[-2:]
    newest = disputed.deals.order_by("number", "version").reverse()[0]
    confirm_or_dispute(
        table_id=disputed.pk,
        verdict=Confirmation.Verdict.DISPUTED,
        deals=[(newest.number, newest.version)],
        base_revision=newest.revision,
        reason="It was one trick more",
        actor=Actor(pad_link=disputed.pad_links.get(), seat=0),
    )
    call_director(
        table_id=calling.pk, note="A card lies face up", actor=Actor(pad_link=calling.pad_links.get(), seat=1)
    )
    text = "The kitchen closes at nine"
    send_message(event_id=calling.event_id, table_id=None, text=text, actor=SYSTEM)


def _open_tables(event: Event, entrants: list[int], random: Random) -> list[Table]:
    game = GAMES[event.game]
    sizes = table_sizes(len(entrants), smallest=game.min_seats, largest=game.max_seats, preferred=4)
    seed = random.randrange(2**32)
    groups = seat_at_random(entrants, sizes, seed=seed)
    return open_tables(event_id=event.pk, groups=groups, actor=SYSTEM, how={"by": "random", "seed": seed})


def _play_out(tables: list[Table], random: Random, *, adjourned: list[Table]) -> None:
    for table in tables:
        if table in adjourned:
            _play_table(table, random, limit=20)
            adjourn_table(table_id=table.pk, actor=SYSTEM)
        else:
            _play_table(table, random, limit=None)


def _play_on(tables: list[Table], random: Random) -> None:
    for table in tables:
        _play_table(table, random, limit=random.randint(9, 23))
    second = current_deals(tables[0], seats=tables[0].seats.count())[2]
    assert isinstance(second, VilniusDeal)
    correct_deal(
        table_id=tables[0].pk,
        number=2,
        payload=replace(second, taken=(second.taken + 1) % 7).as_payload(),
        client_id=uuid4(),
        base_revision=None,
        actor=SYSTEM,
        reason="A trick was lying under the scoresheet",
    )


def _play_table(table: Table, random: Random, *, limit: int | None) -> None:
    seats = table.seats.count()
    deals: list[PlayedDeal] = []
    result = _score(table, seats, deals)
    while not result.finished and (limit is None or len(deals) < limit):
        deal = next_deal(table.event, seats, result, len(deals), random)
        payload = deal.as_payload()
        record_deal(table_id=table.pk, payload=payload, client_id=uuid4(), base_revision=None, actor=SYSTEM)
        deals.append(deal)
        result = _score(table, seats, deals)


def _score(table: Table, seats: int, deals: list[PlayedDeal]) -> TableResult:
    return GAMES[table.event.game].score(RecordedTable(seats, 0, table.event.game_rules, tuple(deals)))


def next_deal(event: Event, seats: int, result: TableResult, number: int, random: Random) -> PlayedDeal:
    """Such as a table might play next."""
    game = GAMES[event.game]
    if game.sheet == "announcements":
        return announced_deal(game, result, random, trumps=game.trumps_by(event.game_rules))
    in_play = list(result.playoff_seats) or list(range(seats))
    return showdown_deal(game, game.showdown(event.game_rules), in_play, result, dealer=number % seats, random=random)


def announced_deal(
    game: AnnouncementGame, result: TableResult, random: Random, *, trumps: tuple[str, ...]
) -> VilniusDeal:
    declarer = result.turn
    assert declarer is not None
    sheet = result.seats[declarer].sheet
    assert sheet is not None
    announced = random.choice([kind for kind, times in enumerate(sheet.left) for _ in range(times)])
    missed = random.choices([0, 1, 2, 3], weights=[52, 34, 11, 3])[0] * random.choice((-1, 1))
    taken = min(game.tricks, max(0, announced + missed))
    return VilniusDeal(declarer, announced, random.choice(trumps), taken)


def showdown_deal(
    game: ShowdownGame, showdown: Showdown, in_play: list[int], result: TableResult, *, dealer: int, random: Random
) -> ShowdownDeal:
    cards = iter(random.sample(list(showdown.deck.copies), showdown.deck.size, counts=showdown.deck.copies.values()))
    may_fold = game.folds and not result.playoff_of
    away = [seat for seat in in_play if random.random() < 0.25 and may_fold]
    still_in = [seat for seat in in_play if seat not in away] or [away.pop()]
    shown = still_in if len(still_in) > 1 else []
    stake = random.choice((2, 4, 5, 10)) if showdown.counts_cubits else 0
    return ShowdownDeal(
        dealer,
        hands={seat: tuple(islice(cards, showdown.hand_size)) for seat in shown},
        quarry=tuple(islice(cards, len(shown))) if game.quarry else (),
        folded=tuple(away),
        paid={seat: 1 if seat in away else stake for seat in in_play} if stake else {},
        playoff_of=result.playoff_of,
    )
