// What is seldom needed, one tap away: the director, his messages, and how a mistake of several deals is mended.

import { button, el } from "./dom.js";
import { time } from "../words/words.js";

export const helpScreen = {
  body(pad) {
    const { words } = pad;
    return el("div", { class: "pad-message" }, [
      el("h2", {}, words("help_title")),
      call(pad),
      messages(pad),
      mistakes(pad),
      el("p", { class: "pad-hint" }, whose(pad)),
    ]);
  },
  dock(pad) {
    return el("div", { class: "dock-row" },
      button("close-help", pad.words("back"), () => pad.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

function call(pad) {
  const { words } = pad;
  const { call: called } = pad.state;
  if (called) {
    return el("div", { class: "help-part" }, [
      el("p", { class: "pad-warning" }, [words("called", { time: time(called.at) }), called.note ? " \u00b7 " + called.note : ""]),
      button("uncall", words("uncall"), () => pad.act("call/", { withdraw: true }), { class: "choice choice-whole" }),
    ]);
  }
  const note = el("input", {
    id: "call-note", "data-key": "call-note", type: "text", maxlength: "200", autocomplete: "off", value: pad.callNote || "",
    oninput: (event) => { pad.callNote = event.target.value; },
  });
  return el("div", { class: "help-part" }, [
    el("label", { for: "call-note" }, words("call_note")),
    note,
    button("call", words("call"), () => callDirector(pad), { class: "choice choice-whole help-call" }),
  ]);
}

async function callDirector(pad) {
  const { status } = await pad.act("call/", { note: (pad.callNote || "").trim() });
  if (status === 200) pad.callNote = "";
  pad.draw();
}

function messages({ state, words }) {
  if (!state.messages.length) return null;
  return el("div", { class: "help-part" }, [
    el("h3", {}, words("messages")),
    el("ul", { class: "changes" }, state.messages.map(({ text, at }) =>
      el("li", {}, [el("span", { class: "deal-marks" }, time(at) + " "), text]))),
  ]);
}

function mistakes(pad) {
  const { state, words } = pad;
  if (state.opinion.right === "closed") return el("p", { class: "pad-hint" }, words("corrections_closed"));
  const some = state.deals.some((deal) => !deal.voided);
  return el("div", { class: "help-part" }, [
    el("h3", {}, words("mistakes")),
    button("wrong-deal", words("wrong_deal"), () => pad.show("deals"), { class: "choice choice-whole" }),
    button("amend-exchange", words("sat_wrongly"), () => pad.amend("exchange"), { class: "choice choice-whole", disabled: !some }),
    button("amend-insert", words("deal_forgotten"), () => pad.amend("insert"), { class: "choice choice-whole", disabled: !some }),
  ]);
}

function whose(pad) {
  const { me } = pad.state;
  return me === null || !pad.state.seats[me] ? pad.words("table_phone") : pad.words("seat_phone", { name: pad.seatName(me) });
}

// Between the bar and the form: what the director says, until it is read on this phone.
export function messageBanner(pad) {
  const { state, words } = pad;
  const [newest] = state.messages;
  if (!newest || newest.id <= lastRead(pad)) return null;
  return el("p", { class: "pad-banner" }, [
    el("span", {}, words("message", { text: newest.text })),
    button("read", words("read"), () => {
      remember(pad, newest.id);
      pad.draw();
    }, { class: "pad-small" }),
  ]);
}

export function callBanner(pad) {
  const { state, words } = pad;
  if (!state.call || pad.screen !== "form") return null;
  return el("p", { class: "pad-banner" }, [
    el("span", {}, words("called", { time: time(state.call.at) })),
    button("help-open", words("look"), () => pad.show("help"), { class: "pad-small" }),
  ]);
}

// Which message was read last is this browser's own affair; where it keeps nothing, it is asked again after a reload.
function lastRead(pad) {
  if (pad.lastRead === undefined) {
    try {
      pad.lastRead = Number(localStorage.getItem("read " + pad.boot.base) || 0);
    } catch (error) {
      pad.lastRead = 0;
    }
  }
  return pad.lastRead;
}

function remember(pad, id) {
  pad.lastRead = id;
  try {
    localStorage.setItem("read " + pad.boot.base, String(id));
  } catch (error) {
    // asked again after a reload
  }
}
