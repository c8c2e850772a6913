import { plainText } from './plainText.ts'

const EMAIL_LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
const TOP_LEVEL = /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu

/** Why a text is not an address. `scripts`: mixed scripts (homograph attack), such as a Cyrillic а among Latin letters. */
export type EmailProblem = 'format' | 'scripts'

/** A public host name: at least two labels of letters, digits and inner hyphens. */
export function isHost(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.split('.')
  return labels.length > 1 && labels.every((label) => HOST_LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '')
}

/** What is wrong with an e-mail address: one at-sign, dotted host, at most 254 characters, one alphabet. */
export function emailProblem(text: string): EmailProblem | null {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const dotsMisplaced = local.startsWith('.') || local.endsWith('.') || local.includes('..')
  if (text.length > 254 || !EMAIL_LOCAL.test(local) || dotsMisplaced || !isHost(text.slice(at + 1))) return 'format'
  return mixesScripts(text) ? 'scripts' : null
}

/** Whether a text is an e-mail address, see {@link emailProblem}. */
export const isEmail = (text: string): boolean => emailProblem(text) === null

/**
 * The canonical form of an address, so that it identifies one user: lower case, compatibility forms (full-width letters) normalised,
 * without invisible characters, the host in ASCII (IDNA). A text that is not an address is only lower-cased.
 */
export function tidyEmail(text: string): string {
  const plain = plainText(text)
    .replace(/^mailto:/i, '')
    .toLowerCase()
  const at = plain.lastIndexOf('@')
  const host = plain.slice(at + 1)
  return isHost(host) && !mixesScripts(plain) ? plain.slice(0, at + 1) + (asciiHost(host) ?? host) : plain
}

/** The host in ASCII (UTS 46); null when it is invalid. */
function asciiHost(host: string): string | null {
  if (/^[\x21-\x7e]+$/.test(host)) return host
  try {
    return new URL(`http://${host}/`).hostname
  } catch {
    return null
  }
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  // Japanese and Korean mix several scripts.
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]
/** Whether letters of several scripts are mixed, or Latin with any other. Punycode labels are ignored. */
function mixesScripts(text: string): boolean {
  const letters = [...text.replace(/\bxn--[a-z0-9-]+/gi, '')].filter((letter) => /\p{L}/u.test(letter))
  const known = scripts.filter((script) => letters.some((letter) => script.test(letter))).length
  const other = letters.some((letter) => !scripts.some((script) => script.test(letter)))
  return known + Number(other) > 1
}
