"""Writes a row into one node four times a second, and notes what was answered, in lines of JSON: is it a primary?

By its own word, that is, whatever the others say. It is beside the node, so that it reaches it when nobody else does.
"""

import asyncio
import json
import sys
import time

import psycopg

EVERY = 0.25  # seconds
PATIENCE = 3.0
WRITE = """INSERT INTO failover_writes VALUES (%s, %s)
    RETURNING ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int"""


async def write(node: str, conninfo: str) -> None:
    connection: psycopg.AsyncConnection | None = None
    number = 0
    while True:
        number += 1
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                if connection is None:
                    connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
                cursor = await connection.execute(WRITE, [node, number])
                row = await cursor.fetchone()
        except (psycopg.Error, TimeoutError):
            if connection is not None:
                await connection.close()
            connection = None
        else:
            note = {"node": node, "number": number, "began": began, "answered": time.perf_counter()}
            print(json.dumps(note | {"timeline": row[0] if row else 0}), flush=True)
        await asyncio.sleep(EVERY)


if __name__ == "__main__":
    asyncio.run(write(*sys.argv[1:]))
