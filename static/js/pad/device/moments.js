// What a saved deal feels like: a touch, and its points go from the finger up to the score. Nothing waits for it.

const TOUCH = 15;
const REFUSED = [30, 60, 30];
const FLIGHT = 450;
const AFTER_A_TAP = 3000;

export function createMoments() {
  /** @type {number[] | null} */
  let before = null;
  let refused = false;
  /** @type {{ x: number, y: number, at: number }} */
  let tapped = { x: 0, y: 0, at: -Infinity };
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  document.addEventListener("click", ({ target }) => {
    const box = target instanceof Element && target.closest("button")?.getBoundingClientRect();
    if (box) tapped = { x: box.x + box.width / 2, y: box.y + box.height / 2, at: performance.now() };
  }, true);

  // After each drawing: `scores` in the order of the elements that show them.
  /** @param {{ scores: number[], isRefused: boolean, on: boolean }} drawn */
  function look({ scores, isRefused, on }) {
    const known = before;
    const news = isRefused && !refused;
    before = scores;
    refused = isRefused;
    if (!on || reduced.matches || performance.now() - tapped.at > AFTER_A_TAP) return;
    if (news) navigator.vibrate?.(REFUSED);
    if (!known || known.length !== scores.length || known.every((score, seat) => score === scores[seat])) return;
    navigator.vibrate?.(TOUCH);
    const nodes = document.querySelectorAll(".tab-score, .hands .seat-score");
    if (nodes.length !== scores.length) return; // a play-off shows some of the players
    for (const [seat, node] of nodes.entries()) {
      if (scores[seat] !== known[seat]) fly(scores[seat] - known[seat], node);
    }
  }

  /** @param {number} points @param {Element} node */
  function fly(points, node) {
    const box = node.getBoundingClientRect();
    if (!box.width || !Element.prototype.animate) return;
    const ghost = document.createElement("span");
    ghost.classList.add("points-fly");
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(points > 0 ? `+${points}` : `\u2212${-points}`);
    document.body.append(ghost);
    /** @param {number} x @param {number} y */
    const at = (x, y) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    const way = [
      { transform: at(tapped.x, tapped.y), opacity: 1 }, { transform: at(box.x + box.width / 2, box.y + box.height / 2), opacity: 0.2 },
    ];
    ghost.animate(way, { duration: FLIGHT, easing: "ease-in-out" }).finished.finally(() => ghost.remove());
  }

  return Object.freeze({ look });
}
