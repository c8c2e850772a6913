import { type CartLimits, limitOffers } from '#domain/merchants/cartLimits'
import { legalText, type UsualTerms } from '#domain/sales/plans/legalText'
import { madridDay } from '#domain/platform/dates'
import { type Cents, cents, sum, ZERO } from '#domain/platform/money'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { Plan } from '#domain/sales/plans/plan'
import { offersAt } from '#domain/sales/plans/termsVersions'
import type { Product } from '#domain/sales/operations/states'
import { text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readTax } from '../../money/ledger/readTax.ts'
import { readTermsVersions } from './termsVersions.ts'

export type { ShopOffer }

/** An offer with the tax on the merchant's fee: its rate, and whose it is. */
export type TaxedOffer = ShopOffer & { taxTerritory: TaxTerritory }

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
export async function readCartLimits(db: Connection, scope: Scope): Promise<CartLimits> {
  const row = await db.first<{ min_cents: bigint | null; max_cents: bigint | null }>(
    sql`select l.min_cents, l.max_cents from cart_limits l where ${inScope(scope, 'l')}`,
  )
  const centsOf = (value: bigint | null | undefined) => (value == null ? null : cents(value))
  return { minCents: centsOf(row?.min_cents), maxCents: centsOf(row?.max_cents) }
}

/**
 * What the shop sells in instalments in this mode at an instant, each with its numbers in order. For an order that exists it is the instant at which it was
 * created: it keeps the terms it was opened with (docs/domain.md#price-list), and the tax of that day.
 */
export async function readOffers(db: Connection, scope: Scope, at: Date): Promise<TaxedOffer[]> {
  const [versions, { territory, rate }] = await Promise.all([readTermsVersions(db, scope), readTax(db, scope.merchantId, madridDay(at))])
  return offersAt(versions, at).map((offer) => ({ ...offer, vatRate: rate, taxTerritory: territory }))
}

/** What a new order may be paid by: the shop's offers within its own cart limits. An existing order keeps the offers it was opened with. */
export async function readCartOffers(db: Connection, scope: Scope, now: Date): Promise<TaxedOffer[]> {
  const [offers, limits] = await Promise.all([readOffers(db, scope, now), readCartLimits(db, scope)])
  return limitOffers(offers, limits)
}
