// Deals and refusals in the server's own sentences, told by the phone while nobody answers.

const SEATS = ["seat", "seats", "winners", "claimed"];
const TURNS = { "out-of-turn": ["expected", "got"], "playoff-seats": ["expected", "got"] };
const HANDS = ["unknown-card", "hand-size", "hands-missing"];
const FORM_FIELDS = ["announced", "taken", "trump", "claimed", "paid", "quarry", "dealer", "declarer"];

// What a deal came to; "" where the phone does not know that.
export function dealWords(pad, payload, result) {
  if (!payload || !result) return "";
  return pad.state.table.family === "vilnius" ? announcement(pad, payload, result) : showdown(pad, payload, result);
}

// The deals of a projected state that have no words of the server's.
export function withWords(pad, state) {
  const deals = state.deals.map((deal) => (deal.words ? deal : Object.assign({}, deal, { words: ownWords(pad, deal) })));
  return Object.assign({}, state, { deals });
}

function ownWords(pad, { voided, payload, result }) {
  return voided ? pad.words("told_void") : dealWords(pad, payload, result);
}

function announcement(pad, { declarer, announced, taken, trump }, result) {
  const { words, boot } = pad;
  const points = result.points === undefined ? 10 - 2 * Math.abs(announced - taken) : result.points;
  const known = Boolean(trump) && ("suit_" + trump) in boot.strings;
  return words(known ? "told_trump" : "told", {
    name: pad.seatName(declarer), announced, taken, trump: known ? words("suit_" + trump) : "", points: words("points_" + points),
  });
}

function showdown(pad, payload, { winners, decided_by: decidedBy, hands }) {
  const { words, boot } = pad;
  const names = all(pad, winners.map(pad.seatName));
  if (payload.override) return words("told_upheld", { names, reason: payload.override });
  const best = hands && hands[winners[0]];
  const category = best ? boot.categories[best.category] || best.category : "";
  const hand = best ? category.charAt(0).toLowerCase() + category.slice(1) : words("told_no_cards");
  const outcome = ["last-player", "tie", "split"].includes(decidedBy) ? decidedBy : "claim";
  return words("told_" + outcome, { names, hand });
}

export function entryWords(pad, entry) {
  const { words } = pad;
  const { kind, number: n } = entry;
  if (kind === "dealer") return words("queued_dealer", { name: pad.seatName(entry.seat) });
  if (kind === "void") return words("queued_void", { n });
  return words(kind === "deal" ? "queued_deal" : "queued_correction", { n, words: payloadWords(pad, entry.payload, n) });
}

// An entry has no result while it is refused; then what was entered is told.
function payloadWords(pad, payload, number) {
  const deal = pad.state.deals.find((each) => each.number === number && each.waiting);
  if (deal) return deal.words;
  if (payload.declarer !== undefined) return announcement(pad, payload, {});
  const shown = Object.keys(payload.hands || {}).map((seat) => pad.seatName(seat));
  return pad.words("mine_showdown", { names: shown.length ? shown.join(", ") : "\u2013", folded: (payload.folded || []).length });
}

export function all(pad, names) {
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(", ") + " " + pad.words("and") + " " + names[names.length - 1];
}

// {code, message, field, details} of what the rules refuse, as the server answers it; null where only the server has words.
export function errorOf(pad, error, entering) {
  const message = sentence(pad, error);
  if (!message) return null;
  const elsewhere = error.deal !== undefined && error.deal !== entering && pad.state.deals.find(({ number }) => number === error.deal);
  if (!elsewhere) return { code: error.code, message, field: fieldOf(pad, error), details: error };
  const whole = pad.words("error_elsewhere", { deal: error.deal, words: elsewhere.words, sentence: message });
  return { code: error.code, message: whole, field: "deal", details: error };
}

function sentence(pad, error) {
  const special = error.code === "malformed" && ["playoff_of", "override"].includes(error.field);
  const key = "error_" + (special ? error.field : error.code);
  return key in pad.boot.strings ? pad.words(key, facts(pad, error)) : "";
}

function facts(pad, error) {
  const { boot } = pad;
  const told = Object.assign({}, error);
  SEATS.concat(TURNS[error.code] || []).forEach((key) => {
    if (key in told) told[key] = all(pad, [].concat(told[key]).map((seat) => (pad.state.seats[seat] ? pad.seatName(seat) : pad.words("somebody"))));
  });
  if (Array.isArray(told.expected)) [told.lowest, told.highest] = told.expected;
  if (told.card) told.card = boot.cards[told.card] || told.card;
  return told;
}

function fieldOf({ boot }, error) {
  if (boot.fields[error.code]) return boot.fields[error.code];
  if (error.code === "malformed") return error.field === "override" ? "claimed" : FORM_FIELDS.includes(error.field) ? error.field : "deal";
  if (!HANDS.includes(error.code)) return "deal";
  const seat = error.seats ? error.seats[0] : error.seat;
  if (Number.isInteger(seat)) return "hand-" + seat;
  return error.code === "unknown-card" ? "quarry" : "deal";
}
