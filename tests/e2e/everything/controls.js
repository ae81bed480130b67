/* In every page that is pressed: what there is to press, how it is filled in, and all that somebody can see of it. */
(() => {
  "use strict";

  // The page on which programs are tried out is another project's.
  const PRESSED = "button, input[type=submit], input[type=button], input[type=image], summary, a[hx-get], a[hx-post], [role=button]";
  window.EventSource = class extends EventTarget { close() {} }; // nobody else does anything, and a server begins sooner
  const answers = { prints: 0, shares: 0 };
  window.print = () => { answers.prints += 1; };
  if (navigator.share) navigator.share = async () => { answers.shares += 1; };

  /** What people read on it, without whom or which one it is about. */
  const labelOf = (part) => {
    const copy = part.cloneNode(true);
    for (const aside of copy.querySelectorAll(".visually-hidden, .long-name, script, svg")) aside.remove();
    const text = part.getAttribute("aria-label") || copy.textContent || part.value || part.id || "";
    return text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim().slice(0, 40);
  };

  const partOf = (part) => (part.closest("header.site-head") ? "head" : part.closest("footer.site-foot") ? "foot" : "");

  function facts(part) {
    const form = part.form && ["submit", "image"].includes(part.type) ? part.form : null;
    const own = ["hx-post", "hx-get", "formaction"].map((name) => part.getAttribute(name)).find(Boolean);
    return {
      tag: part.localName,
      label: labelOf(part),
      name: part.name || "",
      key: (part.dataset.key || "").replace(/\d+/g, "#").replace(/^(kind|trump|shape|language|set)-.*/, "$1"),
      action: own || (form ? form.getAttribute("action") || location.pathname : ""),
      method: part.hasAttribute("hx-post") ? "post" : form ? part.formMethod || form.method : "",
      place: partOf(part),
    };
  }

  /** News lies over a pad until it is read. */
  function isCovered(part) {
    const { left, top, width, height } = part.getBoundingClientRect();
    return !part.closest(".pad-banners") && Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".pad-banners"));
  }

  function isThere(part) {
    if (part.disabled || part.matches(":disabled") || part.closest("[inert], [aria-hidden=true]")) return false;
    for (let box = part.parentElement?.closest("details:not([open])"); box; box = box.parentElement?.closest("details:not([open])")) {
      if (part.localName !== "summary" || part.parentElement !== box) box.open = true;
    }
    return part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isCovered(part);
  }

  /** Everything that can be pressed now, numbered. */
  window.pressable = () => {
    const modal = document.querySelector("dialog:modal");
    const parts = [...(modal || document).querySelectorAll(PRESSED)].filter((part) => (part.localName !== "summary" || part.parentElement.localName === "details") && !part.closest("#swagger-ui"));
    const opened = [...document.querySelectorAll("details")].map((box) => [box, box.open]);
    const found = parts.map((part, number) => {
      part.dataset.pressed = String(number);
      return { number, there: isThere(part), ...facts(part) };
    });
    for (const [box, open] of opened) box.open = open;
    return found.filter((each) => each.there);
  };

  /** One may say something else once its form is filled in. */
  window.isStillThere = (number) => {
    const part = document.querySelector(`[data-pressed="${number}"]`);
    return Boolean(part && isThere(part));
  };

  const textOf = (part) => [part.textContent, ...[...part.querySelectorAll("img, title")].map((each) => each.alt || each.textContent)].join("").trim();

  /** Controls that a screen reader would call nothing. */
  const nameless = () => [...document.querySelectorAll("button, a[href], summary, select, textarea, input:not([type=hidden])")]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest("[aria-hidden=true]"))
    .filter((part) => {
      const labels = [...(part.labels || []), ...(part.getAttribute("aria-labelledby") || "").split(" ").map((id) => id && document.getElementById(id))];
      const own = part.getAttribute("aria-label") || part.title || (part.matches("input, select, textarea") ? ["submit", "button"].includes(part.type) && part.value : textOf(part));
      return !own && !labels.some((label) => label && textOf(label));
    })
    .map((part) => part.outerHTML.slice(0, 200));

  const links = () => [...document.querySelectorAll("a[href]")].map((link) => new URL(link.getAttribute("href"), document.baseURI).href);

  /** Controls that would be sent without a token, or belong to a form that is not in the page. */
  const tokenless = () => [...document.querySelectorAll("[hx-post], [form], form[method=post i]")]
    .filter((part) => {
      const form = part.localName === "form" ? part : part.form;
      if (!form) return part.hasAttribute("form") || !part.closest("form");
      return (form.method === "post" || part.hasAttribute("hx-post")) && !form.querySelector("[name=csrfmiddlewaretoken]");
    })
    .map((part) => part.outerHTML.slice(0, 200));

  window.onPage = () => ({ pressable: window.pressable(), nameless: nameless(), tokenless: tokenless(), links: links() });

  const day = (ahead) => new Date(Date.now() + ahead * 864e5).toISOString().slice(0, 10);
  const text = (field) => {
    const what = `${field.name} ${field.id} ${field.autocomplete}`;
    if (field.type === "password") return /current-password/.test(what) ? "winter-is-long" : "late-in-november";
    if (field.type === "email" || /e-?mail/.test(what)) return "ana@example.org";
    if (/login|username/.test(what)) return "somebody";
    if (field.type === "url" || /address|url/.test(what)) return "https://localhost/hook";
    if (field.type === "date") return day(7);
    if (field.type === "time") return "19:00";
    if (field.type === "datetime-local") return `${day(3)}T19:00`;
    if (field.type === "color") return "#336699";
    if (field.type === "search") return "a";
    if (field.type === "number" || field.inputMode === "numeric") return field.min || "1";
    return field.localName === "textarea" ? "Xenia\nYuri" : "Xenia";
  };

  function put(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function fill(field) {
    if (field.localName === "select") {
      const choices = [...field.options].filter((each) => !each.disabled && each.value);
      if (!field.value && choices.length) put(field, choices[0].value);
    } else if (field.type === "radio" || field.type === "checkbox") {
      const group = [...field.form.elements].filter((each) => each.name === field.name && each.type === field.type && !each.disabled);
      const wanted = field.type === "radio" || group.length === 1 ? 1 : 2;
      const free = group.filter((each) => !each.checked);
      if (group.length - free.length < wanted && free[0]) free[0].click();
    } else if (field.type !== "file" && !field.value) put(field, text(field));
  }

  /** The form of the part is given what somebody might write; what stands in it already stays. Its files are named. */
  window.fillFor = (number) => {
    const part = document.querySelector(`[data-pressed="${number}"]`);
    for (let box = part.parentElement.closest("details"); box; box = box.parentElement.closest("details")) {
      if (part.localName !== "summary" || part.parentElement !== box) box.open = true;
    }
    const form = part.form && part.type === "submit" ? part.form : null;
    const fields = form ? [...form.elements].filter((each) => each.name && each.type !== "hidden" && !["button", "submit", "fieldset", "output"].includes(each.type)) : [];
    for (const field of fields) if (!field.matches(":disabled") && !field.readOnly) fill(field);
    fields.filter((each) => each.type === "file").forEach((each, place) => { each.dataset.file = String(place); });
    return fields.filter((each) => each.type === "file").map((each) => ({ place: each.dataset.file, name: each.name, accept: each.accept }));
  };

  /** The fields that the browser itself finds fault with: they are not plausible. */
  window.faultOf = (number) => {
    const part = document.querySelector(`[data-pressed="${number}"]`);
    if (!part || !part.form || part.type !== "submit" || part.formNoValidate || part.form.noValidate) return [];
    return [...part.form.elements].filter((each) => each.willValidate && !each.validity.valid).map((each) => `${each.name}: ${each.validationMessage}`);
  };

  const isBusy = () => document.readyState !== "complete" || document.querySelector(".htmx-request, .htmx-settling, .htmx-swapping");

  /** All that somebody sees, but clocks, and how the page follows. */
  window.seen = () => {
    const live = document.querySelector(".live-sign")?.innerText || "";
    const shown = [...document.querySelectorAll("input, select, textarea")].map((each) => (each.type === "checkbox" || each.type === "radio" ? each.checked : each.value));
    const states = [...document.querySelectorAll("[aria-pressed], [aria-expanded], [aria-checked], [aria-selected], details, dialog, [data-state], [aria-current]")]
      .map((each) => [each.ariaPressed, each.ariaExpanded, each.ariaChecked, each.ariaSelected, each.ariaCurrent, each.open, each.dataset.state]);
    return JSON.stringify([
      location.href, document.body.innerText.replace(live, "").replace(/\d+:\d\d(:\d\d)?/g, ""), shown, states, answers,
      Boolean(document.fullscreenElement), document.documentElement.className, document.body.className, document.documentElement.lang,
    ]);
  };
  window.isStill = () => !isBusy();
  window.hasChanged = (before) => !isBusy() && window.seen() !== before;
})();
