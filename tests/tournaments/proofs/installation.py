"""An installation with a key and a database of its own: its club plays nights and a tournament at random. Passports of
two players lie in the folder afterwards, and the event files; those of the installation before are taken in.
"""

from datetime import date
from pathlib import Path
from random import Random

from django.utils import timezone

from tests.factories import announce, deal, make_club, make_night, seat_table
from tests.tournament_scenes import begun
from tests.tournaments.proofs.scenes import file_of, play_to_the_end
from tournaments.audit import SYSTEM
from tournaments.exports.person import passport_of
from tournaments.imports.passports import own_fingerprints, read_passport
from tournaments.models import Club, Event, Player
from tournaments.services.club.clubs import add_players, edit_player
from tournaments.services.integrations.trusted import claim_history
from tournaments.services.night import finish_event
from tournaments.services.table.life import end_table


def play(number: int, folder: Path) -> None:
    random = Random(number)
    club = make_club(name=f"Club {number}")
    names = [f"Player {number}.{place}" for place in range(8 + number)]
    players = add_players(club=club, names=names, actor=SYSTEM)
    for place, federation_number in ((6, f"LTU {number}"), (7, f"ltu{number - 1}")):
        player = players[place]
        edit_player(
            player=player,
            name=player.name,
            nickname="",
            colour=player.colour,
            federation_number=federation_number,
            actor=SYSTEM,
        )
    for place in (0, 1):
        (folder / f"passport-{number}-{place}.json").write_text(passport_of(players[place], now=timezone.now()))
        theirs = folder / f"passport-{number - 1}-{place}.json"
        if theirs.exists():
            take_in(theirs, random.choice(players[2 + 2 * place : 4 + 2 * place]))
    events = [night(club, names, random) for _ in range(3)]
    tournament = begun(club=club, names=random.sample(names, 7), stages=[("swiss", {"seats": 4, "rounds": 3})])
    play_to_the_end(tournament, random, disturbed=True)
    finish_event(event_id=tournament.pk, actor=SYSTEM)
    for event in [*events, tournament]:
        (folder / f"event-{number}-{event.pk}.json").write_bytes(file_of(event))


def take_in(passport: Path, player: Player) -> None:
    read = read_passport(passport.read_bytes())
    claim_history(
        player=player,
        club=read.club,
        issuer=read.issuer,
        issued_at=read.issued_at,
        games=read.games,
        number=read.number,
        own_issuers=own_fingerprints(),
        actor=SYSTEM,
    )


def night(club: Club, names: list[str], random: Random) -> Event:
    event = make_night(club=club, names=names, on=date(2026, 11, random.randrange(1, 20)))
    for _ in range(4):
        sitting = random.sample(names, random.randrange(2, 5))
        table = seat_table(event, *sitting)
        for turn in range(random.randrange(1, 8)):
            declarer, lap = (turn + 1) % len(sitting), turn // len(sitting)
            deal(table, announce(declarer, lap + 1, random.randrange(7)))
        end_table(table_id=table.pk, actor=SYSTEM)
    finish_event(event_id=event.pk, actor=SYSTEM)
    event.refresh_from_db()
    return event
