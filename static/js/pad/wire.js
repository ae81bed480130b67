// Requests to the table's secret address. An answer is {status, data}; status 0 means that nobody answered.

const PATIENCE = 10000;

export function createWire(base, csrfToken) {
  function get(path) {
    return request(base + path, { headers: { Accept: "application/json" } });
  }

  function post(path, body) {
    return request(base + path, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": csrfToken },
      body: JSON.stringify(body),
    });
  }

  return { get, post };
}

function request(url, options) {
  const controller = typeof AbortController === "function" ? new AbortController() : null;
  const timer = setTimeout(() => controller && controller.abort(), PATIENCE);
  const settings = Object.assign({ credentials: "same-origin", cache: "no-store" }, options);
  if (controller) settings.signal = controller.signal;
  return fetch(url, settings)
    .then((response) =>
      response.text().then((text) => ({ status: response.status, data: parsed(text) }))
    )
    .catch(() => ({ status: 0, data: {} }))
    .then((answer) => {
      clearTimeout(timer);
      return answer;
    });
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
