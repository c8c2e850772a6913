import { formatDate, madridDay, startOfMadridDay, type LocalDate } from '#domain/platform/dates'
import { sum, ZERO, type Cents } from '#domain/platform/money'
import type { RelationEndReason } from '#domain/merchants/retention'
import type { Actor } from '../../platform/calls/actor.ts'
import { text } from '../../platform/calls/messages.ts'
import { audited } from '../../platform/calls/providerChange.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type NoticeValue, notify } from '../notices/notify.ts'
import { tellProvider } from '../notices/providerEvents.ts'
import { minimumFeesDue, type MinimumFeeDue } from '../../money/ledger/minimumFeesDue.ts'
import { readScopePayout } from '../../money/ledger/payoutTerms.ts'
import { type OpenMoney, readOpenMoney } from './concluded.ts'

type Shop = { id: string; name: string; live_on: LocalDate | null }
/** A shop's missing minimum fees of some months, which are waived, with VAT. */
type Waived = { shop: string; months: LocalDate[]; cents: Cents }
/** What the end closes, and gives up. */
type RelationEnd = { shops: number; waived: Waived[] }
type Ending = { accountId: string; endedOn: LocalDate; reason: RelationEndReason; now: Date }

/**
 * What ending a company's relation would do. Account and shops stay locked until the transaction ends, and starting an operation or a refund takes the
 * same lock, so that nothing starts meanwhile. Refuses with ObjectNotFoundException, or ProviderActionNotAllowed while a live shop has open money, before
 * its last event, or when it has ended.
 */
export async function assertRelationCanEnd(db: Connection, { accountId, endedOn, now }: Omit<Ending, 'reason'>): Promise<RelationEnd> {
  const account = await db.first<{ ended: boolean; begun_on: LocalDate }>(sql`select a.relation_ended_on is not null as ended,
      (greatest(a.created_at, (select o.decided_at from onboardings o where o.account_id = a.id)) at time zone 'Europe/Madrid')::date as begun_on
    from accounts a where a.id = ${accountId} for no key update of a`)
  if (!account) throw notFound(hexOf(accountId))
  if (account.ended) throw new Refusal('ProviderActionNotAllowed', { why: 'ended' })
  const shops = await db.rows<Shop>(sql`select m.id, m.name, (m.live_on at time zone 'Europe/Madrid')::date as live_on
    from merchants m where m.account_id = ${accountId} order by m.created_at, m.id for no key update`)
  const { open, lastOn, waived } = await readMoney(db, shops, { endedOn, now, begunOn: account.begun_on })
  if (open.length > 0) throw new Refusal('ProviderActionNotAllowed', { why: 'moneyOpen', values: { open: open.map(openText).join('; ') } })
  if (lastOn > endedOn) throw new Refusal('ProviderActionNotAllowed', { why: 'laterMovement', values: { date: formatDate(lastOn) } })
  return { shops: shops.length, waived }
}

/**
 * Ends a company's relation with the provider on a Madrid day: its shops sell and change nothing any more, its people can read and
 * download, and the ten-year retention of its file begins. Refuses as `assertRelationCanEnd`.
 */
export async function endRelation(db: Connection, ending: Ending, by: Actor): Promise<RelationEnd> {
  const { accountId, endedOn, reason, now } = ending
  const known = await db.first(sql`select from accounts where id = ${accountId}`)
  if (!known) throw notFound(hexOf(accountId))
  const after: Record<string, unknown> = { ended_on: endedOn, reason }
  return audited(db, by, { accountId, call: 'operator.end-relation', entity: 'account', entityId: accountId, after }, async () => {
    const end = await assertRelationCanEnd(db, ending)
    db.send(sql`update accounts set relation_ended_on = ${endedOn}, relation_end_reason = ${reason}, disabled_at = ${startOfMadridDay(endedOn)}
      where id = ${accountId}`)
    // No minimum fee is charged for a month after the end.
    const closed = await db.rows<{
      id: string
    }>(sql`update merchants set status = 'closed', minimum_fee_cents = null, minimum_fee_from = null
      where account_id = ${accountId} and status in ('active', 'suspended', 'pending') returning id`)
    db.send(sql`update shop_applications set outcome = 'rejected', decided_at = ${now} where account_id = ${accountId} and outcome is null`)
    after.minimum_fees_waived = end.waived
    tellEnd(db, ending)
    tellProvider(db, { type: 'account.ended', at: now, about: { accountId }, objectId: accountId, data: { reason } })
    for (const { id: merchantId } of closed)
      tellProvider(db, { type: 'merchant.closed', at: now, about: { accountId, merchantId }, objectId: merchantId })
    return end
  })
}

/** Notifies every member of the account; owners also get an e-mail. */
function tellEnd(db: Connection, { accountId, endedOn, reason, now }: Ending): void {
  const values: NoticeValue[] = [
    { key: 'day', value: formatDate(endedOn) },
    { key: 'why', said: [{ of: `mail.relationEnded.${reason}` }] },
  ]
  const notice = { about: { accountId }, type: 'relation_ended', level: 'warning', values, actionUrl: null, now } as const
  notify(db, { ...notice, roles: ['owner'], byMail: true })
  notify(db, { ...notice, roles: ['admin', 'editor', 'guest'] })
}

type OpenShop = { shop: string; open: OpenMoney['open'] }

const openText = ({ shop, open }: OpenShop): string =>
  `${shop}: ${Object.entries(open)
    .map(([kind, many]) => text(`errors.openMoney.${kind}`, { many }))
    .join(', ')}`

/** Reads each shop's money within its row-level security scope while the shops are locked: everything committed before is seen. */
async function readMoney(
  db: Connection,
  shops: readonly Shop[],
  { endedOn, now, begunOn }: { endedOn: LocalDate; now: Date; begunOn: LocalDate },
): Promise<{ open: OpenShop[]; lastOn: LocalDate; waived: Waived[] }> {
  const money: { open: OpenShop[]; lastOn: LocalDate; waived: Waived[] } = { open: [], lastOn: begunOn, waived: [] }
  for (const shop of shops) {
    const scope = mintScope(shop.id, 'live')
    await withScope(db, scope, async () => {
      const { open, lastOn } = await readOpenMoney(db, scope, madridDay(now))
      if (Object.keys(open).length > 0) money.open.push({ shop: shop.name, open })
      for (const day of [lastOn, shop.live_on]) if (day !== null && day > money.lastOn) money.lastOn = day
      const due = await minimumFeesOf(db, scope, endedOn)
      if (due.length > 0) money.waived.push({ shop: shop.name, months: due.map(({ month }) => month), cents: due.reduce(withVat, ZERO) })
    })
  }
  return money
}

const withVat = (total: Cents, { feeCents, vatCents }: MinimumFeeDue): Cents => sum(total, feeCents, vatCents)

/** A month's minimum fee is charged with the next settlement: for the months since the last one there will be none. */
async function minimumFeesOf(db: Connection, scope: Scope, endedOn: LocalDate): Promise<MinimumFeeDue[]> {
  const last = await db.first<{ on: LocalDate | null }>(sql`select max(s.value_on) as on from settlements s where ${inScope(scope, 's')}`)
  return minimumFeesDue(db, scope, { payout: await readScopePayout(db, scope), lastValueOn: last?.on ?? null }, endedOn)
}
