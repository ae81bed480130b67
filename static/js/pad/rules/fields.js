// Single fields of a payload, checked as scoring/fields.py checks them.

import { malformed, refuse } from "./refusal.js";

const SEAT = /^(0|[1-9]\d{0,2})$/;

export function onlyFields(payload, known) {
  Object.keys(payload).forEach((field) => {
    if (!known.includes(field)) malformed(field);
  });
}

export function present(value) {
  return value !== null && value !== undefined;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function integer(payload, field) {
  if (!Number.isInteger(payload[field])) malformed(field);
  return payload[field];
}

export function flag(payload, field) {
  if (payload[field] !== undefined && typeof payload[field] !== "boolean") malformed(field);
  return Boolean(payload[field]);
}

// A text that says something, or null.
export function text(payload, field) {
  const value = payload[field];
  if (!present(value)) return null;
  if (typeof value !== "string" || !value.trim()) malformed(field);
  return value;
}

export function knownSeat(seat, seats) {
  if (seat < 0 || seat >= seats) refuse("seat-unknown", { seat });
  return seat;
}

export function seatOf(payload, field, seats) {
  return knownSeat(integer(payload, field), seats);
}

// Different seats in rising order.
export function seatList(payload, field, seats) {
  const value = payload[field];
  if (!present(value)) return [];
  if (!Array.isArray(value) || !value.every(Number.isInteger) || new Set(value).size < value.length) malformed(field);
  return value.map((seat) => knownSeat(seat, seats)).sort((one, other) => one - other);
}

// A map from seats, in their order; an absent field is an empty one.
export function bySeat(payload, field, seats) {
  const value = payload[field];
  if (!present(value)) return new Map();
  if (!isObject(value) || !Object.keys(value).every((name) => SEAT.test(name))) malformed(field);
  return new Map(Object.keys(value).map((name) => [knownSeat(Number(name), seats), value[name]]));
}

export function cardList(value, field) {
  if (!Array.isArray(value) || !value.every((card) => typeof card === "string")) malformed(field);
  return value;
}
