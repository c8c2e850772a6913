import { tidyEmail } from '../../platform/emailAddress.ts'
import type { IdentifierType } from './audience.ts'
import { compactDocument, compactPhone, isCif, isEmail, isNie, isNif, isPhone } from '../../platform/identifiers.ts'
import { plainText } from '../../platform/plainText.ts'

/** Why a cell is not a valid identifier; `sheet`: a spreadsheet converted it to a number and lost digits. */
export type IdentifierProblem = 'empty' | 'format' | 'sheet'

/**
 * The normalised form of an e-mail, phone or document, so that the same person matches however it was typed; null when it is invalid. Spreadsheet artefacts
 * are undone: leading apostrophes, 34 without its plus, lost leading zeros of a document.
 */
export function normaliseIdentifier(type: IdentifierType, text: string): string | null {
  const plain = plainText(text)
    .replace(/^['\s]+/, '')
    .trim()
  return readers[type](plain)
}

const readers: Readonly<Record<IdentifierType, (text: string) => string | null>> = {
  email: (text) => {
    const address = tidyEmail(text)
    return isEmail(address) ? address : null
  },
  phone: (text) => {
    const digits = compactPhone(text)
    return isPhone(digits) ? digits : null
  },
  document: (text) => {
    const compact = compactDocument(text)
    const whole = /^\d{5,7}[A-Z]$/.test(compact) ? compact.padStart(9, '0') : compact
    return isNif(whole) || isNie(whole) || isCif(whole) ? whole : null
  },
}

/** Why {@link normaliseIdentifier} rejects a cell. */
export function identifierProblem(text: string): IdentifierProblem {
  const plain = text.trim()
  if (plain === '' || plain === "'") return 'empty'
  return /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(plain) ? 'sheet' : 'format'
}

/** The text that is hashed for a member: it includes the type, so that a phone never matches a document. */
export const memberText = (type: IdentifierType, normalised: string): string => `${type}:${normalised}`
