"""What programs plan: nights to come, handicaps of a night, and the seasons of a club with their rules. Read by the
forms of the pages.
"""

from copy import copy
from fractions import Fraction
from typing import Any

from django import forms
from django.http import Http404
from django.utils import timezone

from tournaments.api import schemas, schemas_of_year, sent
from tournaments.api.callers import Call
from tournaments.api.facts import club_facts, club_or_404, coming_facts, event_facts
from tournaments.api.listing import Asked, listed
from tournaments.api.operations import directs, reads, writes
from tournaments.api.problems import NotAllowed
from tournaments.api.year import season_facts
from tournaments.forms.night import NightHandicapForm
from tournaments.forms.planning import ComingNightForm, ComingNightsForm
from tournaments.forms.season import TIES, SeasonForm
from tournaments.models import ComingNight, Season
from tournaments.permissions import Right, season_to_see
from tournaments.selectors.coming import Planned, calendar_page, planned_night
from tournaments.selectors.night.standings import read_event
from tournaments.selectors.stage.beginning import usual_terms
from tournaments.services import season as seasons
from tournaments.services.calendar import cancel_night, change_night, open_coming, plan_nights
from tournaments.services.handicaps import set_night_handicap, set_points

NIGHTS, NIGHT = "/clubs/{slug:club}/nights", "/nights/{coming}"
HANDICAP = "/events/{event}/handicap"
SEASON = "/seasons/{season}"
OF_CLUB: dict[str, Any] = {"of": "club", "right": Right.RUN}
OF_NIGHT: dict[str, Any] = {"of": "coming", "right": Right.RUN}
OF_SEASON: dict[str, Any] = {"of": "season", "right": Right.RUN}


@reads(NIGHTS, "Nights to come", schemas.Listed[schemas.ComingFacts], of="club")
def nights(request: Call, club: str, part: Asked) -> Any:
    """Soonest first."""
    page = calendar_page(club_or_404(club).slug, now=timezone.now(), stricter=request.seen.stricter)
    return listed(request, map(coming_facts, page.nights), part)


@reads(NIGHT, "A night to come", schemas.ComingFacts, of="coming")
def night(request: Call, coming: int) -> Any:
    return coming_facts(_planned(request, coming))


@writes(NIGHTS, "Plan nights", schemas.NightsPlanned, **OF_CLUB)
def plan(request: Call, club: str, body: sent.NightsSent) -> Any:
    """One, or several a few weeks apart, each its own from then on."""
    named_club = club_or_404(club)
    form = ComingNightsForm(_posted(body, nights_count=body.nights_count, every=body.every), club=named_club)
    _require_valid(form)
    data = form.cleaned_data
    arguments = {"nights": data["nights_count"], "every": data["every"], "actor": request.auth.actor}
    return {"nights": [planned.pk for planned in plan_nights(club=named_club, plan=form.plan, **arguments)]}


@writes(f"{NIGHT}/change", "Change a planned night", schemas.ComingFacts, **OF_NIGHT)
def change(request: Call, coming: int, body: sent.NightSent) -> Any:
    """Whoever has replied is told where it moves."""
    planned = _planned(request, coming).night
    form = ComingNightForm(_posted(body), club=planned.club, night=planned)
    _require_valid(form)
    change_night(night_id=coming, plan=form.plan, now=timezone.now(), actor=request.auth.actor)
    return coming_facts(_planned(request, coming))


@writes(f"{NIGHT}/cancel", "Cancel a planned night", schemas.ComingFacts, **OF_NIGHT)
def cancel(request: Call, coming: int, body: sent.CancelSent = sent.CANCEL) -> Any:
    """Cancels a night, or takes that back: the replies stand either way."""
    cancel_night(night_id=coming, cancelled=body.cancelled, now=timezone.now(), actor=request.auth.actor)
    return coming_facts(_planned(request, coming))


