import { isHost } from './emailAddress.ts'
import { plainText } from './plainText.ts'

export { isEmail } from './emailAddress.ts'

/**
 * Accepted landline prefixes, in one place so that an operator can add to them. A landline is
 * 9 followed by 0, 1, 2, 3 or 6. Real numbers also start with 94, 95, 97, 98 and 8.
 */
const LANDLINE_PREFIXES: readonly string[] = ['90', '91', '92', '93', '96']

const URL_PARTS = /^(?:https?:\/\/)?([^\s/?#:@]+)(?::(\d{1,5}))?(?:[/?#][^\s<>"\\^`{|}]*)?$/i

/**
 * A web address: http or https, or without scheme (`tienda.example`); host with a dot, no
 * credentials, at most 2 048 characters.
 */
export function isUrl(text: string): boolean {
  if (text.length > 2048) return false
  const match = URL_PARTS.exec(text)
  return match !== null && isHost(match[1] ?? '') && Number(match[2] ?? 0) <= 65_535
}

/** A colour `#RRGGBB`. */
export function isHexColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** A Spanish mobile number: nine digits starting with 6 or 7. */
export function isMobile(text: string): boolean {
  return /^[67]\d{8}$/.test(text)
}

/** A Spanish landline number: nine digits starting with one of {@link LANDLINE_PREFIXES}. */
export function isLandline(text: string): boolean {
  return /^\d{9}$/.test(text) && LANDLINE_PREFIXES.includes(text.slice(0, 2))
}

/** A Spanish mobile or landline number. */
export function isPhone(text: string): boolean {
  return isMobile(text) || isLandline(text)
}

/** Separators in a number, with any kind of dash or dot. */
const PARTING = /[\s()./\u00b7\u2010-\u2015\u2212-]/g

/** The nine national digits of a number in any format: with spaces, dots, dashes, as a link, with the prefix +34, 0034 or 34. */
export function compactPhone(text: string): string {
  return plainText(text)
    .replace(/^'|^tel:/i, '')
    .replace(PARTING, '')
    .replace(/^(?:\+|00)?34(?=\d{9}$)/, '')
}

/** An identity or tax number as stored: upper case, without spaces, dots, dashes and slashes. */
export const compactDocument = (text: string): string => plainText(text).replace(/^'/, '').replace(PARTING, '').toUpperCase()

/** A code without separators. */
export const compactCode = (text: string): string => plainText(text).replace(PARTING, '')

/** A postcode with any dash as a hyphen; a numeric one without spaces. */
export function compactPostcode(text: string): string {
  const plain = plainText(text).replace(/[\u2010-\u2015\u2212]/g, '-')
  return /^[\d -]+$/.test(plain) ? plain.replaceAll(' ', '') : plain
}

/** A postal code: five digits, or four digits, a hyphen and three digits. */
export function isPostcode(text: string): boolean {
  return /^(?:\d{5}|\d{4}-\d{3})$/.test(text)
}

/** A Spanish postal code: five digits whose province is 01 to 52. */
export function isSpanishPostcode(text: string): boolean {
  return /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(text)
}

/** A Portuguese postal code, NNNN-NNN. */
export function isPortuguesePostcode(text: string): boolean {
  return /^[1-9]\d{3}-\d{3}$/.test(text)
}

/** Control letter of a Spanish identity number (Royal Decree 1553/2005): the number modulo 23. */
function controlCharacter(digits: string): string {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23)
}

/**
 * A Spaniard's NIF: eight digits and their letter, or K, L, M, seven digits and their letter.
 * Case is ignored; no separators.
 */
export function isNif(text: string): boolean {
  const match = /^[KLM]?(\d{7,8})([A-Z])$/.exec(text.toUpperCase())
  return match !== null && text.length === 9 && match[2] === controlCharacter(match[1] ?? '')
}

/** A foreigner's NIE: X, Y or Z (0, 1, 2), seven digits and the letter of all eight. */
export function isNie(text: string): boolean {
  const match = /^([XYZ])(\d{7})([A-Z])$/.exec(text.toUpperCase())
  return match !== null && match[3] === controlCharacter('XYZ'.indexOf(match[1] ?? '') + (match[2] ?? ''))
}

/**
 * A legal entity's NIF, still called CIF (Order EHA/451/2008): letter, seven digits and a control,
 * which is a letter for P, Q, R, S, N, W, a digit for A, B, E, H and either for the others.
 */
export function isCif(text: string): boolean {
  const match = /^([ABCDEFGHJNPQRSUVW])(\d{7})([0-9A-J])$/.exec(text.toUpperCase())
  if (!match) return false
  const [, kind = '', digits = '', control = ''] = match
  const control10 = (10 - (luhnSum(digits) % 10)) % 10
  const byDigit = control === String(control10) && !'PQRSNW'.includes(kind)
  const byCharacter = control === 'JABCDEFGHI'.charAt(control10) && !'ABEH'.includes(kind)
  return byDigit || byCharacter
}

/**
 * A Portuguese tax number (NIF, NIPC), with or without the country code of VIES: nine digits, the last of which is the check digit modulo 11. That it is valid for
 * intra-Community operations, only VIES says.
 */
export function isPortugueseTaxId(text: string): boolean {
  const digits = /^(?:PT)?([1-35689]\d{8})$/.exec(text.toUpperCase())?.[1]
  if (digits === undefined) return false
  const [check = '', ...rest] = [...digits].toReversed()
  const sum = rest.reduce((total, digit, at) => total + Number(digit) * (at + 2), 0)
  return Number(check) === ((11 - (sum % 11)) % 11) % 10
}

/** Luhn sum: digits at even indexes doubled, with the digits of the results added. */
function luhnSum(digits: string): number {
  return [...digits].reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

/**
 * Whether a form value was filled in. Strings are trimmed; empty arrays and
 * objects count as empty. null, undefined and NaN are empty; 0 and false are not. Objects with a
 * class of their own (files, dates) are never empty.
 */
export function isNonEmpty(value: unknown): boolean {
  if (value === null || value === undefined || Number.isNaN(value)) return false
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0
  if (typeof value !== 'object') return true
  const prototype: unknown = Object.getPrototypeOf(value)
  const plain = prototype === Object.prototype || prototype === null
  return !plain || Object.keys(value).length > 0
}

/** An identity number masked except its last five characters, fewer when it is short: `***4567Z`. */
export function maskDocument(text: string): string {
  return text === '' ? '' : `***${text.slice(Math.max(4, text.length - 5))}`
}

/** A phone number masked except its first digit and last three: `6•• ••• 214`. */
export function maskPhone(text: string): string {
  const digits = compactPhone(text)
  if (digits.length !== 9) return digits.length > 3 ? `••• ${digits.slice(-3)}` : '•••'
  return `${digits.slice(0, 1)}•• ••• ${digits.slice(-3)}`
}

/** An e-mail address masked except its first character and host: `a•••@correo.es`; enough to notice a typing error, not to use the address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`
}
