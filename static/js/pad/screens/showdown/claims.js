// Whom the table calls the winner; where the cards say otherwise, both ways out, and the director, who has yet to rule.

import { before, shows, stillIn } from "../../store/drafts/showdown.js";
import { list, seatName, time } from "../../words.js";
import { button, el, textField } from "../dom.js";

/** @type {PadScreen<ShowdownView>} */
export const claimScreen = {
  body(pad, actions) {
    const { draft, words } = pad;
    return [
      el("h2", { id: "claim-question" }, words("who_won")),
      el("div", { class: "choices choices-tall", role: "group", "aria-labelledby": "claim-question" },
        stillIn(draft).map((seat) => choice(pad, actions, seat))),
      el("p", { class: "pad-hint" }, words(shows(draft) ? "claim_hint" : "claim_needed")),
    ];
  },
  dock({ draft, game, words }, actions) {
    const none = draft.claimed.length === 0;
    return el("div", { class: "dock-row" }, [
      button("back", words("back"), () => actions.go(shows(draft) ? "verdict" : before(draft, game)), { class: "pad-quiet" }),
      button("next", words(none && shows(draft) ? "skip_claim" : "verdict"), actions.advance, {
        class: "pad-main-button", disabled: none && !shows(draft), "data-next": true,
      }),
    ]);
  },
};

/** @param {ShowdownView} pad @param {Actions} actions @param {Seat} seat */
function choice(pad, actions, seat) {
  const { claimed } = pad.draft;
  const chosen = claimed.includes(seat);
  const now = chosen ? claimed.filter((other) => other !== seat) : claimed.concat(seat);
  return button(`claim-${seat}`, seatName(pad, seat), () => actions.change({ claimed: now, override: "" }), {
    class: "choice choice-wide", "aria-pressed": chosen ? "true" : "false",
  });
}

/** @type {PadScreen} */
export const claimOpenScreen = {
  body(pad, actions) {
    const { state: { claim }, words } = pad;
    if (!claim) {
      return el("div", { class: "pad-message" }, [
        el("h2", {}, words("claim_ruled")),
        button("claim-deals", words("deals"), () => actions.show("deals"), { class: "choice choice-whole" }),
      ]);
    }
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words("claim_waits")),
      el("p", {}, words("claim_says", { names: claim.claimed || "" })),
      el("p", {}, words("claim_cards", { words: claim.cards || "" })),
      el("p", { class: "pad-hint" }, `\u201c${claim.reason}\u201d \u00b7 ${time(claim.at)}`),
      el("div", { class: "help-part" }, [
        el("label", { for: "claim-code" }, words("claim_code")),
        textField("claim-code", pad.claimCode, (claimCode) => actions.typeText({ claimCode }), {
          id: "claim-code", inputmode: "numeric", maxlength: "6",
        }),
        button("claim-uphold", words("uphold", { names: claim.claimed || "" }), actions.upholdByCode, { class: "choice choice-whole" }),
      ]),
      button("claim-withdraw", words("claim_withdraw"), actions.withdrawClaim, { class: "choice choice-whole" }),
    ]);
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-claim", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {View} pad @param {Actions} actions */
export function claimBanner({ screen, state, words }, actions) {
  if (!state.claim || screen !== "form") return null;
  return el("p", { class: "pad-banner" }, [
    el("span", {}, words("claim_banner", { names: state.claim.claimed || "" })),
    button("claim-open", words("show"), () => actions.show("claim"), { class: "pad-small" }),
  ]);
}

/** @param {Pick<DraftFacts, "error">} draft */
export function hasClaimConflict({ error }) {
  return error?.code === "claim-differs";
}

/** @param {ShowdownView} pad @param {Actions} actions */
export function claimConflict(pad, actions) {
  const { draft: { error }, words } = pad;
  const winners = error?.details.winners || [];
  const names = list(winners.map((seat) => seatName(pad, seat)));
  return [
    el("h2", { class: "verdict claim-conflict-title" }, error?.message),
    el("div", { class: "claim-conflict" }, [
      button("mend-cards", words("correct_cards"), () => actions.go("table"), { class: "choice choice-wide" }),
      button("take-winner", words("take_winner", { names }), () => actions.takeWinners(winners), {
        class: "choice choice-wide", "data-next": true,
      }),
    ]),
    appeal(pad, actions),
  ];
}

// The director alone may uphold a claim against the cards: they are called, with what the table says for it.
/** @param {ShowdownView} pad @param {Actions} actions */
function appeal(pad, actions) {
  const { draft: { claimed, inserts, reason }, words } = pad;
  const names = list(claimed.map((seat) => seatName(pad, seat)));
  if (inserts) return el("p", { class: "pad-hint" }, words("claim_at_desk"));
  const call = button("claim-winner", words("claim_call"), actions.claimWinner, { class: "choice choice-wide", disabled: reason.trim() === "" });
  const typed = (/** @type {string} */ text) => {
    actions.type({ reason: text });
    call.toggleAttribute("disabled", text.trim() === "");
  };
  return el("div", { class: "uphold" }, [
    el("label", { for: "claim-reason" }, words("claim_reason", { names })),
    textField("claim-reason", reason, typed, { id: "claim-reason", autocomplete: null }),
    call,
  ]);
}
