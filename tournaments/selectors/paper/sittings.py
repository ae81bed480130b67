"""Who sits where, as it is printed: in a round of a tournament, or at the tables of a night that play now."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, Round, name_order
from tournaments.selectors.stage.entrants import entrants_in_order
from tournaments.selectors.stage.pairings import NameLine, RoundTable, name_lines, pairings_page, published_rounds
from tournaments.selectors.stage.people import Person, person
from tournaments.selectors.table.cards import TableCard, rows_playing, table_cards


@dataclass(frozen=True)
class Sittings:
    """``rounds`` are those there are to choose from; of a night none."""

    rounds: list[Round]
    round: Round | None
    tables: list[TableCard]
    names: list[NameLine]
    byes: list[Person]


def sittings(event: Event, *, round_id: int | None, now: datetime) -> Sittings:
    """Of the newest round where none of the event's is asked for."""
    if event.kind == Event.Kind.CLUB_NIGHT:
        cards = table_cards(rows_playing(event.pk), event)
        return Sittings([], None, cards, name_lines([RoundTable(card, "", None) for card in cards], []), [])
    rounds = published_rounds(event)
    if not rounds:
        return Sittings([], None, [], [], [])
    chosen = next((each for each in rounds if each.pk == round_id), rounds[-1])
    view = pairings_page(chosen.pk, now=now).view
    byes = [*view.byes, *(who for who, _points in view.requested)]
    return Sittings(rounds, chosen, [each.card for each in view.tables], view.names, byes)


def people_in(event: Event) -> list[Person]:
    """Who takes part, by name; who has left needs no card."""
    people = [person(entrant) for entrant in entrants_in_order(event)]
    return sorted((each for each in people if not each.gone), key=lambda each: name_order(each.tag.name))
