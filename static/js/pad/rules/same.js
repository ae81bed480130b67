// Whether two entries of a deal tell the same, in whichever order their cards were entered, as in scoring/same.py.

export function sameDeal(one, other) {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

// What was not noted may as well not be named.
function plain(payload) {
  const noted = Object.keys(payload).sort().filter((name) => !isNothing(payload[name]));
  return noted.map((name) => [name, unordered(payload[name])]);
}

function isNothing(value) {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === "" || value === false;
}

function unordered(value) {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(each)).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.keys(value).sort().map((name) => [name, unordered(value[name])]);
}
