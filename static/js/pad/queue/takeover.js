// What a phone knows of its table and a server lacks: one that goes on from a copy, after the one before it has died. Deals go
// first, then what the players have said besides. Pure.

import { sameDeal } from "../rules/compare.js";
import { uuid } from "./api.js";

const LEAP = 100_000; // by as many of which every revision rises with a restore (tournaments.services.change.leap)
const STEP = 1e-6; // between ids, which are the order in the storage and otherwise whole numbers

/** @typedef {Pick<ToldState, "revision" | "table" | "deals">} Told */

// Whether `told` comes from a server that goes on from a copy, and `known` from one before it.
/** @param {Told} known @param {Told} told */
export function isTakenOver(known, told) {
  const isSame = known.table.event.id === told.table.event.id && known.table.id === told.table.id;
  return isSame && Math.floor(known.revision / LEAP) < Math.floor(told.revision / LEAP);
}

// The entries as they are to be sent to that server: first the deals it lacks, then what waited already, then what was said
// besides. Every phone at the table offers the same, and the server takes each deal once, by its number and what it says.
// Where nothing has changed there but by phones that know what this one knows, this one has seen it; else a person is asked.
/** @param {Entry[]} entries @param {{ base: string, known: ToldState, told: ToldState }} facts @returns {Entry[]} */
export function withLacking(entries, { base, ...states }) {
  const [known, told] = [sheetOf(states.known), sheetOf(states.told)];
  const isKnown = isPart(told, known);
  const revision = isKnown ? told.revision : known.revision;
  /** @param {Lacking} facts @returns {Entry} */
  const entry = (facts) => ({
    client_id: uuid(), base, queued_at: Date.now(), tries: 0, state: "waiting", answer: null, base_revision: revision, ...facts,
  });
  /** @param {Lacking[]} lacking */
  const fresh = (lacking) => lacking.filter((each) => !entries.some((other) => isSame(each, other)));
  const lacking = fresh(lackingOf(known, told));
  const said = fresh(saidBesides(states, { isKnown, versions: versionsAfter(known, told) }));
  const first = entries[0]?.id;
  /** @param {number} index */
  const ahead = (index) => (first === undefined ? {} : { id: first - (lacking.length - index) * STEP });
  const waiting = entries.map((each) => (
    { ...each, state: /** @type {const} */ ("waiting"), answer: null, base_revision: Math.max(each.base_revision, revision) }
  ));
  return [...lacking.map((facts, index) => ({ ...entry(facts), ...ahead(index) })), ...waiting, ...said.map(entry)];
}

/** @typedef {ReturnType<typeof sheetOf>} Sheet */
/** @typedef {Sheet["deals"][number]} SheetDeal */

// What counts of a table here, with what goes without saying.
/** @param {ToldState} state */
function sheetOf({ revision, table, deals }) {
  const standing = deals.reduce((last, deal) => (deal.voided ? last : deal.number), 0);
  return { revision, table, standing, deals: deals.map((deal) => ({ version: 1, voided: false, reason: "", ...deal })) };
}

/** @typedef {Pick<Entry, "kind" | "path" | "number" | "payload" | "version" | "seat" | "reason">} Lacking */

// Which version of each deal says there what is known here, once all that lacks has been taken.
/** @param {Sheet} known @param {Sheet} told */
function versionsAfter(known, told) {
  const there = new Map(told.deals.map((deal) => [deal.number, deal]));
  return new Map(known.deals.map((deal) => {
    const same = there.get(deal.number);
    return [deal.number, same ? same.version + Number(!isAlike(deal, same)) : 1 + Number(deal.voided)];
  }));
}

