"""The end of an evening, at all tables at once."""

from collections.abc import Collection, Mapping

from django.db import transaction

from tournaments.audit import Actor
from tournaments.services.change import load, lock_event
from tournaments.services.desk.undo import STEPS, Step, steps_back
from tournaments.services.night.nights import finish_event
from tournaments.services.table.confirmations import rule


@transaction.atomic
def close_tables(
    *, event_id: int, tables: Mapping[int, str], stand: Collection[int], finish: bool, actor: Actor
) -> list[Step]:
    """These tables (ids) end, are adjourned or taken back; of those in `stand` what is recorded stands, whatever was
    said of it. Then, with `finish`, the event is over. All of it or nothing; tells how it is undone.
    """
    event = lock_event(event_id)
    states = dict(event.tables.values_list("pk", "status"))
    for pk, how in tables.items():
        STEPS[how](event, (pk,), actor)
    for pk in stand:
        rule(table_id=load(event.tables.all(), pk=pk).pk, reason="", actor=actor)
    steps: list[Step] = [step for pk, how in tables.items() for step in steps_back(how, pk, before=states[pk])]
    if finish:
        finish_event(event_id=event_id, actor=actor)
        return [("reopen-event", ()), *steps]
    return steps
