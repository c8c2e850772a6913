import type { AnswerOf, BodyInput } from '#contract/platform/endpoint'
import type { checkoutOfflineCopy, checkoutOfflineCreate } from '#contract/sales/offlineCheckout'
import { compactDocument, compactPhone, compactPostcode } from '#domain/platform/identifiers'
import { cents, proportion } from '#domain/platform/money'
import { tidyEmail } from '#domain/platform/emailAddress'
import { type DraftCustomer, draftAmount, emptyCustomer, expiryChoices, newOfflineDraft, type OfflineDraft } from './offlineDraft.ts'

type OfflineRequest = BodyInput<typeof checkoutOfflineCreate>
type Customer = NonNullable<OfflineRequest['customer']>

/** Unit price without VAT from the price with VAT; cents, rounded half up. */
const netOf = (grossCents: number, taxRate: number): number => proportion(cents(grossCents), 10_000, 10_000 + taxRate)

function articlesOf(draft: OfflineDraft, concept: string): OfflineRequest['order']['articles'] {
  const { byLines, lines, amount, taxRate } = draft
  if (!byLines)
    return [{ name: draft.concept.trim() || concept, quantity: 1, price: netOf(amount ?? 0, taxRate), taxRate, total: amount ?? 0 }]
  return lines.map(({ name, quantity, priceCents, taxRate: rate }) => ({
    name: name.trim(),
    quantity: quantity ?? 0,
    price: netOf(priceCents ?? 0, rate),
    taxRate: rate,
    total: (quantity ?? 0) * (priceCents ?? 0),
  }))
}

function customerOf(customer: DraftCustomer): Customer | undefined {
  const { street, postcode, city, country, birthday, phone, email, documentId, ...names } = customer
  const texts = { ...names, phone: compactPhone(phone), email: tidyEmail(email), documentId: compactDocument(documentId) }
  const filled = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()] as const]))
  const some: Customer = {
    ...Object.fromEntries(filled),
    ...(birthday !== null && { birthday }),
    ...([street, postcode, city].some((part) => part.trim() !== '') && {
      address: { street: street.trim(), postcode: compactPostcode(postcode), city: city.trim(), country },
    }),
  }
  return Object.keys(some).length === 0 ? undefined : some
}

/**
 * The request body of a draft. Empty fields are left out. `concept` names the single article of a sale by amount.
 * Line totals include VAT, so that they add up to the amount to the cent, whatever the rounding of prices without VAT.
 */
export function requestOf(
  draft: OfflineDraft,
  { concept, replaces, allowDuplicate }: { concept: string; replaces: string | null; allowDuplicate: boolean },
): OfflineRequest {
  const customer = customerOf(draft.customer)
  const { product, numInstalments, campaignId, submitType } = draft
  return {
    submitType,
    order: {
      ...(draft.mid.trim() && { mid: draft.mid.trim() }),
      totalAmount: draftAmount(draft) ?? 0,
      currency: 'EUR',
      articles: articlesOf(draft, concept),
    },
    ...(customer && { customer }),
    ...(product && { product: { type: product, ...(numInstalments !== null && { numInstalments }) } }),
    ...(campaignId !== null && { campaignId }),
    channels: submitType === 'user' ? [...draft.channels] : [],
    expiresInMinutes: draft.expiresInMinutes,
    ...(draft.notes.trim() && { notes: draft.notes.trim() }),
    ...(replaces !== null && { replaces }),
    ...(allowDuplicate && { allowDuplicate }),
  }
}

/**
 * The same request with another amount in cents: one line with the VAT of the first, and the customer chooses the plan, since a fixed one may
 * not fit.
 */
export function withAmount(copied: AnswerOf<typeof checkoutOfflineCopy>, amount: number, concept: string): OfflineRequest {
  const { product: _product, campaignId: _campaignId, order, ...rest } = copied
  const [first, second] = order.articles
  const name = first && !second ? first.name : concept
  const taxRate = first?.taxRate ?? 2_100
  const line = { name, quantity: 1, price: netOf(amount, taxRate), taxRate, total: amount }
  return { ...rest, order: { ...order, totalAmount: amount, articles: [line] } }
}

/** A draft filled from a previous request. A single line that carries its total is a sale by amount. */
export function draftOf(copied: AnswerOf<typeof checkoutOfflineCopy>, concept: string): OfflineDraft {
  const { order, customer, product, campaignId, channels, submitType, expiresInMinutes, notes } = copied
  const [only] = order.articles
  const byLines = order.articles.length > 1 || (only?.quantity ?? 1) > 1
  const gross = ({ price, taxRate, quantity, total }: (typeof order.articles)[number]) =>
    total === undefined ? proportion(cents(price), 10_000 + taxRate, 10_000) : Math.round(total / quantity)
  const { address, ...known } = customer ?? {}
  return {
    ...newOfflineDraft(),
    byLines,
    amount: byLines ? null : order.totalAmount,
    concept: byLines || only?.name === concept ? '' : (only?.name ?? ''),
    taxRate: only?.taxRate ?? 2_100,
    lines: byLines
      ? order.articles.map((line) => ({ name: line.name, quantity: line.quantity, priceCents: gross(line), taxRate: line.taxRate }))
      : [],
    mid: order.mid ?? '',
    customer: { ...emptyCustomer, ...known, ...address },
    product: product?.type ?? null,
    numInstalments: product?.numInstalments ?? null,
    campaignId: campaignId ?? null,
    submitType,
    channels,
    expiresInMinutes: expiryChoices.find((choice) => choice >= (expiresInMinutes ?? 4_320)) ?? 4_320,
    notes: notes ?? '',
  }
}
