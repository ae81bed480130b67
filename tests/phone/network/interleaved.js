// Walks every order in which an answer, what the stream tells, a tap and the browser's storage can come after each other.
// Read: [root of the modules, boot, what is saved first, what is entered behind it, the tap that saves that, what the
// server answers: null, or {post, state, revision}]. Written: the first request's body, or what came of every order.

import { readFileSync } from "node:fs";

const [root, boot, before, behind, tap, answers] = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(root + name);
const { createApi } = await load("queue/api.js");
const { createPersist } = await load("queue/persist.js");
const { createQueue } = await load("queue/queue.js");
const { openStorage } = await load("queue/storage.js");
const { createActions } = await load("store/actions.js");
const { begun } = await load("store/drafts/drafting.js");
const { whole } = await load("store/merging.js");
const { blankState, createStore } = await load("store/state.js");

const PATIENCE = 1500; // how long the pad waits for an answer before it goes on
const gates = [];
const timers = new Map();
const settled = () => new Promise((done) => { setImmediate(done); });
const gate = (name) => new Promise((open) => { gates.push({ name, open }); });
let random = 0;
let posts = [];
let disturbed = false;

globalThis.BroadcastChannel = undefined;
globalThis.setTimeout = (then, pause, ...given) => timers.set(timers.size + 1, { pause, then: () => then(...given) }).size;
globalThis.clearTimeout = (id) => { timers.delete(id); };
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: (bytes) => bytes.fill(random += 1) } });
globalThis.fetch = async (url, { method, body }) => {
  const first = method === "POST" && posts.length === 0;
  if (method === "POST") posts.push({ url, body: JSON.parse(body) });
  if (method === "POST" && !first) return new Promise(() => null);
  await gate(first ? "answer" : "state");
  return new Response(JSON.stringify(first ? answers.post : answers.state), { status: 200 });
};

async function slowStorage() {
  const storage = await openStorage();
  const slowly = (work) => async (...given) => {
    await gate("storage");
    return work(...given);
  };
  return { durable: true, ...Object.fromEntries(Object.entries(storage).flatMap(([name, work]) => (
    typeof work === "function" ? [[name, slowly(work)]] : []
  ))) };
}

async function pad() {
  const storage = await slowStorage();
  const server = whole(boot.game, boot.state);
  const blank = blankState(boot, { server, link: "live", durable: true, lastRead: 0 });
  const store = createStore({ ...blank, draft: begun(blank) }, () => {
    disturbed ||= store.state.conflict !== null || store.state.screen !== "form" || store.state.problem !== null;
  });
  const api = createApi(boot.base, boot.csrf);
  const persist = createPersist({ storage, api, read: () => store.state });
  const queue = createQueue({ storage, api, base: boot.base, host: {
    table: () => store.state.server,
    read: () => store.state.queue,
    changed: (changes) => actions.apply({ queue: { ...store.state.queue, ...changes } }),
    heard: (answer) => actions.asked(answer),
    answered: (outcome, server, changes) => actions.answered(outcome, server, changes),
  } });
  const actions = createActions({ store, storage, api, queue, persist, sendLater: () => null });
  return { store, actions };
}

function open(at) {
  const [{ open: pass }] = gates.splice(at, 1);
  pass();
  return settled();
}

// Everything but `name` goes on; a transaction of the storage waits for those before it.
async function goOnBut(name) {
  await settled();
  for (let at = gates.findIndex((each) => each.name !== name); at >= 0; at = gates.findIndex((each) => each.name !== name)) await open(at);
}

async function letGo() {
  for (const [id, { pause, then }] of timers) {
    if (pause !== PATIENCE) continue;
    timers.delete(id);
    then();
  }
}

async function begin() {
  random = 0;
  posts = [];
  disturbed = false;
  gates.length = 0;
  timers.clear();
  const { store, actions } = await pad();
  for (const [name, ...given] of before) actions[name](...given);
  await goOnBut("answer");
  await letGo();
  await goOnBut("answer");
  for (const [name, ...given] of behind) actions[name](...given);
  return { store, actions };
}

function enabled(todo) {
  const oldest = gates.findIndex(({ name }) => name === "storage");
  const passing = gates.flatMap(({ name }, at) => (name !== "storage" || at === oldest ? [() => open(at)] : []));
  return [...todo.map((act, at) => () => {
    todo.splice(at, 1);
    act();
    return settled();
  }), ...passing];
}

// One order: `choices` says which of what is possible comes next; told is how much was possible each time.
async function played(choices) {
  const { store, actions } = await begin();
  const [name, ...given] = tap;
  const todo = [() => actions[name](...given), () => actions.heard({ detail: { revision: answers.revision } })];
  const widths = [];
  for (let ways = enabled(todo); ways.length; ways = enabled(todo)) {
    await ways[choices[widths.length] ?? 0]();
    widths.push(ways.length);
  }
  await letGo();
  await goOnBut("");
  const { queue, draft } = store.state;
  const entries = queue.entries.map(({ kind, number, state }) => [kind, number, state]);
  return { widths, outcome: { posts: posts.slice(1), entries, disturbed, sending: queue.sending !== null, next: draft.number } };
}

async function walk() {
  const outcomes = new Map();
  let orders = 0;
  let choices = [];
  while (choices) {
    const { widths, outcome } = await played(choices);
    outcomes.set(JSON.stringify(outcome), outcome);
    orders += 1;
    const made = widths.map((_, at) => choices[at] ?? 0);
    const last = made.findLastIndex((choice, at) => choice + 1 < widths[at]);
    choices = last < 0 ? null : [...made.slice(0, last), made[last] + 1];
  }
  return { orders, outcomes: [...outcomes.values()] };
}

const written = answers ? await walk() : (await begin(), posts[0]);
process.stdout.write(JSON.stringify(written), () => process.exit(0));
