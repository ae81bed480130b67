from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.db.models import Q
from django.utils import timezone

OWNER = "owner"
UNKNOWN = "0.0.0.0"


def make_directors_plain(apps: Any, _schema_editor: Any) -> None:
    """The printed link was a superuser's. It becomes an owner's of all clubs that there are; whoever has a password is
    left as he is.
    """
    User, Club = apps.get_model("auth", "User"), apps.get_model("tournaments", "Club")
    Member = apps.get_model("tournaments", "Member")
    for user in User.objects.filter(Q(password="") | Q(password__startswith="!"), is_superuser=True):
        for club in Club.objects.all():
            Member.objects.update_or_create(club=club, user=user, defaults={"role": OWNER})
        user.is_superuser = user.is_staff = False
        user.save(update_fields=["is_superuser", "is_staff"])


def list_sessions(apps: Any, _schema_editor: Any) -> None:
    """Those that began before they were listed, so that they too can be ended."""
    User, Session = apps.get_model("auth", "User"), apps.get_model("sessions", "Session")
    UserSession = apps.get_model("usersessions", "UserSession")
    people = set(User.objects.values_list("pk", flat=True))
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        signed_in = str(SessionStore().decode(session.session_data).get(SESSION_KEY, ""))
        if signed_in.isdigit() and int(signed_in) in people:
            UserSession.objects.get_or_create(
                session_key=session.session_key, defaults={"user_id": int(signed_in), "ip": UNKNOWN}
            )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0034_cache_of_all_processes"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(make_directors_plain, migrations.RunPython.noop),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
