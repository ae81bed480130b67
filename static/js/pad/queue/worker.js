// The pad's service worker, where the page came over https: opens the pad with no network, and sends while it is closed.
// It keeps the pads' own pages and the files they are made of, and nothing else.

import { createApi } from "./api.js";
import { sendAll } from "./sending.js";
import { openStorage } from "./storage.js";

const PAGE = /^\/pad\/[^/]+\/$/;
const PREFIX = "capstone-pad-";
const PATIENCE = 4000; // a network that is frozen must not keep the page from opening

const worker = /** @type {PadWorker} */ (/** @type {unknown} */ (self));

// `files` are the addresses of this release; pages of another one would ask for other files, so they go with them.
/** @param {string} release @param {string[]} files */
export function serve(release, files) {
  const cacheName = PREFIX + release;
  const keeps = caches.open(cacheName);

  worker.addEventListener("install", (event) => {
    worker.skipWaiting();
    event.waitUntil(keeps.then((cache) => cache.addAll(files)));
  });
  worker.addEventListener("activate", (event) => event.waitUntil(clearOut(cacheName, keeps)));
  worker.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== location.origin) return;
    if (mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event, keeps));
    else if (files.includes(pathname)) event.respondWith(file(event.request, keeps));
  });
  worker.addEventListener("message", (event) => {
    const path = event.data.keep;
    if (path && PAGE.test(path)) event.waitUntil(keeps.then((cache) => fetchAndKeep(cache, path)));
  });
  worker.addEventListener("sync", (event) => event.waitUntil(sendQueues()));
}

/** @param {string} current @param {Promise<Cache>} keeps */
async function clearOut(current, keeps) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== current).map((name) => caches.delete(name)));
  await worker.clients.claim();
  const cache = await keeps;
  await Promise.all((await openPads()).map(({ url }) => fetchAndKeep(cache, new URL(url).pathname)));
}

/** @param {Cache} cache @param {string} path */
async function fetchAndKeep(cache, path) {
  const response = await fetch(path).catch(() => null);
  if (response?.ok) await keep(cache, path, response);
}

// Only once all of it is there: a page that breaks off on its way would take the one kept before with it.
/** @param {Cache} cache @param {string} path @param {Response} response */
async function keep(cache, path, response) {
  try {
    const html = await response.text();
    await cache.put(path, new Response(html, { headers: response.headers }));
  } catch {
    // the one kept before stays
  }
}

/** @param {Request} request @param {Promise<Cache>} keeps */
async function file(request, keeps) {
  const kept = await (await keeps).match(request);
  return kept || fetch(request);
}

// Fresh from the server, or else as it was kept, and marked so: then the pad does not pass its state off as new.
/** @param {WorkerEvent} event @param {Promise<Cache>} keeps */
async function page(event, keeps) {
  const { pathname } = new URL(event.request.url);
  const cache = await keeps;
  const asked = fetch(event.request);
  try {
    const response = await ((await cache.match(pathname)) ? within(asked) : asked);
    if (response.ok) event.waitUntil(keep(cache, pathname, response.clone()));
    else if (response.status === 404) event.waitUntil(cache.delete(pathname));
    return response.status < 500 ? response : await fromCache(cache, pathname) || response;
  } catch {
    return await fromCache(cache, pathname) || Response.error();
  }
}

/** @param {Cache} cache @param {string} pathname */
async function fromCache(cache, pathname) {
  const kept = await cache.match(pathname);
  if (!kept) return null;
  const html = await kept.text();
  return new Response(html.replace("<body ", "<body data-kept=\"true\" "), { headers: kept.headers });
}

async function openPads() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => PAGE.test(new URL(url).pathname));
}

/** @param {Promise<Response>} work @returns {Promise<Response>} */
function within(work) {
  return Promise.race([work, new Promise((_resolve, reject) => { setTimeout(reject, PATIENCE, new Error("no answer")); })]);
}

// A window that is open sends by itself. What is not sent makes the browser try again later.
async function sendQueues() {
  const pads = await openPads();
  if (pads.length) {
    for (const pad of pads) pad.postMessage({ send: true });
    return;
  }
  const storage = openStorage();
  let sent = true;
  for (const base of await storage.bases()) {
    const known = await storage.read("pages", base);
    if (known && !known.gone) {
      const last = await sendAll({ storage, base, api: createApi(base, known.csrf) }, { waits: true });
      sent = last === null && sent;
    }
  }
  if (!sent || storage.looking) throw new Error("not everything is sent");
}
