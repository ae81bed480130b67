// The page's sentences come translated from the server; here names and numbers are put into them.

/** @param {Record<string, string>} strings @returns {Words} */
export function createWords(strings) {
  return function words(key, values) {
    const sentence = strings[key];
    if (sentence === undefined) throw new Error(`no words for ${key}`);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values?.[name] ?? whole));
  };
}

/** @param {string[]} names */
export function list(names) {
  return names.join(", ");
}

/** @param {{ state: TableState }} pad @param {Seat | null} seat */
export function seatName({ state }, seat) {
  return state.seats[/** @type {Seat} */ (seat)].name;
}

// The shortest that tells the people at one table apart: first names, where no two are the same.
/** @param {{ state: TableState }} pad @param {Seat} seat */
export function callName({ state }, seat) {
  const names = state.seats.map(({ name }) => name);
  const first = names.map((name) => name.split(" ")[0]);
  return (new Set(first).size === names.length ? first : names)[seat];
}

// The time of day of a moment the server named.
/** @param {string} moment */
export function time(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// Thirds of a split pot come as 0.3333; the point or comma is that of the page's language, of which only they make use: to
// ask for it takes an old phone longer than all else that is drawn.
/** @param {number} number */
export function figure(number) {
  const text = Number.isInteger(number) ? String(number) : number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2, useGrouping: false });
  return text.replace("-", "\u2212");
}

// The sentence for so many deals that are not sent: languages count differently.
/** @param {Pick<Boot, "unsent">} boot @param {number} count */
export function unsentWords({ unsent }, count) {
  return unsent[Math.min(count, unsent.length - 1)];
}
