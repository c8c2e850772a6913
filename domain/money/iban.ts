import { plainText } from '../platform/plainText.ts'
import { ibanPlaces } from './sepaCountries.ts'

/** Why an account number is refused, the first thing that is wrong: each has its own sentence. */
export type IbanProblem = 'country' | 'characters' | 'length' | 'check' | 'control'

/** An account number as stored: capitals, without a leading "IBAN" and without separators. */
export const compactIban = (text: string): string =>
  plainText(text)
    .replace(/[\s.\u2010-\u2015\u2212'-]/g, '')
    .toUpperCase()
    .replace(/^IBAN:?/, '')

/**
 * What is wrong with an IBAN (ISO 13616), or null: a country of the area, its characters and length, remainder 97, and of a Spanish one both control
 * digits of the account number inside, because an IBAN can pass the first with wrong second ones. An account of any country of the area is taken
 * (Regulation (EU) 260/2012, article 9).
 */
export function ibanProblem(text: string): IbanProblem | null {
  const iban = compactIban(text)
  const places = ibanPlaces(iban.slice(0, 2))
  if (places === null) return 'country'
  if ([...iban].some((sign, at) => !(places[at] ?? /[A-Z0-9]/).test(sign))) return 'characters'
  if (iban.length !== places.length) return 'length'
  if (remainder97(`${iban.slice(4)}${iban.slice(0, 4)}`) !== 1) return 'check'
  const number = iban.slice(4)
  return iban.startsWith('ES') && number.slice(8, 10) !== controlDigits(number.slice(0, 8), number.slice(10)) ? 'control' : null
}

/** Whether a text is an IBAN that SEPA reaches, see {@link ibanProblem}. */
export const isSepaIban = (text: string): boolean => ibanProblem(text) === null

/** Whether nothing that is typed on could put a number right: it is longer than its country's. */
export const isIbanWhole = (text: string): boolean => compactIban(text).length >= (ibanPlaces(compactIban(text).slice(0, 2))?.length ?? 0)

/** What names the bank in the lists that we have: its four figures in Spain, PT and its four in Portugal; empty elsewhere, or not so far yet. */
export function bankCodeOf(text: string): string {
  const [, country, code] = /^(ES|PT)\d\d(\d{4})/.exec(compactIban(text)) ?? []
  return code === undefined ? '' : country === 'PT' ? `PT${code}` : code
}

/** An account number in groups of four, as banks print it and as it is typed. */
export const groupIban = (text: string): string => compactIban(text).replace(/(.{4})(?=.)/g, '$1 ')

/** An IBAN with its country, check digits and last four: `ES91 •••• 1332`. */
export function maskIban(text: string): string {
  const iban = compactIban(text)
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}

/** The IBAN of a Spanish account, its control and check digits worked out: bank and branch of four digits, account of ten. */
export function spanishIban(bank: string, branch: string, account: string): string {
  const number = `${bank}${branch}${controlDigits(bank + branch, account)}${account}`
  return `ES${String(98 - remainder97(`${number}142800`)).padStart(2, '0')}${number}`
}

/** The remainder by 97, letters read as 10 to 35. */
const remainder97 = (signs: string): number => [...signs].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0)

const controlDigits = (bankAndBranch: string, account: string): string => controlDigit(`00${bankAndBranch}`) + controlDigit(account)

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** One control digit of a Spanish account number, over ten digits. */
function controlDigit(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  const control = 11 - (sum % 11)
  return String(control === 11 ? 0 : control === 10 ? 1 : control)
}
