// PostgreSQL's WAL is a sequence of segments; whenever a recovery ends, a new timeline starts in the middle of the old one. A segment's
// name is its timeline and its position: `00000002` and `00000001000000FE`.

/** A timeline by its number in hexadecimal, and the position at which the next one branches off; none for the newest. */
export type Line = { line: string; left: string | null }

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

export const placeOf = (name: string): string => name.slice(8)

/** The next segment or position; 256 segments of 16 MB are one log file. */
export function nextSegment(name: string): string {
  const [log, part] = [name.slice(-16, -8), name.slice(-8)].map((text) => Number.parseInt(text, 16)) as [number, number]
  return name.slice(0, -16) + (part === 0xff ? hex(log + 1) + hex(0) : hex(log) + hex(part + 1))
}

/** The timelines of a history file, its own last. No file: the first timeline, which has none. */
export function parseHistory(text: string, fileName: string): Line[] {
  const older = [...text.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)/gm)].map(([, line, log, at]) => ({
    line: hex(Number(line)),
    left: hex(Number.parseInt(log ?? '', 16)) + hex(Number.parseInt(at ?? '', 16) >>> 24),
  }))
  return [...older, { line: fileName.slice(0, 8) || hex(1), left: null }]
}

/** The newest timeline that had started at a position. */
export const lineAt = (lines: readonly Line[], place: string): string =>
  lines.findLast((_, nth) => (lines[nth - 1]?.left ?? '') <= place)?.line ?? ''

/** Whether a backup that ended in this segment is on the current history, and not on a part of a timeline that was abandoned. */
export const isOnLines = (lines: readonly Line[], segment: string): boolean =>
  lines.some(({ line, left }) => line === segment.slice(0, 8) && (left === null || placeOf(segment) < left))
