// The pad's state, in one place: a frozen object which only the actions change, each time for a new one.

/** @param {PadState} initial @param {(quietly: boolean) => void} changed */
export function createStore(initial, changed) {
  let state = frozen(initial);

  /** @param {Partial<PadState>} changes */
  function replace(changes) {
    const before = state;
    state = frozen({ ...before, ...changes });
    const names = /** @type {(keyof PadState)[]} */ (Object.keys(changes));
    return names.some((name) => state[name] !== before[name]);
  }

  return Object.freeze({
    get state() { return state; },
    // What is as it was is not drawn anew.
    /** @param {Partial<PadState>} changes */
    set(changes) {
      if (replace(changes)) changed(false);
    },
    // What is being typed: drawn anew, the field would lose the keyboard.
    /** @param {Partial<PadState>} changes */
    note(changes) {
      replace(changes);
      changed(true);
    },
  });
}

/** @param {PadState} state */
function frozen(state) {
  Object.freeze(state.draft);
  Object.freeze(state.correction);
  return Object.freeze(state);
}

/** @param {Boot} boot @param {Pick<PadState, "server" | "link" | "durable" | "looking" | "lastRead" | "settings" | "knows">} facts @returns {Omit<PadState, "draft">} */
export function blankState(boot, facts) {
  return {
    boot,
    ...facts,
    queue: { entries: [], arrived: [], sending: null, failed: null },
    pending: null,
    screen: "form",
    gone: "",
    notice: null,
    undo: null,
    problem: null,
    conflict: null,
    correction: null,
    otherTables: [],
    dropping: null,
    alone: boot.game.cards_optional,
    contributing: false,
    revealed: null,
    callNote: "",
    claimCode: "",
    looksAt: null,
    left: null,
    aside: [],
    dealsOf: null,
    unfolded: null,
    disputeReason: "",
  };
}
