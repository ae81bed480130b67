// What somebody has chosen for this phone, whatever table it keeps.

const KEPT = "phone settings";

/** @type {Settings} */
const USUAL = { awake: true, moments: true, large: false, night: null };

/** @returns {Settings} */
export function readSettings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT) || "{}") };
  } catch {
    return USUAL;
  }
}

// How the page looks from now on.
/** @param {Settings} settings */
export function showSettings({ large, night }) {
  const { classList, dataset } = document.documentElement;
  classList.toggle("pad-large", large);
  if (night === null) delete dataset.scheme;
  else dataset.scheme = night ? "night" : "day";
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: until the page is closed
  }
}
