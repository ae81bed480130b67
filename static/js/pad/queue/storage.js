// What a phone keeps until the server has it: the queue of each table's pad, what is being entered there, and what was
// last known. One database for all tables; where the browser grants none, memory, as long as the page is open.

import { openDB } from "../../../vendor/idb/index.js";

const NAME = "capstone-pad";
const VERSION = 1;
const OPENING = 1000; // a pad that is opened waits so long for its storage, and then goes on without it
const PATIENCE = 3000; // a browser's storage may hang, which must not keep a deal from being sent
const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000]; // after which a storage that failed is tried again

// An `edit` gets the entries of a base in their order and returns them as they shall be; it is done once, in memory, and
// the storage is made to agree with that as soon as it answers. `noticed` hears whether what is kept outlasts the page, and
// whether it is still unknown what the storage keeps.
/** @param {(health: StorageHealth) => void} [noticed] @returns {PadStorage} */
export function openStorage(noticed = () => {}) {
  const memory = inMemory();
  const { attempt, health } = connect(memory, noticed);

  /** @param {string} base @param {Edit} edit */
  async function change(base, edit) {
    let done = false;
    const once = () => {
      if (!done) memory.change(base, edit);
      done = true;
    };
    await attempt((db) => changeIn(db, memory, base, once), once);
    return memory.entries(base);
  }

  /** @param {string} base */
  async function entries(base) {
    await attempt(async (db) => memory.merge(base, await entriesIn(db, base)), () => null);
    return memory.entries(base);
  }

  /** @type {PadStorage} */
  const storage = {
    get durable() { return health().durable; },
    get looking() { return health().looking; },
    entries,
    change,
    bases: () => attempt(basesIn, memory.bases),
    read: (kind, base) => attempt((db) => db.get(kind, base), () => memory.read(kind, base)),
    alter: (base, edit) => attempt((db) => alterIn(db, base, edit), () => memory.alter(base, edit)),
    write: (kind, base, facts) => attempt((db) => writtenIn(db, kind, base, facts), () => memory.write(kind, base, facts)),
  };
  return Object.freeze(storage);
}

