// A Vilnius deal: announcement on the declarer's sheet, trump, tricks, save.

import { button, el } from "../dom.js";
import { FULL, leftOf, pointsFor, sheetOf } from "./sheet.js";
import { figure } from "../../words/words.js";

const TRICKS = [0, 1, 2, 3, 4, 5, 6];
const SUITS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };

export function fresh(state) {
  const draft = { declarer: state.turn, announced: null, trump: null, taken: null, viewing: state.turn, choosing: false };
  draft.announced = forced(state, draft);
  return draft;
}

export function reopened(state, deal) {
  const { declarer, announced, trump, taken } = deal.payload;
  const meant = Boolean(deal.payload.out_of_turn);
  return { declarer, announced, trump, taken, viewing: declarer, choosing: false, expected: meant ? null : declarer };
}

// When one kind of announcement is left it is forced (V4).
function forced(state, draft) {
  const seat = state.seats[draft.declarer];
  if (!seat) return null;
  const kinds = TRICKS.filter((announced) => leftOf(seat, announced, draft.editing) > 0);
  return kinds.length === 1 ? kinds[0] : null;
}

export function payload(draft, state) {
  const body = { declarer: draft.declarer, announced: draft.announced, trump: draft.trump, taken: draft.taken };
  if (outOfTurn(draft, state)) body.out_of_turn = true;
  return body;
}

export function complete(draft, state) {
  const trump = draft.trump !== null || !state.table.rules.record_trump;
  return draft.announced !== null && draft.taken !== null && trump;
}

function outOfTurn(draft, state) {
  const expected = draft.editing ? draft.expected : state.turn;
  return draft.declarer !== expected;
}

export function rebase(draft, state) {
  const seat = state.seats[draft.declarer];
  if (draft.announced !== null && leftOf(seat, draft.announced, draft.editing) < 1) draft.announced = null;
  draft.viewing = draft.declarer;
}

export function refused(draft, state, error) {
  if (error.field === "announced") draft.announced = null;
  if (error.field === "trump") draft.trump = null;
  if (error.field === "taken") draft.taken = null;
  draft.choosing = error.field === "declarer";
}

function stage(draft, state) {
  if (draft.choosing) return "declarer";
  if (draft.viewing !== draft.declarer) return "viewing";
  if (draft.announced === null) return "announce";
  if (state.table.rules.record_trump && draft.trump === null) return "trump";
  return draft.taken === null ? "taken" : "save";
}

export function summary(pad) {
  const { draft, words } = pad;
  if (draft.announced === null) return words("mine_empty", { name: pad.seatName(draft.declarer) });
  return words("mine_vilnius", {
    name: pad.seatName(draft.declarer),
    announced: draft.announced + (draft.trump ? " " + trumpSign(pad, draft.trump) : ""),
    taken: draft.taken === null ? "\u2013" : draft.taken,
  });
}

function trumpSign(pad, trump) {
  return SUITS[trump] || pad.words("no_trump_short");
}

export function body(pad) {
  const { draft, state, words } = pad;
  const seat = state.seats[draft.viewing];
  const mine = draft.viewing === draft.declarer;
  return [
    draft.editing ? null : el("ul", { class: "pad-tabs", "aria-label": words("players") }, state.seats.map((item) => tab(pad, item))),
    headline(pad, seat, mine),
    el("div", { class: "pad-sheet", "data-swipe": true }, sheetOf(seat, {
      words,
      except: draft.editing,
      entering: mine && draft.announced !== null ? draft : null,
      choose: mine && !pad.sending() ? (announced) => pad.change({ announced, taken: null, choosing: false }) : null,
    })),
  ];
}

function tab(pad, seat) {
  const { draft, words } = pad;
  const role = seat.index === draft.declarer ? words("declares_short") : seat.index === nextAfter(pad.state, draft.declarer) ? words("next_short") : "";
  return el("li", {}, button("tab-" + seat.index, [
    el("span", { class: "tab-name" }, pad.callName(seat.index)),
    el("span", { class: "tab-score" }, figure(seat.score)),
    el("span", { class: "tab-role" }, role),
  ], () => view(pad, seat.index), {
    class: "pad-tab player-" + seat.colour + (seat.index === draft.declarer ? " pad-tab-declarer" : ""),
    "aria-pressed": seat.index === draft.viewing ? "true" : "false",
  }));
}

// The first seat to the left whose sheet will not be full (V2); the declarer is about to use up a cell.
function nextAfter(state, declarer) {
  const count = state.seats.length;
  const seats = state.seats.map((seat, step) => (declarer + step + 1) % count);
  const next = seats.find((seat) => state.seats[seat].sheet.made + (seat === declarer ? 1 : 0) < FULL);
  return next === undefined ? null : next;
}

// Until a deal stands the table may still cut for the first deal (V2).
function unopened(state) {
  return state.deals.every((deal) => deal.voided);
}

function view(pad, seat) {
  pad.draft.viewing = seat;
  pad.draft.choosing = false;
  pad.draw();
}

export function swipe(pad, direction) {
  if (pad.draft.editing) return;
  const seats = pad.state.seats.length;
  view(pad, (pad.draft.viewing + direction + seats) % seats);
}

