// What somebody has chosen for this phone, whatever table it keeps.

const KEPT = "phone settings";

/** @type {Settings} */
const USUAL = { awake: true, moments: true };

/** @returns {Settings} */
export function readSettings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT) || "{}") };
  } catch {
    return USUAL;
  }
}

/** @param {Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: until the page is closed
  }
}
