/** A number such as PED-29981 or LIQ-2026-020928, short enough for a line of a phone: split by it, every second part is one. */
export const shortNumber = /\b([A-Z]{1,4}-\d[\d-]{2,14}\d)\b/
