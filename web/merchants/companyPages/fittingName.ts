/** A letter of text of 13 px, and the margins of both sides, in px. */
const [letterPx, marginPx] = [7.2, 14]

/** The first of some names, longest first, that a room of so many px holds; else the initials of the last one, or as many of them as it holds. */
export function fittingName(names: readonly string[], roomPx: number): string {
  const letters = Math.floor((roomPx - marginPx) / letterPx)
  const initials = (names.at(-1) ?? '')
    .split(/\s+/)
    .map((word) => /\p{L}/u.exec(word)?.[0].toLocaleUpperCase() ?? '')
    .join('')
  return names.find((name) => name.length <= letters) ?? initials.slice(0, Math.max(0, letters))
}
