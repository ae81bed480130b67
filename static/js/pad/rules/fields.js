// Single fields of a payload, checked as scoring/fields.py checks them.

import { malformed, refuse } from "./refusal.js";

const SEAT = /^(0|[1-9]\d{0,2})$/;

/** @param {Payload} payload @param {string[]} known */
export function onlyFields(payload, known) {
  for (const field of Object.keys(payload)) if (!known.includes(field)) malformed(field);
}

/** @param {unknown} value */
export function present(value) {
  return value !== null && value !== undefined;
}

/** @param {Record<string, any>} payload @param {string} field @returns {number} */
export function integer(payload, field) {
  if (!Number.isInteger(payload[field])) malformed(field);
  return payload[field];
}

/** @param {Payload} payload @param {string} field */
export function flag(payload, field) {
  if (payload[field] !== undefined && typeof payload[field] !== "boolean") malformed(field);
  return Boolean(payload[field]);
}

// A text that says something, or null.
/** @param {Payload} payload @param {string} field @returns {string | null} */
export function text(payload, field) {
  const value = payload[field];
  if (!present(value)) return null;
  if (typeof value !== "string" || !value.trim()) malformed(field);
  return value;
}

/** @param {number} seat @param {number} seats */
export function knownSeat(seat, seats) {
  if (seat < 0 || seat >= seats) refuse("seat-unknown", { seat });
  return seat;
}

/** @param {Payload} payload @param {string} field @param {number} seats */
export function seatOf(payload, field, seats) {
  return knownSeat(integer(payload, field), seats);
}

// Different seats in rising order.
/** @param {Payload} payload @param {string} field @param {number} seats @returns {Seat[]} */
export function seatList(payload, field, seats) {
  const value = payload[field];
  if (!present(value)) return [];
  if (!Array.isArray(value) || !value.every(Number.isInteger) || new Set(value).size < value.length) malformed(field);
  return value.map((seat) => knownSeat(seat, seats)).sort((one, other) => one - other);
}

// A map from seats, in their order; an absent field is an empty one.
/** @param {Payload} payload @param {string} field @param {number} seats @returns {Map<Seat, any>} */
export function bySeat(payload, field, seats) {
  /** @type {any} */
  const value = payload[field];
  if (!present(value)) return new Map();
  if (typeof value !== "object" || Array.isArray(value) || !Object.keys(value).every((name) => SEAT.test(name))) malformed(field);
  return new Map(Object.entries(value).map(([name, held]) => [knownSeat(Number(name), seats), held]));
}

/** @param {unknown} value @param {string} field @returns {string[]} */
export function cardList(value, field) {
  if (!Array.isArray(value) || !value.every((card) => typeof card === "string")) malformed(field);
  return value;
}
