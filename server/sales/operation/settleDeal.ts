import { formatEuros, cents, type Cents } from '#domain/platform/money'
import { netOffered, type ProductOffer } from '#domain/sales/plans/offer'
import { isBudgetSpent } from '#domain/sales/campaigns/campaignBudget'
import type { Deal } from '#domain/sales/campaigns/campaignDeal'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { readDeals, type OrderAsked } from './deals.ts'

/** An order whose plan its customer has just chosen. */
export type Choosing = { operationId: string; order: OrderAsked; offer: ProductOffer; numInstalments: number }
/** The deal, and what the shop bears by it once all is captured. */
export type Settled = { deal: Deal | null; promisedCents: Cents }

/**
 * The campaign that an order keeps, whatever becomes of the campaign afterwards. Of one with a budget the order takes its part here, under the
 * campaign's lock: the one that spends the last of it still gets its terms and pauses the campaign, so that a budget is exceeded by less than
 * that one order costs. What an order was promised it keeps when it chooses the same again; whoever chooses after it gets what the other campaigns give.
 */
export async function settleDeal(db: Connection, scope: Scope, { operationId, order, offer, numInstalments }: Choosing): Promise<Settled> {
  for (;;) {
    const deal = (await readDeals(db, scope, order))(offer, numInstalments)
    if (deal === null) return { deal, promisedCents: cents(0) }
    const promisedCents = netOffered(offer, numInstalments, order.totalCents, deal).subsidyCents
    // One that has just been spent runs no longer: the next reading leaves it out.
    if (await takeFromBudget(db, scope, { campaignId: deal.campaignId, operationId, promisedCents, now: order.now }))
      return { deal, promisedCents }
  }
}

type Taking = { campaignId: string; operationId: string; promisedCents: Cents; now: Date }
type Budget = { status: string; holds: boolean; name: string; budget_cents: bigint; author: string | null }

/** False when the budget was spent before. */
async function takeFromBudget(db: Connection, scope: Scope, { campaignId, operationId, promisedCents, now }: Taking): Promise<boolean> {
  const { merchantId, mode } = scope
  const budget = await db.first<Budget>(sql`select c.status, c.name, c.budget_cents,
      exists (select from operations o where o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = ${operationId} and o.campaign_id = c.id
        and o.campaign_promised_cents >= ${promisedCents}) as holds,
      (select u.id from users u where u.id = c.created_by and u.disabled_at is null) as author from campaigns c
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = ${campaignId} and c.budget_cents is not null for no key update`)
  if (!budget) return true
  // What it was promised before is no more than it was.
  if (budget.holds) return true
  if (budget.status !== 'active' && budget.status !== 'scheduled') return false
  // In a statement of its own: it must see what the earlier holder of the lock promised.
  const others = await db.first<{ spent: bigint }>(sql`select coalesce(sum(campaign_cost(o)), 0)::bigint as spent from operations o
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.campaign_id = ${campaignId} and o.id <> ${operationId}`)
  const spent = cents(others?.spent ?? 0)
  const limit = cents(budget.budget_cents)
  const fits = !isBudgetSpent(limit, spent)
  if (isBudgetSpent(limit, cents(spent + promisedCents))) pauseSpent(db, scope, campaignId, budget, now)
  return fits
}

/** Pauses the campaign and tells its author, or everybody who may let it run on when that person is gone. */
function pauseSpent(db: Connection, scope: Scope, campaignId: string, { name, budget_cents, author }: Budget, now: Date): void {
  const { merchantId, mode } = scope
  db.send(sql`update campaigns c set status = 'paused', budget_spent_at = ${now}
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = ${campaignId}`)
  notify(db, {
    about: { merchantId },
    type: 'campaign_budget_spent',
    level: 'warning',
    values: [
      { key: 'campaign', value: name },
      { key: 'amount', value: formatEuros(cents(budget_cents)) },
    ],
    actionUrl: `/merchants/${hexOf(merchantId)}/campaigns/${hexOf(campaignId)}${mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    ...(author !== null && { userId: author }),
    now,
  })
}
