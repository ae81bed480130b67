// What a phone finds again after a reload, or when it died in the middle of a deal.

const SOON = 150;

// Keeps what is being entered and what was last known, whenever it has changed.
/** @param {{ storage: PadStorage, api: Context["api"], read: () => PadState }} parts */
export function createPersist({ storage, api, read }) {
  let timer = 0;
  /** @type {boolean | null} */
  let known = null; // whether something of this table is kept; null until that was looked up
  /** @type {TableState | null} */
  let server = null;

  function now() {
    clearTimeout(timer);
    const pad = read();
    const { base } = pad.boot;
    if (server !== pad.server && !pad.gone) storage.write("pages", base, { csrf: api.csrf(), state: pad.server });
    server = pad.server;
    const draft = pad.draft.touched && !isQueued(pad) ? pad.draft : null;
    const facts = draft || pad.revealed ? { draft, screen: pad.screen, revealed: pad.revealed } : null;
    if (!facts && !known) return null;
    known = Boolean(facts);
    return storage.write("drafts", base, facts);
  }

  function soon() {
    clearTimeout(timer);
    if (known !== null) timer = setTimeout(now, SOON);
  }

  /** @param {boolean} keeps */
  function begin(keeps) {
    known = keeps;
    soon();
  }

  return Object.freeze({ begin, now, soon });
}

// Whether what is entered has been saved just now.
/** @param {PadState} pad */
function isQueued({ pending, queue, draft }) {
  return pending !== null && pending.draft === draft.id && queue.entries.some(({ client_id: id }) => id === pending.entry);
}
