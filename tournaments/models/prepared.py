"""The prepared statements by which a save, and what follows it live, read rows of the models many times a second. All
else is read by the ORM.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.models import (
    AuditEntry,
    Claim,
    Confirmation,
    Contribution,
    Event,
    Message,
    PadLink,
    ProposedCorrection,
    Round,
    Ruling,
    Season,
    SeasonEvent,
    Seat,
    SeatPhone,
    Stage,
    Table,
)
from tournaments.models.statements import Prepared, PreparedForAll, joined
from tournaments.models.table import ENDED

LINK, _link_of = joined(PadLink, "table", "table__event", "table__event__club")
open_links = Prepared(
    lambda link: PadLink.objects.filter(pk=link, revoked_at=None).order_by().values_list(*LINK), _link_of
)

EVENT, _event_of = joined(Event, "club")
events = Prepared(lambda event: Event.objects.filter(pk=event).order_by().values_list(*EVENT), _event_of)

TABLE, _table_of = joined(Table, "event", "event__club", "began_in", "round")
tables = Prepared(lambda table: Table.objects.filter(pk=table).order_by().values_list(*TABLE), _table_of)

TABLE_ALONE, _table_alone_of = joined(Table)
tables_alone = Prepared(
    lambda table: Table.objects.filter(pk=table).order_by().values_list(*TABLE_ALONE), _table_alone_of
)

EVENT_ALONE, _event_alone_of = joined(Event)


def _locked(keys: Callable[[Any], QuerySet[Any, Any]]) -> Prepared[Event]:
    """Only the event's row is locked; the rest is read by later statements, which see what was done meanwhile."""
    return Prepared(
        lambda key: Event.objects.filter(pk__in=keys(key)).order_by().select_for_update().values_list(*EVENT_ALONE),
        _event_alone_of,
    )


event_of_table_locked = _locked(lambda table: Table.objects.filter(pk=table).values("event"))
event_of_link_locked = _locked(lambda link: PadLink.objects.filter(pk=link).values("table__event"))

SEAT, _seat_of = joined(Seat, "entrant", "entrant__player")
seats_at = Prepared(lambda table: Seat.objects.filter(table=table).order_by("index").values_list(*SEAT), _seat_of)

PHONE, _phone_of = joined(SeatPhone, "seat")
phones_at = Prepared(lambda table: SeatPhone.objects.filter(seat__table=table).values_list(*PHONE), _phone_of)

CONTRIBUTION, _contribution_of = joined(Contribution)
contributions = Prepared(
    lambda table, number, recorded: (
        Contribution.objects.filter(~Exists(_resumed(table)), table=table, number=number, recorded=recorded)
        .order_by("version")
        .values_list(*CONTRIBUTION)
    ),
    _contribution_of,
)


def _resumed(table: int) -> QuerySet[AuditEntry]:
    """After the contribution that is looked at."""
    return AuditEntry.objects.filter(table=table, action="table-resumed", at__gt=OuterRef("created_at"))


CONFIRMATION, _confirmation_of = joined(Confirmation)
confirmations_at = Prepared(
    lambda table: Confirmation.objects.filter(table=table).order_by("id").values_list(*CONFIRMATION), _confirmation_of
)

CLAIM, _claim_of = joined(Claim)
open_claims = Prepared(
    lambda table: Claim.objects.filter(table=table, answer="").order_by("pk").values_list(*CLAIM), _claim_of
)

CORRECTION, _correction_of = joined(ProposedCorrection)
waiting_corrections = Prepared(
    lambda table: ProposedCorrection.objects.filter(table=table, answer="").order_by("pk").values_list(*CORRECTION),
    _correction_of,
)

MOST_MESSAGES = 5
MESSAGE, _message_of = joined(Message)
newest_messages = Prepared(
    lambda table: (
        Message.objects.filter(
            Q(table=table) | Q(table=None),
            event__tables=table,
            created_at__gte=F("event__tables__opened_at"),
        )
        .order_by("-pk")
        .values_list(*MESSAGE)[:MOST_MESSAGES]
    ),
    _message_of,
)

STAGE, _stage_of = joined(Stage)
stages_of = Prepared(lambda event: Stage.objects.filter(event=event).values_list(*STAGE), _stage_of)

ROUND, _round_of = joined(Round)
_standing_rounds = Round.objects.exclude(status=Round.Status.UNDONE)
rounds_of = Prepared(lambda stage: _standing_rounds.filter(stage=stage).values_list(*ROUND), _round_of)

RULING, _ruling_of = joined(Ruling)
later_rulings = Prepared(
    lambda stage, newest: Ruling.objects.filter(stage=stage, pk__gt=newest).values_list(*RULING), _ruling_of
)
"""On the places of a stage, after the `newest` that is known."""

SEASON, _season_of = joined(Season)
published_seasons = Prepared(
    lambda club, event: (
        Season.objects.filter(club=club)
        .exclude(published_at=None)
        .values_list(*SEASON, Exists(SeasonEvent.objects.filter(season=OuterRef("pk"), event=event)))
    ),
    lambda row: (_season_of(row[:-1]), bool(row[-1])),
)
"""Of a club, with whether the event was chosen for them."""

_waiting = Table.objects.filter(confirmation=Table.ConfirmationState.WAITING, accepted_at__isnull=False).order_by()
waiting_until: Prepared[datetime] = Prepared(
    lambda event: _waiting.filter(event=event).values_list("accepted_at"), lambda row: row[0]
)
"""When results of an event count without anybody's word; `ended_waiting_until` of tables that have ended alone."""
ended_waiting_until: Prepared[datetime] = Prepared(
    lambda event: _waiting.filter(event=event, status__in=ENDED).values_list("accepted_at"), lambda row: row[0]
)

_standing_tables = Table.objects.filter(round__status=Round.Status.PUBLISHED).exclude(status=Table.Status.UNDONE)
revisions_in = Prepared(
    lambda stage: (
        _standing_tables.filter(round__stage=stage).order_by("number", "game").values_list("pk", "pad_revision")
    ),
    tuple,
)
_seatings = Seat.objects.order_by("table", "index").values_list("table", "entrant", "substitute")
seatings_at = PreparedForAll(lambda tables: _seatings.filter(table__in=tables), tuple)

event_revisions = PreparedForAll(
    lambda events: (
        Event.objects.filter(pk__in=events).order_by().values_list("pk", "revision", "club__visibility", "visibility")
    ),
    tuple,
)
table_revisions = PreparedForAll(
    lambda tables: (
        Table.objects.filter(pk__in=tables)
        .order_by()
        .values_list(
            *("pk", "pad_revision", "event__pads_revision"),
            *("decided", "round", "number", "game"),
            *("event__club__visibility", "event__visibility"),
        )
    ),
    tuple,
)
pad_revisions_in = PreparedForAll(
    lambda rounds: (
        Table.objects.filter(round__in=rounds).order_by().values_list("round", "number", "game", "pad_revision")
    ),
    tuple,
)
