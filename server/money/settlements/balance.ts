import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { debtClaimDay } from '#domain/money/debt'
import { basisPoints, cents } from '#domain/platform/money'
import { closeSettlement, cutOffOf, nextValueDay } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readDebt } from '../ledger/readDebt.ts'
import { readShop, type SettlingShop } from './readShop.ts'

type Balance = AnswerOf<Api['settlementBalance']>

/** Money on its way to the shop: settled and not paid, waiting, held back, owed; and the next settlement as it stands now. */
export const settlementBalance: Handler<'settlementBalance'> = async ({ db, scope }) => {
  const { merchantId, mode } = scope
  const [shop, debt] = await Promise.all([readShop(db, scope), readDebt(db, scope)])
  // In test mode nothing is ever on its way.
  const sums = await db.first<{ available: string; reserve: string; pending: string }>(sql`
    select coalesce(sum(s.net_cents) filter (where s.status in ('closed', 'returned') and s.mode = 'live'), 0) as available,
      coalesce(-sum(s.reserve_held_cents) filter (where s.reserve_released_in is null), 0) as reserve,
      (select coalesce(sum(l.net_cents), 0) from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id is null) as pending
    from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode}`)
  return {
    available: Number(sums?.available ?? 0),
    pending: Number(sums?.pending ?? 0),
    reserve: Number(sums?.reserve ?? 0),
    debt: debt?.amountCents ?? 0,
    debtSince: debt?.since ?? null,
    // Test mode owes nobody.
    debtClaimedOn: debt === null || mode === 'sandbox' ? null : debtClaimDay(debt.since),
    next: await forecast(db, scope, shop),
    ibanLast4: mode === 'live' ? shop.ibanLast4 : null,
    frequency: shop.rhythm.frequency,
  }
}

/** The next settlement, if nothing more happened until its cut-off. */
async function forecast(db: Connection, { merchantId, mode }: Scope, shop: SettlingShop): Promise<Balance['next']> {
  const valueOn = nextValueDay(shop, shop.rhythm)
  if (valueOn === null) return null
  const row = await db.first<{ many: number; net: string; repaid: string; released: string }>(sql`
    select count(*)::integer as many, coalesce(sum(l.net_cents), 0) as net, coalesce(sum(l.net_cents) filter (where l.kind = 'repayment'), 0) as repaid,
      (select coalesce(-sum(s.reserve_held_cents), 0) from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.reserve_held_cents < 0
        and s.reserve_released_in is null and s.reserve_release_on <= ${valueOn}) as released
    from settlement_lines l where l.merchant_id = ${merchantId} and l.mode = ${mode} and l.settlement_id is null and l.occurred_at < ${cutOffOf(valueOn)}`)
  const end = closeSettlement({
    openingCents: shop.openingCents,
    linesNetCents: cents(Number(row?.net ?? 0)),
    repaidCents: cents(Number(row?.repaid ?? 0)),
    reserveRate: basisPoints(shop.reserveBps),
    releasedCents: cents(Number(row?.released ?? 0)),
  })
  return { valueOn, netAmount: end.netCents, closingBalance: end.closingCents, lineCount: row?.many ?? 0 }
}
