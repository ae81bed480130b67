"""Standbys of PostgreSQL that have a save before it is answered."""

from django.db import connection

COPIES = """
    SELECT CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
    THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) END FROM pg_stat_replication
"""


def copies() -> int | None:
    """None on SQLite, and where our role may not know."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(COPIES)
        count: int | None = cursor.fetchone()[0]
    return count


def has_nodes() -> bool:
    """Whether several nodes are named, so that one should have a copy of the other."""
    return "," in str(connection.settings_dict["HOST"])
