/** A shared till locks after a minute without activity, in seconds. */
export const tillIdleSeconds = 60
/** The wrong PINs in a row on one till, by anybody, after which it closes; and of one person within a day, after which their PINs are deleted. */
export const maxTillGuesses = 5
/** How long after the first one a person's wrong PINs are counted, whatever right ones come in between. */
export const tillGuessWindowMs = 24 * 3_600_000
/** From how many wrong PINs since their last entry a person gets a notice: fewer are typing errors. */
export const tillNotifyGuesses = 3
/** How long a code that opens a till is valid. */
export const tillCodeMs = 10 * 60_000
/** The longest name of a till. */
export const tillNameMax = 40

/** Why a PIN is refused; null when accepted. Four digits, and none of the sequences and repetitions that people try first. */
export function pinProblem(pin: string): 'format' | 'easy' | null {
  if (!/^\d{4}$/.test(pin)) return 'format'
  const steps = new Set([1, 2, 3].map((at) => Number(pin[at]) - Number(pin[at - 1])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? 'easy' : null
}

/** Digits and letters that cannot be confused with one another. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 10

/** A code of 50 random bits from at least ten random bytes. */
export const createTillCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, codeLength), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')

/** A code in two halves, easy to read aloud. */
export const formatTillCode = (code: string): string => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** A typed code without spaces and hyphens; null when malformed. */
export function readTillCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return code.length === codeLength && [...code].every((character) => codeAlphabet.includes(character)) ? code : null
}
