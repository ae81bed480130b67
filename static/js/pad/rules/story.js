// What can be told of a game that is over. Pure.

/** @param {TableState} state */
export function winnersOf({ seats }) {
  return seats.filter(({ place }) => place === 1);
}

// By how much the first is ahead of who comes next; 0 where nobody does.
/** @param {TableState} state */
export function margin({ seats }) {
  const [first, second] = seats.map(({ score }) => score).sort((one, other) => other - one);
  return first - (second ?? first);
}

// How often somebody else came to be ahead, alone, at the end of a lap of announcements.
/** @param {TableState} state */
export function changesOfLead({ deals, seats }) {
  const scores = seats.map(() => 0);
  let changes = -1;
  let leader = -1;
  for (const [played, { payload, result }] of deals.filter(({ voided, result }) => !voided && result).entries()) {
    scores[payload.declarer] += result?.points ?? 0;
    if ((played + 1) % seats.length) continue;
    const best = Math.max(...scores);
    const ahead = scores.indexOf(best);
    if (ahead === leader || ahead !== scores.lastIndexOf(best)) continue;
    leader = ahead;
    changes += 1;
  }
  return Math.max(changes, 0);
}

/** @param {TableState} state @param {Seat} seat */
export function dealsWon({ deals }, seat) {
  return deals.filter(({ voided, result }) => !voided && result?.winners?.length === 1 && result.winners[0] === seat).length;
}
