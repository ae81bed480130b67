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
