// Builds elements. Text is always set as text, so a name with markup stays a name.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, attributes, children) {
  const node = document.createElement(tag);
  set(node, attributes || {});
  append(node, children);
  return node;
}

function set(node, attributes) {
  Object.keys(attributes).forEach((name) => {
    const value = attributes[name];
    if (value === null || value === undefined || value === false) return;
    if (name === "onclick") node.addEventListener("click", value);
    else if (name === "oninput") node.addEventListener("input", value);
    else if (name === "onchange") node.addEventListener("change", value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  });
}

function append(node, children) {
  if (children === null || children === undefined || children === false) return;
  if (Array.isArray(children)) children.forEach((child) => append(node, child));
  else node.appendChild(typeof children === "object" ? children : document.createTextNode(String(children)));
}

// The key names the control, so that the focus survives the next drawing.
export function button(key, label, onclick, attributes) {
  return el("button", Object.assign({ type: "button", "data-key": key, onclick }, attributes || {}), label);
}

export function card(sprite, name, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className || "pad-card");
  svg.setAttribute("viewBox", "0 0 88 100");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", sprite + "#" + name);
  svg.appendChild(use);
  return svg;
}

export function fill(node, children) {
  const active = document.activeElement;
  const key = active && node.contains(active) ? active.getAttribute("data-key") : null;
  while (node.firstChild) node.removeChild(node.firstChild);
  append(node, children);
  if (key) focusOn(node, key);
}

function focusOn(node, key) {
  const again = Array.from(node.querySelectorAll("[data-key]")).find((item) => item.getAttribute("data-key") === key);
  const target = again || node.querySelector("[data-next]");
  if (target) target.focus({ preventScroll: true });
}
