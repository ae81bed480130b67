from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """So many, from the first on in so many seconds, by each address, name, device or pad."""

    of: str
    by: str
    most: int
    seconds: int
