"""Whether an Ed25519 signature is good (RFC 8032, 5.1.7), for where no library is at hand. All it reads is public, so
it need not hide how long it takes.
"""

from hashlib import sha512

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)

Point = tuple[int, int, int, int]
"""As X, Y, Z, T with x = X/Z, y = Y/Z and xy = T/Z."""
NEUTRAL: Point = (0, 1, 1, 0)


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the owner of the ``public`` key (32 bytes) has signed exactly this ``message`` (64 bytes)."""
    key, half = _point(public), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or half is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % ORDER
    return _equal(_times(scalar, BASE), _sum(half, _times(challenge, key)))


def _sum(one: Point, two: Point) -> Point:
    a = (one[1] - one[0]) * (two[1] - two[0]) % PRIME
    b = (one[1] + one[0]) * (two[1] + two[0]) % PRIME
    c = 2 * one[3] * two[3] * D % PRIME
    d = 2 * one[2] * two[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _times(scalar: int, point: Point) -> Point:
    total = NEUTRAL
    while scalar:
        if scalar & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        scalar >>= 1
    return total


def _equal(one: Point, two: Point) -> bool:
    return (one[0] * two[2] - two[0] * one[2]) % PRIME == 0 == (one[1] * two[2] - two[1] * one[2]) % PRIME


def _point(packed: bytes) -> Point | None:
    """The point of 32 bytes; None where there is none."""
    if len(packed) != 32:
        return None
    y = int.from_bytes(packed, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT % PRIME
    if (x * x - square) % PRIME or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


_BASE_Y = 4 * pow(5, PRIME - 2, PRIME) % PRIME
_BASE_POINT = _point(_BASE_Y.to_bytes(32, "little"))
assert _BASE_POINT is not None
BASE = _BASE_POINT
