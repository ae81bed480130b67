"""The sheets of an event's prizes, and of standings by category of it or of a season, with names as the reader may see
them.
"""

from collections.abc import Iterator

from tournaments.exports.files.of_club import season_standings
from tournaments.exports.files.of_event import standings
from tournaments.exports.files.sheet import FileColumn, Row, Sheet
from tournaments.models import Event
from tournaments.selectors.prizes import GivenPrizes, given_prizes, players_in
from tournaments.selectors.season.page import SeasonPage

PRIZES = (
    FileColumn("prize", "name"),
    FileColumn("category", "empty: for all"),
    FileColumn("value", "whole units"),
    FileColumn("unit", "of values"),
    FileColumn("winner_id", "number of the player; empty: nobody"),
    FileColumn("winner", "name"),
    FileColumn("place", "of the winner"),
    FileColumn("share", "what each winner gets, repeated for prizes shared together"),
    FileColumn("why", "won, shared, none-left, too-few-tables or nobody"),
    FileColumn("adds", "the share, 0 where it is repeated"),
)


def prizes(event: Event) -> Sheet:
    """By the places as they are now. A prize that is shared has a row for each who shares it."""
    given = given_prizes(event)
    return Sheet(PRIZES, _rows(given) if given else ())


def standings_of(event: Event, category: str | None) -> Sheet:
    """The standings, of the club's category of this name alone, with the places among all; None: of everybody."""
    sheet = standings(event)
    if category is None:
        return sheet
    players = players_in(event, category)
    key, ids = "player_id", players
    if event.has_rounds:  # where somebody may play in the place of who entered
        key = "entrant_id"
        ids = frozenset(event.entrants.filter(player__in=players).values_list("pk", flat=True))
    index = [column.name for column in sheet.columns].index(key)
    return Sheet(sheet.columns, (row for row in sheet.rows if row[index] in ids))


def season_standings_of(page: SeasonPage, category: str | None) -> Sheet:
    """The table of a season, as ``standings_of`` has those of an event."""
    sheet = season_standings(page)
    if category is None:
        return sheet
    players = players_in(page.season, category)
    index = [column.name for column in sheet.columns].index("player_id")
    return Sheet(sheet.columns, (row for row in sheet.rows if row[index] in players))


def _rows(given: GivenPrizes) -> Iterator[Row]:
    for award in given.awards:
        winners = [given.people[who] for who in award.holders]
        for index in award.prizes:
            prize = given.given.prizes[index]
            category = None if prize.category is None else given.categories[prize.category].name
            about = (prize.name, category, prize.value, given.given.unit)
            adds = award.amount if index == award.prizes[0] else 0
            for winner in winners:
                place = winner.contender.place
                yield (*about, winner.player, winner.tag.name, place, award.amount, award.why, adds)
            if not winners:
                yield (*about, None, None, None, None, award.why, None)
