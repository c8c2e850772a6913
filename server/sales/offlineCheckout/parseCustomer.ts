import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { addMonths, isLocalDate, madridDay } from '#domain/platform/dates'
import { isEmail, isLandline, isNie, isNif, isPhone, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import { text } from '../../platform/calls/messages.ts'
import type { CustomerNamed } from '../operation/customerName.ts'

type Given = BodyOf<Api['checkoutOfflineCreate']>['customer']
type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }

/** The customer as given by the shop, normalised for storage. */
type ParsedCustomer = CustomerNamed & { birthday: string | null; address: Address | null }

/** Minimum age to buy on credit (art. 240 and 246 Código Civil), and the maximum age beyond which a birthday is a typing error. */
const minAge = 18
const maxAge = 120

/** A field problem, by its wire name, with a sentence that shows an example. */
export const fieldProblem = (name: string, code: string, key: string, values: Record<string, string> = {}): FieldProblem => ({
  name,
  code,
  message: text(key, values),
})

/** Reads the customer's fields; empty ones count as absent. Errors are added to `problems`. */
export function parseCustomer(given: Given, now: Date, problems: FieldProblem[]): ParsedCustomer {
  const email = given?.email ?? ''
  const phone = given?.phone ?? ''
  const documentNumber = given?.documentId ?? ''
  if (email !== '' && !isEmail(email)) problems.push(fieldProblem('customer.email', 'format', 'checkout.field.email'))
  if (phone !== '' && !isPhone(phone)) problems.push(fieldProblem('customer.phone', 'format', 'checkout.field.phoneOrLandline'))
  // No SMS reaches a landline: link and code go by e-mail.
  if (isLandline(phone) && email === '') problems.push(fieldProblem('customer.email', 'required', 'checkout.field.emailForLandline'))
  if (documentNumber !== '' && !isNif(documentNumber) && !isNie(documentNumber))
    problems.push(fieldProblem('customer.document_id', 'format', 'checkout.field.documentId'))
  if (given?.birthday !== undefined && !isGrown(given.birthday, now))
    problems.push(fieldProblem('customer.birthday', 'adult', 'checkout.field.birthday'))
  return {
    firstName: given?.firstName ?? '',
    lastName: given?.lastName ?? '',
    email,
    phone: phone === '' ? null : phone,
    documentNumber: documentNumber === '' ? null : documentNumber,
    birthday: given?.birthday ?? null,
    address: parseAddress(given?.address, problems),
  }
}

function isGrown(birthday: string, now: Date): boolean {
  const today = madridDay(now)
  return isLocalDate(birthday) && addMonths(today, -12 * minAge) >= birthday && addMonths(today, -12 * maxAge) <= birthday
}

/** An address is complete or absent. */
function parseAddress(given: Address | undefined, problems: FieldProblem[]): Address | null {
  if (given === undefined) return null
  for (const part of ['street', 'city'] as const)
    if (given[part] === '') problems.push(fieldProblem(`customer.address.${part}`, 'required', 'checkout.field.required'))
  const right = given.country === 'ES' ? isSpanishPostcode(given.postcode) : isPortuguesePostcode(given.postcode)
  if (!right) problems.push(fieldProblem('customer.address.postcode', 'format', `checkout.field.postcode.${given.country}`))
  return given
}
