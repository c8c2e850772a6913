import { type CartLimits, limitOffers } from '#domain/merchants/cartLimits'
import { legalText, type UsualTerms } from '#domain/sales/plans/legalText'
import { basisPoints, type Cents, cents, sum, ZERO } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Plan } from '#domain/sales/plans/plan'
import type { CaptureMode, Product } from '#domain/sales/operations/states'
import { text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** The first payment, due at signing: down payment and opening fee. */
export const firstPaymentCents = (plan: Pick<Plan, 'downpaymentCents' | 'openingFeeCents'>): Cents =>
  sum(plan.downpaymentCents, plan.openingFeeCents)

/** Only the product with interest has terms that a campaign could change. */
const usualOf = (product: Product, usual: UsualTerms): UsualTerms | null => (product === 'instalments' ? usual : null)

/** A plan as the customer sees it, with the legally required sentences and, with a campaign, what it changes. */
export function offeredPlan({ product, numInstalments }: { product: Product; numInstalments: number }, plan: Plan, usual: UsualTerms) {
  const { sentences, values } = legalText(plan, usualOf(product, usual))
  return {
    product,
    numInstalments,
    tin: plan.tin,
    tae: plan.tae,
    instalmentAmount: plan.instalmentCents,
    lastInstalmentAmount: plan.instalments.at(-1)?.amountCents ?? ZERO,
    firstPaymentAmount: firstPaymentCents(plan),
    downpaymentAmount: plan.downpaymentCents,
    openingFeeAmount: plan.openingFeeCents,
    principalAmount: plan.principalCents,
    totalInterest: plan.totalInterestCents,
    totalDue: plan.totalDueCents,
    totalPrice: plan.totalPriceCents,
    instalments: plan.instalments.map(({ number, dueOn, amountCents }) => ({ number, dueOn, amount: amountCents })),
    legalText: sentences.map((sentence) => text(`consumer.legal.${sentence}`, values)).join(' '),
  }
}

/** What the campaign gives compared with the shop's usual terms, in words; empty without a campaign. */
export function campaignTexts(product: Product, plan: Plan, usual: UsualTerms): string[] {
  const { sentences, values } = legalText(plan, usualOf(product, usual))
  return sentences.filter((one) => one === 'campaign' || one === 'waiting').map((one) => text(`consumer.legal.${one}`, values))
}

/** The cart amounts for which the shop allows instalments. */
async function readCartLimits(db: Connection, scope: Scope): Promise<CartLimits> {
  const row = await db.first<{ min_cents: bigint | null; max_cents: bigint | null }>(
    sql`select l.min_cents, l.max_cents from cart_limits l where ${inScope(scope, 'l')}`,
  )
  const centsOf = (value: bigint | null | undefined) => (value == null ? null : cents(value))
  return { minCents: centsOf(row?.min_cents), maxCents: centsOf(row?.max_cents) }
}

type Row = {
  product: Product
  min_cents: bigint
  max_cents: bigint
  instalments_allowed: number[]
  tin_bps: number
  opening_fee_bps: number
  downpayment: 'none' | 'equal'
  capture_mode: CaptureMode
  fee_bps: number
  fee_fixed_cents: bigint
  vat_bps: number
}

export type ShopOffer = ProductOffer & { captureMode: CaptureMode }

/** What the shop sells in instalments in this mode now; product `instalments` first, each with its numbers in order. */
export async function readOffers(db: Connection, scope: Scope): Promise<ShopOffer[]> {
  const rows =
    await db.rows<Row>(sql`select product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps
    from merchant_products p where ${inScope(scope, 'p')} and p.enabled order by array_position(array['instalments', 'pay_in_4', 'pay_later'], p.product)`)
  return rows.map((row) => ({
    product: row.product,
    minCents: cents(row.min_cents),
    maxCents: cents(row.max_cents),
    instalmentsAllowed: row.instalments_allowed.toSorted((a, b) => a - b),
    tin: basisPoints(row.tin_bps),
    openingFeeRate: basisPoints(row.opening_fee_bps),
    downpayment: row.downpayment,
    captureMode: row.capture_mode,
    feeRate: basisPoints(row.fee_bps),
    feeFixedCents: cents(row.fee_fixed_cents),
    vatRate: basisPoints(row.vat_bps),
  }))
}

/** What a new order may be paid by: the shop's offers within its own cart limits. An existing order keeps the offers it was opened with. */
export async function readCartOffers(db: Connection, scope: Scope): Promise<ShopOffer[]> {
  const [offers, limits] = await Promise.all([readOffers(db, scope), readCartLimits(db, scope)])
  return limitOffers(offers, limits)
}
