"""What is told of an event that is over, made when it closes and anew when it is corrected."""

from django.db import transaction
from django.utils import timezone

from tournaments.models import Club, Event, EventReport, Stage
from tournaments.selectors.night.standings import event_standings
from tournaments.selectors.report.tables import moments_at_tables
from tournaments.selectors.report.told import KeptPlace, KeptReport, as_stored
from tournaments.selectors.stage.places import final_places
from tournaments.selectors.stage.records import stage_state
from tournaments.services.kept.differences import Difference


def keep_report(event: Event) -> None:
    """Part of every change of an event that is over, and of the one by which it is open again."""
    was = EventReport.objects.filter(event=event).first()
    if event.status != Event.Status.FINISHED:
        if was:
            was.delete()
        return
    now, told = timezone.now(), as_stored(report_of(event))
    if was is None:
        EventReport.objects.create(event=event, made_at=now, **told)
    elif _stored(was) != told:
        EventReport.objects.filter(pk=was.pk).update(made_at=now, revised_at=now, **told)


def report_of(event: Event) -> KeptReport:
    return KeptReport(_places(event), moments_at_tables(event))


def _places(event: Event) -> list[KeptPlace]:
    if event.kind == Event.Kind.TOURNAMENT:
        begun = event.stages.exclude(status=Stage.Status.PLANNED)
        states = [stage_state(stage, at=event.settled_at) for stage in begun]
        return [KeptPlace(row.place, row.person.tag.id) for row in final_places(states) if row.place]
    return [
        KeptPlace(row.rank, row.player.id, str(row.points), row.exact, row.deals)
        for row in event_standings(event)
        if row.average is not None
    ]


def make_missing_reports(*, most: int) -> int:
    """Of events that were over before reports were made, the latest first. How many that were."""
    over = Event.objects.filter(status=Event.Status.FINISHED, report=None)
    wanted = over.order_by("-date", "-id").values_list("pk", flat=True)
    found = list(wanted[:most])
    for pk in found:
        with transaction.atomic():
            keep_report(Event.objects.select_for_update().get(pk=pk))
    return len(found)


def rebuild_reports(club: Club) -> list[Difference]:
    """Each that has been made tells what its event's tables give."""
    found = []
    for was in EventReport.objects.filter(event__club=club, event__status=Event.Status.FINISHED):
        told = as_stored(report_of(was.event))
        if _stored(was) != told:
            found.append(Difference(str(was), None, {"report": str(_stored(was))}, {"report": str(told)}))
            EventReport.objects.filter(pk=was.pk).update(**told)
    return found


def _stored(report: EventReport) -> dict[str, object]:
    return {"places": report.places, "moments": report.moments}
