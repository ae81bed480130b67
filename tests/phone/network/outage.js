// live.js on a clock and a network of its own. Read: [the script, outages: [{kind, from, to}]]; written: for each, after how
// many milliseconds from its end the page followed again, and how many requests it made meanwhile.
//
// Connections are kept and used again, as browsers do: those that stand or begin in a freeze never carry anything any more,
// nobody is told, and only an attempt that is given up gets rid of one. A server that is cut off or killed closes and
// refuses; a network that is lost closes, and then carries nothing; a stream that has ended is told so, and from then on
// the page is hidden from whoever looks at it.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const [script, outages] = JSON.parse(readFileSync(0, "utf8"));
const DELAY = 30;
const HEARTBEAT = 2500;
const IDLE = 5; // that a browser keeps besides the stream

async function followedAfter({ kind, from, to }) {
  let now = 0;
  let requests = 0;
  let asked = 0; // until then
  let timers = [];
  let ids = 0;
  const streams = new Set();
  const idle = Array.from({ length: IDLE }, () => ({ dead: false }));
  const followed = [];
  const setTimeout = (then, pause = 0, ...given) => {
    timers.push({ id: ids += 1, at: now + pause, then: () => then(...given) });
    return ids;
  };
  const clearTimeout = (id) => { timers = timers.filter((each) => each.id !== id); };
  const isOut = () => now >= from && now < to;
  const isHidden = () => now >= from && kind === "ended";
  const isAway = () => isOut() && kind === "cut";
  const connected = () => {
    requests += 1;
    return idle.pop() || { dead: kind !== "cut" && isOut() };
  };

  class EventSource {
    constructor() {
      this.listeners = {};
      this.open = true;
      streams.add(this);
      setTimeout(() => this.begin(), DELAY);
    }
    addEventListener(name, then) { this.listeners[name] = then; }
    close() {
      this.open = false;
      streams.delete(this);
    }
    tell(name, data) { if (this.open) this.listeners[name]?.({ data }); }
    begin() {
      if (!this.open) return;
      if (isAway()) return this.tell("error");
      if (isHidden()) return this.refuse();
      this.connection = connected();
      this.beat();
      if (this.connection.dead) return;
      followed.push(now);
      this.tell("revision", String(1 + Math.floor(now / 100)));
    }
    refuse() {
      connected();
      this.tell("error");
    }
    beat() {
      if (!this.open) return;
      if (!this.connection.dead) this.tell("heartbeat");
      setTimeout(() => this.beat(), HEARTBEAT);
    }
  }

  const fetch = (_url, { signal }) => new Promise((answer, fail) => {
    setTimeout(() => {
      if (isAway()) return fail(new Error("nobody there"));
      const connection = connected();
      if (connection.dead) return signal.addEventListener("abort", () => fail(new Error("given up")));
      idle.push(connection);
      if (isHidden()) return answer({ ok: false, status: 404 });
      return answer({ ok: true, status: 200, json: async () => ({ revision: 0 }) });
    }, DELAY);
  });

  const dataset = { liveUrl: "/stream/", revisionUrl: "/revision/", revision: "0" };
  const body = { dataset, addEventListener() {}, dispatchEvent() {} };
  const document = { body, visibilityState: "visible", addEventListener() {}, querySelector: () => null, querySelectorAll: () => [] };
  class CustomEvent {}
  const world = { document, EventSource, CustomEvent, AbortController, fetch, setTimeout, clearTimeout, addEventListener() {}, Math, Promise };
  vm.runInNewContext(script, world);

  let out = false;
  while (now < to + 60000 && !(followed.at(-1) >= to)) {
    if (!out && now >= from) {
      out = true;
      if (kind === "frozen") for (const each of [...idle, ...[...streams].map(({ connection }) => connection)]) if (each) each.dead = true;
      if (kind === "cut" || kind === "lost") idle.length = 0;
      if (kind === "cut" || kind === "lost") for (const each of streams) each.tell("error");
      if (kind === "ended") for (const each of streams) each.tell("ended");
      asked = requests;
    }
    await new Promise((done) => { setImmediate(done); });
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { then } of due) then();
    if (!due.length) now = Math.min(...timers.map(({ at }) => at), out ? Infinity : from);
  }
  return { kind, lasted: to - from, late: followed.at(-1) - to, requests, since: requests - asked, length: now - from, state: dataset.liveState };
}

const told = [];
for (const outage of outages) told.push(await followedAfter(outage));
process.stdout.write(JSON.stringify(told), () => process.exit(0));
