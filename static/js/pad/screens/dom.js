// Builds elements. Text is always set as text, so a name with markup stays a name.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes */

/** @param {string} tag @param {Attributes | null} [attributes] @param {Child} [children] */
export function el(tag, attributes, children) {
  const node = document.createElement(tag);
  set(node, attributes || {});
  append(node, children);
  return node;
}

/** @param {HTMLElement} node @param {Attributes} attributes */
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") Object.assign(node, { value });
    else node.setAttribute(name, value === true ? "" : value);
  }
}

/** @param {Node} node @param {Child} [children] */
function append(node, children) {
  if (children === null || children === undefined || children === false) return;
  if (Array.isArray(children)) for (const child of children) append(node, child);
  else node.appendChild(typeof children === "object" ? children : document.createTextNode(String(children)));
}

// The key names the control, so that the focus survives the next drawing.
/** @param {string} key @param {Child} label @param {() => unknown} onclick @param {Attributes} [attributes] */
export function button(key, label, onclick, attributes) {
  return el("button", { type: "button", "data-key": key, onclick: () => onclick(), ...attributes }, label);
}

// A line of text that a person may add.
/** @param {string} key @param {string} value @param {(text: string) => void} typed @param {Attributes} [attributes] */
export function textField(key, value, typed, attributes) {
  return el("input", {
    "data-key": key, type: "text", maxlength: "200", autocomplete: "off", value,
    oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => typed(target.value), ...attributes,
  });
}

/** @param {string} sprite @param {string} name @param {string} [className] */
export function card(sprite, name, className = "pad-card") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 88 100");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sprite}#${name}`);
  svg.appendChild(use);
  return svg;
}

/** @param {HTMLElement} node @param {Child} children */
export function fill(node, children) {
  const active = document.activeElement;
  const key = active && node.contains(active) ? active.getAttribute("data-key") : null;
  node.replaceChildren();
  append(node, children);
  if (key) focusOn(node, key);
}

/** @param {HTMLElement} node @param {string} key */
function focusOn(node, key) {
  /** @type {NodeListOf<HTMLElement>} */
  const keyed = node.querySelectorAll("[data-key]");
  const again = Array.from(keyed).find((item) => item.getAttribute("data-key") === key);
  /** @type {HTMLElement | null} */
  const target = again || node.querySelector("[data-next]");
  if (target) target.focus({ preventScroll: true });
}
