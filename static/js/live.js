/* Follows the event of this page: one stream of server-sent events, and slow polling where none can be had.

   Reads from <body>: data-live-url (the stream), data-revision-url (the same as JSON), data-revision (what is shown);
   from a part that can exchange its figures: data-outline (what it was drawn from besides them) and data-revision.
   Tells on <body>: "state" with everybody's figures, "revision" {revision} where a part has to be fetched anew,
   "live-state" {state: live | waiting | polling | ended}, the last where the page may not be followed any more. */
(() => {
  "use strict";

  const body = document.body;
  const { liveUrl = "", revisionUrl = "" } = body.dataset;
  if (!liveUrl) return;

  // In milliseconds:
  const SILENCE = 5500; // the server is heard every 2.5 s
  const POLL = 15000;
  const FETCH = 8000;
  const LOOK = 2500;
  const FLUSH = 1500;
  const SPREAD = 300; // within which so many pages fetch what has changed for all of them

  const TRIES = 3; // streams that failed in a row, of which
  const DENIALS = 2; // though the server answered, before polling begins

  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  let failures = 0;
  let denials = 0; // failures at which the server answered otherwise
  let missing = false; // the server hides the event from whoever looks here, or there is none
  let attempt = 0; // answers to an earlier attempt are not listened to
  /** @type {LiveState | null} */
  let state = null;

  /** @param {"live" | "waiting" | "polling" | "ended"} state */
  function show(state) {
    if (body.dataset.liveState === state) return;
    body.dataset.liveState = state;
    body.dispatchEvent(new CustomEvent("live-state", { detail: { state } }));
  }

  /** @param {number} revision */
  function hear(revision) {
    if (revision <= Number(body.dataset.revision || -1)) return;
    body.dataset.revision = String(revision);
    tell();
  }

  /** @param {LiveState} said */
  function follow(said) {
    const known = Number(body.dataset.revision || -1);
    if (said.revision < known) return; // of a server that has not heard the latest yet
    const isShown = !state && said.revision === known; // since the page was drawn nothing has happened
    const accepted = state && state.accepted !== said.accepted;
    state = said;
    if (isShown) return;
    body.dataset.revision = String(said.revision);
    // Also where the revision was heard of before: what it made the page fetch may have been lost.
    body.dispatchEvent(new CustomEvent("state", { detail: said }));
    const isNews = said.revision > known || accepted;
    if (isNews && (accepted || isOutdated(said))) setTimeout(tell, Math.random() * SPREAD);
  }

  /** @param {LivePart} said */
  function exchange(said) {
    if (said.revision <= Number(body.dataset.revision || -1)) return;
    body.dataset.revision = String(said.revision);
    const part = document.getElementById(said.id);
    if (part) htmx.swap(part, said.html, { swapStyle: "outerHTML" });
    else tell();
  }

  /** @param {LiveState} said */
  function isOutdated(said) {
    const part = /** @type {HTMLElement | null} */ (document.querySelector("[data-outline]"));
    return !part || Number(part.dataset.outline) < said.outline;
  }

  function tell() {
    const revision = Number(body.dataset.revision);
    body.dispatchEvent(new CustomEvent("revision", { detail: { revision } }));
  }

  /** @param {number} milliseconds @param {() => void} then */
  function wait(milliseconds, then) {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  }

  function drop() {
    attempt += 1;
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function open() {
    drop();
    if (document.visibilityState === "hidden") return;
    source = new EventSource(liveUrl);
    const alive = () => {
      failures = denials = 0;
      show("live");
      wait(SILENCE, silent);
    };
    source.addEventListener("heartbeat", alive);
    source.addEventListener("revision", (event) => {
      alive();
      hear(Number(event.data));
    });
    source.addEventListener("state", (event) => {
      alive();
      follow(JSON.parse(event.data));
    });
    source.addEventListener("ended", () => {
      failures = TRIES; // no other stream is tried before it is known that the event may still be looked at
      lost(() => poll(LOOK), 0);
    });
    source.addEventListener("error", () => lost(async () => failures >= TRIES && poll(LOOK)));
    source.addEventListener("part", (event) => {
      alive();
      exchange(JSON.parse(event.data));
    });
    wait(SILENCE, silent);
  }

  // A part that is being fetched over a connection that froze is fetched anew, by the listener below.
  function silent() {
    for (const part of document.querySelectorAll('.htmx-request[hx-trigger^="revision"]')) {
      part.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: part } }));
    }
    lost(flush, 0);
  }

  /** @param {() => Promise<boolean>} look */
  async function lost(look, pause = Math.min(500 * 2 ** failures, 3500) * (0.75 + Math.random() / 2)) {
    drop();
    failures += 1;
    if (body.dataset.liveState !== "polling") show("waiting");
    const mine = attempt;
    const answers = await look();
    if (mine !== attempt) return;
    denials = answers ? denials + 1 : 0;
    if (missing && failures >= TRIES) return show("ended"); // until somebody comes back to the page
    const slowly = failures >= TRIES && denials >= DENIALS;
    show(slowly ? "polling" : "waiting");
    wait(slowly ? POLL : pause, open);
  }

  /* A network that freezes leaves the browser dead connections, which it would use again: they are used up here,
     six being the most it keeps, of which one was the stream's. */
  async function flush() {
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(FLUSH)));
    return answers.includes(true);
  }

  /** @param {number} patience */
  async function poll(patience) {
    const stop = new AbortController();
    const alarm = setTimeout(() => stop.abort(), patience);
    try {
      const answer = await fetch(revisionUrl, { signal: stop.signal, cache: "no-store" });
      missing = answer.status === 404;
      if (!answer.ok) return false;
      hear((await answer.json()).revision);
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(alarm);
    }
  }

  // What a revision made the page fetch may get lost as well: then it is told once more.
  /** @param {CustomEvent<HtmxDetail>} event */
  const again = ({ detail }) =>
    detail.requestConfig?.triggeringEvent?.type === "revision" && (!detail.xhr.status || detail.xhr.status >= 500);
  body.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.knew = Number(body.dataset.revision);
    if (detail.triggeringEvent?.type === "revision") detail.timeout = FETCH;
  });

  // A part that was being exchanged when news came did not listen, and its answer may be older than the news.
  body.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
    const revision = Number(body.dataset.revision);
    if (!requestConfig || !((requestConfig.knew ?? Infinity) < revision)) return;
    requestConfig.knew = revision;
    if (!state || state.revision < revision || isOutdated(state)) tell();
    else body.dispatchEvent(new CustomEvent("state", { detail: state }));
  });
  for (const failure of /** @type {(keyof HtmxEvents)[]} */ ([
    "htmx:sendAbort", "htmx:sendError", "htmx:timeout", "htmx:responseError",
  ])) {
    body.addEventListener(failure, (event) => {
      if (again(event)) setTimeout(tell, 2000);
    });
  }

  document.addEventListener("visibilitychange", open);
  addEventListener("pagehide", drop);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  open();
})();
