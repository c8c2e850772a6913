/** Start of a cell that a spreadsheet may read as a formula, also after whitespace and in full-width characters (OWASP ASVS 1.2.10). */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** Control characters, and characters that set the direction of the following cells. */
const controls = /(?![\t\r\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Fast path for most texts: starts with a European character or a digit, and has no special characters. */
const harmless = /^[0-9A-Za-z\u00c0-\u024f][^";\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/

/** A cell without invisible characters and characters that set the direction of the following cells. */
export const withoutControls = (value: string): string => value.replace(controls, '')

/** A text as a cell of CSV for Spanish spreadsheets: never a formula, quoted if necessary. */
export function csvText(value: string): string {
  if (harmless.test(value)) return value
  // Control characters are removed first: they could hide a formula.
  const plain = withoutControls(value)
  const safe = formula.test(plain) ? `'${plain}` : plain
  return /[";\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
