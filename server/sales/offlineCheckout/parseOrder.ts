import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { addMonths, isLocalDate, madridDay } from '#domain/platform/dates'
import { isEmail, isLandline, isNie, isNif, isPhone, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import { basisPoints, cents, formatEuros, percentOf } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import type { CustomerNamed } from '../lifecycle/customerName.ts'
import type { CartLine } from '../lifecycle/openOperation.ts'

type CustomerBody = BodyOf<Api['checkoutOfflineCreate']>['customer']
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
export function parseCustomer(fields: CustomerBody, now: Date, problems: FieldProblem[]): ParsedCustomer {
  const email = fields?.email ?? ''
  const phone = fields?.phone ?? ''
  const documentNumber = fields?.documentId ?? ''
  if (email !== '' && !isEmail(email)) problems.push(fieldProblem('customer.email', 'format', 'checkout.field.email'))
  if (phone !== '' && !isPhone(phone)) problems.push(fieldProblem('customer.phone', 'format', 'checkout.field.phoneOrLandline'))
  // No SMS reaches a landline: link and code go by e-mail.
  if (isLandline(phone) && email === '') problems.push(fieldProblem('customer.email', 'required', 'checkout.field.emailForLandline'))
  if (documentNumber !== '' && !isNif(documentNumber) && !isNie(documentNumber))
    problems.push(fieldProblem('customer.document_id', 'format', 'checkout.field.documentId'))
  if (fields?.birthday !== undefined && !isGrown(fields.birthday, now))
    problems.push(fieldProblem('customer.birthday', 'adult', 'checkout.field.birthday'))
  return {
    firstName: fields?.firstName ?? '',
    lastName: fields?.lastName ?? '',
    email,
    phone: phone === '' ? null : phone,
    documentNumber: documentNumber === '' ? null : documentNumber,
    birthday: fields?.birthday ?? null,
    address: parseAddress(fields?.address, problems),
  }
}

function isGrown(birthday: string, now: Date): boolean {
  const today = madridDay(now)
  return isLocalDate(birthday) && addMonths(today, -12 * minAge) >= birthday && addMonths(today, -12 * maxAge) <= birthday
}

/** An address is complete or absent. */
function parseAddress(address: Address | undefined, problems: FieldProblem[]): Address | null {
  if (address === undefined) return null
  for (const part of ['street', 'city'] as const)
    if (address[part] === '') problems.push(fieldProblem(`customer.address.${part}`, 'required', 'checkout.field.required'))
  const right = address.country === 'ES' ? isSpanishPostcode(address.postcode) : isPortuguesePostcode(address.postcode)
  if (!right) problems.push(fieldProblem('customer.address.postcode', 'format', `checkout.field.postcode.${address.country}`))
  return address
}

type Order = BodyOf<Api['checkoutOfflineCreate']>['order']

/** A line's price for all its units with VAT, in cents, when the shop does not state it. */
const lineCents = ({ quantity, price, taxRate }: Order['articles'][number]): number => {
  const netCents = cents(quantity * price)
  return netCents + percentOf(netCents, basisPoints(taxRate))
}

/**
 * The cart's lines, which sum to the order's amount to the cent. A total fixed by the shop may differ by one cent a unit from its price, because a price
 * without VAT is rounded; lines without a total absorb up to one cent each to match the order's amount (docs/domain.md#search-and-lists). Errors are added to
 * `problems`.
 */
export function parseCart({ articles, totalAmount }: Order, problems: FieldProblem[]): CartLine[] {
  const lines = articles.map((one): CartLine => {
    const { id, name, quantity, price, taxRate, total = lineCents(one) } = one
    return { ...(id === undefined ? {} : { id }), name, quantity, price, taxRate, discount: 0, total }
  })
  articles.forEach((article, at) => {
    const expected = lineCents(article)
    if (article.total === undefined || Math.abs(article.total - expected) <= article.quantity) return
    const values = { quantity: String(article.quantity), expected: formatEuros(cents(expected)) }
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

/** The channels to send the link through, each once and each with an address. `wireNames` are those of the address fields. */
export function parseChannels(
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
