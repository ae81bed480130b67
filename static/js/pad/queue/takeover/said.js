// What the players of a table have said besides its deals, and a server that goes on from a copy has not heard. Pure.

/** @typedef {import("./lacking.js").Lacking} Lacking */
/** @typedef {{ known: ToldState, told: ToldState }} States */
/** @typedef {Map<number, number>} Versions of deals by number, as that server has or will have them */

// In the order in which it is sent, behind the deals. What is asked no more, or another phone has said, the server refuses,
// and nobody is told. Where somebody has gone on otherwise (not `isKnown`), only hands and calls are still meant.
/** @param {States} states @param {{ isKnown: boolean, versions: Versions }} facts @returns {Lacking[]} */
export function saidBesides(states, { isKnown, versions }) {
  const ofDeals = isKnown ? [...verdicts(states, versions), ...claim(states, versions), ...proposed(states, versions)] : [];
  return [...hands(states), ...ofDeals, ...call(states)];
}

/** @param {string} path @param {Payload} payload @param {number | null} [number] @returns {Lacking} */
function saying(path, payload, number = null) {
  return { kind: "said", path, number, payload };
}

// To the deal that is played: this player's own, what they entered for others, and the Quarry, which lies open.
/** @param {States} states */
function hands({ known: { me, own }, told }) {
  if (!own || me === null) return [];
  const { number } = own;
  const there = told.own?.number === number ? told.own : null;
  const places = [me, ...own.in.flatMap(({ seat, said }) => (said ? [seat] : [])), null];
  const lacking = places.filter((seat) => {
    const said = handAt(own, me, seat);
    return said && JSON.stringify(said) !== JSON.stringify(there && handAt(there, me, seat));
  });
  return lacking.map((seat) => saying("own/", {
    number, seat, seen: (there && versionAt(there, seat)) ?? 0, said: handAt(own, me, seat),
  }, number));
}

/** @param {OwnFacts} own @param {Seat} me @param {Seat | null} seat */
function handAt({ in: given, mine, quarry }, me, seat) {
  if (seat !== me && seat !== null) return given.find((each) => each.seat === seat)?.said;
  const { version: _version, ...said } = (seat === null ? quarry : mine) ?? {};
  return _version && said;
}

/** @param {OwnFacts} own @param {Seat | null} seat */
function versionAt({ in: given, quarry }, seat) {
  return (seat === null ? quarry : given.find((each) => each.seat === seat))?.version;
}

// Of this seat. A deal that counted, and that another phone has brought back as its own, is confirmed by whoever had
// entered it: both have said so.
/** @param {States} states @param {Versions} versions */
function verdicts({ known, told }, versions) {
  const { me, opinion } = known;
  const there = new Map(told.deals.map((deal) => [deal.number, deal]));
  const ofDeals = known.deals.flatMap(({ number, opinion: state = "", opinion_reason: reason, said: word, seat = null }) => {
    const verdict = verdictOf(word, state, me !== null && seat === me);
    const same = there.get(number);
    if (!verdict || (same?.version === versions.get(number) && isHeard(same?.said, same?.opinion, verdict))) return [];
    const deals = [{ number, version: versions.get(number) }];
    return [saying("confirmation/", { verdict, deals, reason: reasonOf(verdict, reason) }, number)];
  });
  const hasEntered = me !== null && known.deals.some(({ seat }) => seat === me);
  const verdict = verdictOf(opinion.said, opinion.mode === "table" ? opinion.state : "", hasEntered);
  if (!verdict || isHeard(told.opinion.said, told.opinion.state, verdict)) return ofDeals;
  return [...ofDeals, saying("confirmation/", { verdict, reason: reasonOf(verdict, opinion.opinion_reason) })];
}

/** @param {string | undefined} word @param {string} state @param {boolean} isOwn */
function verdictOf(word, state, isOwn) {
  if (word === "confirmed" || word === "disputed") return word;
  return isOwn && state === "confirmed" ? "confirmed" : "";
}

/** @param {string | undefined} word @param {string | undefined} state @param {string} verdict */
function isHeard(word, state, verdict) {
  return word === verdict || state === verdict;
}

/** @param {string} verdict @param {string} [reason] */
function reasonOf(verdict, reason = "") {
  return verdict === "disputed" ? reason : "";
}

/** @param {States} states @param {Versions} versions */
function claim({ known, told }, versions) {
  if (!known.claim || told.claim) return [];
  const { number, payload, reason } = known.claim;
  return [saying("claim/", { payload, reason, ...(number ? { number, version: versions.get(number) } : {}) }, number)];
}

/** @param {States} states @param {Versions} versions */
function proposed({ known, told }, versions) {
  const there = told.proposals.map(({ change }) => JSON.stringify(change));
  const lacking = known.proposals.filter(({ change, may_withdraw: isOwn }) => isOwn && !there.includes(JSON.stringify(change)));
  return lacking.map(({ change, reason }) => {
    const { kind, number, payload } = change;
    if (number === undefined) return saying("correct-many/", { ...change, reason });
    const seen = { reason, version: versions.get(number) };
    return kind === "void" ? saying(`deals/${number}/void/`, seen, number) : saying(`deals/${number}/`, { payload, ...seen }, number);
  });
}

/** @param {States} states */
function call({ known, told }) {
  return known.call && !told.call?.note.includes(known.call.note) ? [saying("call/", { note: known.call.note })] : [];
}