// In an order in which they can be taken: a voided deal in between keeps its number only once others follow.
/** @param {Sheet} known @param {Sheet} told @returns {Lacking[]} */
function lackingOf(known, told) {
  const there = new Map(told.deals.map((deal) => [deal.number, deal]));
  const later = known.deals.filter((deal) => (
    Math.max(known.standing, told.standing) >= deal.number && isLater(deal, there.get(deal.number))
  ));
  const deals = later.filter(({ number }) => number > told.standing);
  return [
    ...dealer(known, told),
    ...later.filter((deal) => !deal.voided && !deals.includes(deal)).map((deal) => correction(deal, there.get(deal.number))),
    ...deals.map(({ number, payload }) => ({ kind: /** @type {const} */ ("deal"), path: "deals/", number, payload })),
    ...later.filter(({ voided }) => voided).map((deal) => voiding(deal, there.get(deal.number))),
  ];
}

/** @param {Sheet} known @param {Sheet} told @returns {Lacking[]} */
function dealer({ table: { first_dealer: seat } }, told) {
  if (told.standing || seat === told.table.first_dealer) return [];
  return [{ kind: "dealer", path: "dealer/", number: null, payload: null, seat }];
}

/** @param {SheetDeal} deal @param {SheetDeal} [there] @returns {Lacking} */
function correction({ number, payload, reason }, there) {
  return { kind: "correction", path: `deals/${number}/`, number, payload, reason, version: there?.version };
}

/** @param {SheetDeal} deal @param {SheetDeal} [there] @returns {Lacking} */
function voiding({ number, reason }, there) {
  return { kind: "void", path: `deals/${number}/void/`, number, payload: null, reason, version: there?.version ?? 1 };
}

// A deal of which the same number of versions is known here and there may be another one all the same: somebody has
// entered it on the new server, who did not know of this one.
/** @param {SheetDeal} deal @param {SheetDeal} [there] */
function isLater(deal, there) {
  return !there || (deal.version >= there.version && !isAlike(deal, there));
}

/** @param {SheetDeal} one @param {SheetDeal} other */
function isAlike(one, other) {
  return one.voided === other.voided && (one.voided || sameDeal(one.payload, other.payload));
}

// Whether a phone that knows `known` has seen all of `told`.
/** @param {Sheet} told @param {Sheet} known */
function isPart(told, known) {
  const mine = new Map(known.deals.map((deal) => [deal.number, deal]));
  return told.deals.every((deal) => {
    const same = mine.get(deal.number);
    return same && same.version >= deal.version && isAlike(same, deal);
  });
}

/** @param {Lacking} lacking @param {Entry} entry */
function isSame({ kind, number, path, payload, seat }, entry) {
  if (kind !== entry.kind || number !== entry.number || seat !== entry.seat) return false;
  if (kind === "said") return path === entry.path && JSON.stringify(payload) === JSON.stringify(entry.payload);
  return payload && entry.payload ? sameDeal(payload, entry.payload) : payload === entry.payload;
}

/** @typedef {{ known: ToldState, told: ToldState }} States */
/** @typedef {Map<number, number>} Versions of deals by number, as that server has or will have them */

// In the order in which it is sent, behind the deals. What is asked no more, or another phone has said, the server refuses,
// and nobody is told. Where somebody has gone on otherwise (not `isKnown`), only hands and calls are still meant.
/** @param {States} states @param {{ isKnown: boolean, versions: Versions }} facts @returns {Lacking[]} */
export function saidBesides(states, { isKnown, versions }) {
  const ofDeals = isKnown ? [...verdicts(states, versions), ...claim(states, versions), ...proposed(states, versions)] : [];
  return [...hands(states), ...ofDeals, ...call(states)];
}

/** @param {string} path @param {Payload} payload @param {number | null} [number] @returns {Lacking} */
function saying(path, payload, number = null) {
  return { kind: "said", path, number, payload };
}

