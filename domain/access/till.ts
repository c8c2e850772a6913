/** A shared till locks after a minute without anybody, in seconds. */
export const tillIdleSeconds = 60
/** Wrong PINs in a row on one till, by anybody, after which it closes; of one person within a day, after which their PINs are gone. */
export const tillMostGuesses = 5
/** So long after the first one a person's wrong PINs are forgotten, whatever right ones come in between. */
export const tillGuessesMs = 24 * 3_600_000
/** From so many wrong PINs on since they last came in a person has a notice too: fewer are slips of the finger. */
export const tillToldGuesses = 3
/** A code that opens a till waits so long for its device. */
export const tillCodeMs = 10 * 60_000
/** The longest name of a till. */
export const tillNameMax = 40

/** What is wrong with a PIN; null when it will do. Four figures, and none of the rows and repetitions that people try first. */
export function pinProblem(pin: string): 'format' | 'easy' | null {
  if (!/^\d{4}$/.test(pin)) return 'format'
  const steps = new Set([1, 2, 3].map((at) => Number(pin[at]) - Number(pin[at - 1])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? 'easy' : null
}

/** Figures and letters that nobody takes for one another. */
const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 10

/** A code of 50 random bits out of at least ten random bytes. */
export const tillCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, codeLength), (byte) => codeLetters[byte % codeLetters.length]).join('')

/** A code as people read it aloud: in two halves. */
export const tillCodeShown = (code: string): string => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** A code as somebody typed it, without spaces and hyphens; null when it cannot be one. */
export function readTillCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}
