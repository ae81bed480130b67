"""Nights are planned, changed, cancelled and opened; players reply to them, and who is needed is called."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from scoring.games import GAMES
from tournaments import audit
from tournaments.audit import SYSTEM, Actor, Details, the_player
from tournaments.models import Club, ComingNight, Event, NightAnswer, Player
from tournaments.selectors.coming import attendance_at, chosen_at, due_nights
from tournaments.services.change import load
from tournaments.services.club.clubs import set_event_visibility
from tournaments.services.desk.actions import unusual_confirmation
from tournaments.services.night import add_entrants, create_club_night
from tournaments.services.refusals import Missing, Refused

Reply = NightAnswer.Reply


@transaction.atomic
def answer_night(*, night_id: int, player: Player, reply: str, now: datetime.datetime, actor: Actor) -> NightAnswer:
    """Said again, it stands as it was: nobody loses a place by a second tap."""
    night = lock_coming(night_id)
    if player.club_id != night.club_id or player.anonymised_at:
        raise Missing
    require_open(night, now=now)
    decide_if_due(night, now=now)
    earlier_answer = night.answers.filter(player=player).first()
    old_reply = earlier_answer.reply if earlier_answer else ""
    if reply == old_reply and earlier_answer:
        earlier_answer.answered_at = now
        earlier_answer.save(update_fields=["answered_at"])
        return earlier_answer
    if reply == Reply.IF_NEEDED and night.decided_at:
        raise Refused("coming-decided")
    answer = _written(night, player, earlier_answer, Reply(reply), now=now)
    _commit(night)
    subject: Details = {"coming": night.pk, "night": night.name, "player": the_player(player.pk)}
    earlier: Details = {**subject, "reply": old_reply}
    audit.record(actor, "night-answered", club=night.club, before=earlier, after={**subject, "reply": answer.reply})
    return answer


@transaction.atomic
def answer_for_players(
    *, night_id: int, players: Iterable[Player], reply: str, now: datetime.datetime, actor: Actor
) -> None:
    """Gives one answer for all of these players, or for nobody."""
    for player in players:
        answer_night(night_id=night_id, player=player, reply=reply, now=now, actor=actor)


def _written(
    night: ComingNight,
    player: Player,
    old_answer: NightAnswer | None,
    reply: NightAnswer.Reply,
    *,
    now: datetime.datetime,
) -> NightAnswer:
    answer = old_answer or NightAnswer(night=night, player=player)
    if not (answer.pk and answer.comes and reply == Reply.YES):  # who was called keeps that place
        answer.since = now
    answer.reply, answer.answered_at = reply, now
    answer.save()
    return answer


def decide_due(*, now: datetime.datetime, club: int | None = None) -> int:
    """Decides who is needed on nights whose hour has come: of all clubs, or of one (id). Returns on how many. Who looks
    while none is due waits for no writer.
    """
    nights = ComingNight.objects.filter(club=club) if club else ComingNight.objects.all()
    due = [night.pk for night in nights.filter(due_nights(now=now)).order_by("starts_at", "pk") if night.is_due(now)]
    return sum(_decide_one(pk, now=now) for pk in due)


@transaction.atomic
def _decide_one(night_id: int, *, now: datetime.datetime) -> bool:
    return decide_if_due(lock_coming(night_id), now=now)


def decide_if_due(night: ComingNight, *, now: datetime.datetime) -> bool:
    """Decides who is needed on a night that is locked, if it is time to."""
    if not night.is_due(now):
        return False
    decide(night, now=now)
    return True


def decide(night: ComingNight, *, now: datetime.datetime) -> None:
    """Decides who is needed on a night, once: what is decided stands, whoever answers afterwards."""
    attendance = attendance_at(night)
    chosen = chosen_at(night, attendance)
    night.answers.filter(player__in=chosen).update(since=now, called_at=now)
    night.decided_at = now
    _commit(night)
    if attendance.offered:
        subject: Details = {"coming": night.pk, "night": night.name}
        offered: Details = {**subject, "offered": [the_player(pk) for pk in attendance.offered]}
        called: Details = {**subject, "players": [the_player(pk) for pk in chosen]}
        audit.record(SYSTEM, "night-decided", club=night.club, before=offered, after=called)


def lock_coming(night_id: int) -> ComingNight:
    """Locks a planned night. Raises Missing."""
    rows = ComingNight.objects.select_for_update(of=["self"]).select_related("club", "event", "like")
    return load(rows, pk=night_id)


def require_open(night: ComingNight, *, now: datetime.datetime) -> None:
    if night.cancelled_at:
        raise Refused("coming-cancelled")
    if night.opened:
        raise Refused("coming-opened")
    if night.ends_at <= now:
        raise Refused("coming-over")


def _commit(night: ComingNight) -> None:
    night.revision += 1
    night.save()


@dataclass(frozen=True, kw_only=True)
class NightPlan:
    """``like``: the event whose rules and confirmation it has. One that ends before it begins ends on the next day."""

    name: str
    game: str
    like: Event | None = None
    date: datetime.date
    begins: datetime.time
    ends: datetime.time
    place: str = ""
    note: str = ""
    tables: int | None = None
    visibility: str = ""
    call_hours: int = 3

    def times(self, *, weeks: int = 0) -> tuple[datetime.datetime, datetime.datetime]:
        """By the clock on the wall, summer or winter."""
        day = self.date + datetime.timedelta(weeks=weeks)
        next_day = datetime.timedelta(days=int(self.ends <= self.begins))
        return _at(day, self.begins), _at(day + next_day, self.ends)


def _at(day: datetime.date, time: datetime.time) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day, time))


@transaction.atomic
def plan_nights(*, club: Club, plan: NightPlan, nights: int = 1, every: int = 1, actor: Actor) -> list[ComingNight]:
    """So many, one ``every`` so many weeks; each is then its own. Sent twice, none is planned twice."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    existing = dict(club.coming_nights.filter(name=plan.name, cancelled_at=None).values_list("starts_at", "pk"))
    rows = [_row(club, plan, weeks=number * every) for number in range(nights)]
    new = ComingNight.objects.bulk_create(row for row in rows if row.starts_at not in existing)
    if new:
        dates = [timezone.localtime(row.starts_at).date().isoformat() for row in new]
        after: Details = {"night": plan.name, "game": plan.game, "dates": dates, **_said(new[0])}
        audit.record(actor, "nights-planned", club=club, after=after)
    starts = [row.starts_at for row in rows]
    return list(club.coming_nights.filter(name=plan.name, cancelled_at=None, starts_at__in=starts))


