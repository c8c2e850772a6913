/**
 * Characters that turn the text around them (Unicode UAX #9) or hide in it: direction marks, embeddings, overrides and isolates, soft hyphens, byte order
 * marks, controls beyond ASCII. Joiners stay: emoji and some scripts are written with them.
 */
const MISLEADING = /(?![\u200c\u200d])\p{Cf}|[\u0080-\u0084\u0086-\u009f]/gu
const SEPARATORS = /[\p{Zl}\p{Zp}\u0085]/gu

/** A text that somebody wrote, without characters that turn or hide text; line and paragraph separators become blanks. */
export const withoutMisleading = (text: string): string => text.replace(SEPARATORS, ' ').replace(MISLEADING, '')

/** Letters that are written from right to left, and whatever sets a direction. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** All that sets a direction, but the isolates of `isolated` itself. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/gu
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** Whether every isolate is closed, and none that was not opened. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === FIRST_STRONG_ISOLATE) depth += 1
    if (letter === POP_ISOLATE && --depth < 0) return false
  }
  return depth === 0
}

/** A text that stands inside a sentence: whatever its direction, it does not turn amounts and words around it. */
export function isolated(text: string): string {
  if (!TURNING.test(text)) return text
  const plain = text.replace(DIRECTIONS, '')
  return `${FIRST_STRONG_ISOLATE}${isBalanced(plain) ? plain : plain.replace(/[\u2068\u2069]/gu, '')}${POP_ISOLATE}`
}

/** Texts that stand side by side, none of which turns the others; what is empty is left out. */
export const joinTexts = (texts: readonly (string | null | undefined | false)[], between = ' · '): string =>
  texts.flatMap((text) => (text ? [isolated(text)] : [])).join(between)
