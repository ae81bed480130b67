// Where the browser allows it, a service worker opens the pad with no network and sends what waits while it is closed.

const SYNC = "capstone-pad-queue";
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

export async function startBackground(pad) {
  const { workerUrl } = document.body.dataset;
  const allowed = window.isSecureContext && (location.protocol === "https:" || LOCAL.includes(location.hostname));
  if (!allowed || !workerUrl || !navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data.send) pad.queue.load().then(pad.retryNow); });
  try {
    const registration = await navigator.serviceWorker.register(workerUrl, { type: "module", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    registration.active.postMessage({ keep: location.pathname });
    pad.sendLater = () => registration.sync && registration.sync.register(SYNC).catch(() => null);
    if (navigator.storage && navigator.storage.persist) await navigator.storage.persist();
  } catch (error) {
    pad.sendLater = null; // a browser that knows no modules in workers, or keeps them from us
  }
}
