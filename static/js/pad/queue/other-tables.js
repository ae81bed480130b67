// What this phone has kept for other addresses: the same table's former link, or a table played at before. Whoever opens
// any pad sends that too, since nobody may open the old page again.

import { button, el } from "../screens/dom.js";
import { isAnswer, sendFirst } from "./sending.js";
import { createWire } from "./api.js";

export function addElsewhere(pad) {
  const { boot, store } = pad;
  let busy = false;
  pad.elsewhere = []; // {base, table, count} of what was not taken

  pad.sendElsewhere = async () => {
    if (busy) return;
    busy = true;
    const bases = (await store.bases()).filter((base) => base !== boot.base);
    const left = [];
    for (const base of bases) left.push(await send(base));
    pad.elsewhere = left.filter((each) => each && each.count);
    busy = false;
    if (bases.length) pad.draw();
  };

  async function send(base) {
    const page = await store.read("pages", base);
    if (!page) return null;
    const status = page.gone ? 404 : await sendAsFarAsTaken(base, page.csrf);
    if (status === 404 && page.state.table.id === boot.state.table.id) {
      await takeOver(base);
      return null;
    }
    return { base, table: page.state.table.number, count: (await store.entries(base)).length };
  }

  // What the last answer was.
  async function sendAsFarAsTaken(base, csrf) {
    const wire = createWire(base, csrf);
    let outcome = await sendFirst({ store, wire, base });
    while (outcome && isAnswer(outcome.answer)) outcome = await sendFirst({ store, wire, base });
    return outcome ? outcome.answer.status : 200;
  }

  // The link was renewed while something waited under the old one.
  async function takeOver(base) {
    const entries = await store.entries(base);
    await store.change(boot.base, (mine) => mine.concat(entries.map((entry) => Object.assign({}, entry, { base: boot.base }))));
    await pad.queue.load();
    pad.queue.send();
  }
}

export function elsewhereBanner(pad) {
  const { boot, words } = pad;
  return pad.elsewhere.length === 0 ? null : pad.elsewhere.map(({ base, table, count }) => el("p", { class: "pad-banner" }, [
    el("span", {}, words("table", { n: table }) + ": " + boot.unsent[Math.min(count, boot.unsent.length - 1)]),
    button("elsewhere-" + table, words("look"), () => location.assign(base), { class: "pad-small" }),
  ]));
}
