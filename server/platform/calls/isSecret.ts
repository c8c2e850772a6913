import { timingSafeEqual } from 'node:crypto'

/** Whether somebody shows the right secret, in a time that does not tell where it differs. Any text may be shown, of any length and script. */
export function isSecret(shown: string, right: string): boolean {
  const [given, wanted] = [Buffer.from(shown), Buffer.from(right)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
