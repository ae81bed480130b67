from fractions import Fraction

from django.utils.formats import number_format


def number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """A score for people: whole where it is whole, else rounded to two places; an en dash for none.

    The point or comma is that of the reader's language.
    """
    if value is None:
        return "–"
    if value == int(value):
        return str(int(value)).replace("-", "−")
    return number_format(f"{float(value):.{places}f}").replace("-", "−")
