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
import { storableText } from '#domain/platform/storableText'
import { tidyEmail } from '#domain/platform/emailAddress'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { CustomerNamed } from '../lifecycle/customerName.ts'

type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }
/** The customer as the shop describes them; the customer is asked for the rest. `known`: the shop's own customer account. */
export type ParsedCustomer = CustomerNamed & { birthday: string | null; address: Address | null; known: Record<string, string | number> }

const grownYears = 18
const oldestYears = 120

/**
 * Reads the shop's customer data. Valid data that we cannot use, such as a foreign number or a passport, is asked of the customer instead; a telephone,
 * e-mail, document or postcode that is malformed is refused by field with ApiValidationException, so that no mistake is dropped silently.
 */
export function readCustomer({ customer: sent }: ShopSaleBody, now: Date): ParsedCustomer {
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

/** Identity documents of any country consist of letters and digits. */
const PASSPORT = /^[A-Z0-9]{5,20}$/
/** A number that our SMS cannot reach: of another country, or with an unknown Spanish prefix (E.164: at most fifteen digits). */
const isPhoneAbroad = (compact: string): boolean => /^(?:\+|00)?\d{7,15}$/.test(compact)

/** A string or number as a string, truncated; anything else as empty. */
export const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' || typeof value === 'number' ? storableText(String(value), maxLength) : ''

/** The date as written, also when a time follows it; of an adult. */
function birthdayOf(value: unknown, now: Date): string | null {
  const day = textOf(value, 40).slice(0, 10)
  const today = madridDay(now)
  if (!isLocalDate(day)) return null
  return addMonths(today, -12 * grownYears) >= day && addMonths(today, -12 * oldestYears) <= day ? day : null
}

/** An address in a country that we sell in, complete or absent; `postcode`: its postcode is malformed for its country. */
function addressOf(value: unknown): Address | 'postcode' | null {
  if (typeof value !== 'object' || value === null) return null
  const { street, city, postcode, zip, country } = value as Record<string, unknown> // any value is then read as text
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

/** An instant with a four-digit year and a time zone; any other is left out. PostgreSQL has no year zero. */
function instantOf(value: unknown): string | undefined {
  const text = textOf(value, 40).replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const at = /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? new Date(text) : null
  return at && !Number.isNaN(at.getTime()) && /^[1-9]\d{3}-/.test(at.toISOString()) ? at.toISOString() : undefined
}
