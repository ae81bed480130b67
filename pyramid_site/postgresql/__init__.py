"""Django's PostgreSQL, whose times are read by psycopg's own compiled loader.

Django reads each in Python, for the sake of other zones than UTC: 18 times as long, some thousands a second.
"""
