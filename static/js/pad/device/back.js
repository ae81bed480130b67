// The browser's Back goes back a screen, and leaves the pad from the first only: the history holds an entry for each
// step away from that. They are made as somebody taps; browsers pass over entries that a page makes by itself.

// `depth` counts the steps, `back` goes back one.
/** @param {{ depth: () => number, back: () => void }} screens */
export function createBack({ depth, back }) {
  let leaving = false;
  const entered = () => history.state?.depth || 0;

  // To be called whenever another screen may be there.
  function settle() {
    const wanted = depth();
    if (leaving || wanted === entered()) return;
    if (wanted < entered()) {
      leaving = true;
      history.go(wanted - entered());
    }
    for (let step = entered() + 1; step <= wanted; step += 1) history.pushState({ depth: step }, "");
  }

  window.addEventListener("popstate", () => {
    if (!leaving && entered() < depth()) back();
    leaving = false;
    queueMicrotask(settle);
  });
  return Object.freeze({ settle });
}
