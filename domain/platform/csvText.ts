/** What a spreadsheet may read as a formula at the start of a cell, also after blanks and in full-width signs (ASVS 1.2.10). */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** Controls, and what sets a direction for the cells after it. */
const controls = /(?![\t\r\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Most texts: a letter of Europe or a digit first, and nothing in them that would have to be looked at twice. */
const harmless = /^[0-9A-Za-z\u00c0-\u024f][^";\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/

/** A cell without what sets a direction for the cells after it, or cannot be seen. */
export const withoutControls = (value: string): string => value.replace(controls, '')

/** A text as a cell of Spain's CSV: never a formula, quoted where needed. */
export function csvText(value: string): string {
  if (harmless.test(value)) return value
  // Control characters go first: none may hide a formula.
  const plain = withoutControls(value)
  const safe = formula.test(plain) ? `'${plain}` : plain
  return /[";\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
