// Protean hands: the pyramids of the table, the best of a hand, and the Quarry (P1-P7), as in scoring/protean.py.

import { PROTEAN } from "./tables.js";
import { inOrder, leaving, tally } from "./decks.js";
import { compare } from "./compare.js";

const NAMES = Object.keys(PROTEAN.pyramids);
const ONE_SUIT = PROTEAN.suits.map((suit, place) => ({ worth: PROTEAN.suits.length - place, suits: [suit] }));
const MIXED = [{ worth: 0, suits: PROTEAN.suits }];

// At most one card of the Quarry in place of an own one, and none where it does not help (P3).
export function readProtean(held, quarry, deck) {
  let best = bestOf(inOrder(deck, held));
  let taken = null;
  inOrder(deck, Array.from(new Set(quarry))).forEach((card) => {
    const exchanged = bestOf(inOrder(deck, held.concat(card)));
    if (compare(exchanged.strength, best.strength) <= 0) return;
    best = exchanged;
    taken = card;
  });
  return {
    category: best.category,
    pyramid: inOrder(deck, best.pyramid),
    rest: leaving(inOrder(deck, held), best.pyramid),
    quarry: taken,
    strength: best.strength,
  };
}

// What sets the better of two hands apart (P4, P5).
export function proteanDecidedBy(won, lost) {
  return won.category === lost.category ? "suit" : "category";
}

function bestOf(cards) {
  const held = tally(cards);
  for (let place = 0; place < NAMES.length; place += 1) {
    const { needs, one_suit: oneSuit } = PROTEAN.pyramids[NAMES[place]];
    for (const { worth, suits } of oneSuit ? ONE_SUIT : MIXED) {
      const pyramid = chosen(held, needs, suits);
      if (pyramid) return { category: NAMES[place], pyramid, strength: [-place, worth] };
    }
  }
  throw new Error("every order ends with the hand that needs nothing");
}

// The cards of a pyramid in these suits, the first suit first; null where they are not there.
function chosen(held, needs, suits) {
  let pyramid = [];
  for (const kind of Object.keys(needs)) {
    const available = suits.reduce((all, suit) => all.concat(Array(held.get(suit + kind) || 0).fill(suit + kind)), []);
    if (available.length < needs[kind]) return null;
    pyramid = pyramid.concat(available.slice(0, needs[kind]));
  }
  return pyramid;
}
