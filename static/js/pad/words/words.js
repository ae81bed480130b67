// The page's sentences come translated from the server; here names and numbers are put into them.

export function createWords(strings) {
  return function words(key, values) {
    const sentence = strings[key];
    if (sentence === undefined) throw new Error("no words for " + key);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) =>
      values && values[name] !== undefined ? String(values[name]) : whole
    );
  };
}

export function list(names) {
  return names.join(", ");
}

// The shortest that tells the people at one table apart: first names, where no two are the same.
export function callNames(names) {
  const first = names.map((name) => name.split(" ")[0]);
  return new Set(first).size === names.length ? first : names;
}

// The time of day of a moment the server named.
export function time(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

// Thirds of a split pot come as 0.3333; the point or comma is that of the page's language.
export function figure(number) {
  const text = number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2, useGrouping: false });
  return text.replace("-", "\u2212");
}
