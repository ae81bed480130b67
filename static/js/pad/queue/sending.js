// Sends what a phone keeps for one table, in order and one at a time. The pad and its service worker both do it so, at
// once if need be: the server knows a resend by its client_id.

const GONE = 404;
const MOST_TRIES = 6;

// Sends the first entry, if it waits, and keeps what came of it; {entry, answer}, or null where nothing waits.
export async function sendFirst({ store, wire, base }) {
  const waiting = first(await store.entries(base));
  if (!waiting) return null;
  const entry = Object.assign({}, waiting, { tries: waiting.tries + 1 });
  await store.change(base, (entries) => replaced(entries, entry));
  const answer = await wire.post(entry.path, bodyOf(entry), { tries: entry.tries });
  await store.change(base, (entries) => settled(entries, entry, answer));
  return { entry, answer };
}

export async function sendAll(work) {
  let outcome = await sendFirst(work);
  while (outcome && isAnswer(outcome.answer)) outcome = await sendFirst(work);
  return outcome === null;
}

// Whether the server has looked at the entry; anything else is tried again.
export function isAnswer({ status }) {
  return status >= 200 && status < 500 && ![403, GONE, 408, 425, 429].includes(status);
}

// The server stumbles over this very entry: it must not block those behind it for ever.
function isHopeless({ tries }, { status }) {
  return status === 500 && tries >= MOST_TRIES;
}

export function isArrival(entry, { status, data }) {
  if (status === 200 || status === 202) return true;
  return status === 409 && entry.kind === "dealer" && data.state.table.first_dealer === entry.seat;
}

function first(entries) {
  return entries.length && entries[0].state === "waiting" ? entries[0] : null;
}

function replaced(entries, entry) {
  return entries.map((each) => (each.client_id === entry.client_id ? entry : each));
}

function bodyOf({ client_id, kind, number, payload, seat, reason, version, base_revision }) {
  const body = { client_id, base_revision };
  if (version) body.version = version;
  if (kind === "deal") body.number = number;
  if (payload) body.payload = payload;
  if (kind === "dealer") body.seat = seat;
  if (reason) body.reason = reason;
  return body;
}

// The entries once this one was answered. Those behind it were made in its knowledge.
function settled(entries, entry, answer) {
  if (isHopeless(entry, answer)) return replaced(entries, Object.assign({}, entry, refusal(answer)));
  if (!isAnswer(answer)) return entries;
  if (!isArrival(entry, answer)) return replaced(entries, Object.assign({}, entry, refusal(answer)));
  const { deal, state } = answer.data;
  const revision = deal ? deal.revision : state ? state.revision : 0;
  return entries.filter((each) => each.client_id !== entry.client_id).map((each) =>
    (each.base_revision < revision ? Object.assign({}, each, { base_revision: revision }) : each)
  );
}

function refusal({ status, data }) {
  const { changes, number, message, error, field } = data;
  if (status === 409) return { state: "collided", answer: { changes, number, message } };
  return { state: "refused", answer: { error: error || { code: "unknown" }, message: message || "", field: field || "deal" } };
}
