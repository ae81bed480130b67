"""What a page is shown as where its address is shared."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments.addresses import phone_address
from tournaments.models import Event
from tournaments.selectors.report.feed import finished
from tournaments.views.requests import Request
from tournaments.visits import premises_at, with_key
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
    """Once it is over and somebody has a place."""
    found = None if request.htmx or event.status != Event.Status.FINISHED else finished(event)
    return shared(request, event, first_sentence(found.people, event), page="event") if found else None


def whole_address(request: HttpRequest, address: str, event: Event) -> str:
    """As it is given to others."""
    return phone_address(request, with_key(address, premises_at(event.club, event)))
