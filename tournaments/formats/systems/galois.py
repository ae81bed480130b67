"""Finite fields small enough for tables, for the schedules made from them."""

from itertools import product
from math import isqrt


def prime_power(number: int) -> tuple[int, int] | None:
    """(prime, exponent) with prime ** exponent == number, or None."""
    for prime in range(2, isqrt(max(number, 0)) + 1):
        if number % prime == 0:
            exponent = 0
            while number % prime == 0:
                number, exponent = number // prime, exponent + 1
            return (prime, exponent) if number == 1 else None
    return (number, 1) if number > 1 else None


class Field:
    """The field of `order` elements, which are called 0 (zero) to order - 1; 1 is one. Raises ValueError.

    An element's digits to the base of the prime are the coefficients of a polynomial, lowest first; the elements
    multiply modulo the first monic polynomial of which ``x`` or another element turns out to be a generator.
    """

    def __init__(self, order: int) -> None:
        found = prime_power(order)
        if found is None:
            raise ValueError(f"there is no field of {order} elements")
        self.order = order
        self.prime, self.exponent = found
        self.powers = self._powers()
        self._log = {element: power for power, element in enumerate(self.powers)}

    def add(self, one: int, other: int) -> int:
        return self._number([a + b for a, b in zip(self._digits(one), self._digits(other), strict=True)])

    def negative(self, element: int) -> int:
        return self._number([-a for a in self._digits(element)])

    def times(self, one: int, other: int) -> int:
        return self.power(self._log[one] + self._log[other]) if one and other else 0

    def power(self, exponent: int) -> int:
        """The generator to this power."""
        return self.powers[exponent % (self.order - 1)]

    def log(self, element: int) -> int:
        """The power of the generator that is this element; KeyError for zero."""
        return self._log[element]

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**place % self.prime for place in range(self.exponent)]

    def _number(self, digits: list[int]) -> int:
        return sum(digit % self.prime * self.prime**place for place, digit in enumerate(digits))

    def _powers(self) -> list[int]:
        if self.exponent == 1:
            candidates = ([-generator] for generator in range(1, self.order))
        else:
            candidates = (list(low) for low in product(range(self.prime), repeat=self.exponent))
        for low in candidates:
            powers = self._orbit(low)
            if len(powers) == self.order - 1:
                return powers
        raise AssertionError("every finite field has a generator")

    def _orbit(self, low: list[int]) -> list[int]:
        """The powers of x modulo x ** exponent + low, until they come back to one or die out."""
        powers: list[int] = []
        digits = [1] + [0] * (self.exponent - 1)
        while (element := self._number(digits)) and element not in powers[:1]:
            powers.append(element)
            top = digits[-1]
            digits = [a - top * b for a, b in zip([0, *digits[:-1]], low, strict=True)]
            if len(powers) == self.order:
                break
        return powers
