// Requests to the table's secret address. An answer is {status, data}; status 0 means that nobody answered.

const PATIENCE = 6000;
const MORE = 4000; // with every try, for a network that is slow and not dead
const MOST = 30000;
const TOKEN = /"csrf": "([^"]+)"/;

export function createWire(base, csrf) {
  const flying = new Set();
  const wire = { csrf };

  wire.get = (path) => request(base + path, { headers: { Accept: "application/json" } });

  // A page kept for long may have a token that no longer counts; the page itself has a new one.
  wire.post = async (path, body, { tries = 1 } = {}) => {
    const answer = await send(path, body, tries);
    if (answer.status !== 403) return answer;
    const page = await request(base, {});
    const token = TOKEN.exec(page.text || "");
    if (!token) return Object.assign({}, page, { status: page.status === 200 ? 403 : page.status });
    wire.csrf = token[1];
    return send(path, body, tries);
  };

  function send(path, body, tries) {
    return request(base + path, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": wire.csrf },
      body: JSON.stringify(body),
    }, Math.min(PATIENCE + MORE * (tries - 1), MOST));
  }

  // Nothing comes any more on the connections there are: what waits on them had better be asked anew.
  wire.abandon = () => flying.forEach((stop) => stop());

  async function request(url, options, patience) {
    const controller = typeof AbortController === "function" ? new AbortController() : null;
    let timer = 0;
    let stop = null;
    const stopped = new Promise((resolve) => {
      stop = () => {
        if (controller) controller.abort();
        resolve({ status: 0, data: {} });
      };
      timer = setTimeout(stop, patience || PATIENCE);
    });
    flying.add(stop);
    const settings = Object.assign({ credentials: "same-origin", cache: "no-store" }, options);
    if (controller) settings.signal = controller.signal;
    const answer = await Promise.race([stopped, asked(url, settings)]);
    clearTimeout(timer);
    flying.delete(stop);
    return answer;
  }

  return wire;
}

async function asked(url, settings) {
  try {
    const response = await fetch(url, settings);
    const text = await response.text();
    return { status: response.status, data: parsed(text), text };
  } catch (error) {
    return { status: 0, data: {} };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
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
