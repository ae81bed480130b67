// Has each complete hand named: by the phone's own rules, or by the server where only that knows them.

import { readHand } from "../rules/hands.js";
import { problemOf } from "../words/sentences.js";
import { handOf, stillIn } from "./drafts/showdown.js";
import { viewOf } from "./selectors.js";

/** @param {Pick<Context, "store" | "api">} context */
export function readHands(context) {
  const { store } = context;
  const pad = /** @type {ShowdownView} */ (viewOf(store.state));
  const { draft, game } = pad;
  if (game.sheet !== "showdown") return;
  /** @type {[Seat, HandReading][]} */
  const read = stillIn(draft).flatMap((seat) => {
    const key = keyOf(draft, seat);
    const known = handOf(draft, seat).length !== game.hand_size || draft.readings[seat]?.key === key;
    return known ? [] : [[seat, { ...ownReading(pad, seat), key }]];
  });
  if (!read.length) return;
  store.set({ draft: { ...draft, readings: { ...draft.readings, ...Object.fromEntries(read) } } });
  for (const [seat, { data, message }] of read) if (!data && !message) ask(context, pad, seat);
}

/** @param {Showdown} draft @param {Seat} seat */
function keyOf(draft, seat) {
  return `${handOf(draft, seat).slice().sort().join()}/${draft.quarry.slice().sort().join()}`;
}

/** @param {ShowdownView} pad @param {Seat} seat @returns {Omit<HandReading, "key">} */
function ownReading(pad, seat) {
  const { boot, draft, game } = pad;
  const read = readHand(game, handOf(draft, seat), game.quarry ? draft.quarry : []);
  if (!read) return { data: null, message: null };
  if ("error" in read) return { data: null, message: problemOf(pad, { seat, ...read.error })?.message || null };
  return { data: { name: boot.categories[read.category], ...read }, message: null };
}

/** @param {Pick<Context, "store" | "api">} context @param {ShowdownView} pad @param {Seat} seat */
async function ask({ store, api }, { draft: asked, game }, seat) {
  const key = keyOf(asked, seat);
  const hand = handOf(asked, seat);
  const { status, data } = await api.post("hand/", game.quarry ? { hand, quarry: asked.quarry } : { hand });
  const { draft } = store.state;
  if (draft.id !== asked.id || draft.readings?.[seat]?.key !== key) return;
  const { [seat]: _unanswered, ...others } = draft.readings;
  const reading = { key, data: status === 200 ? /** @type {HandReading["data"]} */ (data) : null, message: status === 422 ? data.message : null };
  store.set({ draft: { ...draft, readings: status === 200 || status === 422 ? { ...others, [seat]: reading } : others } });
}
