"""Django's SQLite, with the writers of one process in a queue.

SQLite lets whoever finds the file locked sleep, ever longer up to 0.1 s, and try again: of many who save at once some
wait ten times as long as their turn takes. Within a process the turn goes to whoever has waited longest
(`write_queue`).

A transaction commits without a flush and hands its turn on. Then it is flushed (`group_commit`), unless a flush that
began after the commit has ended meanwhile; nobody is answered before. So one flush serves several commits, and an
answered save survives a power cut. Why so: docs/decisions/0004-saving.md.
"""
