"""What scripts/ask-the-api knows of the demo: numbers that there are, and by which tokens it asks."""

from datetime import timedelta
from pathlib import Path

from tournaments.models import Club, Entrant, Event, Member, Season, Table
from tournaments.services.integrations.trusted import make_token

CHECKS = """
[checks]
ignored_auth.enabled = false  # what is public is told to who has no token
positive_data_acceptance.enabled = false  # an evening has more rules than a schema tells
negative_data_rejection.enabled = false  # of what is sent in vain, say a body that nobody reads
missing_required_header.enabled = false
"""


def write(folder: str) -> None:
    club = Club.objects.order_by("pk")[0]
    owner = club.members.get(role=Member.Role.OWNER).user
    path = Path(folder)
    path.joinpath("stranger").write_text("Accept: application/json")
    for scope in ("read", "direct"):
        _token, text = make_token(club=club, name=scope, scope=scope, good_for=timedelta(days=1), user=owner)
        path.joinpath(scope).write_text(f"Authorization: Bearer {text}")
    known = {
        "event": [*Event.objects.filter(status=Event.Status.OPEN).values_list("pk", flat=True)],
        "table": [*Table.objects.filter(event__status=Event.Status.OPEN).values_list("pk", flat=True)],
        "season": [*Season.objects.values_list("pk", flat=True)],
        "player": [*club.players.values_list("pk", flat=True)[:5]],
        "entrant": [*Entrant.objects.filter(event__status=Event.Status.OPEN).values_list("pk", flat=True)[:9]],
        "coming": [*club.coming_nights.values_list("pk", flat=True)],
        "stage": [1],
        "round": [1, 2],
        "number": [1, 2],
        "club": [club.slug],
    }
    known = {name: values for name, values in known.items() if values}  # of the demo no night is to come
    lists = "\n".join(f"[dictionaries.{name}]\nvalues = {values}" for name, values in known.items())
    bound = "\n".join(f'"path.{name}" = {{ dictionary = "{name}" }}' for name in known)
    path.joinpath("schemathesis.toml").write_text(f"{lists}\n[parameters]\n{bound}\n{CHECKS}")
