/** A letter of text of 13 px, a capital, and the margins of both sides, in px. */
const [letterPx, capitalPx, marginPx] = [7.2, 8.5, 14]

const widthOf = (text: string): number => marginPx + text.length * letterPx + (text.match(/\p{Lu}/gu)?.length ?? 0) * (capitalPx - letterPx)

/** The first of some names, longest first, that a room of so many px holds; else the initials of the last one, or as many of them as it holds. */
export function fittingName(names: readonly string[], roomPx: number): string {
  const initials = (names.at(-1) ?? '')
    .split(/\s+/)
    .map((word) => /\p{L}/u.exec(word)?.[0].toLocaleUpperCase() ?? '')
    .join('')
  return names.find((name) => widthOf(name) <= roomPx) ?? initials.slice(0, Math.max(0, Math.floor((roomPx - marginPx) / capitalPx)))
}
