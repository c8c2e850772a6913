import { randomBytes } from 'node:crypto'

/** A UUID version 7 (RFC 9562): milliseconds of `now`, then random bits. Lists rely on ids sorting by time. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The lowest id of an instant: ids of earlier ones sort before it. */
export const firstIdAt = (instant: Date): string =>
  `${instant.getTime().toString(16).padStart(12, '0')}70008000000000000000`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
