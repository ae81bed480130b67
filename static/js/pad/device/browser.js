// What a browser may allow a page: the screen stays on while a game is looked at; Back goes back a screen; a service worker opens
// the pad with no network.

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

// The browser's Back goes back a screen, and leaves the pad from the first only: the history holds an entry for each
// step away from that. They are made as somebody taps; browsers pass over entries that a page makes by itself.

// `depth` counts the steps, `back` goes back one.
/** @param {{ depth: () => number, back: () => void }} screens */
export function createBack({ depth, back }) {
  let leaving = false;
  const entered = () => history.state?.depth || 0;

  // To be called whenever another screen may be there.
  function settle() {
    const wanted = depth();
    if (leaving || wanted === entered()) return;
    if (wanted < entered()) {
      leaving = true;
      history.go(wanted - entered());
    }
    for (let step = entered() + 1; step <= wanted; step += 1) history.pushState({ depth: step }, "");
  }

  window.addEventListener("popstate", () => {
    if (!leaving && entered() < depth()) back();
    leaving = false;
    queueMicrotask(settle);
  });
  return Object.freeze({ settle });
}

// Where the browser allows it, a service worker opens the pad with no network and sends what waits while it is closed.

const SYNC = "capstone-pad-queue";
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

// `send` is called where the worker asks this window to send.
/** @param {() => void} send */
export function createBackground(send) {
  /** @type {(ServiceWorkerRegistration & { sync?: { register(name: string): Promise<void> } }) | null} */
  let registration = null;

  async function start() {
    const { workerUrl } = document.body.dataset;
    const allowed = window.isSecureContext && (location.protocol === "https:" || LOCAL.includes(location.hostname));
    if (!allowed || !workerUrl || !navigator.serviceWorker) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data.send) send(); });
    try {
      const found = await navigator.serviceWorker.register(workerUrl, { type: "module", updateViaCache: "none" });
      await navigator.serviceWorker.ready;
      found.active?.postMessage({ keep: location.pathname });
      registration = found;
      await navigator.storage?.persist?.();
    } catch {
      registration = null; // a browser that knows no modules in workers, or keeps them from us
    }
  }

  // The browser sends when the network is back, also when the pad is closed by then.
  const sendLater = () => { registration?.sync?.register(SYNC).catch(() => null); };

  return Object.freeze({ start, sendLater });
}
