import { tidyEmail } from '../../platform/emailAddress.ts'
import type { IdentifierType } from './audience.ts'
import { compactDocument, compactPhone, isCif, isEmail, isNie, isNif, isPhone } from '../../platform/identifiers.ts'
import { plainText } from '../../platform/plainText.ts'

/** Why a cell is no identifier; `sheet`: a spreadsheet made a number of it and lost figures. */
export type IdentifierProblem = 'empty' | 'format' | 'sheet'

/**
 * The one spelling of an e-mail, phone or document, so that the same person is found however it was typed; null when it is none. Spreadsheets'
 * habits are undone: leading apostrophes, the 34 without its plus, the zeros that a document lost.
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

/** What is wrong with a cell that {@link normaliseIdentifier} does not take. */
export function identifierProblem(text: string): IdentifierProblem {
  const plain = text.trim()
  if (plain === '' || plain === "'") return 'empty'
  return /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(plain) ? 'sheet' : 'format'
}

/** What is hashed of a member: its kind stands in it, so that no phone meets a document. */
export const memberText = (type: IdentifierType, normalised: string): string => `${type}:${normalised}`
