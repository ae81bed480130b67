from fractions import Fraction


def number_text(value: Fraction | int | float | None, *, places: int = 2) -> str:
    """A score for people: whole where it is whole, else rounded to two places; an en dash for none."""
    if value is None:
        return "–"
    if value == int(value):
        return str(int(value)).replace("-", "−")
    return f"{float(value):.{places}f}".replace("-", "−")
