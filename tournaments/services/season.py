"""A season is planned, published with its rules, and archived with its champion."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from tournaments import audit
from tournaments.audit import Actor, Details
from tournaments.formats.seasons.standing import SeasonRules
from tournaments.limits import UNDO_SEASON_EVENT
from tournaments.models import Club, Event, RatingsBegin, Season, SeasonEvent
from tournaments.selectors.season.standing import contest_of
from tournaments.services.change import load
from tournaments.services.refusals import Missing, Refused
from tournaments.services.summaries.events import write_season
from tournaments.services.summaries.ratings import rebuild_ratings

"""How long an event that was made to count by mistake can be taken out of a season that is published."""


@transaction.atomic
def plan_season(
    *, club: Club, name: str, starts: date, ends: date, rules: SeasonRules, visibility: str, actor: Actor
) -> Season:
    """A draft, which its directors alone see. Sent twice, it is planned once."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    season = Season(club=club, name=name, starts=starts, ends=ends, visibility=visibility)
    season.season_rules = rules
    drafts = club.seasons.filter(published_at=None, name=name, starts=starts, ends=ends, visibility=visibility)
    if same := next((draft for draft in drafts if draft.season_rules == rules), None):
        return same
    season.save()
    audit.record(actor, "season-planned", club=club, after=_facts(season))
    return season


@transaction.atomic
def edit_season(
    *, pk: int, name: str, starts: date, ends: date, rules: SeasonRules, visibility: str, actor: Actor
) -> Season:
    """Everything of a draft; of what is published the name, and who sees it."""
    season = _lock(pk)
    before = _facts(season)
    season.name, season.visibility = name, visibility
    if season.published_at is None:
        season.starts, season.ends, season.season_rules = starts, ends, rules
    elif (starts, ends, rules) != (season.starts, season.ends, season.season_rules):
        raise Refused("season-published", name=season.name)
    if (after := _facts(season)) != before:
        season.revision += 1  # how it stands is kept by this
        season.save()
        audit.record(actor, "season-edited", club=season.club, before=before, after=after)
    return season


@transaction.atomic
def publish_season(*, pk: int, actor: Actor) -> Season:
    """From now on its rules stay, and what is over counts."""
    season = _lock(pk)
    if season.published_at is None:
        season.published_at = timezone.now()
        season.save(update_fields=["published_at"])
        write_season(season)
        if season.club.ratings_begin == RatingsBegin.SEASONS:
            rebuild_ratings(season.club)
        audit.record(actor, "season-published", club=season.club, after=_facts(season))
    return season


@transaction.atomic
def archive_season(*, pk: int, archived: bool, actor: Actor) -> Season:
    """Ends a season, which then has its champion, or lets it go on after all."""
    season = _lock(pk)
    if season.published_at is None:
        raise Missing
    if (season.archived_at is not None) != archived:
        subject: Details = {"season": season.pk, "name": season.name}
        season.archived_at = timezone.now() if archived else None
        season.save(update_fields=["archived_at"])
        before: Details = {**subject, "archived": not archived}
        after: Details = {**subject, "archived": archived}
        audit.record(actor, "season-archived", club=season.club, before=before, after=after)
    return season


@transaction.atomic
def discard_draft(*, pk: int, actor: Actor) -> Club:
    season = _lock(pk)
    if season.published_at:
        raise Refused("season-published", name=season.name)
    after: Details = {"season": season.pk, "name": season.name}
    audit.record(actor, "season-discarded", club=season.club, before=_facts(season), after=after)
    season.delete()
    return season.club


@transaction.atomic
def choose_event(*, pk: int, event_id: int, counts: bool, actor: Actor) -> Season:
    """One more event counts, whatever its day and kind; or does not after all."""
    season = _lock(pk)
    event = load(Event.objects.exclude(status=Event.Status.DISCARDED), pk=event_id, club=season.club)
    chosen = season.chosen.filter(event=event).first()
    if (chosen is not None) == counts:
        return season
    rules = season.season_rules
    if chosen is None:
        if rules.adds_scores and not rules.fits(contest_of(event)):
            raise Refused("season-other-game", name=event.name)
        SeasonEvent.objects.create(season=season, event=event)
    else:
        if season.published_at and chosen.added_at + UNDO_SEASON_EVENT < timezone.now():
            raise Refused("season-event-stays", name=event.name)
        chosen.delete()
    if season.published_at:
        write_season(season)
    subject: Details = {"season": season.pk, "name": season.name, "night": event.name, "event": event.pk}
    old_facts: Details = {**subject, "counts": not counts}
    audit.record(actor, "season-event", club=season.club, before=old_facts, after={**subject, "counts": counts})
    return season


def _lock(pk: int) -> Season:
    """Under its club, as whatever ends an event does. Raises Missing."""
    club = load(Season.objects.only("club_id"), pk=pk).club_id
    Club.objects.select_for_update(no_key=True).get(pk=club)
    return load(Season.objects.select_related("club"), pk=pk)


def _facts(season: Season) -> Details:
    return {
        "season": season.pk,
        "name": season.name,
        "from_day": season.starts.isoformat(),
        "to_day": season.ends.isoformat(),
        "visibility": season.visibility,
        "season_rules": season.stored_rules,
    }
