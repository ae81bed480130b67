from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address
from tournaments.models import Club, Event, tidy_name
from tournaments.selectors.night.page import read_event
from tournaments.selectors.report.feed import club_feed
from tournaments.selectors.report.page import read_report
from tournaments.views.requests import Request
from tournaments.views.shared import shared, whole_address
from tournaments.views.tournament.page import event_context
from tournaments.views.visits import visited
from tournaments.visits import with_key
from tournaments.words.report.sentences import feed_title, first_sentence, told_moments


@login_not_required
@require_safe
@visited("event")
def report(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    found = read_report(event) if event.status == Event.Status.FINISHED else None
    context = event_context(request, event) | {"report": found}
    if found:
        text = first_sentence(found.people, event)
        context |= {
            "first": text,
            "moments": told_moments(found.moments, event),
            "shared": shared(request, event, text, page="report"),
        }
    return render(request, "report/report.html", context)


@login_not_required
@require_safe
@visited("club")
def feed(request: Request, slug: str) -> HttpResponse:
    try:
        found = club_feed(slug, stricter=request.seen.stricter)
    except Club.DoesNotExist as error:
        raise Http404 from error
    front, own = (
        phone_address(request, with_key(reverse(name, args=[slug]), request.seen.premises))
        for name in ("club", "club-feed")
    )
    # Of what is written in names XML knows no control characters.
    title, told = tidy_name(found.club.name), tidy_name(feed_title(found.club))
    atom = Atom1Feed(title, front, told, language=get_language(), feed_url=own, author_name=title)
    for each in found.events:
        atom.add_item(
            tidy_name(each.event.name),
            whole_address(request, reverse("report", args=[each.event.pk]), each.event),
            escape(tidy_name(first_sentence(each.people, each.event))),  # a summary is HTML
            unique_id=phone_address(request, reverse("event", args=[each.event.pk])),
            pubdate=each.changed_at,
            updateddate=each.changed_at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)
