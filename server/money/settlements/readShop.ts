import type { WholeSettlement } from '#contract/money/settlements'
import { localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { debtClaimDay } from '#domain/money/debt'
import { cents, type Cents, ZERO } from '#domain/platform/money'
import { rhythmOf } from '#domain/money/payoutTerms'
import type { PaymentRhythm, Waiting } from '#domain/money/settlement'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { readScopePayout, type ShopPayout } from '../ledger/payoutTerms.ts'
import { type Debt, readDebt } from '../ledger/readDebt.ts'

/** A shop's terms, its unsettled lines, and what the last settlement carried over; amounts in cents. */
export type SettlingShop = Waiting & {
  rhythm: PaymentRhythm
  payout: ShopPayout
  openingCents: Cents
  /** Last four digits of the account that it is paid to. */
  ibanLast4: string | null
}

/** Reads a shop for its next settlement. */
export async function readShop(db: Connection, scope: Scope): Promise<SettlingShop> {
  // A subquery as an optimisation fence: otherwise min() scans the index by time, past every line that was ever settled.
  const oldestLine = sql`select min(u.occurred_at) as oldest_at from (select occurred_at from settlement_lines
    where ${inScope(scope)} and settlement_id is null offset 0) u`
  const facts = db.first<{
    iban_last4: string | null
    oldest_at: Date | null
    release_on: string | null
    last_value_on: string | null
    closing_cents: bigint | null
  }>(sql`select (select right(b.iban, 4) from bank_accounts b where b.id = m.bank_account_id) as iban_last4,
      l.oldest_at, r.release_on, s.value_on as last_value_on, s.closing_cents
    from merchants m
      cross join (${oldestLine}) l
      cross join (select min(reserve_release_on) as release_on from settlements where ${inScope(scope)}
        and reserve_held_cents < 0 and reserve_released_in is null) r
      left join lateral (select value_on, closing_cents from settlements where ${inScope(scope)} order by value_on desc limit 1) s on true
    where m.id = ${scope.merchantId}`)
  const [row, payout] = await Promise.all([facts, readScopePayout(db, scope)])
  if (!row) throw new Error(`merchant ${scope.merchantId} not found in mode ${scope.mode}`)
  return {
    rhythm: rhythmOf(payout.versions, payout.weekday),
    payout,
    ibanLast4: row.iban_last4,
    oldestOn: row.oldest_at && madridDay(row.oldest_at),
    releaseOn: row.release_on === null ? null : localDate(row.release_on),
    lastValueOn: row.last_value_on === null ? null : localDate(row.last_value_on),
    openingCents: row.closing_cents === null ? ZERO : cents(row.closing_cents),
  }
}

type Named = { id: string; reference: string }
type Row = {
  previous: Named | null
  following: Named | null
  due_on: string | null
  freed_in: Named | null
  freed: (Named & { cents: number })[]
}

const named = (one: Named) => ({ id: hexOf(one.id), reference: one.reference })

/** The settlements from and to which amounts are carried over: the previous and next one, and those whose reserve it releases or that release its own. */
export async function readCarried(db: Connection, scope: Scope, settlementId: string): Promise<WholeSettlement['carried']> {
  const other = (which: Sql): Sql => sql`(select json_build_object('id', o.id, 'reference', o.reference) from settlements o
    where ${inScope(scope, 'o')} and ${which} limit 1)`
  const row = await db.first<Row>(sql`select ${other(sql`o.value_on < s.value_on order by o.value_on desc`)} as previous,
      ${other(sql`o.value_on > s.value_on order by o.value_on`)} as following, s.reserve_release_on as due_on, ${other(sql`o.id = s.reserve_released_in`)} as freed_in,
      (select coalesce(json_agg(json_build_object('id', h.id, 'reference', h.reference, 'cents', -h.reserve_held_cents) order by h.value_on), '[]')
        from settlements h where ${inScope(scope, 'h')} and h.reserve_released_in = s.id) as freed
    from settlements s where ${inScope(scope, 's')} and s.id = ${settlementId}`)
  if (!row) throw new Error(`settlement ${settlementId} not found after it was read`)
  return {
    previous: row.previous && named(row.previous),
    following: row.following && named(row.following),
    reserveDueOn: row.due_on,
    reserveFreedIn: row.freed_in && named(row.freed_in),
    reservesFreed: row.freed.map((one) => ({ ...named(one), amount: one.cents })),
  }
}

/** A debt that is old enough to be claimed. */
type OldDebt = Debt & { merchantId: string; shop: string }

/** Live shops whose debt can be claimed on a day, oldest debt first. For the provider's operator: each shop is read in its own scope, under row-level security. */
export async function oldDebts(database: Database, today: LocalDate): Promise<OldDebt[]> {
  const shops = await database.read(null, (db) =>
    db.rows<{ id: string; name: string }>(
      sql`select m.id, m.name from settlement_runs t join merchants m on m.id = t.merchant_id where t.mode = 'live' order by m.id`,
    ),
  )
  const debts: OldDebt[] = []
  for (const { id: merchantId, name: shop } of shops) {
    const scope = mintScope(merchantId, 'live')
    const debt = await database.read(scope, (db) => readDebt(db, scope))
    if (debt && debtClaimDay(debt.since) <= today) debts.push({ ...debt, merchantId, shop })
  }
  return debts.toSorted((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0))
}
