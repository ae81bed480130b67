"""An evening with prizes."""

from datetime import date

from tests.factories import announce, deal, make_night, seat_table
from tournaments.audit import SYSTEM
from tournaments.formats.prizes import Days, PrizeRules
from tournaments.models import Club, Event, PlayerCategory
from tournaments.selectors.prizes import NamedPrize, PrizeList
from tournaments.services.night import finish_event
from tournaments.services.prizes import add_category, set_categories, set_prizes
from tournaments.services.table.life import end_table

MISSED = (2, 0, 1, 3)  # tricks of three announced, by Ana, Bruno, Chiara and Dovas


def played_night() -> Event:
    """Of one table, which has ended."""
    night = make_night()
    table = seat_table(night, "Ana", "Bruno", "Chiara", "Dovas")
    for seat in (1, 2, 3, 0):
        deal(table, announce(seat, 3, 3 - MISSED[seat]))
    end_table(table_id=table.pk, actor=SYSTEM)
    night.refresh_from_db()
    return night


def category(
    club: Club, name: str, *players: str, since: date | None = None, until: date | None = None
) -> PlayerCategory:
    made = add_category(club=club, name=name, actor=SYSTEM)
    for player in club.players.filter(name__in=players):
        days = {stay.category_id: Days(stay.since, stay.until) for stay in player.stays.all()}
        set_categories(player=player, days=days | {made.pk: Days(since, until)}, actor=SYSTEM)
    return made


def give(event: Event, *prizes: tuple[str, int, PlayerCategory | None], unit: str = "€", **rules: object) -> None:
    """The list of an event."""
    named = [NamedPrize(value, of.pk if of else None, name) for name, value, of in prizes]
    given = PrizeList(tuple(named), PrizeRules(**rules), unit)  # type: ignore[arg-type]
    set_prizes(event_id=event.pk, prizes=given, actor=SYSTEM)
    event.refresh_from_db()


def finished_night() -> Event:
    """Bruno and Chiara come first and second; Chiara and Ana are juniors."""
    night = played_night()
    juniors = category(night.club, "Junior", "Chiara", "Ana")
    give(night, ("Gold", 50, None), ("Silver", 20, None), ("Best junior", 30, juniors))
    finish_event(event_id=night.pk, actor=SYSTEM)
    night.refresh_from_db()
    return night
