import { withoutMisleading } from './direction.ts'

/**
 * Sanitises an external text for storage: control characters become spaces, characters that hide text or change its direction are removed, and at most `max`
 * UTF-16 units are kept, never half a surrogate pair, which PostgreSQL's JSON does not accept.
 */
export const storableText = (text: string, max: number): string =>
  withoutMisleading(text.toWellFormed())
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, max)
    // Well-formed text can only be cut after the first half of a pair.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
