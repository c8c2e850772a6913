/** The card as typed. */
export type TypedCard = { number: string; expiry: string; code: string }
type CardProblem = 'wrongNumber' | 'wrongExpiry' | 'expired' | 'wrongCode'

const digits = (text: string) => text.replace(/\D/g, '')

/** Whether the check digit is right (ISO/IEC 7812-1, Luhn algorithm). */
export function isLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The brand by the leading digits; `card` when unknown. */
export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'card'
}

/** `4111111` as `4111 111`. */
export const groupNumber = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats `929` or `0929` as `09/29`; accepts a typed slash. */
export function maskExpiry(text: string): string {
  const [, month, rest] = /^(\d)[/.\- ]+(.*)$/.exec(text.trim()) ?? []
  const typed = month === undefined ? digits(text) : `0${month}${digits(rest ?? '')}`
  const full = /^[2-9]/.test(typed) ? `0${typed}` : typed
  return full.length > 2 ? `${full.slice(0, 2)}/${full.slice(2, 4)}` : full
}

function expiryProblem(expiry: string, now: Date): CardProblem | null {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry) ?? []
  if (month === '') return 'wrongExpiry'
  // A card is valid until the last day of its expiry month.
  return new Date(2000 + Number(year), Number(month), 1) <= now ? 'expired' : null
}

/** The problem of each invalid field; empty when the card is valid. */
export function cardProblems({ number, expiry, code }: TypedCard, now: Date): Partial<Record<keyof TypedCard, CardProblem>> {
  const typed = digits(number)
  const wrongExpiry = expiryProblem(expiry, now)
  return {
    ...((typed.length < 13 || !isLuhn(typed)) && { number: 'wrongNumber' as const }),
    ...(wrongExpiry && { expiry: wrongExpiry }),
    ...(digits(code).length !== (brandOf(typed) === 'amex' ? 4 : 3) && { code: 'wrongCode' as const }),
  }
}

/** The card numbers that the simulated provider does not simply accept (docs/domain.md#test-mode). */
const outcomes: Readonly<Record<string, string>> = {
  '4012888888881881': 'declined',
  '4000000000000069': 'expired',
  '4000000000009979': 'stolen',
  '4000002760003184': 'authenticate',
  '4000000000001000': 'pending',
  '4000000000007726': 'refundlater',
  '4000000000005126': 'refundfails',
}

/** The simulated provider's token: its outcome, the brand and the last four digits, never the card number. */
export function simulatedToken(number: string, nonce: string): string {
  const typed = digits(number)
  return `sim_${outcomes[typed] ?? 'accepted'}_${brandOf(typed)}_${typed.slice(-4)}_${nonce}`
}
