// All that can be done to the pad's state, by name. Made once; nothing is added later.

import {
  choose,
  correctSeveral,
  enterForgotten,
  leaveCorrection,
  previewCorrection,
  previewForgotten,
  sendCorrection,
  typeReason,
} from "./correcting.js";
import { isRecorded } from "./drafts/drafting.js";
import {
  adjust,
  change,
  drop,
  goOn,
  layAside,
  readHands,
  reopen,
  show,
  showDealsOf,
  takeUp,
  toggle,
  toggleUnsent,
  turnTo,
  type,
  unfold,
} from "./entering.js";
import { agree, apply, asked, catchUp, handOver, heard, linked, refresh, timeUp } from "./following.js";
import { whole } from "./merging.js";
import {
  acknowledge,
  announce,
  answerNeighbour,
  askFor,
  enterAlone,
  enterFor,
  handIn,
  mendOpened,
  registerPhone,
  stillRevealed,
} from "./own.js";
import { askAgain, askToDrop, dropEntry, goOnWith, mend, mineRight, saveMended, theirsRight } from "./resolving.js";
import { answered, cutFor, overrule, restoreDeal, saveDeal, undo, voidDeal } from "./saving.js";
import { advance, allIn, go, pay, payAlike, takeWinners, typePaid } from "./showdown-steps.js";
import {
  answerProposed,
  callDirector,
  claimWinner,
  confirm,
  learn,
  lookAt,
  putAside,
  read,
  speak,
  typeText,
  upholdByCode,
  withdrawCall,
  withdrawClaim,
} from "./talking.js";

// Screens that a phone finds again after a reload; what was chosen in the others is not kept.
const LASTING = ["deals", "unsent", "collision", "help", "rules", "confirmations", "claim"];

const ACTIONS = {
  // the deal that is being entered
  change, turnTo, type, reopen, layAside, drop, goOn, save, saveAsNext, overrule, cutFor, voidDeal, restoreDeal, undo,
  // a showdown's steps
  advance, go, takeWinners, pay, payAlike, allIn, typePaid,
  // each phone its own hand
  announce, answerNeighbour, askFor, enterAlone, enterFor, handIn, acknowledge, mendOpened, registerPhone,
  // which screen is looked at
  show, toggle, toggleUnsent, showDealsOf, unfold, adjust,
  // what the server did not take
  theirsRight, mineRight, goOnWith, askAgain, askToDrop, dropEntry, mend,
  // several deals at once
  correctSeveral, choose, typeReason, enterForgotten, previewCorrection, sendCorrection, leaveCorrection,
  // the others at the table, and the director
  typeText, callDirector, withdrawCall, claimWinner, upholdByCode, withdrawClaim, confirm, lookAt, answerProposed, read, putAside, speak,
  // the server, the queue and what was kept
  apply, asked, answered, heard, refresh, catchUp, linked, timeUp, sendNow, load, takeUpKept, noteOtherTables,
};

/** @param {Context} context @returns {Bound<typeof ACTIONS>} */
export function createActions(context) {
  const bound = Object.entries(ACTIONS).map(([name, act]) => [name, /** @type {Function} */ (act).bind(null, context)]);
  return Object.freeze(Object.fromEntries(bound));
}

/** @param {Context} context */
function save(context) {
  const { inserts, mends } = context.store.state.draft;
  if (inserts) previewForgotten(context);
  else if (mends) saveMended(context);
  else saveDeal(context);
  learn(context);
}

// Both deals were played: mine becomes the next one.
/** @param {Context} context */
function saveAsNext(context) {
  goOn(context);
  save(context);
}

/** @param {Context} context */
function sendNow({ queue }) {
  queue.sendSoon();
}

/** @param {Context} context */
function load({ queue }) {
  return queue.load();
}

// What the phone knows of this table from before, and what was being entered there. Where that is found late, something
// else may have been entered meanwhile, which stays.
/** @param {Context} context @param {[KeptPage | undefined, KeptDraft | undefined, Entry[]]} found */
async function takeUpKept(context, [page, kept, stored]) {
  const { boot, server } = context.store.state;
  const known = isNewer(page, server) ? whole(boot.game, page.state) : server;
  const entries = (page && await handOver(context, page.state, server)) || stored;
  const { queue } = context.store.state;
  if (entries.length || queue.entries.length || known !== server) apply(context, { queue: { ...queue, entries }, server: known });
  agree(context);
  context.store.set({ revealed: stillRevealed(context.store.state, kept, page) });
  const pad = context.store.state;
  if (pad.draft.touched || !kept?.draft || isRecorded(pad, kept.draft)) return;
  const { draft, screen } = kept;
  if (draft.mends && !pad.queue.entries.some(({ client_id: id }) => id === draft.mends)) return;
  takeUp(context, draft);
  if (LASTING.includes(screen)) show(context, screen);
  if (draft.touched) readHands(context);
}

/** @param {KeptPage | undefined} page @param {TableState} served @returns {page is KeptPage} */
function isNewer(page, served) {
  return page?.state.table.event.id === served.table.event.id && page.state.revision > served.revision;
}

/** @param {Context} context @param {PadState["otherTables"]} otherTables */
function noteOtherTables({ store }, otherTables) {
  store.set({ otherTables });
}
