// What this phone has kept for other addresses: the same table's former link, or a table played at before. Whoever opens
// any pad sends that too, since nobody may open the old page again.

import { createApi } from "./api.js";
import { report } from "./report.js";
import { isOver, sendAll } from "./sending.js";

/** @typedef {{ base: string, table: number, count: number }} OtherTable */

// `taken` is called when entries of a former link have become this table's own.
/** @param {{ storage: PadStorage, boot: Boot, taken: () => void }} parts */
export function createOtherTables({ storage, boot, taken }) {
  let busy = false;

  // What was not taken, for each of them; null where there is nothing else to send, or it is being sent.
  /** @returns {Promise<OtherTable[] | null>} */
  async function send() {
    if (busy) return null;
    busy = true;
    const bases = (await storage.bases()).filter((base) => base !== boot.base);
    const left = [];
    for (const base of bases) left.push(await sendTo(base));
    busy = false;
    return bases.length ? left.flatMap((each) => (each?.count ? [each] : [])) : null;
  }

  /** @param {string} base @returns {Promise<OtherTable | null>} */
  async function sendTo(base) {
    const page = await storage.read("pages", base);
    if (!page) return null;
    const api = createApi(base, page.csrf);
    const last = page.gone ? { status: 404, data: {} } : await sendAll({ storage, base, api }, { waits: true });
    const over = last && isOver(last);
    if (last?.status === 404 && !over && page.state.table.id === boot.state.table.id) {
      await takeOver(base);
      return null;
    }
    if (last?.status === 404 && !over) await storage.write("pages", base, { ...page, gone: true }); // not asked again
    const entries = await storage.entries(base);
    if (!last || over) report({ api, base }, entries);
    return { base, table: page.state.table.number, count: entries.length };
  }

  // The link was renewed while something waited under the old one.
  /** @param {string} base */
  async function takeOver(base) {
    const entries = await storage.entries(base);
    await storage.change(boot.base, (mine) => mine.concat(entries.map((entry) => ({ ...entry, base: boot.base }))));
    taken();
  }

  return Object.freeze({ send });
}
