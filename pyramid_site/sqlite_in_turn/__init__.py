"""Django's SQLite, with the writers of one process in a queue.

SQLite lets whoever finds the file locked sleep, ever longer up to 0.1 s, and try again: of many who save at once some
wait ten times as long as their turn takes. Within a process the turn is handed to who has waited longest.
"""
