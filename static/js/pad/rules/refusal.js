// What the clauses do not allow. The code and the fields beside it are those of scoring/errors.py: seats count from 0,
// deals from 1.

export function refuse(code, details) {
  const error = new Error(code);
  error.refusal = Object.assign({ code }, details);
  throw error;
}

export function malformed(field) {
  refuse("malformed", { field: clip(field) });
}

// What somebody typed, cut to a length that can be shown back to him.
export function clip(text) {
  return Array.from(text).slice(0, 40).join("");
}

// The refusal that `work` ends with, or null; anything else that goes wrong is a mistake of ours.
export function refusalOf(work) {
  try {
    work();
    return null;
  } catch (error) {
    if (!error.refusal) throw error;
    return error.refusal;
  }
}

// `work`, its refusal told with more about where it was, unless it says that itself.
export function placed(details, work) {
  try {
    return work();
  } catch (error) {
    if (error.refusal) error.refusal = Object.assign({ code: error.refusal.code }, details, error.refusal);
    throw error;
  }
}