function headline(pad, seat, mine) {
  const { draft, state, words } = pad;
  const sheet = seat.sheet;
  const following = nextAfter(state, draft.declarer);
  const next = following === null || draft.editing ? "" : words("then", { name: pad.callName(following) });
  return el("div", { class: "pad-headline" }, [
    el("div", { class: "headline-text" }, [
      el("h2", {}, words(mine ? "declares" : "sheet_of", { name: pad.callName(seat.index) })),
      el("p", {}, [
        standing(sheet, words) || (mine && next ? el("span", { class: "headline-next" }, next) : null),
        el("span", {}, words("range", { lowest: figure(sheet.lowest), highest: figure(sheet.highest) })),
      ]),
    ]),
    mine ? button("other", unopened(state) ? words("first_dealer", { name: pad.seatName(state.table.first_dealer) }) : words("other_declarer"), () => {
      draft.choosing = !draft.choosing;
      pad.draw();
    }, { class: "pad-small", "aria-expanded": draft.choosing ? "true" : "false" }) : null,
  ]);
}

function standing(sheet, words) {
  if (sheet.has_won) return el("strong", { class: "badge-won" }, words("has_won"));
  if (!sheet.can_win) return el("strong", { class: "badge-out" }, words("cannot_win"));
  return null;
}

export function dock(pad) {
  const { draft, state } = pad;
  const at = stage(draft, state);
  const late = outOfTurn(draft, state) && !draft.editing;
  return [
    late ? el("p", { class: "pad-warning" }, pad.words("out_of_turn", { name: pad.seatName(state.turn) })) : null,
    STAGES[at](pad),
  ];
}

// What has been chosen so far; a tap on a part takes it back.
function chosen(pad) {
  const { draft, words } = pad;
  return [
    draft.trump ? button("un-trump", trumpSign(pad, draft.trump), () => pad.change({ trump: null }), {
      class: "chip suit suit-" + draft.trump, "aria-label": words("change_trump", { trump: words("trump_" + draft.trump) }),
    }) : null,
    draft.taken !== null ? button("un-taken", words("took", { n: draft.taken }), () => pad.change({ taken: null }), {
      class: "chip", "aria-label": words("change_taken", { n: draft.taken }),
    }) : null,
  ];
}

const STAGES = {
  declarer(pad) {
    const { draft, state, words } = pad;
    if (unopened(state)) return firstDealer(pad);
    return choices(words("who_declares"), state.seats.map((seat) =>
      button("declarer-" + seat.index, seat.name, () => chooseDeclarer(pad, seat.index), {
        class: "choice choice-wide", "aria-pressed": seat.index === draft.declarer ? "true" : "false",
        disabled: !draft.editing && seat.sheet.made === FULL,
      })
    ));
  },
  viewing(pad) {
    const { draft, words } = pad;
    return el("div", { class: "dock-row" },
      button("back", words("back_to", { name: pad.seatName(draft.declarer) }), () => view(pad, draft.declarer), { class: "pad-main-button pad-quiet", "data-next": true }));
  },
  announce(pad) {
    const { draft, words } = pad;
    return el("p", { class: "dock-prompt" }, words("tap_announcement", { name: pad.seatName(draft.declarer) }));
  },
  trump(pad) {
    const { state, words } = pad;
    const kinds = Object.keys(SUITS).concat(state.table.rules.no_trump ? ["NT"] : []);
    return choices(words("which_trump"), kinds.map((trump, index) =>
      button("trump-" + trump, trumpSign(pad, trump), () => pad.change({ trump }), {
        class: "choice suit suit-" + trump, "aria-label": words("trump_" + trump), "data-next": index === 0,
      })
    ));
  },
  taken(pad) {
    const { draft, words } = pad;
    return choices(words("how_many", { name: pad.seatName(draft.declarer) }), TRICKS.map((taken) =>
      button("taken-" + taken, taken, () => pad.change({ taken }), {
        class: "choice" + (taken === draft.announced ? " choice-exact" : ""), "aria-label": words("took", { n: taken }), "data-next": taken === 0,
      })
    ), chosen(pad));
  },
  save(pad) {
    const { draft, words } = pad;
    const points = figure(pointsFor(draft.announced, draft.taken));
    const name = pad.seatName(draft.declarer);
    return [
      el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt" }, words("announced_by", { name, n: draft.announced })), chosen(pad)]),
      button("save", words(pad.sending() ? "saving" : draft.editing ? "save_correction" : "save_points", { points }), pad.save, {
        class: "pad-main-button", disabled: pad.sending(), "data-next": true,
      }),
    ];
  },
};

function firstDealer(pad) {
  const { state, words } = pad;
  return choices(words("who_deals_first"), state.seats.map((seat) =>
    button("dealer-" + seat.index, seat.name, () => pad.cutFor(seat.index), {
      class: "choice choice-wide", "aria-pressed": seat.index === state.table.first_dealer ? "true" : "false",
    })
  ));
}

function choices(prompt, items, taken) {
  return [
    el("div", { class: "dock-head" }, [el("p", { class: "dock-prompt", id: "dock-prompt" }, prompt), taken]),
    el("div", { class: "choices choices-" + items.length, role: "group", "aria-labelledby": "dock-prompt" }, items),
  ];
}

function chooseDeclarer(pad, declarer) {
  const { draft, state } = pad;
  const kept = draft.announced !== null && leftOf(state.seats[declarer], draft.announced, draft.editing) > 0;
  pad.change({ declarer, viewing: declarer, choosing: false, announced: kept ? draft.announced : null });
  if (draft.announced === null) pad.change({ announced: forced(state, draft) });
}

export function spoken(pad) {
  const { draft, state, words } = pad;
  if (stage(draft, state) !== "save") return words("tap_announcement", { name: pad.seatName(draft.declarer) });
  return words("save_points", { points: figure(pointsFor(draft.announced, draft.taken)) });
}
