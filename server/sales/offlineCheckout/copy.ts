import { formatQuantity } from '#domain/platform/formatQuantity'
import { basisPoints, cents, divideHalfUp, percentOf } from '#domain/platform/money'
import type { Product } from '#domain/sales/operations/states'
import type { Answer, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { ofOperation } from './facts.ts'

type Copied = Exclude<Answer<'checkoutOfflineCopy'>, { json: string }>
type KeptLine = { id?: string; name: string; quantity: number; price: number; tax_rate: number; discount: number; total: number }
type Row = {
  submit_type: 'user' | 'vendors'
  channels: ('sms' | 'email')[]
  notes: string | null
  fixed_product: Product | null
  fixed_instalments: number | null
  fixed_campaign: string | null
  birthday: string | null
  address: { street: string; postcode: string; city: string; country: 'ES' | 'PT' } | null
  identified: boolean
  mid: string | null
  total_cents: bigint
  first_name: string
  last_name: string
  email: string
  phone: string | null
  document_number: string | null
  created_at: Date
  expires_at: Date | null
  articles: KeptLine[] | null
  shipping: { name: string; total: number } | null
}

/**
 * The body of a new request with the same contents, without a campaign that is no longer active. What the customer gave for the credit check only, birthday
 * and address, is not returned to the shop.
 */
export const checkoutOfflineCopy: Handler<'checkoutOfflineCopy'> = async ({ db, scope, params, now }) => {
  const checkoutId = idFrom(params.orderUuid)
  const row =
    await db.first<Row>(sql`select c.submit_type, c.channels, c.notes, c.fixed_product, c.fixed_instalments, c.birthday, c.address,
        (select a.id from campaigns a where a.merchant_id = c.merchant_id and a.mode = c.mode and a.id = c.fixed_campaign
          and a.status in ('scheduled', 'active') and a.starts_at <= ${now} and (a.ends_at is null or a.ends_at > ${now})) as fixed_campaign,
        c.identified_at is not null as identified, o.mid, o.total_cents, o.first_name, o.last_name, o.email, o.phone, o.document_number, o.created_at, o.expires_at,
        k.articles, k.shipping
      from checkouts c ${ofOperation} left join carts k on k.merchant_id = o.merchant_id and k.mode = o.mode and k.operation_id = o.id
      where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  if (!row) throw notFound(params.orderUuid)
  return {
    submitType: row.submit_type,
    order: {
      ...(row.mid !== null && { mid: row.mid }),
      totalAmount: Number(row.total_cents),
      currency: 'EUR',
      articles: linesOf(row),
    },
    customer: customerOf(row),
    ...(row.fixed_product !== null && {
      product: { type: row.fixed_product, ...(row.fixed_instalments !== null && { numInstalments: row.fixed_instalments }) },
    }),
    ...(row.fixed_campaign !== null && { campaignId: hexOf(row.fixed_campaign) }),
    channels: row.channels,
    ...(row.expires_at !== null && { expiresInMinutes: minutesOf(row.created_at, row.expires_at) }),
    ...(row.notes !== null && { notes: row.notes }),
  }
}

function customerOf(row: Row): Copied['customer'] {
  const known = {
    firstName: row.first_name || undefined,
    lastName: row.last_name || undefined,
    email: row.email || undefined,
    phone: row.phone ?? undefined,
    documentId: row.document_number ?? undefined,
    birthday: row.identified ? undefined : (row.birthday ?? undefined),
    address: row.identified ? undefined : (row.address ?? undefined),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

/**
 * Each line with its total fixed. A request has no discounts, delivery or fractional units, so a discount becomes part of the price, delivery a line and a
 * fractional quantity one unit; a cart with coupon lines becomes one line.
 */
function linesOf({ articles, shipping, total_cents: totalCents }: Row): Copied['order']['articles'] {
  const whole = [{ name: text('checkout.copy.article'), quantity: 1, price: Number(totalCents), taxRate: 0, total: Number(totalCents) }]
  const ordered = (articles ?? []).filter(({ quantity }) => quantity > 0)
  if (ordered.some(({ total }) => total < 0)) return whole
  const lines = ordered.map(lineOf)
  if (shipping !== null && shipping.total > 0)
    lines.push({ name: shipping.name, quantity: 1, price: shipping.total, taxRate: 0, total: shipping.total })
  return lines.length > 0 ? lines : whole
}

function lineOf(article: KeptLine): Copied['order']['articles'][number] {
  const line = Number.isInteger(article.quantity)
    ? article
    : { ...article, quantity: 1, name: `${formatQuantity(article.quantity)} × ${article.name}` }
  return {
    ...(line.id === undefined ? {} : { id: line.id }),
    name: line.name,
    quantity: line.quantity,
    price: priceOf(line),
    taxRate: line.tax_rate,
    total: line.total,
  }
}

/** The unit price without VAT that gives the line's total, or the stored one when it does. */
function priceOf({ price, quantity, tax_rate: taxRate, total }: KeptLine): number {
  const net = cents(price * quantity)
  if (Math.abs(net + percentOf(net, basisPoints(taxRate)) - total) <= quantity) return price
  return Number(divideHalfUp(BigInt(total) * 10_000n, BigInt(quantity) * BigInt(10_000 + taxRate)))
}

const minutesOf = (from: Date, to: Date) => Math.min(4_320, Math.max(10, Math.round((to.getTime() - from.getTime()) / 60_000)))
