"""What is made of the seed of a stage, by rules that any language can follow: docs/formats.md."""

from hashlib import sha256

SEED_BITS = 62
"""So many that nobody finds the seed by trying which one fits its commitment. Groups count on from it."""


def round_seed(seed: int, number: int) -> int:
    """The seed of the stage's round of this number, from 1."""
    return int.from_bytes(sha256(f"{seed}:{number}".encode("ascii")).digest()[:8], "big")


def commitment(seed: int) -> str:
    """What binds a stage to its seed while that is secret."""
    return sha256(str(seed).encode("ascii")).hexdigest()
