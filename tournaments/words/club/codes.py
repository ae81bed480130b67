from django.utils.translation import gettext_lazy as _

TABLES, PLAYERS = "tables", "players"
KINDS = [(TABLES, _("Tables of the room")), (PLAYERS, _("Players"))]
