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

const HEXAGON = { points: "44,2 85.6,26 85.6,74 44,98 2.4,74 2.4,26", fill: "#fffdf6", stroke: "#4a4036", "stroke-width": "2.6" };
const CODE = { x: "44", y: "61", "font-size": "32", "font-weight": "700", "text-anchor": "middle", fill: "#15110b" };

// A card that nobody has drawn is a plain hexagon with its code.
/** @param {Pick<Boot, "sprite" | "undrawn">} boot @param {string} name @param {string} [className] */
export function card({ sprite, undrawn }, name, className = "pad-card") {
  const svg = drawn("svg", { class: className, viewBox: "0 0 88 100", "aria-hidden": "true", focusable: "false" });
  if (undrawn.includes(name)) svg.append(drawn("polygon", HEXAGON), drawn("text", CODE, name));
  else svg.append(drawn("use", { href: `${sprite}#${name}` }));
  return svg;
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string} [text] */
export function drawn(tag, attributes, text = "") {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(text);
  return node;
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
  const again = Array.from(keyed).find((item) => item.getAttribute("data-key") === key && !item.matches(":disabled"));
  /** @type {HTMLElement | null} */
  const target = again || node.querySelector("[data-next]");
  if (target) target.focus({ preventScroll: true });
}
