// The page's sentences come translated from the server; here names and numbers are put into them. Deals and refusals are told
// in them while nobody answers.

import { pointsFor } from "./rules/vilnius.js";

/** @param {Record<string, string>} strings @returns {Words} */
export function createWords(strings) {
  return function words(key, values) {
    const sentence = strings[key];
    if (sentence === undefined) throw new Error(`no words for ${key}`);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values?.[name] ?? whole));
  };
}

/** @param {string[]} names */
export function list(names) {
  return names.join(", ");
}

/** @param {{ state: TableState }} pad @param {Seat | null} seat */
export function seatName({ state }, seat) {
  return state.seats[/** @type {Seat} */ (seat)].name;
}

// The shortest that tells the people at one table apart: first names, where no two are the same, and long ones shortened.
/** @param {{ state: TableState }} pad @param {Seat} seat */
export function callName(pad, seat) {
  return shortened(namesApart(pad), seat, LONGEST_CALLED, [beginning, nameAndEnd, bothEnds]);
}

// The same for a narrow tab.
/** @param {{ state: TableState }} pad @param {Seat} seat */
export function tabName(pad, seat) {
  return shortened(namesApart(pad), seat, LONGEST_IN_TAB, [beginning, bothEnds]);
}

const LONGEST_CALLED = 12, LONGEST_IN_TAB = 8;

/** @param {{ state: TableState }} pad */
function namesApart({ state }) {
  const names = state.seats.map(({ name }) => name);
  const first = names.map((name) => name.split(" ")[0]);
  return new Set(first).size === names.length ? first : names;
}

// By the first of these ways that nobody else at the table is called by; then by the letters in which the name differs.
/** @param {string[]} names @param {Seat} seat @param {number} longest @param {((name: string, longest: number) => string)[]} ways */
function shortened(names, seat, longest, ways) {
  /** @param {string} name */
  const isShort = (name) => letters(name).length <= longest;
  if (isShort(names[seat])) return names[seat];
  const differing = names.map((_, other) => difference(names, other));
  const called = [...ways.map((way) => names.map((name) => way(name, longest))), differing]
    .map((those) => those.map((name, other) => (isShort(names[other]) ? names[other] : name)));
  const own = called.find((those) => those.filter((name) => name === those[seat]).length === 1);
  return own ? own[seat] : names[seat];
}

// As people count them: with their accents, and a picture of several signs as one.
/** @param {string} name */
function letters(name) {
  return name.match(/(?:\P{M}|^)(?:\p{M}|\u200d\P{M}|[\u{1f3fb}-\u{1f3ff}])*/gu) || [];
}

/** @param {string} name @param {number} from @param {number} [to] */
function cut(name, from, to) {
  return letters(name).slice(from, to).join("");
}

/** @param {string} name @param {number} longest */
function beginning(name, longest) {
  const [first, ...others] = name.split(" ");
  const last = others.at(-1), most = longest - 3;
  return last ? `${cut(first, 0, most)}${letters(first).length > most ? "." : ""} ${cut(last, 0, 1)}.` : `${cut(name, 0, longest - 2)}.`;
}

/** @param {string} name @param {number} longest */
function nameAndEnd(name, longest) {
  const [first, ...others] = name.split(" ");
  const last = others.at(-1) || "";
  const isRoom = letters(last).length > 4 && letters(first).length < 8;
  return isRoom ? `${first} ${cut(last, 0, 1)}\u2011${cut(last, -3)}` : bothEnds(name, longest);
}

/** @param {string} name @param {number} longest */
function bothEnds(name, longest) {
  const half = Math.floor(longest / 2) - 1;
  return `${cut(name, 0, half)}\u2011${cut(name, -half)}`;
}

/** @param {string[]} names @param {Seat} seat */
function difference(names, seat) {
  const own = letters(names[seat]);
  /** @param {string} other */
  const shared = (other) => own.findIndex((letter, index) => letter !== letters(other)[index]);
  const from = Math.max(...names.map((other, index) => (index === seat ? 0 : shared(other))));
  return from > 0 ? `${cut(names[seat], 0, 3)}\u2011${cut(names[seat], from, from + 4)}` : names[seat];
}

