import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { addMonths, isLocalDate, madridDay } from '#domain/platform/dates'
import { isEmail, isLandline, isNie, isNif, isPhone, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import { basisPoints, cents, formatEuros, percentOf } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import type { CustomerNamed } from '../operation/customerName.ts'
import type { CartLine } from '../operation/openOperation.ts'

type Given = BodyOf<Api['checkoutOfflineCreate']>['customer']
type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }

/** What the shop says of its customer, in the form in which it is kept. */
type AskedCustomer = CustomerNamed & { birthday: string | null; address: Address | null }

/** Years of age from which somebody may buy on credit (art. 240 and 246 Código Civil), and beyond which a birthday is a slip. */
const leastAge = 18
const mostAge = 120

/** A field's problem, by its name on the wire, with a sentence that shows an example. */
export const fieldProblem = (name: string, code: string, key: string, values: Record<string, string> = {}): FieldProblem => ({
  name,
  code,
  message: text(key, values),
})

/** Reads the customer's fields; whatever is empty counts as not said. `problems` takes what is wrong. */
export function askedCustomer(given: Given, now: Date, problems: FieldProblem[]): AskedCustomer {
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
    address: askedAddress(given?.address, problems),
  }
}

function isGrown(birthday: string, now: Date): boolean {
  const today = madridDay(now)
  return isLocalDate(birthday) && addMonths(today, -12 * leastAge) >= birthday && addMonths(today, -12 * mostAge) <= birthday
}

/** An address is whole or not there. */
function askedAddress(given: Address | undefined, problems: FieldProblem[]): Address | null {
  if (given === undefined) return null
  for (const part of ['street', 'city'] as const)
    if (given[part] === '') problems.push(fieldProblem(`customer.address.${part}`, 'required', 'checkout.field.required'))
  const right = given.country === 'ES' ? isSpanishPostcode(given.postcode) : isPortuguesePostcode(given.postcode)
  if (!right) problems.push(fieldProblem('customer.address.postcode', 'format', `checkout.field.postcode.${given.country}`))
  return given
}

type Order = BodyOf<Api['checkoutOfflineCreate']>['order']

/** A line's price for all its units with VAT, in cents, when the shop does not say it. */
const lineCents = ({ quantity, price, taxRate }: Order['articles'][number]): number => {
  const netCents = cents(quantity * price)
  return netCents + percentOf(netCents, basisPoints(taxRate))
}

/**
 * The cart's lines, which sum to the order to the cent. A total that the shop fixed may differ by one cent a unit from its price, for a price
 * without VAT is rounded; lines without one take up to one cent each to meet the order's amount (docs/domain.md#search-and-lists). `problems` takes what is
 * wrong.
 */
export function askedCart({ articles, totalAmount }: Order, problems: FieldProblem[]): CartLine[] {
  const lines = articles.map((one): CartLine => {
    const { id, name, quantity, price, taxRate, total = lineCents(one) } = one
    return { ...(id === undefined ? {} : { id }), name, quantity, price, taxRate, discount: 0, total }
  })
  articles.forEach((one, at) => {
    const expected = lineCents(one)
    if (one.total === undefined || Math.abs(one.total - expected) <= one.quantity) return
    const values = { quantity: String(one.quantity), expected: formatEuros(cents(expected)) }
    problems.push(fieldProblem(`order.articles.${at}.total`, 'line_total', 'checkout.field.lineTotal', values))
  })
  const sum = lines.reduce((all, line) => all + line.total, 0)
  const difference = totalAmount - sum
  const open = lines.filter((line, at) => articles[at]?.total === undefined && line.total + Math.sign(difference) >= 0)
  if (Math.abs(difference) > open.length) {
    const values = { sum: formatEuros(cents(sum)), total: formatEuros(cents(totalAmount)) }
    problems.push(fieldProblem('order.total_amount', 'cart_total', 'checkout.field.cartTotal', values))
  }
  for (const line of open.slice(0, Math.abs(difference))) line.total += Math.sign(difference)
  return lines
}

export type Channel = 'sms' | 'email'

/** The ways a link goes out, each once and each with an address. `wireNames` are those of the address fields. */
export function askedChannels(
  channels: readonly Channel[],
  { phone, email }: { phone: string | null; email: string },
  wireNames: { phone: string; email: string },
  problems: FieldProblem[],
): readonly Channel[] {
  if (new Set(channels).size < channels.length) problems.push(fieldProblem('channels', 'twice', 'checkout.field.channelTwice'))
  if (channels.includes('sms') && phone === null) problems.push(fieldProblem(wireNames.phone, 'required', 'checkout.field.phoneForSms'))
  else if (channels.includes('sms') && isLandline(phone ?? '') && !problems.some(({ name }) => name === wireNames.phone))
    problems.push(fieldProblem('channels', 'landline', 'checkout.field.landlineSms'))
  if (channels.includes('email') && email === '') problems.push(fieldProblem(wireNames.email, 'required', 'checkout.field.emailForMail'))
  return channels
}
