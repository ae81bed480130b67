// Protean hands: the pyramids of the table, the best of a hand, and the Quarry (P1-P7), as in scoring/showdown/protean.py.

import { compare } from "./compare.js";
import { inOrder, leaving, tally } from "./decks.js";
import { PROTEAN } from "./tables.js";

/** @type {[string, { needs: Record<string, number>, one_suit: boolean }][]} */
const PYRAMIDS = Object.entries(PROTEAN.pyramids);
const ONE_SUIT = PROTEAN.suits.map((suit, place) => ({ worth: PROTEAN.suits.length - place, suits: [suit] }));
const MIXED = [{ worth: 0, suits: PROTEAN.suits }];

/** @param {PadReading} _reading @param {Deck} deck @returns {Reader} */
export function proteanReader(_reading, deck) {
  return { read: (cards, quarry) => readProtean(cards, quarry, deck), grow: null, decidedBy: proteanDecidedBy };
}

// At most one card of the Quarry in place of an own one, and none where it does not help (P3).
/** @param {string[]} held @param {string[]} quarry @param {Deck} deck @returns {RankedReading} */
function readProtean(held, quarry, deck) {
  let best = bestOf(inOrder(deck, held));
  let taken = null;
  for (const card of inOrder(deck, Array.from(new Set(quarry)))) {
    const exchanged = bestOf(inOrder(deck, held.concat(card)));
    if (compare(exchanged.strength, best.strength) <= 0) continue;
    best = exchanged;
    taken = card;
  }
  return {
    category: best.category,
    pyramid: inOrder(deck, best.pyramid),
    rest: leaving(inOrder(deck, held), best.pyramid),
    quarry: taken,
    strength: best.strength,
  };
}

// What sets the better of two hands apart (P4, P5).
/** @param {Reading} won @param {Reading} lost */
function proteanDecidedBy(won, lost) {
  return won.category === lost.category ? "suit" : "category";
}

/** @param {string[]} cards */
function bestOf(cards) {
  const held = tally(cards);
  for (const [place, [category, { needs, one_suit: oneSuit }]] of PYRAMIDS.entries()) {
    for (const { worth, suits } of oneSuit ? ONE_SUIT : MIXED) {
      const pyramid = chosen(held, needs, suits);
      if (pyramid) return { category, pyramid, strength: [-place, worth] };
    }
  }
  throw new Error("every order ends with the hand that needs nothing");
}

// The cards of a pyramid in these suits, the first suit first; null where they are not there.
/** @param {Map<string, number>} held @param {Record<string, number>} needs @param {string[]} suits */
function chosen(held, needs, suits) {
  /** @type {string[]} */
  const pyramid = [];
  for (const [kind, needed] of Object.entries(needs)) {
    const available = suits.flatMap((suit) => Array(held.get(suit + kind) || 0).fill(suit + kind));
    if (available.length < needed) return null;
    pyramid.push(...available.slice(0, needed));
  }
  return pyramid;
}