// The time of day of a moment the server named.
/** @param {string} moment */
export function time(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// As number_text of selectors/table/cards.py. Thirds of a split pot come as 0.3333; the point or comma is that of the page's
// language, of which only they make use: to ask for it takes an old phone longer than all else that is drawn.
/** @param {number} number */
export function figure(number) {
  const whole = Math.trunc(number);
  if (Math.abs(number - whole) === 0.5) return `${number < 0 ? "\u2212" : ""}${Math.abs(whole) || ""}\u00bd`;
  const text = whole === number ? String(number) : number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2, useGrouping: false });
  return text.replace("-", "\u2212");
}

// The sentence for so many deals that are not sent: languages count differently.
/** @param {Pick<Boot, "unsent">} boot @param {number} count */
export function unsentWords({ unsent }, count) {
  return unsent[Math.min(count, unsent.length - 1)];
}

/** @typedef {{ boot: Boot, state: TableState, words: Words }} Speaker */

const SEATS = ["seat", "seats", "winners", "claimed"];
/** @type {Record<string, string[]>} */
const TURNS = { "out-of-turn": ["expected", "got"], "playoff-seats": ["expected", "got"] };
const HANDS = ["unknown-card", "hand-size", "hands-missing"];
const FORM_FIELDS = ["announced", "taken", "trump", "claimed", "paid", "quarry", "dealer", "declarer"];

// What a deal came to; "" where the phone does not know that.
/** @param {Speaker} pad @param {Payload | null} payload @param {Result | null} [result] */
export function dealWords(pad, payload, result) {
  if (!payload || !result) return "";
  return payload.declarer === undefined ? showdown(pad, payload, result) : announcement(pad, payload, result);
}

// The deals of a projected state that have no words of the server's.
/** @param {Speaker} pad @returns {TableState} */
export function withWords(pad) {
  return { ...pad.state, deals: pad.state.deals.map((deal) => (deal.words ? deal : { ...deal, words: ownWords(pad, deal) })) };
}

/** @param {Speaker} pad @param {DealFacts} deal */
function ownWords(pad, { voided, payload, result }) {
  return voided ? voidedWords(pad, payload) : dealWords(pad, payload, result);
}

// What a deal said before it was voided; its cards stand beside it.
/** @param {Speaker} pad @param {Payload} payload */
function voidedWords(pad, { declarer, announced, taken, hands, folded }) {
  const { words } = pad;
  if (declarer !== undefined) return words("mine_vilnius", { name: seatName(pad, declarer), announced, taken });
  return enteredWords(pad, Object.keys(hands || {}).map(Number), folded);
}

/** @param {Speaker} pad @param {Payload} payload @param {Result} result */
function announcement(pad, { declarer, announced, taken, trump }, result) {
  const { words, boot } = pad;
  const points = result.points === undefined ? pointsFor(boot.game, announced, taken) : result.points;
  const known = Boolean(trump) && `suit_${trump}` in boot.strings;
  return words(known ? "outcome_trump" : "outcome_announced", {
    name: seatName(pad, declarer), announced, taken, trump: known ? words(`suit_${trump}`) : "", points: words(`points_${points}`),
  });
}

/** @param {Speaker} pad @param {Payload} payload @param {Result} result */
function showdown(pad, payload, { winners, decided_by: decidedBy, hands }) {
  const { words, boot } = pad;
  const names = all(pad, winners.map((/** @type {Seat} */ seat) => seatName(pad, seat)));
  if (payload.override) return words("outcome_upheld", { names, reason: payload.override });
  const best = hands?.[winners[0]];
  const category = best ? boot.categories[best.category] || best.category : "";
  const hand = best ? category.charAt(0).toLowerCase() + category.slice(1) : words("no_cards_shown");
  const outcome = ["last-player", "tie", "split"].includes(decidedBy) ? decidedBy : "claim";
  return words(`outcome_${outcome}`, { names, hand });
}

