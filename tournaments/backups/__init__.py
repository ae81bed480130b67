"""Everything in one file: the database, the secret key, and a manifest that says what is in it.

The file is a zip that ordinary tools open. Why so: docs/decisions/0032-backups-and-upgrades.md.
"""
