from django.utils.translation import gettext_lazy as _

CARDS = [("table", _("One code a table")), ("seat", _("A code for every seat"))]
