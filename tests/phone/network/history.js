// A phone whose storage may be late, slow, full, refused or back, on a clock of its own. Read, a line each: first [root of
// the modules, boot, what its storage holds], then commands; written: {post | get} for a request, to which a line
// {status, data} answers (status 0: nobody did), and {view} once a command is done.

import { createInterface } from "node:readline";
import { registerHooks } from "node:module";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => JSON.parse((await lines.next()).value ?? "null");
const write = (facts) => { process.stdout.write(`${JSON.stringify(facts)}\n`); };
const [root, boot, given, kept] = await read();

// ---- A browser's database, as much of it as is asked for: one transaction after the other, undone where a request fails.

const health = { ...given };
const tables = kept ?? { made: false, last: 0, queue: [], pages: [], drafts: [] };
let turn = Promise.resolve();
let isRead = false; // whether the page has been told what its storage keeps of the table
const copy = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
const pause = (milliseconds) => new Promise((due) => { setTimeout(due, milliseconds); });

class Transaction {
  constructor(name, mode) {
    this.name = name;
    this.writes = mode === "readwrite";
    this.pending = 0;
    this.requested = [];
    const before = turn;
    this.done = new Promise((resolve, reject) => { Object.assign(this, { resolve, reject }); });
    this.done.catch(() => null);
    turn = this.done.catch(() => null);
    this.begun = before.then(async () => {
      this.rows = copy(tables[name]);
      if (health.slow) await pause(health.slow);
    });
    const store = {
      index: () => ({ getAll: (base) => this.rowsOf((row) => row.base === base) }),
      getAll: () => this.rowsOf(() => true),
      get: (key) => this.request(() => copy(this.rows.find((row) => row.base === key))),
      put: (row) => this.request(() => this.put(copy(row))),
      delete: (key) => this.request(() => { this.rows = this.rows.filter((row) => (name === "queue" ? row.id : row.base) !== key); }),
    };
    this.store = store;
  }
  commit() {}
  rowsOf(isWanted) {
    return this.request(() => {
      isRead = isRead || this.name === "queue";
      return copy(this.rows.filter(isWanted));
    });
  }
  async request(work) {
    this.pending += 1;
    await this.begun;
    try {
      if (this.failed) throw this.failed;
      return work();
    } catch (error) {
      this.failed = error;
      throw error;
    } finally {
      this.pending -= 1;
      setImmediate(() => this.end());
    }
  }
  end() {
    if (this.pending || this.ended) return;
    this.ended = true;
    if (this.failed) return this.reject(this.failed);
    if (this.writes) tables[this.name] = this.rows;
    return this.resolve();
  }
  put(row) {
    if (health.full) throw new Error("QuotaExceededError");
    const key = this.name === "queue" ? "id" : "base";
    if (this.name === "queue") {
      row.id ??= tables.last + 1;
      tables.last = Math.max(tables.last, row.id);
    }
    this.rows = [...this.rows.filter((each) => each[key] !== row[key]), row].sort((one, other) => one.id - other.id);
    return row[key];
  }
}

globalThis.indexedDB = {};
globalThis.openFake = async (_name, _version, { upgrade }) => {
  if (health.late) await pause(health.late);
  if (health.refused) throw new Error("UnknownError");
  if (!tables.made) upgrade({ createObjectStore: () => ({ createIndex: () => null }) });
  tables.made = true;
  const on = (name, mode) => new Transaction(name, mode);
  return {
    close: () => null,
    transaction: on,
    getAll: (name) => on(name).store.getAll(),
    get: (name, key) => on(name).store.get(key),
    getAllFromIndex: (name, _index, base) => on(name).store.index().getAll(base),
  };
};
registerHooks({
  load: (url, context, next) => (url.endsWith("/idb/index.js")
    ? { format: "module", shortCircuit: true, source: "export const openDB = (...given) => globalThis.openFake(...given);" } : next(url, context)),
});

// ---- Its clock and its network

const OPENING = 1000;
const MOST = 3000; // timers in one command
let now = 1.7e12;
let timers = [];
let ids = 0;
let answers = 0;
const waiting = new Map();
Date.now = () => now;
globalThis.BroadcastChannel = undefined;
globalThis.setTimeout = (then, after = 0, ...rest) => {
  timers.push({ id: ids += 1, at: now + after, then: () => then(...rest) });
  return ids;
};
globalThis.clearTimeout = (id) => { timers = timers.filter((each) => each.id !== id); };
globalThis.document = { documentElement: { lang: "en" }, body: { dataset: {} } };
globalThis.location = { reload: () => null };
const settled = async () => { for (let turns = 0; turns < 12; turns += 1) await new Promise((done) => { setImmediate(done); }); };
const request = (path, body) => new Promise((answer) => {
  answers += 1;
  waiting.set(answers, answer);
  write({ request: answers, path, body });
});
const api = { get: (path) => request(path), post: (path, body) => request(path, body), csrf: () => "", abandon: () => null };

