// Requests to the table's secret address. An answer is {status, data}; status 0 means that nobody answered.

const PATIENCE = 6000;
const MORE = 4000; // with every try, for a network that is slow and not dead
const MOST = 30000;
const TOKEN = /"csrf": "([^"]+)"/;

/** @param {string} base @param {string} csrf */
export function createApi(base, csrf) {
  let token = csrf;
  /** @type {Set<() => void>} */
  const flying = new Set();

  /** @param {string} path */
  const get = (path) => request(base + path, { headers: { Accept: "application/json" } }, PATIENCE);

  // A page kept for long may have a token that no longer counts; the page itself has a new one.
  /** @param {string} path @param {object} body @returns {Promise<Answer>} */
  async function post(path, body, { tries = 1 } = {}) {
    const answer = await send(path, body, tries);
    if (answer.status !== 403) return answer;
    const page = await request(base, {}, PATIENCE);
    const found = TOKEN.exec(page.text || "");
    if (!found) return { ...page, status: page.status === 200 ? 403 : page.status };
    token = found[1];
    return send(path, body, tries);
  }

  /** @param {string} path @param {object} body @param {number} tries */
  function send(path, body, tries) {
    return request(base + path, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    }, Math.min(PATIENCE + MORE * (tries - 1), MOST));
  }

  // As a form sends it, to another address of the site.
  /** @param {string} url @param {Record<string, string>} fields */
  const choose = (url, fields) => request(url, {
    method: "POST", headers: { Accept: "application/json", "X-CSRFToken": token }, body: new URLSearchParams(fields),
  }, PATIENCE);

  // Nothing comes any more on the connections there are: what waits on them had better be asked anew.
  const abandon = () => {
    for (const stop of flying) stop();
  };

  /** @param {string} url @param {RequestInit} options @param {number} patience @returns {Promise<Answer>} */
  async function request(url, options, patience) {
    const controller = new AbortController();
    let timer = 0;
    let stop = () => {};
    /** @type {Promise<Answer>} */
    const stopped = new Promise((resolve) => {
      stop = () => {
        controller.abort();
        resolve({ status: 0, data: {} });
      };
      timer = setTimeout(stop, patience);
    });
    flying.add(stop);
    const asked = ask(url, { credentials: "same-origin", cache: "no-store", signal: controller.signal, ...options });
    const answer = await Promise.race([stopped, asked]);
    clearTimeout(timer);
    flying.delete(stop);
    return answer;
  }

  return Object.freeze({ get, post, choose, abandon, csrf: () => token });
}

/** @param {string} url @param {RequestInit} settings @returns {Promise<Answer>} */
async function ask(url, settings) {
  try {
    const response = await fetch(url, settings);
    const text = await response.text();
    const retryAfter = Number(response.headers.get("Retry-After")) || 0;
    return { status: response.status, data: parsed(text), text, retryAfter };
  } catch {
    return { status: 0, data: {} };
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

// crypto.randomUUID is missing where the page came over plain http, as it does in a club's own network.
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
