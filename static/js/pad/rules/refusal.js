// What the clauses do not allow. The code and the fields beside it are those of scoring/errors.py: seats count from 0,
// deals from 1.

class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** @param {string} code @param {object} [details] @returns {never} */
export function refuse(code, details) {
  throw new Refused({ code, ...details });
}

/** @param {string} field @returns {never} */
export function malformed(field) {
  refuse("malformed", { field: clip(field) });
}

// What somebody typed, cut to a length that can be shown back to them.
/** @param {string} text */
export function clip(text) {
  return Array.from(text).slice(0, 40).join("");
}

// What `work` came to, or the refusal that it ends with; anything else that goes wrong is a mistake of ours.
/** @template Done @param {() => Done} work @returns {{ done: Done, error: null } | { done: null, error: Refusal }} */
export function tried(work) {
  try {
    return { done: work(), error: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { done: null, error: error.refusal };
  }
}

// `work`, its refusal told with more about where it was, unless it says that itself.
/** @template Done @param {object} details @param {() => Done} work @returns {Done} */
export function placed(details, work) {
  const { done, error } = tried(work);
  return error ? refuse(error.code, { ...details, ...error }) : /** @type {Done} */ (done);
}
