"""A club to look around in, made through the services: nights in all four games, one still running, and seasons."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from random import Random
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import transaction

from scoring.deals import VilniusDeal
from scoring.games import GAMES
from tournaments.audit import SYSTEM, Actor
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.formats.seating import seat_at_random, table_sizes
from tournaments.management.demo_deals import ANYBODY, Character, play_table
from tournaments.management.demo_people import Crowd, large_club, small_club
from tournaments.management.demo_tournament import SEED, load_tournaments
from tournaments.models import Club, Confirmation, Event, Player, Table
from tournaments.selectors.table.deals import current_deals
from tournaments.services.club.clubs import add_players, create_club, edit_player
from tournaments.services.night import add_entrants, create_club_night, finish_event, open_tables, send_message
from tournaments.services.season import archive_season, plan_season, publish_season
from tournaments.services.table.claims import call_director
from tournaments.services.table.confirmations import confirm_or_dispute, set_confirmation
from tournaments.services.table.deals import correct_deal
from tournaments.services.table.life import adjourn_table

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

HALF_A_YEAR = timedelta(weeks=26)
STILL_TO_COME = timedelta(weeks=8)  # of the season that runs
LEAST = 3  # who came more seldom has no place in a season

Tell = Callable[[str], object]


@transaction.atomic
def load_demo(*, today: date, username: str, nights: int = NIGHTS) -> Club:
    """The small club, whole or not at all."""
    return Demo(small_club(today=today, nights=nights, random=Random(SEED)), Random(SEED)).load(username)


def load_years(*, today: date, username: str, years: int, tell: Tell) -> Club:
    """The large club, night by night, so that others can write in between. It takes minutes."""
    return Demo(large_club(today=today, years=years, random=Random(SEED)), Random(SEED)).load(username, tell=tell)


class Demo:
    def __init__(self, crowd: Crowd, random: Random) -> None:
        self._crowd, self._random = crowd, random
        self._characters: dict[int, Character] = {}

    def load(self, username: str, *, tell: Tell = lambda text: None) -> Club:
        owner, _ = get_user_model().objects.get_or_create(username=username, defaults={"password": "!"})
        nights = self._crowd.nights
        with transaction.atomic():
            club = create_club(name=self._crowd.club, owner=owner, actor=SYSTEM)
            players = self._enrol(club)
            load_tournaments(club, players, today=nights[-1], play=partial(self._play, random=Random(SEED)))
        load_seasons(club, first=nights[0], today=nights[-1], planned=self._crowd.nights_a_season)
        for number, night in enumerate(nights):
            nights_to_go = len(nights) - 1 - number
            with transaction.atomic():
                self._night(club, players, on=night, nights_to_go=nights_to_go)
            tell(f"{night}: {nights_to_go} nights to go")
        for season in club.seasons.filter(ends__lt=nights[-1]):
            archive_season(pk=season.pk, archived=True, actor=SYSTEM)
        return club

    def _enrol(self, club: Club) -> list[Player]:
        people = self._crowd.people
        players = add_players(club=club, names=people, actor=SYSTEM)
        for player in players:
            if nickname := people[player.name]:
                edit_player(player=player, name=player.name, nickname=nickname, colour=player.colour, actor=SYSTEM)
        self._characters = {player.pk: who for player, who in zip(players, self._crowd.characters, strict=True)}
        return players

    def _night(self, club: Club, players: list[Player], *, on: date, nights_to_go: int) -> None:
        """The one so many nights before tonight’s, which still runs."""
        game, name, rules = PROGRAMME[-nights_to_go % len(PROGRAMME)]
        event = create_club_night(club=club, name=name, game=game, rules=rules, date=on, actor=SYSTEM)
        tonight = [players[number] for number in self._crowd.tonight(self._random)] if nights_to_go else players[:11]
        entrants = [e.pk for e in add_entrants(event_id=event.pk, players=tonight, actor=SYSTEM)]
        tables = _open_tables(event, entrants, self._random)
        if nights_to_go:
            self._play_out(tables, adjourned=tables[-1:] if nights_to_go == len(PROGRAMME) else [])
            finish_event(event_id=event.pk, actor=SYSTEM)
        else:
            _ask_for_confirmations(event)
            self._play_on(tables)
            _call_and_dispute(tables)

    def _play_out(self, tables: list[Table], *, adjourned: list[Table]) -> None:
        for table in tables:
            self._play(table, self._random, limit=20 if table in adjourned else None)
            if table in adjourned:
                adjourn_table(table_id=table.pk, actor=SYSTEM)

    def _play_on(self, tables: list[Table]) -> None:
        for table in tables:
            self._play(table, self._random, limit=self._random.randint(9, 23))
        _correct_the_second(tables[0])

    def _play(self, table: Table, random: Random, *, limit: int | None) -> None:
        seats = table.seats.order_by("index").values_list("entrant__player", flat=True)
        play_table(table, random, seated=[self._characters.get(pk, ANYBODY) for pk in seats], limit=limit)


def load_seasons(club: Club, *, first: date, today: date, planned: int) -> None:
    """Half a year each, one after the other: the newest still runs."""
    ends = [today + STILL_TO_COME]
    while ends[0] - 2 * HALF_A_YEAR >= first:
        ends.insert(0, ends[0] - HALF_A_YEAR)
    rules = SeasonRules(best=planned * 2 // 3, least=LEAST, planned=planned)
    for number, end in enumerate(ends, start=1):
        season = plan_season(
            club=club,
            name=f"Season {number}",
            starts=end - HALF_A_YEAR + timedelta(days=1),
            ends=end,
            rules=rules,
            visibility="",
            actor=SYSTEM,
        )
        publish_season(pk=season.pk, actor=SYSTEM)


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


def _correct_the_second(table: Table) -> None:
    second = current_deals(table, seats=table.seats.count())[2]
    assert isinstance(second, VilniusDeal)
    correct_deal(
        table_id=table.pk,
        number=2,
        payload=replace(second, taken=(second.taken + 1) % 7).as_payload(),
        client_id=uuid4(),
        base_revision=None,
        actor=SYSTEM,
        reason="A trick was lying under the scoresheet",
    )
