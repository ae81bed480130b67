// What a phone keeps until the server has it: the queue of each table's pad, what is being entered there, and what was
// last known. One database for all tables; where the browser grants none, memory, as long as the page is open.

import { openDB } from "../../../vendor/idb/index.js";

const NAME = "capstone-pad";
const VERSION = 1;
const PATIENCE = 3000; // a browser's storage may hang, which must not keep a deal from being sent

// An `edit` gets the entries of a base in their order and returns them as they shall be; `noticed` hears whether what is
// kept outlasts the page.
/** @param {(durable: boolean) => void} [noticed] @returns {PadStorage} */
export function openStorage(noticed = () => {}) {
  const memory = inMemory();
  let durable = true; // as far as is known while it is being opened
  let db = opened(open());

  /** @param {Promise<any>} opening */
  async function opened(opening) {
    const found = await within(opening).catch(() => null);
    durable = Boolean(found);
    noticed(durable);
    return found;
  }

  // Safari loses the connection of a page that slept; what fails on a new one too is not tried for ever.
  /** @template Kept @param {(on: any) => Promise<Kept>} work @param {() => Promise<Kept>} instead @returns {Promise<Kept>} */
  async function attempt(work, instead, opening = open) {
    const on = await db;
    if (!on) return instead();
    try {
      return await within(work(on));
    } catch {
      db = opened(opening());
      return attempt(work, instead, refused);
    }
  }

  /** @param {string} base @param {Entry[]} entries */
  const remembered = (base, entries) => memory.change(base, () => entries);

  /** @type {PadStorage} */
  const storage = {
    get durable() { return durable; },
    entries: async (base) => remembered(base, await attempt((on) => on.getAllFromIndex("queue", "base", base), () => memory.entries(base))),
    change: async (base, edit) => remembered(base, await attempt((on) => changeIn(on, base, edit), () => memory.change(base, edit))),
    bases: () => attempt(basesIn, memory.bases),
    read: (kind, base) => attempt((on) => on.get(kind, base), () => memory.read(kind, base)),
    alter: (base, edit) => attempt((on) => alterIn(on, base, edit), () => memory.alter(base, edit)),
    write: (kind, base, facts) => attempt((on) => writtenIn(on, kind, base, facts), () => memory.write(kind, base, facts)),
  };
  return Object.freeze(storage);
}

async function refused() {
  return null;
}

async function open() {
  return openDB(NAME, VERSION, {
    upgrade(/** @type {IDBDatabase} */ db) {
      db.createObjectStore("queue", { keyPath: "id", autoIncrement: true }).createIndex("base", "base");
      db.createObjectStore("pages", { keyPath: "base" });
      db.createObjectStore("drafts", { keyPath: "base" });
    },
    blocking: (/** @type {number} */ _now, /** @type {number} */ _next, /** @type {{ target: IDBDatabase }} */ { target }) => target.close(),
  });
}

/** @template Kept @param {Promise<Kept>} work @returns {Promise<Kept>} */
async function within(work) {
  let timer = 0;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the browser's storage does not answer")), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {any} db @param {string} base @param {Edit} edit @returns {Promise<Entry[]>} */
async function changeIn(db, base, edit) {
  const work = db.transaction("queue", "readwrite", { durability: "strict" });
  const before = await work.store.index("base").getAll(base);
  const after = edit(before);
  const removed = before.filter((/** @type {Entry} */ old) => !after.some(({ id }) => id === old.id));
  const removals = removed.map((/** @type {Entry} */ { id }) => work.store.delete(id));
  const kept = after.map(async (entry) => (before.includes(entry) ? entry : { ...entry, id: await work.store.put(entry) }));
  await Promise.all([...removals, ...kept, work.done]);
  return Promise.all(kept);
}

// Committed at once: a page that is being left hears no answers, and what waits for them is undone with it.
/** @param {any} db @param {string} kind @param {string} base @param {object | null} facts */
async function writtenIn(db, kind, base, facts) {
  const work = db.transaction(kind, "readwrite");
  const writing = facts ? work.store.put({ base, ...facts }) : work.store.delete(base);
  work.commit();
  await Promise.all([writing, work.done]);
}

/** @param {any} db @param {string} base @param {(facts: any) => object} edit */
async function alterIn(db, base, edit) {
  const work = db.transaction("pages", "readwrite");
  const before = (await work.store.get(base)) || {};
  const after = edit(before);
  if (after !== before) await work.store.put({ base, ...after });
  await work.done;
}

/** @param {any} db @returns {Promise<string[]>} */
async function basesIn(db) {
  /** @type {Entry[]} */
  const entries = await db.getAll("queue");
  return Array.from(new Set(entries.map(({ base }) => base)));
}

function inMemory() {
  /** @type {Map<string, Entry[]>} */
  const queues = new Map();
  /** @type {Map<string, any>} */
  const kept = new Map();
  /** @param {string} base */
  const known = (base) => queues.get(base) || [];
  return {
    entries: async (/** @type {string} */ base) => known(base),
    // Read and written in one go, as in a transaction.
    /** @param {string} base @param {Edit} edit */
    change: async (base, edit) => {
      const now = edit(known(base)).map((entry, index) => ({ ...entry, id: entry.id || Date.now() + index }));
      queues.set(base, now);
      return now;
    },
    bases: async () => Array.from(queues.keys()),
    /** @param {string} kind @param {string} base */
    read: async (kind, base) => kept.get(kind + base),
    /** @param {string} base @param {(facts: any) => object} edit */
    alter: async (base, edit) => { kept.set(`pages${base}`, edit(kept.get(`pages${base}`) || {})); },
    /** @param {string} kind @param {string} base @param {object | null} facts */
    write: async (kind, base, facts) => { kept.set(kind + base, facts || undefined); },
  };
}
