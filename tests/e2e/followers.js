// Put into pages before their own scripts: a stream that the test feeds, a way to wait, and to compare.
(() => {
  const NOT_COMPARED = new Set(["data-server-now", 
    "data-revision", "data-outline", "data-now", "data-since", "datetime", "data-silent-after", "data-heard", "style",
    "hidden",
    "open", // what is unfolded stays so
  ]);
  const PASSING = new Set(["changed", "appearing", "rings"]);
  const WATCHDOG = 5000;
  let pending = 0;

  window.EventSource = class extends EventTarget {
    constructor() {
      super();
      window.stream = this;
    }
    close() {
      if (window.stream === this) window.stream = null;
    }
  };
  window.tell = (name, data) => window.stream?.dispatchEvent(new MessageEvent(name, { data }));
  window.lookAway = (away) => {
    Object.defineProperty(document, "visibilityState", { value: away ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };

  Math.random = () => 0;
  Date.prototype.getMilliseconds = () => 0; // the wall's clock does not count as work
  const later = window.setTimeout;
  const timers = new Set();
  window.setTimeout = (act, delay = 0, ...given) => {
    if (delay >= WATCHDOG) return 0;
    const timer = later(() => {
      timers.delete(timer);
      act(...given);
    }, delay);
    if (delay < 1000) timers.add(timer);
    return timer;
  };
  const clear = window.clearTimeout;
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    clear(timer);
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...given) {
    pending += 1;
    this.addEventListener("loadend", () => { pending -= 1; });
    return send.apply(this, given);
  };
  const ask = window.fetch;
  window.fetch = async (...given) => {
    pending += 1;
    try {
      return await ask(...given);
    } finally {
      later(() => { pending -= 1; }, 10);
    }
  };

  // False where it takes long: the test then lets go of what it holds.
  window.calm = async () => {
    for (let times = 0; times < 10; times += 1) {
      if (!pending && !timers.size) return true;
      await new Promise((done) => later(done, 10));
    }
    return false;
  };

  const words = (text) => text.replace(/\s+/g, " ").trim();
  const dated = (element) => element.closest("[data-since]");

  function told(element, lines, depth) {
    if (element.id === "messages") return; // what somebody has just done is said to them only
    if (element.matches(".picture")) return; // drawn again now and then
    if (element.id === "forecast") return; // reckoned from when deals came in
    const marks = [...element.attributes].filter(({ name }) => !NOT_COMPARED.has(name) && name !== "class");
    const classes = [...element.classList].filter((name) => !PASSING.has(name)).sort();
    const csrf = element.getAttribute("name") === "csrfmiddlewaretoken";
    const written = csrf ? [] : marks.map(({ name, value }) => `${name}="${value}"`).sort();
    lines.push(`${" ".repeat(depth)}<${element.localName}.${classes.join(".")} ${written.join(" ")}>`);
    const inner = element instanceof HTMLTemplateElement ? element.content : element;
    for (const node of inner.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) told(node, lines, depth + 1);
      else if (node.nodeType === Node.TEXT_NODE && words(node.data)) {
        const text = words(node.data);
        const still = element.matches("[data-clock]") ? text.replace(/\d/g, "…") : text;
        lines.push(`${" ".repeat(depth + 1)}${dated(element) ? still.replace(/\d+/, "…") : still}`);
      }
    }
  }

  window.differences = (fresh, part) => {
    window.dispatchEvent(new Event("beforeprint")); // on paper also what waited out of sight has its figures
    const wanted = [];
    const shown = [];
    for (const element of new DOMParser().parseFromString(fresh, "text/html").querySelectorAll(part)) told(element, wanted, 0);
    for (const element of document.querySelectorAll(part)) told(element, shown, 0);
    const found = [];
    for (let index = 0; index < Math.max(wanted.length, shown.length) && found.length < 6; index += 1) {
      if (wanted[index] !== shown[index]) found.push(`fresh ${wanted[index]}\nshown ${shown[index]}`);
    }
    return found;
  };
})();
