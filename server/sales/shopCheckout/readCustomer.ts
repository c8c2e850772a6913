import type { ShopSaleBody } from '#contract/sales/shopsApi/shopCheckout'
import { addMonths, isLocalDate, madridDay } from '#domain/platform/dates'
import {
  compactDocument,
  compactPhone,
  compactPostcode,
  isEmail,
  isNie,
  isNif,
  isPhone,
  isPortuguesePostcode,
  isSpanishPostcode,
} from '#domain/platform/identifiers'
import { keptText } from '#domain/platform/keptText'
import { tidyEmail } from '#domain/platform/emailAddress'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { CustomerNamed } from '../operation/customerName.ts'

type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }
/** What the shop says of its customer; the customer is asked for whatever it does not say. `known`: as the shop knows them. */
export type AskedCustomer = CustomerNamed & { birthday: string | null; address: Address | null; known: Record<string, string | number> }

const grownYears = 18
const oldestYears = 120

/**
 * Reads what the shop says of its customer. What we cannot use, such as a number abroad or a passport, is asked of the customer; a telephone,
 * e-mail, document or postcode that cannot be read at all is refused by name with ApiValidationException, so that no slip is lost in silence.
 */
export function readCustomer({ customer: sent }: ShopSaleBody, now: Date): AskedCustomer {
  const customer = Array.isArray(sent) ? {} : sent
  const email = tidyEmail(textOf(customer.email, 300))
  const phone = compactPhone(textOf(customer.phone, 60))
  const documentNumber = compactDocument(textOf(customer.documentId, 60))
  const address = addressOf(customer.address)
  const unread = [
    ...(email === '' || isEmail(email) ? [] : ['email']),
    ...(phone === '' || isPhone(phone) || isPhoneAbroad(phone) ? [] : ['phone']),
    ...(documentNumber === '' || PASSPORT.test(documentNumber) ? [] : ['document_id']),
    ...(address === 'postcode' ? ['address.postcode'] : []),
  ]
  if (unread.length > 0)
    throw new Refusal('ApiValidationException', { fields: unread.map((name) => problem(`customer.${name}`, 'format')) })
  return {
    firstName: textOf(customer.firstName, 80),
    lastName: textOf(customer.lastName, 120),
    email,
    phone: isPhone(phone) ? phone : null,
    documentNumber: isNif(documentNumber) || isNie(documentNumber) ? documentNumber : null,
    birthday: birthdayOf(customer.birthday, now),
    address: address === 'postcode' ? null : address,
    known: knownOf(customer),
  }
}

/** Papers of any country are letters and figures. */
const PASSPORT = /^[A-Z0-9]{5,20}$/
/** A number that SMS of ours do not reach: of another country, or a Spanish one with a prefix that we do not know (E.164: fifteen figures at most). */
const isPhoneAbroad = (compact: string): boolean => /^(?:\+|00)?\d{7,15}$/.test(compact)

/** A text or a number as a text, cut; anything else as nothing. */
export const textOf = (said: unknown, most: number): string =>
  typeof said === 'string' || typeof said === 'number' ? keptText(String(said), most) : ''

/** The date as it was written, also where a time follows it; of an adult. */
function birthdayOf(said: unknown, now: Date): string | null {
  const day = textOf(said, 40).slice(0, 10)
  const today = madridDay(now)
  if (!isLocalDate(day)) return null
  return addMonths(today, -12 * grownYears) >= day && addMonths(today, -12 * oldestYears) <= day ? day : null
}

/** An address of a country that we sell in, whole or not there; `postcode`: one that its country does not write so. */
function addressOf(said: unknown): Address | 'postcode' | null {
  if (typeof said !== 'object' || said === null) return null
  const { street, city, postcode, zip, country } = said as Record<string, unknown> // whatever they hold is read as text
  const land = textOf(country, 2).toUpperCase()
  const address = {
    street: textOf(street, 200),
    city: textOf(city, 120),
    postcode: compactPostcode(textOf(postcode, 30) || textOf(zip, 30)),
  }
  if (address.street === '' || address.city === '') return null
  if (address.postcode === '' || (land !== 'ES' && land !== 'PT')) return null
  const isRight = (land === 'ES' ? isSpanishPostcode : isPortuguesePostcode)(address.postcode)
  return isRight ? { ...address, country: land } : 'postcode'
}

const types: Readonly<Record<string, string>> = { g: 'g', n: 'n', e: 'e', guest: 'g', guess: 'g', new: 'n', existing: 'e' }
const genders: Readonly<Record<string, number>> = { unknown: 0, male: 1, female: 2, na: 3, '0': 0, '1': 1, '2': 2, '3': 3 }

function knownOf({ id, type, gender, language, dateJoined, lastLogin }: Record<string, unknown>): Record<string, string | number> {
  const pairs: [string, string | number | undefined][] = [
    ['id', textOf(id, 64) || undefined],
    ['type', types[textOf(type, 20).toLowerCase()]],
    ['gender', genders[textOf(gender, 20).toLowerCase()]],
    ['language', /^[a-z]{2}$/.exec(textOf(language, 2).toLowerCase())?.[0]],
    ['date_joined', instantOf(dateJoined)],
    ['last_login', instantOf(lastLogin)],
  ]
  return Object.fromEntries(pairs.filter((pair): pair is [string, string | number] => pair[1] !== undefined))
}

/** An instant of a year of four digits that names its zone; any other is left out. PostgreSQL knows no year zero. */
function instantOf(said: unknown): string | undefined {
  const text = textOf(said, 40).replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const at = /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? new Date(text) : null
  return at && !Number.isNaN(at.getTime()) && /^[1-9]\d{3}-/.test(at.toISOString()) ? at.toISOString() : undefined
}