/** @param {Speaker} pad @param {number | null} n @param {Seat[]} seats who must agree to it */
export function askedWords(pad, n, seats) {
  return pad.words("banner_asked", { n, names: list(seats.map((seat) => seatName(pad, seat))) });
}

/** @param {Speaker} pad @param {Entry} entry */
export function entryWords(pad, entry) {
  const { words } = pad;
  const { kind, number: n, payload } = entry;
  if (kind === "dealer") return words("queued_dealer", { name: seatName(pad, entry.seat ?? 0) });
  if (kind === "void" || !payload) return words("queued_void", { n });
  return words(kind === "deal" ? "queued_deal" : "queued_correction", { n, words: payloadWords(pad, payload, n) });
}

// An entry has no result while it is refused; then it says what was entered.
/** @param {Speaker} pad @param {Payload} payload @param {number | null} number */
function payloadWords(pad, payload, number) {
  const deal = pad.state.deals.find((each) => each.number === number && each.waiting);
  if (deal?.words) return deal.words;
  if (payload.declarer !== undefined) return announcement(pad, payload, {});
  return enteredWords(pad, Object.keys(payload.hands || {}).map(Number), payload.folded);
}

// Whose cards were entered, and who folded.
/** @param {Speaker} pad @param {Seat[]} shown @param {Seat[]} [folded] */
export function enteredWords(pad, shown, folded = []) {
  /** @param {string} key @param {Seat[]} seats */
  const part = (key, seats) => (seats.length ? [pad.words(key, { names: all(pad, seats.map((seat) => seatName(pad, seat))) })] : []);
  return [...part("cards_entered", shown), ...part("folded_entered", folded)].join(" ");
}

/** @param {Speaker} pad @param {string[]} names */
export function all(pad, names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${pad.words("and")} ${names[names.length - 1]}`;
}

// What the rules refuse, as the server answers it; null where only the server has words.
/** @param {Speaker} pad @param {Refusal} refusal @param {number} [entering] @returns {Problem | null} */
export function problemOf(pad, refusal, entering) {
  const message = sentence(pad, refusal);
  if (!message) return null;
  const { code, deal } = refusal;
  const other = deal !== undefined && deal !== entering && pad.state.deals.find(({ number }) => number === deal);
  if (!other) return { code, message, field: fieldOf(pad, refusal), details: refusal };
  const whole = pad.words("error_elsewhere", { deal, words: other.words, sentence: message });
  return { code, message: whole, field: "deal", details: refusal };
}

/** @param {Speaker} pad @param {Refusal} refusal */
function sentence(pad, refusal) {
  const special = refusal.code === "malformed" && ["playoff_of", "override"].includes(String(refusal.field));
  const key = `error_${special ? refusal.field : refusal.code}`;
  return key in pad.boot.strings ? pad.words(key, spelled(pad, refusal)) : "";
}

// The seats by name, the limits and the card as the sentence has them.
/** @param {Speaker} pad @param {Refusal} refusal */
function spelled(pad, refusal) {
  const facts = { ...refusal };
  const name = (/** @type {Seat} */ seat) => (pad.state.seats[seat] ? seatName(pad, seat) : pad.words("somebody"));
  for (const key of SEATS.concat(TURNS[refusal.code] || [])) {
    if (key in facts) facts[key] = all(pad, [facts[key]].flat().map(name));
  }
  if (Array.isArray(facts.expected)) [facts.lowest, facts.highest] = facts.expected;
  if (facts.card) facts.card = pad.boot.cards[facts.card] || facts.card;
  return facts;
}

/** @param {Speaker} pad @param {Refusal} refusal */
function fieldOf({ boot }, { code, field = "", seat, seats }) {
  if (boot.fields[code]) return boot.fields[code];
  if (code === "malformed") return field === "override" ? "claimed" : FORM_FIELDS.includes(field) ? field : "deal";
  if (!HANDS.includes(code)) return "deal";
  const hand = seats ? seats[0] : seat;
  if (Number.isInteger(hand)) return `hand-${hand}`;
  return code === "unknown-card" ? "quarry" : "deal";
}