async function run(milliseconds) {
  const end = now + milliseconds;
  let steps = 0;
  await quiet();
  for (let due = next(end); due; due = next(end)) {
    steps += 1;
    if (steps > MOST) throw new Error("it never rests");
    timers = timers.filter((each) => each !== due);
    now = Math.max(now, due.at);
    due.then();
    await quiet();
  }
  now = end;
}

const next = (end) => timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at || one.id - other.id)[0];

// Until nothing is asked any more.
async function quiet() {
  await settled();
  while (waiting.size) {
    const { answer, ...facts } = await read();
    waiting.get(answer)(facts);
    waiting.delete(answer);
    await settled();
  }
}

// ---- The pad, as main.js makes it

const load = (name) => import(root + name);
const { createPersist } = await load("queue/persist.js");
const { createQueue } = await load("queue/queue.js");
const { openStorage } = await load("queue/storage.js");
const { createActions } = await load("store/actions.js");
const { begun } = await load("store/drafts/drafting.js");
const { whole } = await load("store/merging.js");
const { isSending, rivalOf, stoppedEntry, unsentEntries, viewOf } = await load("store/selectors.js");
const { blankState, createStore } = await load("store/state.js");
const { base } = boot;
const find = () => Promise.all([storage.read("pages", base), storage.read("drafts", base), storage.entries(base)]);
const storage = openStorage(() => finding.then(tellHealth));
const finding = find();
const blank = blankState(boot, { server: whole(boot.game, boot.state), link: "live", durable: true, looking: false, lastRead: 0, settings: {}, knows: true });
const store = createStore({ ...blank, draft: begun(blank) }, () => persist.soon());
const persist = createPersist({ storage, api, read: () => store.state });
const queue = createQueue({ storage, api, base, host: {
  read: () => store.state.queue,
  changed: (changes) => actions.apply({ queue: { ...store.state.queue, ...changes } }),
  table: () => store.state.server,
  heard: (answer) => actions.asked(answer),
  answered: (outcome, server, changes) => actions.answered(outcome, server, changes),
} });
const actions = createActions({ store, storage, api, queue, persist, sendLater: () => null });

async function tellHealth() {
  const { durable, looking } = store.state;
  if (looking && !storage.looking) await actions.takeUpKept(await find());
  if (durable === storage.durable && looking === storage.looking) return;
  store.set({ durable: storage.durable, looking: storage.looking });
  persist.begin(true);
  queue.send();
}

document.body.dataset.looking = "yes";
finding.then(async (found) => {
  await actions.takeUpKept(found);
  store.set({ durable: storage.durable, looking: storage.looking });
  delete document.body.dataset.looking;
  persist.begin(Boolean(found[1]));
  queue.send();
});

const { connection } = await load("screens/unsent.js");

// The bar's words on the connection, drawn without a page.
class Node {
  constructor() { Object.assign(this, { children: [], attributes: {} }); }
  appendChild(child) { this.children.push(child); }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener() {}
  has(name) { return this.attributes.class === name || this.children.some((child) => child instanceof Node && child.has(name)); }
}
document.createElement = () => new Node();
document.createTextNode = (text) => text;

function view() {
  const pad = viewOf(store.state);
  const stopped = stoppedEntry(store.state);
  const bar = connection(pad, actions);
  return {
    view: true, saving: isSending(store.state), tables, number: pad.draft.number, touched: pad.draft.touched, declarer: pad.draft.declarer,
    conflict: Boolean(pad.conflict),
    stopped: stopped && { number: stopped.number, state: stopped.state, rival: rivalOf(pad, stopped)?.payload ?? null, mine: stopped.payload },
    unsent: unsentEntries(store.state).length, safe: bar.has("bar-safe") && !document.body.dataset.looking, isRead, stored: tables.queue.length,
  };
}

const settle = { theirs: "theirsRight", mine: "mineRight", both: "goOnWith", drop: "dropEntry" };

for (let command = await read(); command; command = await read()) {
  const { does, ...rest } = command;
  if (rest.health) {
    for (const name of Object.keys(health)) delete health[name];
    Object.assign(health, rest.health);
  }
  if (does === "enter") {
    await run(OPENING); // before that the page holds its taps
    actions.change({ declarer: rest.payload.declarer, announced: rest.payload.announced });
    actions.change({ taken: rest.payload.taken });
    actions.save();
  }
  if (does === "settle") actions[settle[rest.by]](stoppedEntry(store.state));
  if (does === "hear") {
    actions.refresh();
    queue.sendSoon();
  }
  await run(rest.run ?? 0);
  write(view());
}
process.exit(0);
