import { madridDay, startOfMadridDay, type LocalDate } from '#domain/platform/dates'
import { cents, sum, ZERO, type Cents } from '#domain/platform/money'
import type { RelationEndReason } from '#domain/merchants/retention'
import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { minimumFeesDue, type MinimumFeeDue } from '../../money/ledger/minimumFeesDue.ts'
import { type OpenMoney, readOpenMoney } from './concluded.ts'

type Shop = { id: string; name: string; live_on: LocalDate | null; minimum_fee_cents: bigint | null; minimum_fee_from: LocalDate | null }
/** A shop with open money, and which. */
export type StillOpen = { shop: string; open: OpenMoney['open'] }
/** A shop's missing minimum fees of some months, which are waived, with VAT. */
type Waived = { shop: string; months: LocalDate[]; cents: Cents }
/** The outcome: done, or why not. `before`: the day of the last event, which is later than the requested one. */
type RelationEnd =
  | { done: true; shops: number; waived: Waived[] }
  | { done: false; why: 'unknown' }
  | { done: false; why: 'ended' }
  | { done: false; why: 'open'; shops: StillOpen[] }
  | { done: false; why: 'before'; lastOn: LocalDate }

type Ending = { accountId: string; endedOn: LocalDate; reason: RelationEndReason; requestId: string; now: Date }

/**
 * Ends a company's relation with the provider on a Madrid day: its shops sell and change nothing any more, its people can read and
 * download, and the ten-year retention of its file begins. Refused while a live shop has open money, and before its last event. One
 * transaction: account and shops are locked before their money is read, and starting an operation or a refund takes the same lock, so that
 * nothing starts meanwhile.
 */
export async function endRelation(database: Database, ending: Ending): Promise<RelationEnd> {
  const { accountId, endedOn, reason, now } = ending
  return database.write(null, async (db) => {
    const account = await db.first<{ ended: boolean; begun_on: LocalDate }>(sql`select a.relation_ended_on is not null as ended,
        (greatest(a.created_at, (select o.decided_at from onboardings o where o.account_id = a.id)) at time zone 'Europe/Madrid')::date as begun_on
      from accounts a where a.id = ${accountId} for no key update of a`)
    if (!account) return { done: false, why: 'unknown' }
    if (account.ended) return { done: false, why: 'ended' }
    const shops =
      await db.rows<Shop>(sql`select m.id, m.name, (m.live_on at time zone 'Europe/Madrid')::date as live_on, m.minimum_fee_cents, m.minimum_fee_from
      from merchants m where m.account_id = ${accountId} order by m.created_at, m.id for no key update`)
    const { open, lastOn, waived } = await readMoney(database, shops, { ...ending, lastOn: account.begun_on })
    if (open.length > 0) return recordOutcome(db, ending, { done: false, why: 'open', shops: open })
    if (lastOn > endedOn) return recordOutcome(db, ending, { done: false, why: 'before', lastOn })
    db.send(sql`update accounts set relation_ended_on = ${endedOn}, relation_end_reason = ${reason}, disabled_at = ${startOfMadridDay(endedOn)}
      where id = ${accountId}`)
    // No minimum fee is charged for a month after the end.
    db.send(sql`update merchants set status = 'closed', minimum_fee_cents = null, minimum_fee_from = null
      where account_id = ${accountId} and status in ('active', 'suspended', 'pending')`)
    db.send(sql`update shop_applications set outcome = 'rejected', decided_at = ${now} where account_id = ${accountId} and outcome is null`)
    return recordOutcome(db, ending, { done: true, shops: shops.length, waived })
  })
}

type ShopsMoney = { open: StillOpen[]; lastOn: LocalDate; waived: Waived[] }

/** Reads each shop's money within its row-level security scope while the shops are locked: everything committed before is seen. */
async function readMoney(
  database: Database,
  shops: readonly Shop[],
  { endedOn, now, lastOn: begunOn }: Ending & { lastOn: LocalDate },
): Promise<ShopsMoney> {
  const money: ShopsMoney = { open: [], lastOn: begunOn, waived: [] }
  for (const shop of shops) {
    const scope = mintScope(shop.id, 'live')
    await database.read(scope, async (db) => {
      const { open, lastOn } = await readOpenMoney(db, scope, madridDay(now))
      if (Object.keys(open).length > 0) money.open.push({ shop: shop.name, open })
      for (const day of [lastOn, shop.live_on]) if (day !== null && day > money.lastOn) money.lastOn = day
      const due = await minimumFeesOf(db, shop, endedOn)
      if (due.length > 0) money.waived.push({ shop: shop.name, months: due.map(({ month }) => month), cents: due.reduce(withVat, ZERO) })
    })
  }
  return money
}

const withVat = (total: Cents, { feeCents, vatCents }: MinimumFeeDue): Cents => sum(total, feeCents, vatCents)

/** A month's minimum fee is charged with the next settlement: for the months since the last one there will be none. */
async function minimumFeesOf(db: Connection, shop: Shop, endedOn: LocalDate): Promise<MinimumFeeDue[]> {
  const { id, minimum_fee_cents: least, minimum_fee_from: from } = shop
  if (least === null || from === null) return []
  const last = await db.first<{ on: LocalDate | null }>(
    sql`select max(s.value_on) as on from settlements s where s.merchant_id = ${id} and s.mode = 'live'`,
  )
  return minimumFeesDue(db, mintScope(id, 'live'), { minimumFee: { cents: cents(least), from }, lastValueOn: last?.on ?? null }, endedOn)
}

/** The audit entry of the account, whatever the outcome. */
async function recordOutcome(db: Connection, { accountId, endedOn, reason, requestId }: Ending, end: RelationEnd): Promise<RelationEnd> {
  const nobody = { merchantId: null, mode: null, userId: null, role: 'operator', ip: null } as const
  await record(db, {
    accountId,
    ...nobody,
    call: 'operator.end-relation',
    outcome: end.done ? 'done' : 'refused',
    entity: 'account',
    entityId: accountId,
    after: { ended_on: endedOn, reason, ...(end.done ? { minimum_fees_waived: end.waived } : { why: end.why }) },
    requestId,
  })
  return end
}
