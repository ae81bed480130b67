"""How an event went: its report, the chances at its tables, and pictures to share, in which names stand as strangers
read them, whoever asks. The log of everything, for members: on a page with filters, and whole as a file.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import http_date
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.addresses import phone_address
from tournaments.audience import INSIDERS, drawn_for, lines_for
from tournaments.exports.log import csv_rows, json_lines
from tournaments.exports.pictures import NotDrawn, picture, picture_key
from tournaments.forms.log import LogFilterForm
from tournaments.models import Club, Event, tidy_name
from tournaments.permissions import Right, club_to_direct, event_to_direct
from tournaments.selectors.club.clubs import read_club
from tournaments.selectors.log import (
    LogPage,
    club_log,
    event_log,
    people_in_log,
    phones_in_log,
    tables_in_log,
    whole_log,
)
from tournaments.selectors.night.standings import Podium, read_event
from tournaments.selectors.prizes import everybody
from tournaments.selectors.report import ReadReport, club_feed, is_report_due, read_report
from tournaments.selectors.stage.places import shown_section, through_stages
from tournaments.selectors.teams import standing_of_teams
from tournaments.selectors.tournament.page import last_podium, states_of
from tournaments.selectors.win_probability import MOST, told_tables
from tournaments.views.prizes import prizes_context
from tournaments.views.requests import Request, SignedInRequest, event_context, shared, visited, whole_address
from tournaments.visibility import with_key
from tournaments.words.bracket.view import knockouts_in_short
from tournaments.words.log.actions import CLUB_KINDS, EVENT_KINDS
from tournaments.words.log.lines import log_line
from tournaments.words.report.cards import SharedCard, club_card, coming_card, event_card, player_card
from tournaments.words.report.drawing import GROUND, LINE, SHAPES, drawn_card
from tournaments.words.report.sentences import feed_title, first_sentence, told_moments
from tournaments.words.teams import shown_teams
from tournaments.words.win_probability import evening_text, shown_tables

FRESH = 300  # seconds


@login_not_required
@require_safe
@visited("event")
def of_event(request: Request, pk: int, shape: str) -> HttpResponse:
    """Of one that is not over, that it is there."""
    return _answer(request, shape, lambda: _of_event(pk))


@login_not_required
@require_safe
@visited("club")
def of_club(request: Request, slug: str, shape: str) -> HttpResponse:
    try:
        club = read_club(slug)
    except Club.DoesNotExist as error:
        raise Http404 from error
    return _answer(request, shape, lambda: club_card(club))


@login_not_required
@require_safe
@visited("event")
def of_player(request: Request, pk: int, player: int, shape: str) -> HttpResponse:
    return _answer(request, shape, lambda: _of_player(pk, player))


def _answer(request: Request, shape: str, make: Callable[[], SharedCard | None]) -> HttpResponse:
    with drawn_for(request.seen.premises.shown_names):
        svg = _svg(shape, make())
    tag = f'"{picture_key(svg)}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        try:
            response = HttpResponse(picture(svg), content_type="image/png")
        except NotDrawn:
            return HttpResponse(status=503, headers={"Retry-After": "10"})
    response.headers["ETag"] = tag
    patch_cache_control(response, max_age=FRESH)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _of_event(pk: int) -> SharedCard:
    event, report = _read(pk)
    return event_card(report) if report else coming_card(event)


def _of_player(pk: int, player: int) -> SharedCard | None:
    _event, report = _read(pk)
    return player_card(report, player) if report else None


def _read(pk: int) -> tuple[Event, ReadReport | None]:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    return event, read_report(event) if event.status == Event.Status.FINISHED else None


def _svg(shape: str, card: SharedCard | None) -> str:
    if card is None or shape not in SHAPES:
        raise Http404
    context = {"drawing": drawn_card(card, SHAPES[shape]), "ground": GROUND, "line": LINE}
    return render_to_string("report/card.svg", context)


def _podium(report_page: ReadReport) -> Podium | None:
    """Of a tournament with points, where these placed everybody."""
    people = {person.player.id: person.player for person in report_page.people}
    latest = last_podium([report_page.event], people) if report_page.event.has_rounds else None
    return latest.podium if latest else report_page.podium


@login_not_required
@require_safe
@visited("event")
def report(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    report_page = read_report(event) if event.status == Event.Status.FINISHED else None
    context = event_context(request, event) | {"report": report_page}
    if report_page:
        text = first_sentence(report_page.people, event)
        states = states_of(event) if event.has_rounds else []
        context |= {
            "knockouts": knockouts_in_short(event, states),
            "stages": [shown_section(state) for state in states],
            "places": through_stages(states) if len(states) > 1 else [],
            "first": text,
            "podium": _podium(report_page),
            **prizes_context(request, event, lambda: everybody(event)),
            "teams": shown_teams(standing_of_teams(event), event),
            "moments": told_moments(report_page.moments, event),
            "shared": shared(request, event, text, page="report"),
        }
    else:
        context["is_due"] = is_report_due(event)
    return render(request, "report/report.html", context)


@login_not_required
@require_safe
@visited("club")
def feed(request: Request, slug: str) -> HttpResponse:
    try:
        feed_page = club_feed(slug, stricter=request.seen.stricter)
    except Club.DoesNotExist as error:
        raise Http404 from error
    front, own = (
        phone_address(request, with_key(reverse(name, args=[slug]), request.seen.premises))
        for name in ("club", "club-feed")
    )
    # Of what is written in names XML knows no control characters.
    title, feed_text = tidy_name(feed_page.club.name), tidy_name(feed_title(feed_page.club))
    atom = _ClubFeed(
        title,
        front,
        feed_text,
        language=get_language(),
        feed_url=own,
        feed_guid=_lasting_id("club", feed_page.club),
        author_name=title,
        since=feed_page.club.created_at,
    )
    for event in feed_page.events:
        atom.add_item(
            tidy_name(event.event.name),
            whole_address(request, reverse("report", args=[event.event.pk]), event.event),
            escape(tidy_name(first_sentence(event.people, event.event))),  # a summary is HTML
            unique_id=_lasting_id("event", event.event),
            pubdate=event.changed_at,
            updateddate=event.changed_at,
        )
    text = atom.writeString("utf-8")
    tag, changed = f'"{sha256(text.encode()).hexdigest()[:32]}"', int(atom.latest_post_date().timestamp())
    headers = {"ETag": tag, "Last-Modified": http_date(changed)}
    answer = HttpResponse(text, content_type=atom.content_type, headers=headers)
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return get_conditional_response(request, etag=tag, last_modified=changed, response=answer) or answer


class _ClubFeed(Atom1Feed):
    """Without an entry it is as old as its club."""

    def latest_post_date(self) -> datetime:
        latest: datetime = super().latest_post_date() if self.items else self.feed["since"]
        return latest


def _lasting_id(kind: str, subject: Club | Event) -> str:
    """Of when it was made, which stays where network, server or number change."""
    return uuid5(NAMESPACE_OID, f"capstone {kind} {subject.created_at.astimezone(UTC).isoformat()}").urn


@login_not_required
@require_safe
@visited("event")
def event_bend(request: Request, pk: int) -> HttpResponse:
    try:
        event = read_event(pk)
    except Event.DoesNotExist as error:
        raise Http404 from error
    tables = told_tables(event)
    context = {"evening": evening_text(tables), "tables": shown_tables(tables), "most": MOST}
    return render(request, "win_probability/event.html", event_context(request, event) | context)


LINES_AT_ONCE = 200
MEDIA = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson; charset=utf-8"}


@require_safe
def event_log_page(request: SignedInRequest, pk: int) -> HttpResponse:
    event = event_to_direct(request.user, pk, right=Right.LOOK)
    form = LogFilterForm(
        request.GET,
        kinds=EVENT_KINDS,
        people=people_in_log(event.club, event),
        phones=phones_in_log(event),
        tables=tables_in_log(event),
    )
    page = event_log(event, form.wanted())
    live_event = {"event": event, "live_event": event, "revision": event.revision}
    return _show_log(request, form, page, {"club": event.club, **live_event})


@require_safe
def club_log_page(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_to_direct(request.user, slug)
    form = LogFilterForm(request.GET, kinds=CLUB_KINDS, people=people_in_log(club, None))
    return _show_log(request, form, club_log(club, form.wanted()), {"club": club})


@require_safe
def event_log_file(request: SignedInRequest, pk: int, kind: str) -> StreamingHttpResponse:
    event = event_to_direct(request.user, pk, right=Right.LOOK)
    return _log_file(event.club, event, kind, f"log-{event.pk}-{event.date.isoformat()}")


@require_safe
def club_log_file(request: SignedInRequest, slug: str, kind: str) -> StreamingHttpResponse:
    club = club_to_direct(request.user, slug)
    return _log_file(club, None, kind, f"log-{club.slug}")


def _show_log(request: SignedInRequest, form: LogFilterForm, page: LogPage, context: dict[str, Any]) -> HttpResponse:
    shown = {
        **context,
        "form": form,
        "lines": [log_line(entry) for entry in page.entries],
        "older": _log_address(request, before=page.older) if page.older else None,
        "newest": _log_address(request) if "before" in request.GET else None,
        "filtered": any(request.GET.get(name) for name in form.fields if name != "before"),
    }
    part = request.htmx and not request.htmx.history_restore_request
    response = render(request, "log/log.html#entries" if part else "log/log.html", shown)
    patch_vary_headers(response, ["HX-Request", "Accept-Language", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _log_address(request: HttpRequest, **more: object) -> str:
    """The address of the log with the same filters, from another entry on."""
    query = request.GET.copy()
    query.pop("before", None)
    for name, value in more.items():
        query[name] = str(value)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _log_file(club: Club, event: Event | None, kind: str, name: str) -> StreamingHttpResponse:
    lines = lines_for(INSIDERS, {"csv": csv_rows, "jsonl": json_lines}[kind](whole_log(club, event)))
    parts = iter(lambda: "".join(islice(lines, LINES_AT_ONCE)).encode(), b"")
    return StreamingHttpResponse(
        parts,
        content_type=MEDIA[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"', "Cache-Control": "private, no-store"},
    )
