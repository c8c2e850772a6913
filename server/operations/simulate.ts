import { madridDay, nextTargetBusinessDay, type LocalDate } from '#domain/dates'
import { netForOrder, subsidyFor } from '#domain/fees'
import { basisPoints, cents, ZERO, type Cents } from '#domain/money'
import { computePayLater, computePlan, type Plan } from '#domain/plan'
import type { Product } from '#domain/lifecycle'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'

type Terms = {
  product: Product
  min_cents: bigint
  max_cents: bigint
  instalments_allowed: number[]
  tin_bps: number
  opening_fee_bps: number
  downpayment: 'none' | 'equal'
  fee_bps: number
  fee_fixed_cents: bigint
  vat_bps: number
}

/** What the buyer pays and the shop gets today for every plan on offer; a guest sees the buyer's side only (our choice). */
export const simulate: Handler<'planSimulator'> = async ({ query, scope, caller, db, now }) => {
  const terms =
    await db.rows<Terms>(sql`select product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, fee_bps, fee_fixed_cents, vat_bps
    from merchant_products p where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.enabled order by array_position(array['instalments', 'pay_in_4', 'pay_later'], p.product)`)
  const orderCents = cents(query.amount)
  const fits = (one: Terms) => orderCents >= one.min_cents && orderCents <= one.max_cents
  const today = madridDay(now)
  return {
    plans: terms
      .filter(fits)
      .flatMap((one) =>
        one.instalments_allowed.toSorted((a, b) => a - b).map((count) => offer(one, count, orderCents, today, caller.role === 'guest')),
      ),
    outside: terms
      .filter((one) => !fits(one))
      .map((one) => ({ product: one.product, minAmount: Number(one.min_cents), maxAmount: Number(one.max_cents) })),
  }
}

function offer(terms: Terms, numInstalments: number, orderCents: Cents, today: LocalDate, buyerOnly: boolean) {
  const plan = planOf(terms, numInstalments, orderCents, today)
  const last = plan.instalments.at(-1)
  return {
    product: terms.product,
    numInstalments,
    tin: plan.tin,
    tae: plan.tae,
    instalmentAmount: plan.instalmentCents,
    lastInstalmentAmount: last?.amountCents ?? ZERO,
    downpaymentAmount: plan.downpaymentCents,
    openingFeeAmount: plan.openingFeeCents,
    totalInterest: plan.totalInterestCents,
    totalPrice: plan.totalPriceCents,
    firstDueOn: plan.firstDueOn,
    lastDueOn: last?.dueOn ?? plan.firstDueOn,
    merchant: buyerOnly ? null : merchantSide(terms, numInstalments, orderCents, today),
  }
}

function planOf(terms: Terms, numInstalments: number, orderCents: Cents, today: LocalDate): Plan {
  if (terms.product === 'pay_later') return computePayLater({ orderCents, capturedOn: today })
  return computePlan({
    orderCents,
    numInstalments,
    tin: basisPoints(terms.tin_bps),
    downpayment: terms.downpayment,
    openingFeeRate: basisPoints(terms.opening_fee_bps),
    signedOn: today,
  })
}

/** Without a campaign the consumer pays the reference rate, so the shop owes no subsidy. */
function merchantSide(terms: Terms, numInstalments: number, orderCents: Cents, today: LocalDate) {
  const tin = basisPoints(terms.tin_bps)
  const net = netForOrder({
    amountCents: orderCents,
    plan: { rate: basisPoints(terms.fee_bps), fixedCents: cents(terms.fee_fixed_cents), vatRate: basisPoints(terms.vat_bps) },
    subsidyCents: subsidyFor({ orderCents, numInstalments, referenceTin: tin, consumerTin: tin, downpayment: terms.downpayment }),
  })
  return {
    feeAmount: net.feeCents,
    vatAmount: net.vatCents,
    subsidyAmount: net.subsidyCents,
    netAmount: net.netCents,
    valueOn: nextTargetBusinessDay(today),
  }
}
