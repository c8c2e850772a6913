import { withoutMisleading } from './direction.ts'

/**
 * A stranger's text as it can be kept: control characters are blanks, what turns or hides text is left out, and of what is left at most `most` UTF-16 units stay, cut between two
 * characters: PostgreSQL's JSON takes no half of one.
 */
export const storableText = (text: string, most: number): string =>
  withoutMisleading(text.toWellFormed())
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, most)
    // What was whole can end in the first half of a pair only.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
