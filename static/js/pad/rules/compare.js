// Comparing: lists of numbers, the places that come of them, and two entries of one deal (as in same_deal in scoring/deals.py).

// More than 0 where `one` is better: the first number that differs decides, the higher wins.
/** @param {number[]} one @param {number[]} other */
export function compare(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

// Equal ones share the better place (1, 1, 3).
/** @template Standing @param {Standing[]} standings @param {(one: Standing, other: Standing) => number} better */
export function places(standings, better) {
  return standings.map((mine) => 1 + standings.filter((other) => better(other, mine) > 0).length);
}

// Whether two entries of a deal tell the same, in whichever order their cards were entered.
/** @param {Payload} one @param {Payload} other */
export function sameDeal(one, other) {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

// What was not noted may as well not be named.
/** @param {Payload} payload */
function plain(payload) {
  const noted = Object.keys(payload).sort().filter((name) => !isNothing(payload[name]));
  return noted.map((name) => [name, unordered(payload[name])]);
}

/** @param {unknown} value */
function isNothing(value) {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === "" || value === false;
}

/** @param {any} value @returns {unknown} */
function unordered(value) {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(each)).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.keys(value).sort().map((name) => [name, unordered(value[name])]);
}
