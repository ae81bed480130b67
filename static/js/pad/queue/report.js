// Tells the director's desk what this phone keeps and cannot send, once that has lasted a while, and when it is sent: one
// small request each time it is another number.

import { uuid } from "./api.js";

const LASTED = 10000;
const PHONE = "capstone-phone";
const PERHAPS = "?"; // told, but no answer came: the desk may know it or not

let phone = "";

/** @param {{ api: Pick<Context["api"], "post">, base: string }} table @param {Entry[]} entries */
export async function report({ api, base }, entries) {
  const kept = entries.length ? Date.now() - Math.min(...entries.map(({ queued_at: at }) => at)) : 0;
  const count = entries.length && kept < LASTED ? null : entries.length;
  const told = `unsent ${base}`;
  if (count === null || String(count) === (read(told) || "0")) return;
  phone ||= read(PHONE) || uuid();
  write(PHONE, phone);
  write(told, PERHAPS);
  const { status } = await api.post("unsent/", { phone, count, seconds: Math.max(0, Math.round(kept / 1000)) });
  if (status === 200) write(told, count ? String(count) : "");
}

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
function write(name, text) {
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch {
    // then the desk is told once more
  }
}