def _row(club: Club, plan: NightPlan, *, weeks: int) -> ComingNight:
    night = ComingNight(club=club)
    _fill(night, plan, weeks=weeks)
    return night


def _fill(night: ComingNight, plan: NightPlan, *, weeks: int = 0) -> None:
    night.starts_at, night.ends_at = plan.times(weeks=weeks)
    night.name, night.game, night.like = plan.name, plan.game, plan.like
    night.place, night.note, night.tables = plan.place, plan.note, plan.tables
    night.visibility, night.call_hours = plan.visibility, plan.call_hours


def _said(night: ComingNight) -> Details:
    return {
        "begins": night.starts_at.isoformat(),
        "ends": night.ends_at.isoformat(),
        "where": night.place,
        "note": night.note,
        "room": night.tables,
        "visibility": night.visibility,
        "call_hours": night.call_hours,
    }


@transaction.atomic
def change_night(*, night_id: int, plan: NightPlan, now: datetime.datetime, actor: Actor) -> None:
    """Whoever has answered is told when it is moved. Moved away far enough, it is decided anew who is needed."""
    night = lock_coming(night_id)
    require_open(night, now=now)
    earlier: Details = {"coming": night.pk, "night": night.name, "game": night.game, **_said(night)}
    was, where = night.starts_at, (night.starts_at, night.ends_at, night.place)
    _fill(night, plan)
    later: Details = {"coming": night.pk, "night": night.name, "game": night.game, **_said(night)}
    if earlier == later:
        return
    if where != (night.starts_at, night.ends_at, night.place):
        night.moved_at, night.moved_from = now, was
    if now < night.call_at:
        night.decided_at = None
    _changed(night)
    audit.record(actor, "night-changed", club=night.club, before=earlier, after=later)


@transaction.atomic
def cancel_night(*, night_id: int, cancelled: bool, now: datetime.datetime, actor: Actor) -> None:
    """Cancels a night, or takes that back: the replies stand either way."""
    night = lock_coming(night_id)
    if bool(night.cancelled_at) == cancelled:
        return
    if cancelled:
        require_open(night, now=now)
    night.cancelled_at = now if cancelled else None
    _changed(night)
    subject: Details = {"coming": night.pk, "night": night.name, "begins": night.starts_at.isoformat()}
    action = "night-cancelled" if cancelled else "night-on-again"
    old_facts: Details = {**subject, "cancelled": not cancelled}
    audit.record(actor, action, club=night.club, before=old_facts, after={**subject, "cancelled": cancelled})


def _changed(night: ComingNight) -> None:
    night.sequence += 1
    night.revision += 1
    night.save()


@transaction.atomic
def open_coming(*, night_id: int, now: datetime.datetime, actor: Actor) -> Event:
    """Whoever comes is here, ready to be seated. Asked for twice, it is opened once."""
    night = lock_coming(night_id)
    if night.opened:
        return night.opened
    require_open(night, now=now)
    if night.decided_at is None:
        decide(night, now=now)
    like = night.like
    event = create_club_night(
        club=night.club,
        name=night.name,
        date=timezone.localtime(night.starts_at).date(),
        game=night.game,
        rules=like.game_rules if like else GAMES[night.game].check_rules({}),
        confirmation=unusual_confirmation(like) if like else None,
        handicap=like.handicap_terms if like else None,
        actor=actor,
    )
    set_event_visibility(event_id=event.pk, visibility=night.visibility, actor=actor)
    coming = attendance_at(night).coming
    if coming:
        players = Player.objects.in_bulk(coming)
        add_entrants(event_id=event.pk, players=[players[pk] for pk in coming], actor=actor)
    night.event = event
    _changed(night)
    event.refresh_from_db()
    return event
