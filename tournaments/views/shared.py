"""What a page is shown as where its address is shared."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments.addresses import phone_address
from tournaments.models import Club, Event
from tournaments.selectors.report.feed import finished
from tournaments.views.requests import Request
from tournaments.visits import premises_at, with_key
from tournaments.words.report.cards import event_text
from tournaments.words.report.sentences import first_sentence


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
    """Who has won, once it is over and somebody has a place."""
    found = None if request.htmx or event.status != Event.Status.FINISHED else finished(event)
    if found:
        return shared(request, event, first_sentence(found.people, event), page="event")
    return shared_page(request, event.club, event, title=event.name, text=event_text(event))


def shared_page(request: Request, club: Club, event: Event | None = None, *, title: str, text: str) -> Shared | None:
    """The page that is asked for, where everybody may see it; with the picture of its event or club."""
    if request.htmx or not request.seen.premises.is_public:
        return None
    name, key = ("report-card", event.pk) if event else ("club-card", club.slug)
    picture = reverse(name, args=[key, "wide"])
    return Shared(title, text, phone_address(request, request.path), phone_address(request, picture))


def whole_address(request: HttpRequest, address: str, event: Event) -> str:
    """As it is given to others."""
    return phone_address(request, with_key(address, premises_at(event.club, event)))
