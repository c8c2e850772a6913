import { cartProblem, type CartProblem } from '#domain/merchants/cartLimits'
import { cents, centsOrNull, formatEuros } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision } from '../../platform/calls/revision.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readOffers } from '../../sales/lifecycle/offers.ts'
import { readCart } from './readCart.ts'

/**
 * Changes the cart limits. Checkouts opened before keep their terms. Refuses with ApiValidationException by field limits outside those of
 * the products or that leave nothing to sell, and with SettingsStale, naming who changed them, when the revision is outdated.
 */
export const configurationUpdate: Handler<'configurationUpdate'> = async ({ db, scope, caller, body: { cart, revision }, now, audit }) => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`cart/${scope.merchantId}/${scope.mode}`}, 0))`)
  const limits = { minCents: centsOrNull(cart.minAmount), maxCents: centsOrNull(cart.maxAmount) }
  const [before, offers] = await Promise.all([readCart(db, scope, now), readOffers(db, scope, now)])
  const problem = cartProblem(limits, offers)
  if (problem) throw refusalOf(problem, offers)
  const changes = before.minAmount !== cart.minAmount || before.maxAmount !== cart.maxAmount
  const present = sql`select l.revision, l.changed_by from cart_limits l where ${inScope(scope, 'l')}`
  await assertRevision(db, { seen: revision, changes, present })
  if (!changes) return before
  await db.run(sql`insert into cart_limits as l (merchant_id, mode, min_cents, max_cents, changed_at, changed_by)
    values (${scope.merchantId}, ${scope.mode}, ${limits.minCents}, ${limits.maxCents}, ${now}, ${caller.userId})
    on conflict (merchant_id, mode) do update set min_cents = excluded.min_cents, max_cents = excluded.max_cents, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      revision = l.revision + 1`)
  audit({
    entity: 'cart_limits',
    entityId: scope.merchantId,
    before: { minAmount: before.minAmount, maxAmount: before.maxAmount },
    after: { minAmount: cart.minAmount, maxAmount: cart.maxAmount },
  })
  return readCart(db, scope, now)
}

function refusalOf({ field, code }: CartProblem, offers: readonly ProductOffer[]): Refusal {
  const values = {
    least: formatEuros(cents(Math.min(...offers.map((one) => one.minCents)))),
    most: formatEuros(cents(Math.max(...offers.map((one) => one.maxCents)))),
  }
  return new Refusal('ApiValidationException', {
    fields: [
      {
        name: `cart.${field}`,
        code,
        message: text(`preferences.server.cart.${code}`, offers.length === 0 ? { least: '–', most: '–' } : values),
      },
    ],
  })
}
