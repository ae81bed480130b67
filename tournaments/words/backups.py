"""What stands against a backup, or against restoring one, in a sentence that says what to do."""

from django.utils.translation import gettext_lazy as _

from tournaments.services.refusals import Refused

SENTENCES = {
    "nothing-there": _("There is nothing to back up yet: the database is empty."),
    "no-room": _(
        "There is no room for a backup in %(folder)s. The earlier ones are still there; make room and try again."
    ),
    "not-written": _("No backup can be written to %(folder)s: %(why)s. The earlier ones are still there."),
    "no-program": _("%(program)s is not installed. It comes with PostgreSQL's client (postgresql-client)."),
    "program-failed": _("%(program)s did not do it: %(why)s"),
}

# Not translated, as everything that the command line alone prints.
AT_THE_COMMAND_LINE = {
    "file-exists": "%(path)s exists already, and stays as it is. Choose another name.",
    "backup-unreadable": "%(path)s cannot be read: %(why)s.",
    "no-backup": "%(path)s is not a backup of Capstone.",
    "backup-damaged": "%(path)s is damaged: %(name)s in it has changed. Nothing was restored; take another backup.",
    "backup-newer": "%(path)s comes from a newer Capstone (%(what)s). Nothing was changed; update this one first.",
    "database-newer": "The database is newer than this program: install the Capstone that has the migration %(what)s, "
    "or a later one. Nothing was changed.",
    "backup-older": "%(path)s comes from a Capstone before 0.2.0. Nothing was changed. Restore it with version 0.2.0; "
    "then restore here what that version backs up.",
    "database-older": "The database is of a Capstone before 0.2.0. Nothing was changed. Upgrade it with version 0.2.0 "
    "first (manage.py migrate there), then with this one.",
    "other-database": "This backup is of %(theirs)s, and DATABASE_URL leads to %(ours)s. Nothing was changed.",
    "place-taken": "There is data in %(place)s already. Nothing was changed. Move it away, or let DATABASE_URL lead to "
    "an empty database; then restore again.",
    "place-in-use": "%(place)s is in use. Nothing was changed. Stop the server that runs here; then try again.",
    "other-key": "SECRET_KEY in the environment is not the backup's: the codes of seats would not open. Nothing was "
    "changed. Leave it out, or give the one that lies in the backup as secret-key; then restore again.",
    "spare-gone": "%(folder)s is not there. The copy is made as soon as it is back; a new folder has to be made first.",
    "spare-of-sqlite": "A spare is kept of SQLite alone. PostgreSQL has standbys.",
    "no-spare": "There is no copy of Capstone in %(folder)s.",
    "not-restored": "It could not be restored: %(why)s. The database is as empty as before.",
    "rows-differ": "Restored, but not all of it: look at %(tables)s. Keep the backup, and do not play with this.",
}


def backup_refusal(refused: Refused) -> str:
    shown = {
        name: ", ".join(sorted(value)) if isinstance(value, list) else str(value)
        for name, value in refused.params.items()
    }
    sentence = SENTENCES.get(refused.code) or AT_THE_COMMAND_LINE[refused.code]
    return str(sentence) % shown
