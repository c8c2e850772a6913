/** What was typed, as typed. */
export type TypedCard = { number: string; expiry: string; code: string }
export type CardProblem = 'wrongNumber' | 'wrongExpiry' | 'expired' | 'wrongCode'

const figures = (text: string) => text.replace(/\D/g, '')

/** Whether the last figure fits the others (ISO/IEC 7812-1, the Luhn sum). */
export function isLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The brand by the first figures; `card` when we do not know them. */
export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'card'
}

/** `4111111` as `4111 111`. */
export const groupNumber = (text: string): string =>
  figures(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** `929` or `0929` as `09/29`; a slash typed by hand is kept once. */
export function maskExpiry(text: string): string {
  const [, month, rest] = /^(\d)[/.\- ]+(.*)$/.exec(text.trim()) ?? []
  const typed = month === undefined ? figures(text) : `0${month}${figures(rest ?? '')}`
  const full = /^[2-9]/.test(typed) ? `0${typed}` : typed
  return full.length > 2 ? `${full.slice(0, 2)}/${full.slice(2, 4)}` : full
}

function expiryProblem(expiry: string, now: Date): CardProblem | null {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry) ?? []
  if (month === '') return 'wrongExpiry'
  // A card is good to the last day of its month.
  return new Date(2000 + Number(year), Number(month), 1) <= now ? 'expired' : null
}

/** What is wrong with a card, field by field; empty when nothing is. */
export function cardProblems({ number, expiry, code }: TypedCard, now: Date): Partial<Record<keyof TypedCard, CardProblem>> {
  const typed = figures(number)
  const wrongExpiry = expiryProblem(expiry, now)
  return {
    ...((typed.length < 13 || !isLuhn(typed)) && { number: 'wrongNumber' as const }),
    ...(wrongExpiry && { expiry: wrongExpiry }),
    ...(figures(code).length !== (brandOf(typed) === 'amex' ? 4 : 3) && { code: 'wrongCode' as const }),
  }
}

/** What stands for the card from here on: its answer in the simulation, brand and last four figures; the number is not in it (docs/domain.md#test-mode). */
export function simulatedToken(number: string, nonce: string): string {
  const typed = figures(number)
  const answer = typed === '4012888888881881' ? 'declined' : 'accepted'
  return `sim_${answer}_${brandOf(typed)}_${typed.slice(-4)}_${nonce}`
}
