/**
 * Characters that change the direction of the surrounding text (Unicode UAX #9) or are invisible: direction marks, embeddings, overrides and isolates, soft
 * hyphens, byte order marks, controls beyond ASCII. Joiners are kept: emoji and some scripts need them.
 */
const MISLEADING = /(?![\u200c\u200d])\p{Cf}|[\u0080-\u0084\u0086-\u009f]/gu
const SEPARATORS = /[\p{Zl}\p{Zp}\u0085]/gu

/** A user's text without characters that change direction or hide text; line and paragraph separators become spaces. */
export const withoutMisleading = (text: string): string => text.replace(SEPARATORS, ' ').replace(MISLEADING, '')

/** Right-to-left letters, and characters that set a direction. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Characters that set a direction, except the isolates of `isolated` itself. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/gu
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** Whether the isolates are balanced. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === FIRST_STRONG_ISOLATE) depth += 1
    if (letter === POP_ISOLATE && --depth < 0) return false
  }
  return depth === 0
}

/** A text to insert into a sentence: isolated, so that its direction does not affect the surrounding amounts and words. */
export function isolated(text: string): string {
  if (!TURNING.test(text)) return text
  const plain = text.replace(DIRECTIONS, '')
  return `${FIRST_STRONG_ISOLATE}${isBalanced(plain) ? plain : plain.replace(/[\u2068\u2069]/gu, '')}${POP_ISOLATE}`
}

/** Joins texts so that none affects the direction of the others; empty ones are skipped. */
export const joinTexts = (texts: readonly (string | null | undefined | false)[], between = ' · '): string =>
  texts.flatMap((text) => (text ? [isolated(text)] : [])).join(between)
