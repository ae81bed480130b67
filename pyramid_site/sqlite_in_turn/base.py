from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from pyramid_site.private import make_private_database
from pyramid_site.sqlite_in_turn.turns import Turns

turns: dict[str, Turns] = {}
"""By the file."""


class DatabaseWrapper(base.DatabaseWrapper):  # what begins with _ is Django's own hook, for which there are no types
    """Transactions are begun as writers here (transaction_mode IMMEDIATE), so that each is one turn."""

    _has_turn = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if (file := Path(conn_params["database"])).is_absolute():
            make_private_database(file)
        return super().get_new_connection(conn_params)

    def is_usable(self) -> bool:
        """Asked after an error: a file that was read-only for a moment stays so for a connection opened meanwhile."""
        return False

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    @property
    def _turns(self) -> Turns:
        return turns.setdefault(str(self.settings_dict["NAME"]), Turns())

    def _take_turn(self) -> None:
        if not self._has_turn:
            if not self._turns.take(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
                raise OperationalError("database is locked")
            self._has_turn = True

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._turns.end()
