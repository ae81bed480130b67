// What is seldom needed, one tap away: the director, their messages, and how a mistake of several deals is mended,
// the rules, the language.

import { seatName, time } from "../words.js";
import { button, el, textField } from "./dom.js";

/** @type {PadScreen} */
export const helpScreen = {
  body(pad, actions) {
    return el("div", { class: "pad-message" }, [
      el("h2", {}, pad.words("help_title")),
      el("p", { class: "pad-hint" }, whose(pad)),
      button("rules", pad.words("rules"), () => actions.show("rules"), { class: "choice choice-whole" }),
      call(pad, actions),
      messages(pad),
      mistakes(pad, actions),
      thisPhone(pad, actions),
      languages(pad, actions),
    ]);
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-help", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {View} pad @param {Actions} actions */
function call(pad, actions) {
  const { words, state: { call: called } } = pad;
  if (called) {
    return el("div", { class: "help-part" }, [
      el("p", { class: "pad-warning" }, [words("called", { time: time(called.at) }), called.note ? ` \u00b7 ${called.note}` : ""]),
      button("uncall", words("uncall"), actions.withdrawCall, { class: "choice choice-whole" }),
    ]);
  }
  return el("div", { class: "help-part" }, [
    el("label", { for: "call-note" }, words("call_note")),
    textField("call-note", pad.callNote, (callNote) => actions.typeText({ callNote }), { id: "call-note" }),
    button("call", words("call"), actions.callDirector, { class: "choice choice-whole help-call" }),
  ]);
}

/** @param {View} pad */
function messages({ state, words }) {
  if (!state.messages.length) return null;
  return el("div", { class: "help-part" }, [
    el("h3", {}, words("messages")),
    el("ul", { class: "changes" }, state.messages.map(({ text, at }) =>
      el("li", {}, [el("span", { class: "deal-marks" }, `${time(at)} `), text]))),
  ]);
}

/** @param {View} pad @param {Actions} actions */
function mistakes({ state, words }, actions) {
  if (state.opinion.right === "closed") return el("p", { class: "pad-hint" }, words("corrections_closed"));
  const none = state.deals.every((deal) => deal.voided);
  return el("div", { class: "help-part" }, [
    el("h3", {}, words("mistakes")),
    button("wrong-deal", words("wrong_deal"), () => actions.show("deals"), { class: "choice choice-whole" }),
    button("correct-exchange", words("sat_wrongly"), () => actions.correctSeveral("exchange"), { class: "choice choice-whole", disabled: none }),
    button("correct-insert", words("deal_forgotten"), () => actions.correctSeveral("insert"), { class: "choice choice-whole", disabled: none }),
  ]);
}

/** @param {View} pad @param {Actions} actions */
function thisPhone({ settings, words }, actions) {
  /** @param {keyof Settings} name @param {string} label @param {boolean | null} [on] */
  const choice = (name, label, on = settings[name]) => button(`set-${name}`, words(label), () => actions.adjust({ [name]: !on }), {
    class: "choice choice-whole help-set", role: "switch", "aria-checked": on ? "true" : "false",
  });
  return el("div", { class: "help-part" }, [
    el("h3", {}, words("this_phone")),
    navigator.wakeLock ? choice("awake", "stay_awake") : null,
    choice("moments", "moments"),
    choice("large", "large_type"),
    choice("night", "night_colours", settings.night ?? matchMedia("(prefers-color-scheme: dark)").matches),
  ]);
}

/** @param {View} pad */
function whose(pad) {
  const { me, opinion, seats } = pad.state;
  if (me !== null && seats[me]) return pad.words("seat_phone", { name: seatName(pad, me) });
  return pad.words(opinion.mode === "none" ? "table_phone" : "table_phone_asked");
}

// What the director says, until it is read on this phone.
/** @param {View} pad @param {Actions} actions */
export function messageBanner({ lastRead, state, words }, actions) {
  const [newest] = state.messages;
  if (!newest || newest.id <= lastRead) return null;
  return el("p", { class: "pad-banner from-director" }, [
    el("span", {}, words("message", { text: newest.text })),
    button("read", words("read"), () => actions.read(newest.id), { class: "pad-small" }),
  ]);
}

// The rules of this game, as they came with the page: they are at hand without a network too. They are text until somebody
// looks, so that a pad opens the sooner.

/** @type {PadScreen} */
export const rulesScreen = {
  body() {
    const guide = el("div", { class: "pad-message guide" });
    guide.insertAdjacentHTML("beforeend", JSON.parse(document.getElementById("pad-rules")?.textContent || '""'));
    return guide;
  },
  dock({ words }, actions) {
    return el("div", { class: "dock-row" },
      button("close-rules", words("back"), () => actions.show("form"), { class: "pad-main-button pad-quiet" }));
  },
};

/** @param {View} pad @param {Actions} actions */
export function languages({ boot, words }, actions) {
  const now = document.documentElement.lang;
  return el("div", { class: "help-part languages", role: "group", "aria-label": words("language") }, Object.entries(boot.languages).map(([code, name]) =>
    button(`language-${code}`, name, () => actions.speak(code), {
      class: "choice choice-whole", lang: code, "aria-pressed": code === now ? "true" : "false",
    })));
}
