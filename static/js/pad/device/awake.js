// The screen stays on while a game is looked at, where the browser allows it.

export function createAwake() {
  let wanted = false;
  /** @type {Promise<WakeLockSentinel | null> | null} */
  let lock = null;

  /** @param {boolean} want */
  function keep(want) {
    wanted = want;
    if (want && !lock && document.visibilityState === "visible") lock = ask();
    else if (!want && lock) letGo(lock);
  }

  // Taken away whenever the page is hidden, or the battery is low.
  async function ask() {
    const held = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    held?.addEventListener("release", () => { lock = null; });
    return held;
  }

  /** @param {Promise<WakeLockSentinel | null>} held */
  async function letGo(held) {
    lock = null;
    await (await held)?.release();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") keep(wanted);
  });
  return Object.freeze({ keep });
}
