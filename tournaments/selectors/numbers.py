from fractions import Fraction

from django.utils.formats import get_format


def number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """A score for people, with the point or comma of the reader's language."""
    text = plain_number_text(value, places=places)
    return text.replace(".", get_format("DECIMAL_SEPARATOR")) if "." in text else text


def plain_number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """A number as all languages write it, with a point: whole where it is whole, else rounded; an en dash for none."""
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator == 1 and value.numerator >= 0:  # as nearly always
        return str(value.numerator)
    whole = value.denominator == 1 if isinstance(value, Fraction) else value == int(value)
    return (str(int(value)) if whole else f"{float(value):.{places}f}").replace("-", "−")


def signed_text(number: int) -> str:
    """+3, 0, −2: what somebody wins or pays."""
    return f"{number:+d}".replace("-", "−") if number else "0"
