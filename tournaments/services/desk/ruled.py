"""What the director rules on a table, and what makes it as it was."""

from collections.abc import Callable

from django.db import transaction

from tournaments.models import Table
from tournaments.models.table import ENDED
from tournaments.services.change import lock_table
from tournaments.services.desk.undo import Step


@transaction.atomic
def ruled(*, table_id: int, rule: Callable[[], None]) -> list[Step]:
    """Does it, and tells how it is undone: who got up sits down, and the table is in the state it was in. A dispute
    that is settled by it is not opened again.
    """
    table = lock_table(table_id)
    before, said, word = table.status, table.confirmation, table.rulings.order_by("pk").last()
    seats = dict(table.seats.order_by("index").values_list("entrant_id", "index"))
    rule()
    table.refresh_from_db()
    if said == Table.ConfirmationState.DISPUTED != table.confirmation:
        return []
    staying = set(table.seats.values_list("entrant_id", flat=True))
    steps: list[Step] = [("sit", (table_id, who, at)) for who, at in seats.items() if who not in staying]
    if (newest := table.rulings.order_by("pk").last()) and newest != word:
        steps.append(("unrule", (table_id, newest.pk)))
    if table.status in ENDED and before not in ENDED:
        if table.deal_count:  # without deals it plays as soon as the ruling is none
            steps.append(("reopen", (table_id,)))
        if before == Table.Status.ADJOURNED:
            steps.append(("adjourn", (table_id,)))
    return steps
