"""What is to be mended in a line of a list of entrants."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "no-names": _("None of these columns is called “name”."),
    "lines": _("The list ends here: that is more than %(most)s lines. Add the others afterwards."),
    "quotes": _("A quotation mark is missing or too many: they stand around the whole name, or not at all."),
    "columns": _("This line has too many columns; a name with a comma in it needs quotation marks around it."),
    "name-missing": _("The name is missing."),
    "letter": _("A letter of the name cannot be read; save the file as UTF-8."),
    "name-twice": _("“%(name)s” is on line %(line)s already."),
    "seed": _("The seed “%(text)s” is not a whole number from 1 to %(most)s."),
    "seed-twice": _("Seed %(seed)s is on line %(line)s already."),
    "rating": _("The rating “%(text)s” is not a number."),
    "table": _("The table “%(text)s” is not a whole number from 1 to %(most)s."),
}


def line_sentence(code: str, **params: object) -> str:
    return str(SENTENCES[code]) % params
