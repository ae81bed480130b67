// Colonial hands, looked up in the table that scoring/pad_rules.py makes out of the evaluator (C5-C11).

import { compare } from "./compare.js";
import { inOrder } from "./decks.js";
import { COLONIAL } from "./tables.js";

const { copies: COPIES, hand: HAND, kinds: KINDS } = COLONIAL;
/** @type {Record<string, { level: number, one_suit: boolean }>} */
const CATEGORIES = COLONIAL.categories;
/** @type {Record<string, any[]>} the category, and which cards lie outside the pyramid */
const READINGS = COLONIAL.readings;
const WAYS = ways();

// How the hands of an event are read: which order of categories, and whether the cards outside break ties.
/** @param {PadReading} reading @returns {ColonialRules} */
function rulesOf({ order, kickers = false }) {
  const name = /** @type {keyof typeof COLONIAL.orders} */ (order);
  return { hands: COLONIAL.hands[name], order: COLONIAL.orders[name], kickers };
}

/** @param {PadReading} reading @param {Deck} deck @returns {Reader} */
export function colonialReader(reading, deck) {
  const rules = rulesOf(reading);
  return { read: (cards) => readColonial(cards, deck, rules), grow: (cards, left) => grow(cards, left, deck, rules), decidedBy: colonialDecidedBy };
}

// Six cards, or the best six among more; `strength` is compared as a list.
/** @param {string[]} cards @param {Deck} deck @param {ColonialRules} rules @returns {RankedReading} */
function readColonial(cards, deck, rules) {
  const kindOf = (/** @type {string} */ card) => KINDS.indexOf(deck.kinds[card]);
  const kinds = cards.map(kindOf).sort((one, other) => one - other);
  const best = sixes(kinds).map(({ six, out }) => lookedUp(six, out, rules)).reduce((one, other) =>
    compare(strength(other), strength(one)) > 0 ? other : one
  );
  const held = inOrder(deck, cards, kindOf);
  const pyramid = best.pyramid.map((kind) => held.splice(held.findIndex((card) => kindOf(card) === kind), 1)[0]);
  return { category: best.category, pyramid, rest: held, quarry: null, strength: rules.kickers ? strength(best) : [best.rank] };
}

// What sets the better of two hands apart (C8, C9).
/** @param {Reading} won @param {Reading} lost */
function colonialDecidedBy(won, lost) {
  if (won.category === lost.category) return "kicker";
  const [better, worse] = [CATEGORIES[won.category], CATEGORIES[lost.category]];
  return better.level === worse.level && better.one_suit && worse.one_suit ? "suit" : "category";
}

// What the cards make whatever comes after them, and which one card more would make the most of them.
/** @param {string[]} cards @param {string[]} left @param {Deck} deck @param {ColonialRules} rules @returns {Growth} */
function grow(cards, left, deck, rules) {
  const kindOf = (/** @type {string} */ card) => KINDS.indexOf(deck.kinds[card]);
  const kinds = cards.map(kindOf);
  const now = atLeast(kinds, rules);
  const next = left.map((card) => ({ card, place: atLeast(kinds.concat(kindOf(card)), rules) }));
  const best = Math.min(now, ...next.map(({ place }) => place));
  const more = next.flatMap(({ card, place }) => (best < now && place === best ? [card] : []));
  const { order } = rules;
  return { category: now < order.length - 1 ? order[now] : null, more, becomes: more.length ? order[best] : null };
}

// The place in the order of the worst hand that they can become.
/** @param {number[]} kinds @param {ColonialRules} rules */
function atLeast(kinds, { hands, order }) {
  const numbers = wholes(kinds, 0).map((six) => READINGS[hands[place(six)]][0]);
  return Math.max(...numbers.map((category) => order.indexOf(category)));
}

/** @param {number[]} kinds @param {number} from @returns {number[][]} */
function wholes(kinds, from) {
  if (kinds.length === HAND) return [kinds];
  return KINDS.flatMap((_, kind) => (kind < from || kinds.filter((held) => held === kind).length === COPIES[kind] ? [] : wholes(kinds.concat(kind), kind)));
}

/** @param {{ rank: number, rest: number[] }} reading */
function strength({ rank, rest }) {
  return [rank].concat(rest.map((kind) => -kind));
}

// Every way to set so many of the cards aside that six are left.
/** @param {number[]} kinds */
function sixes(kinds) {
  let found = [{ six: kinds, out: /** @type {number[]} */ ([]), from: 0 }];
  for (let more = kinds.length; more > HAND; more -= 1) {
    found = found.flatMap(({ six, out, from }) => six.slice(from).map((kind, step) => ({
      six: six.filter((_, at) => at !== from + step), out: out.concat(kind), from: from + step,
    })));
  }
  return found;
}

/** @param {number[]} six @param {number[]} out @param {ColonialRules} rules */
function lookedUp(six, out, { hands, order }) {
  const [category, outside] = READINGS[hands[place(six)]];
  const isOut = (/** @type {number} */ at) => Boolean(outside & (1 << at));
  return {
    category,
    rank: -order.indexOf(category),
    pyramid: six.filter((_, at) => !isOut(at)),
    rest: six.filter((_, at) => isOut(at)).concat(out).sort((one, other) => one - other),
  };
}

// The place of a hand among all there are: those with fewer cards of the first kind come first, then of the second.
/** @param {number[]} six */
function place(six) {
  let before = 0;
  let left = six.length;
  KINDS.forEach((_, kind) => {
    const held = six.filter((other) => other === kind).length;
    for (let fewer = 0; fewer < held; fewer += 1) before += WAYS[kind + 1][left - fewer];
    left -= held;
  });
  return before;
}

// WAYS[kind][cards]: in how many ways so many cards can be held of this kind and those after it.
function ways() {
  const table = [[1].concat(Array(HAND).fill(0))];
  for (const copies of COPIES.slice().reverse()) {
    const rest = table[0];
    table.unshift(rest.map((_, cards) => rest.slice(Math.max(0, cards - copies), cards + 1).reduce((sum, more) => sum + more, 0)));
  }
  return table;
}
