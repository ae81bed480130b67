// Comparing lists of numbers, and places out of what is compared.

// More than 0 where `one` is better: the first number that differs decides, the higher wins.
export function compare(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

// Equal ones share the better place (1, 1, 3).
export function places(standings, better) {
  return standings.map((mine) => 1 + standings.filter((other) => better(other, mine) > 0).length);
}
