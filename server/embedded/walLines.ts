// PostgreSQL's log is a line of segments; whenever a recovery ends, a new line begins in the middle of the old one ("timeline"). A segment's
// name is its line and its place: `00000002` and `00000001000000FE`.

/** A line of the log by its number in hexadecimals, and the place at which the next one leaves it; nobody has left the newest. */
export type Line = { line: string; left: string | null }

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

export const placeOf = (name: string): string => name.slice(8)

/** The segment, or the place, after this one; 256 segments of 16 MB are one log file. */
export function nextSegment(name: string): string {
  const [log, part] = [name.slice(-16, -8), name.slice(-8)].map((text) => Number.parseInt(text, 16)) as [number, number]
  return name.slice(0, -16) + (part === 0xff ? hex(log + 1) + hex(0) : hex(log) + hex(part + 1))
}

/** The lines that a history file tells of, its own last. No file: the first line of all, which has none. */
export function parseHistory(text: string, fileName: string): Line[] {
  const older = [...text.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)/gm)].map(([, line, log, at]) => ({
    line: hex(Number(line)),
    left: hex(Number.parseInt(log ?? '', 16)) + hex(Number.parseInt(at ?? '', 16) >>> 24),
  }))
  return [...older, { line: fileName.slice(0, 8) || hex(1), left: null }]
}

/** The newest line that had begun at a place. */
export const lineAt = (lines: readonly Line[], place: string): string =>
  lines.findLast((_, nth) => (lines[nth - 1]?.left ?? '') <= place)?.line ?? ''

/** Whether what ended in this segment lies on the lines, and not on a part of an old one that was left before it. */
export const isOnLines = (lines: readonly Line[], segment: string): boolean =>
  lines.some(({ line, left }) => line === segment.slice(0, 8) && (left === null || placeOf(segment) < left))
