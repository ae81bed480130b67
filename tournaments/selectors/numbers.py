from fractions import Fraction

from django.utils.formats import get_format


def number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """A score for people, with the point or comma of the reader's language."""
    return plain_number_text(value, places=places).replace(".", get_format("DECIMAL_SEPARATOR"))


def plain_number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """The same for all languages, with a point: whole where it is whole, else rounded; an en dash for none."""
    if value is None:
        return "–"
    whole = value.denominator == 1 if isinstance(value, Fraction) else value == int(value)
    return (str(int(value)) if whole else f"{float(value):.{places}f}").replace("-", "−")