// To the deal that is played: this player's own, what they entered for others, and the Quarry, which lies open.
/** @param {States} states */
function hands({ known: { me, own }, told }) {
  if (!own || me === null) return [];
  const { number } = own;
  const there = told.own?.number === number ? told.own : null;
  const places = [me, ...own.in.flatMap(({ seat, said }) => (said ? [seat] : [])), null];
  const lacking = places.filter((seat) => {
    const said = handAt(own, me, seat);
    return said && JSON.stringify(said) !== JSON.stringify(there && handAt(there, me, seat));
  });
  return lacking.map((seat) => saying("own/", {
    number, seat, seen: (there && versionAt(there, seat)) ?? 0, said: handAt(own, me, seat),
  }, number));
}

/** @param {OwnFacts} own @param {Seat} me @param {Seat | null} seat */
function handAt({ in: given, mine, quarry }, me, seat) {
  if (seat !== me && seat !== null) return given.find((each) => each.seat === seat)?.said;
  const { version: _version, ...said } = (seat === null ? quarry : mine) ?? {};
  return _version && said;
}

/** @param {OwnFacts} own @param {Seat | null} seat */
function versionAt({ in: given, quarry }, seat) {
  return (seat === null ? quarry : given.find((each) => each.seat === seat))?.version;
}

// Of this seat. A deal that counted, and that another phone has brought back as its own, is confirmed by whoever had
// entered it: both have said so.
/** @param {States} states @param {Versions} versions */
function verdicts({ known, told }, versions) {
  const { me, opinion } = known;
  const there = new Map(told.deals.map((deal) => [deal.number, deal]));
  const ofDeals = known.deals.flatMap(({ number, opinion: state = "", opinion_reason: reason, said: word, seat = null }) => {
    const verdict = verdictOf(word, state, me !== null && seat === me);
    const same = there.get(number);
    if (!verdict || (same?.version === versions.get(number) && isHeard(same?.said, same?.opinion, verdict))) return [];
    const deals = [{ number, version: versions.get(number) }];
    return [saying("confirmation/", { verdict, deals, reason: reasonOf(verdict, reason) }, number)];
  });
  const hasEntered = me !== null && known.deals.some(({ seat }) => seat === me);
  const verdict = verdictOf(opinion.said, opinion.mode === "table" ? opinion.state : "", hasEntered);
  if (!verdict || isHeard(told.opinion.said, told.opinion.state, verdict)) return ofDeals;
  return [...ofDeals, saying("confirmation/", { verdict, reason: reasonOf(verdict, opinion.opinion_reason) })];
}

/** @param {string | undefined} word @param {string} state @param {boolean} isOwn */
function verdictOf(word, state, isOwn) {
  if (word === "confirmed" || word === "disputed") return word;
  return isOwn && state === "confirmed" ? "confirmed" : "";
}

/** @param {string | undefined} word @param {string | undefined} state @param {string} verdict */
function isHeard(word, state, verdict) {
  return word === verdict || state === verdict;
}

/** @param {string} verdict @param {string} [reason] */
function reasonOf(verdict, reason = "") {
  return verdict === "disputed" ? reason : "";
}

/** @param {States} states @param {Versions} versions */
function claim({ known, told }, versions) {
  if (!known.claim || told.claim) return [];
  const { number, payload, reason } = known.claim;
  return [saying("claim/", { payload, reason, ...(number ? { number, version: versions.get(number) } : {}) }, number)];
}

/** @param {States} states @param {Versions} versions */
function proposed({ known, told }, versions) {
  const there = told.proposals.map(({ change }) => JSON.stringify(change));
  const lacking = known.proposals.filter(({ change, may_withdraw: isOwn }) => isOwn && !there.includes(JSON.stringify(change)));
  return lacking.map(({ change, reason }) => {
    const { kind, number, payload } = change;
    if (number === undefined) return saying("correct-many/", { ...change, reason });
    const seen = { reason, version: versions.get(number) };
    return kind === "void" ? saying(`deals/${number}/void/`, seen, number) : saying(`deals/${number}/`, { payload, ...seen }, number);
  });
}

/** @param {States} states */
function call({ known, told }) {
  return known.call && !told.call?.note.includes(known.call.note) ? [saying("call/", { note: known.call.note })] : [];
}
