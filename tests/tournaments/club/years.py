"""A club's past in bulk: nights that are over, with their tables and what they brought."""

from datetime import date, timedelta

from django.utils import timezone

from tests.factories import make_club
from tournaments.models import (
    Club,
    ClubMeeting,
    ClubRating,
    ContestTally,
    Entrant,
    Event,
    EventForecast,
    EventMeeting,
    EventRating,
    EventTally,
    Player,
    RatingModel,
    Seat,
    Table,
)
from tournaments.services.summaries.players import rebuild_meetings, rebuild_tallies, update_tallies
from tournaments.services.summaries.ratings import rebuild_ratings


def club_with_past(nights: int, *, tables: int = 1, players: int = 6, name: str = "Neris") -> Club:
    """Every table of three; who sits where moves on from night to night."""
    club = make_club(name=name)
    people = Player.objects.bulk_create(Player(club=club, name=f"Player {n:03}") for n in range(players))
    days = (date(2021, 1, 1) + timedelta(weeks=week) for week in range(nights))
    facts = {"game": "vilnius", "status": Event.Status.FINISHED}
    events = Event.objects.bulk_create(Event(club=club, name="Friday", date=day, **facts) for day in days)
    for event in events:
        entrants = Entrant.objects.bulk_create(Entrant(event=event, player=player) for player in people)
        played = {"status": Table.Status.FINISHED, "deal_count": 48, "ended_at": timezone.now()}
        opened = Table.objects.bulk_create(Table(event=event, number=n, **played) for n in range(tables))
        Seat.objects.bulk_create(
            Seat(
                table=table,
                index=seat,
                entrant=entrants[(event.pk + table.number * 3 + seat) % players],
                score=150 - 10 * seat,
                place=seat + 1,
                deals=16,
                exact=9,
            )
            for table in opened
            for seat in range(3)
        )
    keep_the_past()
    return club


def keep_the_past() -> None:
    """As a club gets them whose events were brought in without them."""
    EventTally.objects.all().delete()
    ContestTally.objects.all().delete()
    EventRating.objects.all().delete()
    EventForecast.objects.all().delete()
    ClubRating.objects.all().delete()
    RatingModel.objects.all().delete()
    EventMeeting.objects.all().delete()
    ClubMeeting.objects.all().delete()
    for event in Event.objects.order_by("pk"):
        update_tallies(event)
    for club in Club.objects.all():
        rebuild_tallies(club)
        rebuild_ratings(club)
        rebuild_meetings(club)
