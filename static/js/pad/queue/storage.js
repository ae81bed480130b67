// What a phone keeps until the server has it: the queue of each table's pad, what is being entered there, and what was
// last known. One database for all tables; where the browser grants none, memory, as long as the page is open.

import { openDB } from "../../../vendor/idb/index.js";

const NAME = "capstone-pad";
const VERSION = 1;
const PATIENCE = 3000; // a browser's storage may hang, which must not keep a deal from being sent

// {durable, entries(base), change(base, edit), bases(), read(kind, base), write(kind, base, facts)}; kinds are "pages" and
// "drafts". `edit` gets the entries of a base in their order and returns them as they shall be.
export async function openStore() {
  const memory = inMemory();
  let db = await within(open()).catch(() => null);
  const store = { durable: Boolean(db) };

  async function attempt(work, instead) {
    if (db) {
      try {
        return await within(work(db));
      } catch (first) {
        db = await within(open()).catch(() => null); // Safari loses the connection of a page that slept
        store.durable = Boolean(db);
        if (db) return attempt(work, instead);
      }
    }
    return instead();
  }

  store.entries = (base) => attempt((on) => on.getAllFromIndex("queue", "base", base), () => memory.entries(base))
    .then((entries) => memory.change(base, () => entries));
  store.change = (base, edit) => attempt((on) => changeIn(on, base, edit), () => memory.change(base, edit))
    .then((entries) => memory.change(base, () => entries));
  store.bases = () => attempt(basesIn, memory.bases);
  store.read = (kind, base) => attempt((on) => on.get(kind, base), () => memory.read(kind, base));
  store.write = (kind, base, facts) => attempt(
    (on) => (facts ? on.put(kind, Object.assign({ base }, facts)) : on.delete(kind, base)), () => memory.write(kind, base, facts)
  );
  return store;
}

async function open() {
  return openDB(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("queue", { keyPath: "id", autoIncrement: true }).createIndex("base", "base");
      db.createObjectStore("pages", { keyPath: "base" });
      db.createObjectStore("drafts", { keyPath: "base" });
    },
    blocking: (now, next, { target }) => target.close(),
  });
}

async function within(work) {
  let timer = 0;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the browser's storage does not answer")), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function changeIn(db, base, edit) {
  const work = db.transaction("queue", "readwrite", { durability: "strict" });
  const before = await work.store.index("base").getAll(base);
  const after = edit(before);
  const requests = before.filter((old) => !after.some(({ id }) => id === old.id)).map(({ id }) => work.store.delete(id));
  after.filter((entry) => !before.includes(entry)).forEach((entry) => requests.push(
    work.store.put(entry).then((id) => { entry.id = id; })
  ));
  await Promise.all(requests.concat(work.done));
  return after;
}

async function basesIn(db) {
  const entries = await db.getAll("queue");
  return Array.from(new Set(entries.map(({ base }) => base)));
}

function inMemory() {
  const queues = new Map();
  const kept = new Map();
  const entries = async (base) => queues.get(base) || [];
  return {
    entries,
    change: async (base, edit) => {
      queues.set(base, edit(await entries(base)).map((entry, index) => Object.assign(entry, { id: entry.id || Date.now() + index })));
      return queues.get(base);
    },
    bases: async () => Array.from(queues.keys()),
    read: async (kind, base) => kept.get(kind + base),
    write: async (kind, base, facts) => { kept.set(kind + base, facts || undefined); },
  };
}
