import type { Deal } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { cents, type Cents } from '#domain/platform/money'
import { netOffered, planOffered } from '#domain/sales/plans/offer'
import type { Plan } from '#domain/sales/plans/plan'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ShopOffer } from '../operation/offers.ts'
import type { Sale } from './sale.ts'

/** A plan on an offer's terms, or on those of the campaign that the order gets. */
export type Agreed = { offer: ShopOffer; numInstalments: number; deal: Deal | null; now: Date }
/** With what the shop bears by the campaign, promised out of its budget. */
export type Promised = Agreed & { promisedCents: Cents }

/** What it comes to for this sale. */
export const planAgreed = ({ totalCents }: Pick<Sale, 'totalCents'>, { offer, numInstalments, deal, now }: Agreed): Plan =>
  planOffered(offer, numInstalments, totalCents, madridDay(now), deal)

/** Writes the terms into the operation, with the campaign that they come from: it keeps them, whatever becomes of the campaign (docs/domain.md#campaigns). */
export function agreePlan(db: Connection, scope: Scope, sale: Pick<Sale, 'operationId' | 'totalCents'>, agreed: Promised): Plan {
  const { offer, numInstalments, deal, promisedCents } = agreed
  const plan = planAgreed(sale, agreed)
  const net = netOffered(offer, numInstalments, sale.totalCents, deal)
  db.send(sql`update operations o set product = ${offer.product}, capture_mode = ${offer.captureMode}, num_instalments = ${numInstalments},
      tin_bps = ${plan.tin}, tae_bps = ${plan.tae}, downpayment_cents = ${plan.downpaymentCents}, opening_fee_cents = ${plan.openingFeeCents},
      fee_bps = ${offer.feeRate}, fee_fixed_cents = ${offer.feeFixedCents}, vat_bps = ${offer.vatRate}, reference_tin_bps = ${offer.tin}, net_cents = ${cents(net.netCents)},
      campaign_id = ${deal?.campaignId ?? null}, waiting_months = ${deal?.waitingMonths ?? 0},
      campaign_promised_cents = ${promisedCents}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationId}`)
  return plan
}
