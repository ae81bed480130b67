// The queue once the table has decided on an entry that the server did not take. Pure: the entries as they shall be.

import { sameDeal } from "../rules/compare.js";
import { uuid } from "./api.js";
import { projectState } from "./projection.js";

/** @typedef {import("./projection.js").Known} Known */

// The last deal that stands; the number of one that was voided at the end is free again.
/** @param {Pick<TableState, "deals">} state */
export function lastOf({ deals }) {
  return deals.reduce((last, deal) => (deal.voided ? last : deal.number), 0);
}

// The other phone's deal stands; those behind mine were entered in that knowledge.
/** @param {Entry[]} entries @param {Entry} entry @param {TableState} server */
export function withoutMine(entries, entry, server) {
  return without(entries, entry).map((each) => based(each, server));
}

// Mine becomes the correction of the other phone's deal.
/** @param {Entry[]} entries @param {Entry} entry @param {TableState} server */
export function withMineInstead(entries, entry, server) {
  const { number } = entry;
  const other = server.deals.find((deal) => deal.number === number);
  /** @type {Entry} */
  const mine = {
    ...based(entry, server), kind: "correction", path: `deals/${number}/`, version: other?.version, client_id: uuid(), ...afresh(),
  };
  return [mine, ...entries.filter((each) => each.client_id !== entry.client_id).map((each) => based(each, server))];
}

// Mine becomes the next deal of the table, and those behind it follow.
/** @param {Entry[]} entries @param {Entry} entry @param {Known} pad */
export function withMineNext(entries, entry, pad) {
  const { client_id: id } = entry;
  const again = entries.map((each) => (each.client_id === id ? { ...each, ...afresh() } : each));
  return follow(again.filter((each) => each.client_id === id || !isRecorded(each, pad.server)), entry.kind, pad);
}

/** @param {Entry[]} entries @param {Entry} entry @param {Known} pad */
export function dropped(entries, entry, pad) {
  return follow(without(entries, entry).filter((each) => !isRecorded(each, pad.server)), entry.kind, pad);
}

// Whether the deal stands already as it was entered here: two phones have kept the same one.
/** @param {Entry} entry @param {Pick<TableState, "deals">} server */
export function isRecorded({ kind, number, payload }, { deals }) {
  const deal = kind === "deal" && deals.find((each) => each.number === number && !each.voided);
  return Boolean(deal && payload && sameDeal(deal.payload, payload));
}

// The entries once the first, of which a person was asked, turns out to say what stands, or whoever was asked lets it: it
// is sent, and taken.
/** @param {Entry[]} entries @param {Pick<TableState, "deals" | "own">} server */
export function agreed(entries, server) {
  const [head, ...behind] = entries;
  const settled = head?.state === "collided" ? isRecorded(head, server) : seatsAsked(head) && seatsAwaited(head, server).length === 0;
  return settled ? [{ ...head, ...afresh() }, ...behind] : entries;
}

/** @param {Entry[]} entries @param {Entry} entry */
export function sentAgain(entries, { client_id: id }) {
  return entries.map((each) => (each.client_id === id ? { ...each, ...afresh() } : each));
}

// Whose players the server asks whether this phone may enter their hands, before it takes the deal.
/** @param {Entry} [entry] @returns {Seat[] | null} */
export function seatsAsked(entry) {
  const error = entry?.state === "refused" ? entry.answer?.error : null;
  return error?.code === "players-asked" ? error.seats : null;
}

// Of these, who has neither agreed yet nor entered their hand themselves; nobody, once the deal is no longer in play.
/** @param {Entry} entry @param {Pick<TableState, "own">} server */
export function seatsAwaited(entry, { own }) {
  if (own?.number !== entry.number) return [];
  const awaited = (seatsAsked(entry) ?? []).filter((asked) => own?.phones?.some(({ seat, free }) => seat === asked && !free));
  return awaited.filter((asked) => !own?.in.some(({ seat, by }) => seat === asked && by === asked));
}

// The entry once it says what `payload` says; under its old client_id only where that is the same.
/** @param {Entry[]} entries @param {string} id @param {Payload} payload @param {Known} pad */
export function mended(entries, id, payload, pad) {
  const changed = entries.map((each) => (each.client_id === id ? {
    ...based(each, pad.server), payload, client_id: sameDeal(payload, each.payload || {}) ? id : uuid(), ...afresh(),
  } : each));
  return follow(changed, changed[0].kind, pad);
}

/** @returns {Pick<Entry, "state" | "answer">} */
function afresh() {
  return { state: "waiting", answer: null };
}

// The entry goes, and whatever was said of my deal goes with it.
/** @param {Entry[]} entries @param {Entry} entry */
function without(entries, entry) {
  const rest = entries.filter(({ client_id: id }) => id !== entry.client_id);
  return entry.kind === "deal" ? rest.filter(({ kind, number }) => kind === "deal" || number !== entry.number) : rest;
}

/** @param {Entry[]} entries @param {Entry["kind"]} kind @param {Known} pad */
function follow(entries, kind, pad) {
  return kind === "deal" ? refitted(entries, pad) : entries.map((each) => based(each, pad.server));
}

// The person has seen what the server said last.
/** @param {Entry} entry @param {TableState} server @returns {Entry} */
function based(entry, server) {
  const deal = entry.version && server.deals.find(({ number }) => number === entry.number);
  return { ...entry, version: deal ? deal.version : entry.version, base_revision: Math.max(entry.base_revision, server.revision) };
}

// The deals of the queue numbered anew behind those of the server, and whatever else speaks of them.
/** @param {Entry[]} entries @param {Known} pad */
function refitted(entries, pad) {
  /** @type {Entry[]} */
  const ahead = [];
  /** @type {Map<number | null, number>} */
  const moved = new Map();
  for (const entry of entries.filter(({ kind, number }) => kind !== "said" || !moved.has(number))) {
    const state = projectState(pad, ahead);
    const number = entry.kind === "deal" ? lastOf(state) + 1 : moved.get(entry.number);
    if (entry.kind === "deal" && number) moved.set(entry.number, number);
    const payload = entry.kind === "deal" && entry.payload ? inTurn(entry.payload, state) : entry.payload;
    ahead.push(fitted(based(entry, pad.server), number === undefined ? entry.number : number, payload));
  }
  return ahead;
}

/** @param {Entry} entry @param {number | null} number @param {Payload | null} payload @returns {Entry} */
function fitted(entry, number, payload) {
  if (entry.number === number && entry.payload === payload) return entry;
  const path = entry.kind === "deal" ? entry.path : entry.path.replace(/\d+/, String(number));
  return { ...entry, number, payload, path, client_id: uuid() };
}

// It was played so, whoever's turn it would be now.
/** @param {Payload} payload @param {TableState} state */
function inTurn(payload, { turn }) {
  const late = payload.declarer !== undefined && payload.declarer !== turn && !payload.out_of_turn;
  return late ? { ...payload, out_of_turn: true } : payload;
}