// The browser's database, as long as it answers; one that comes late, or back, is made to agree with what is in memory.
/** @param {Memory} memory @param {(health: StorageHealth) => void} noticed */
function connect(memory, noticed) {
  /** @type {StorageHealth} */
  let health = { durable: true, looking: Boolean(globalThis.indexedDB) };
  /** @type {any} */
  let on = null; // the database, while it answers
  const lost = new WeakSet();
  let failures = 0;
  const opening = Promise.resolve(health.looking && within(begin(), OPENING).catch(() => null));
  opening.then(() => { if (!on) tell({ durable: false }); });

  /** @param {Partial<StorageHealth>} changes */
  function tell(changes) {
    const { durable, looking } = health;
    health = { ...health, ...changes };
    if (health.durable !== durable || health.looking !== looking) noticed(health);
  }

  // However long it takes: what is found and what is in memory become one.
  async function begin() {
    /** @type {any} */
    let db = null;
    try {
      db = await open(memory.forget);
      for (const base of new Set([...await basesIn(db), ...memory.bases()])) memory.merge(base, await entriesIn(db, base));
      on = db;
      tell({ looking: false });
      for (const base of memory.bases()) await changeIn(db, memory, base, () => null);
      if (failures) await writtenIn(db, "pages", "probe", { at: Date.now() }); // it may be full
      failures = 0;
      tell({ durable: on === db });
    } catch {
      lose(db);
    }
  }

  // Safari loses the connection of a page that slept. What hangs may still be done, some time or other.
  /** @param {any} db */
  function lose(db) {
    if (db && lost.has(db)) return;
    if (db) lost.add(db);
    if (db === on) on = null;
    db?.close();
    tell({ durable: false });
    setTimeout(begin, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
  }

  /** @template Kept @param {(db: any) => Promise<Kept>} work @param {() => Kept | Promise<Kept>} instead @returns {Promise<Kept>} */
  async function attempt(work, instead) {
    await opening;
    const db = on;
    if (!db) return instead();
    try {
      return await within(work(db), PATIENCE);
    } catch {
      lose(db);
      return instead();
    }
  }

  return { attempt, health: () => health };
}

// `made` is called where the browser has nothing any more of what it once kept.
/** @param {() => void} made */
async function open(made) {
  return openDB(NAME, VERSION, {
    upgrade(/** @type {IDBDatabase} */ db) {
      made();
      db.createObjectStore("queue", { keyPath: "id", autoIncrement: true }).createIndex("base", "base");
      db.createObjectStore("pages", { keyPath: "base" });
      db.createObjectStore("drafts", { keyPath: "base" });
    },
    blocking: (/** @type {number} */ _now, /** @type {number} */ _next, /** @type {{ target: IDBDatabase }} */ { target }) => target.close(),
  });
}

/** @template Kept @param {Promise<Kept>} work @param {number} patience @returns {Promise<Kept>} */
async function within(work, patience) {
  let timer = 0;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the browser's storage does not answer")), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {any} db @param {string} base @returns {Promise<Entry[]>} */
function entriesIn(db, base) {
  return db.getAllFromIndex("queue", "base", base);
}

// Memory takes up what is stored and is edited by `once`; then the storage gets what memory has.
/** @param {any} db @param {Memory} memory @param {string} base @param {() => void} once */
async function changeIn(db, memory, base, once) {
  const work = db.transaction("queue", "readwrite", { durability: "strict" });
  /** @type {Entry[]} */
  const stored = await work.store.index("base").getAll(base);
  memory.merge(base, stored);
  once();
  const entries = memory.entries(base);
  const kept = new Map(stored.map((entry) => [entry.id, entry]));
  const ids = new Set(entries.map(({ id }) => id));
  const removals = stored.filter(({ id }) => !ids.has(id)).map(({ id }) => work.store.delete(id));
  const puts = entries.map(async (entry) => (kept.get(entry.id) === entry ? entry.id : work.store.put(entry)));
  const [given] = await Promise.all([Promise.all(puts), ...removals, work.done]);
  memory.stored(base, entries, given);
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

/** @typedef {ReturnType<typeof inMemory>} Memory */

// What this page knows of the queues: `entries` as they are here, `stored` as the storage had them when it last answered.
function inMemory() {
  /** @typedef {{ entries: Entry[], stored: Map<string, Entry>, gone: Set<string> }} Queue */
  /** @type {Map<string, Queue>} */
  const queues = new Map();
  /** @type {Map<string, any>} */
  const kept = new Map();
  /** @param {string} base @returns {Queue} */
  const queueOf = (base) => queues.get(base) || { entries: [], stored: new Map(), gone: new Set() };
  return {
    /** @param {string} base */
    entries: (base) => queueOf(base).entries,
    /** @param {string} base @param {Edit} edit */
    change(base, edit) {
      const { entries, stored, gone } = queueOf(base);
      const after = edit(entries);
      const ids = new Set(after.map(({ client_id: id }) => id));
      const left = entries.map(({ client_id: id }) => id).filter((id) => !ids.has(id));
      queues.set(base, { entries: after, stored, gone: new Set([...gone, ...left].filter((id) => !ids.has(id))) });
    },
    /** @param {string} base @param {Entry[]} found */
    merge(base, found) {
      const queue = queueOf(base);
      const stored = new Map(found.map((entry) => [entry.client_id, entry]));
      queues.set(base, { ...queue, entries: merged(queue, Array.from(stored.values())), stored });
    },
    // The storage has these now, under the ids that it gave them.
    /** @param {string} base @param {Entry[]} written @param {number[]} given */
    stored(base, written, given) {
      const queue = queueOf(base);
      const ids = new Map(written.map(({ client_id: id }, index) => [id, given[index]]));
      const entries = queue.entries.map((entry) => (
        ids.has(entry.client_id) && entry.id !== ids.get(entry.client_id) ? { ...entry, id: ids.get(entry.client_id) } : entry
      ));
      const unchanged = entries.filter((_, index) => written.includes(queue.entries[index]));
      queues.set(base, { ...queue, entries, stored: new Map([...queue.stored, ...unchanged.map((entry) => /** @type {const} */ ([entry.client_id, entry]))]) });
    },
    forget() {
      for (const [base, queue] of queues) queues.set(base, { ...queue, stored: new Map() });
    },
    bases: () => Array.from(queues.keys()),
    /** @param {string} kind @param {string} base */
    read: (kind, base) => kept.get(kind + base),
    /** @param {string} base @param {(facts: any) => object} edit */
    alter: (base, edit) => { kept.set(`pages${base}`, edit(kept.get(`pages${base}`) || {})); },
    /** @param {string} kind @param {string} base @param {object | null} facts */
    write: (kind, base, facts) => { kept.set(kind + base, facts || undefined); },
  };
}

// By client_id: what was changed here counts as it is here, what was stored elsewhere as it is there; what was removed
// here or there is gone. What is only in memory comes behind what was stored before.
/** @param {{ entries: Entry[], stored: Map<string, Entry>, gone: Set<string> }} queue @param {Entry[]} found */
function merged({ entries, stored, gone }, found) {
  const mine = new Map(entries.map((entry) => [entry.client_id, entry]));
  const taken = found.filter(({ client_id: id }) => !gone.has(id)).map((entry) => {
    const here = mine.get(entry.client_id);
    return here && here !== stored.get(entry.client_id) ? { ...here, id: entry.id } : entry;
  });
  const ids = new Set(found.map(({ client_id: id }) => id));
  const added = entries.filter(({ client_id: id }) => !ids.has(id) && !stored.has(id));
  return [...taken, ...added].sort((one, other) => (one.id ?? Infinity) - (other.id ?? Infinity) || 0);
}
