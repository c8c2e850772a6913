/** Why an account number is refused, the first thing that is wrong: each has its own sentence. */
export type IbanProblem = 'country' | 'characters' | 'length' | 'check' | 'control'

/** An account number without spaces and in capitals. */
export const compactIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/**
 * What is wrong with a Spanish IBAN (ISO 13616), or null: country, 22 digits, remainder 97 and both control digits of the account number inside,
 * because an IBAN can pass the first with wrong second ones. Spaces are ignored. Only Spanish accounts are paid (our choice).
 */
export function ibanProblem(text: string): IbanProblem | null {
  const iban = compactIban(text)
  if (!iban.startsWith('ES')) return 'country'
  if (!/^\d*$/.test(iban.slice(2))) return 'characters'
  if (iban.length !== 24) return 'length'
  const number = iban.slice(4)
  if (remainder97(`${number}1428${iban.slice(2, 4)}`) !== 1) return 'check'
  return number.slice(8, 10) === controlDigits(number.slice(0, 8), number.slice(10)) ? null : 'control'
}

/** Whether a text is a Spanish IBAN, see {@link ibanProblem}. */
export const isSpanishIban = (text: string): boolean => ibanProblem(text) === null

/** The four digits that name the bank; empty when there are not so many yet. */
export const bankCodeOf = (text: string): string => /^ES\d\d(\d{4})/.exec(compactIban(text))?.[1] ?? ''

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

const remainder97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

const controlDigits = (bankAndBranch: string, account: string): string => controlDigit(`00${bankAndBranch}`) + controlDigit(account)

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** One control digit of a Spanish account number, over ten digits. */
function controlDigit(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  const control = 11 - (sum % 11)
  return String(control === 11 ? 0 : control === 10 ? 1 : control)
}
