import type { BodyOf } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import type { Api } from '#contract/index'
import { isLandline } from '#domain/platform/identifiers'
import { basisPoints, cents, formatEuros, percentOf } from '#domain/platform/money'
import type { CartLine } from '../operation/openOperation.ts'
import { fieldProblem } from './parseCustomer.ts'

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
