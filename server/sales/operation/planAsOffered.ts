import { legalText, type UsualTerms } from '#domain/sales/plans/legalText'
import { sum, ZERO, type Cents } from '#domain/platform/money'
import type { Plan } from '#domain/sales/plans/plan'
import type { Product } from '#domain/sales/operations/states'
import { text } from '../../platform/calls/messages.ts'

/** What is paid when signing: down payment and opening fee. */
export const firstPaymentCents = (plan: Pick<Plan, 'downpaymentCents' | 'openingFeeCents'>): Cents =>
  sum(plan.downpaymentCents, plan.openingFeeCents)

/** Only the product with interest has anything that a campaign could change. */
const usualOf = (product: Product, usual: UsualTerms): UsualTerms | null => (product === 'instalments' ? usual : null)

/** A plan as the customer sees it, with the sentences that the law asks for and, of a campaign, what it changes. */
export function planAsOffered({ product, numInstalments }: { product: Product; numInstalments: number }, plan: Plan, usual: UsualTerms) {
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

/** What the campaign gives beside the shop's usual terms, in words; nothing without one. */
export function campaignWords(product: Product, plan: Plan, usual: UsualTerms): string[] {
  const { sentences, values } = legalText(plan, usualOf(product, usual))
  return sentences.filter((one) => one === 'campaign' || one === 'waiting').map((one) => text(`consumer.legal.${one}`, values))
}