@writes(f"{NIGHT}/open", "Open a planned night", schemas.EventFacts, **OF_NIGHT)
def open_night(request: Call, coming: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """Whoever comes is there, ready to be seated."""
    return event_facts(open_coming(night_id=coming, now=timezone.now(), actor=request.auth.actor), request)


@directs(HANDICAP, "Give handicaps on a night", schemas.EventFacts, of="event")
def give_handicaps(request: Call, event: int, body: sent.HandicapSent = sent.HANDICAP) -> Any:
    """By rating, to everybody, before the first deal. Standings have them."""
    night = read_event(event)
    asked = {"handicap": body.given, "games": body.games, "win": body.win, "most": body.most}
    form = NightHandicapForm(asked, terms=night.handicap_terms or usual_terms(night.club, night.game))
    _require_valid(form)
    set_night_handicap(event_id=event, terms=form.terms, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@directs(f"{HANDICAP}/points", "Change handicaps", schemas.EventFacts, of="event")
def change_handicaps(request: Call, event: int, body: sent.HandicapsSent) -> Any:
    """Of these entrants, before the first deal."""
    points = {int(who): Fraction(given) for who, given in body.points.items()}
    set_points(event_id=event, points=points, actor=request.auth.actor)
    return event_facts(read_event(event), request)


@writes("/clubs/{slug:club}/seasons", "Plan a season", schemas_of_year.SeasonFacts, **OF_CLUB)
def plan_season(request: Call, club: str, body: sent.SeasonSent) -> Any:
    """A draft, which is for who runs the club until it is published."""
    named_club = club_or_404(club)
    form = _season_form(body, Season(club=named_club))
    return season_facts(seasons.plan_season(club=named_club, **form.season(), actor=request.auth.actor))


@writes(SEASON, "Change a season", schemas_of_year.SeasonFacts, **OF_SEASON)
def edit_season(request: Call, season: int, body: sent.SeasonSent) -> Any:
    """All of a draft; of one that is published its name, and who sees it."""
    form = _season_form(body, copy(season_to_see(request.seen.rights, season)))
    seasons.edit_season(pk=season, **form.season(), actor=request.auth.actor)
    return _season_now(request, season)


@writes(f"{SEASON}/publish", "Publish a season", schemas_of_year.SeasonFacts, **OF_SEASON)
def publish_season(request: Call, season: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    """From now on its rules stay."""
    seasons.publish_season(pk=season, actor=request.auth.actor)
    return _season_now(request, season)


@writes(f"{SEASON}/archive", "End a season", schemas_of_year.SeasonFacts, **OF_SEASON)
def archive_season(request: Call, season: int, body: sent.ArchiveSent = sent.ARCHIVE) -> Any:
    """Ends a season, which then has its champion, or lets it go on."""
    seasons.archive_season(pk=season, archived=body.archived, actor=request.auth.actor)
    return _season_now(request, season)


@writes(f"{SEASON}/discard", "Discard a season’s draft", schemas.ClubFacts, **OF_SEASON)
def discard_season(request: Call, season: int, body: sent.Repeatable = sent.NOTHING) -> Any:
    return club_facts(seasons.discard_draft(pk=season, actor=request.auth.actor))


@writes(f"{SEASON}/events", "Let an event count for a season", schemas_of_year.SeasonFacts, **OF_SEASON)
def choose_event(request: Call, season: int, body: sent.CountsSent) -> Any:
    """Lets one more event count, whatever its day and kind, or takes that back; what the rules count stays."""
    seasons.choose_event(pk=season, event_id=body.event, counts=body.counts, actor=request.auth.actor)
    return _season_now(request, season)


def _season_now(request: Call, pk: int) -> dict[str, Any]:
    return season_facts(season_to_see(request.seen.rights, pk))


def _planned(request: Call, pk: int) -> Planned:
    try:
        return planned_night(pk, stricter=request.seen.stricter)
    except ComingNight.DoesNotExist as error:
        raise Http404 from error


def _posted(wanted: sent.NightSent, **more: object) -> dict[str, Any]:
    facts = wanted.dict(exclude={"client_id", "like", "game", "day", *more})
    return {**facts, "date": wanted.day, "settings": str(wanted.like or wanted.game or ""), **more}


def _season_form(wanted: sent.SeasonSent, instance: Season) -> SeasonForm:
    facts = wanted.dict(exclude={"client_id", "chain", "table"})
    table = " ".join(map(str, wanted.table))
    chain = dict(zip(TIES, wanted.chain, strict=False))
    form = SeasonForm({**facts, "table": table, **chain}, club=instance.club, instance=instance)
    _require_valid(form)
    return form


FIELDS = {"settings": "game", **dict.fromkeys(TIES, "chain")}


def _require_valid(form: forms.BaseForm) -> None:
    """The first field that the form does not take."""
    if not form.is_valid():
        field, errors = next(iter(form.errors.as_data().items()))
        problem = "missing" if errors[0].code == "required" else "not-allowed"
        raise NotAllowed(f"/{FIELDS.get(field, field)}", problem=problem)
