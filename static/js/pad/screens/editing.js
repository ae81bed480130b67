// The strip above the form where what is entered is no new deal: a correction, a refused one, one that was forgotten.

import { button, el } from "./dom.js";

export function entersNew({ draft }) {
  return !draft.editing && !draft.inserts;
}

export function editing(pad) {
  const { draft, words } = pad;
  if (draft.inserts) return strip(pad, words("inserting", { n: draft.inserts }), pad.leaveAmending);
  if (draft.mends && !draft.editing) return strip(pad, words("banner_refused", { n: draft.number }), pad.drop);
  if (!draft.editing) return null;
  const deal = pad.state.deals.find(({ number }) => number === draft.editing);
  return [
    strip(pad, words("editing", { n: draft.editing }), pad.drop),
    deal && deal.right === "consent" ? el("p", { class: "pad-warning" }, words("correct_consent")) : null,
  ];
}

function strip({ words }, text, leave) {
  return el("p", { class: "pad-editing" }, [text, button("leave", words("leave"), leave, { class: "pad-small" })]);
}

// Asked for where the correction is about to be saved.
export function reason({ draft, form, state, words }) {
  if (!draft.editing || !form.complete(draft, state)) return null;
  return el("input", {
    class: "pad-why", "data-key": "why", type: "text", maxlength: "200", autocomplete: "off",
    placeholder: words("why"), "aria-label": words("why"), value: draft.why || "",
    oninput: (event) => { draft.why = event.target.value; },
  });
}
