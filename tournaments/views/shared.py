"""What the pages of an event have in common; and the title, text and picture of a page whose address is shared."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.addresses import phone_address
from tournaments.models import Club, Event, Season
from tournaments.permissions import Right
from tournaments.selectors.report import finished, read_report
from tournaments.selectors.season.page import shown_for
from tournaments.views.requests import Request
from tournaments.visibility import premises_at, with_key
from tournaments.words.report.cards import event_text
from tournaments.words.report.sentences import ToldMoment, first_sentence, told_moments


@dataclass(frozen=True)
class Shared:
    title: str
    text: str
    address: str
    picture: str


def shared(request: Request, event: Event, text: str, *, page: str) -> Shared:
    """``page``: the name of its address."""
    address, picture = reverse(page, args=[event.pk]), reverse("report-card", args=[event.pk, "wide"])
    return Shared(event.name, text, whole_address(request, address, event), whole_address(request, picture, event))


def shared_event(request: Request, event: Event) -> Shared | None:
    """The event's page, with its winner once it is over and somebody has a place."""
    finished_event = None if request.htmx or event.status != Event.Status.FINISHED else finished(event)
    if finished_event:
        return shared(request, event, first_sentence(finished_event.people, event), page="event")
    return shared_page(request, event.club, event, title=event.name, text=event_text(event))


def shared_page(request: Request, club: Club, event: Event | None = None, *, title: str, text: str) -> Shared | None:
    """The requested page, if everybody may see it, with the picture of its event or club."""
    if request.htmx or not request.seen.premises.is_public:
        return None
    name, key = ("report-card", event.pk) if event else ("club-card", club.slug)
    picture = reverse(name, args=[key, "wide"])
    return Shared(title, text, phone_address(request, request.path), phone_address(request, picture))


def whole_address(request: HttpRequest, address: str, event: Event) -> str:
    """The address as it is given to others: absolute, with the key of an unlisted place."""
    return phone_address(request, with_key(address, premises_at(event.club, event)))


MOMENTS = 3


def shown_moments(event: Event) -> list[ToldMoment]:
    """The first sentences of the report of an event that is over."""
    report = read_report(event) if event.status == Event.Status.FINISHED else None
    return told_moments(report.moments[:MOMENTS], event) if report else []


def seasons_for(request: Request, event: Event) -> list[Season]:
    """Stricter ones for the club's members, not for who has a role in this event alone. What a part that is fetched
    anew leaves as it is.
    """
    return [] if request.htmx else shown_for(event, insider=Right.BELONG in request.seen.rights)


def event_context(request: Request, event: Event, *, title: str = "") -> dict[str, Any]:
    """``title``: as which the page is shared, where that is not the event's name."""
    return {
        "event": event,
        "club": event.club,
        "shared": shared_page(request, event.club, event, title=title or event.name, text=event_text(event)),
        "rights": request.seen.rights,
        "live_event": event,
        "revision": event.revision,
    }
