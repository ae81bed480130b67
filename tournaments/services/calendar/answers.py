"""Who comes to a night, and who is called of those who come if they are needed."""

from datetime import datetime

from django.db import transaction

from tournaments import audit
from tournaments.audit import SYSTEM, Actor, Details, the_player
from tournaments.models import ComingNight, NightAnswer, Player
from tournaments.selectors.calendar.nights import attendance_at, chosen_at, due_nights
from tournaments.services.change import load
from tournaments.services.refusals import Missing, Refused

Reply = NightAnswer.Reply


@transaction.atomic
def answer_night(*, night_id: int, player: Player, reply: str, now: datetime, actor: Actor) -> NightAnswer:
    """Said again, it stands as it was: nobody loses a place by a second tap."""
    night = lock_coming(night_id)
    if player.club_id != night.club_id or player.anonymised_at:
        raise Missing
    require_open(night, now=now)
    decide_if_due(night, now=now)
    known = night.answers.filter(player=player).first()
    before = known.reply if known else ""
    if reply == before and known:
        known.answered_at = now
        known.save(update_fields=["answered_at"])
        return known
    if reply == Reply.IF_NEEDED and night.decided_at:
        raise Refused("coming-decided")
    given = _written(night, player, known, Reply(reply), now=now)
    _commit(night)
    subject: Details = {"coming": night.pk, "night": night.name, "player": the_player(player.pk)}
    earlier: Details = {**subject, "reply": before}
    audit.record(actor, "night-answered", club=night.club, before=earlier, after={**subject, "reply": given.reply})
    return given


def _written(
    night: ComingNight, player: Player, known: NightAnswer | None, reply: NightAnswer.Reply, *, now: datetime
) -> NightAnswer:
    given = known or NightAnswer(night=night, player=player)
    if not (given.pk and given.comes and reply == Reply.YES):  # who was called keeps that place
        given.since = now
    given.reply, given.answered_at = reply, now
    given.save()
    return given


def decide_due(*, now: datetime, club: int | None = None) -> int:
    """The hour has come for these nights: of all clubs, or of one (id). Tells of how many. Who looks while none is due
    waits for no writer.
    """
    nights = ComingNight.objects.filter(club=club) if club else ComingNight.objects.all()
    due = [night.pk for night in nights.filter(due_nights(now=now)).order_by("starts_at", "pk") if night.is_due(now)]
    return sum(_decide_one(pk, now=now) for pk in due)


@transaction.atomic
def _decide_one(night_id: int, *, now: datetime) -> bool:
    return decide_if_due(lock_coming(night_id), now=now)


def decide_if_due(night: ComingNight, *, now: datetime) -> bool:
    """Of a night that is locked."""
    if not night.is_due(now):
        return False
    decide(night, now=now)
    return True


def decide(night: ComingNight, *, now: datetime) -> None:
    """Once: what is decided stands, whoever answers afterwards."""
    found = attendance_at(night)
    chosen = chosen_at(night, found)
    night.answers.filter(player__in=chosen).update(since=now, called_at=now)
    night.decided_at = now
    _commit(night)
    if found.offered:
        subject: Details = {"coming": night.pk, "night": night.name}
        offered: Details = {**subject, "offered": [the_player(pk) for pk in found.offered]}
        called: Details = {**subject, "players": [the_player(pk) for pk in chosen]}
        audit.record(SYSTEM, "night-decided", club=night.club, before=offered, after=called)


def lock_coming(night_id: int) -> ComingNight:
    """Raises Missing."""
    rows = ComingNight.objects.select_for_update(of=["self"]).select_related("club", "event", "like")
    return load(rows, pk=night_id)


def require_open(night: ComingNight, *, now: datetime) -> None:
    if night.cancelled_at:
        raise Refused("coming-cancelled")
    if night.opened:
        raise Refused("coming-opened")
    if night.ends_at <= now:
        raise Refused("coming-over")


def _commit(night: ComingNight) -> None:
    night.revision += 1
    night.save()
