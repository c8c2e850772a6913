import { DAY_MS, madridDay } from '#domain/platform/dates'
import { hiddenBefore, namesErasedBefore, NOTICES_KEPT_DAYS } from '#domain/merchants/retention'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import type { MemberId } from '../../platform/calls/call.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { concluded, concludedAt, notHidden } from './concluded.ts'
import { completeErasures, recordErasure } from './eraseCustomer.ts'
import { erasePerson } from './erasePerson.ts'
import { deleteEndedFiles } from './deleteEndedFiles.ts'
import { deleteRejectedFiles } from './deleteRejectedFiles.ts'
import { deleteDecisions, hideCustomers } from './hideCustomers.ts'

/** The services that retention needs. */
type RetentionServices = Pick<Services, 'database' | 'wallClock' | 'log'> & { config: Pick<Services['config'], 'sessionSecrets'> }

/** The most operations changed in one transaction, to keep locks short. */
const maxOperations = 200
/** The most shops read at a time. */
const maxShops = 100
/** The most rows of independent tables deleted at a time. */
const maxRows = 5_000

type DueShop = { merchant_id: string; mode: Mode }

/**
 * Applies retention by the wall clock (domain/merchants/retention.ts): hides customers from shops, deletes blocked data, completes pending
 * erasures, erases the names of people who left, and deletes files of rejected accounts and of relations ended long ago, and old notices.
 * Each shop and mode is processed once a day, and when an operation with a pending erasure concludes; in small transactions, each with an
 * audit entry of the account, so that it continues after a crash. A failure does not hold up others and is retried in the next run. Returns
 * how much was done.
 */
export async function applyRetention(services: RetentionServices): Promise<number> {
  let done = await applyToShops(services)
  for (const [job, work] of Object.entries(otherJobs))
    try {
      done += await work(services)
    } catch (error) {
      services.log('error', 'retention_failed', { what: job }, error)
    }
  return done
}

/** Processes shops until none is due except those that failed or that another process holds. */
async function applyToShops(services: RetentionServices): Promise<number> {
  const skipped = new Set<string>()
  let done = 0
  for (;;) {
    const shops = await services.database.read(null, (db) => dueShops(db, services.wallClock(), [...skipped]))
    if (shops.length === 0) return done
    for (const shop of shops) {
      const step = await applyToShop(services, shop).catch((error: unknown) => {
        services.log('error', 'retention_failed', { what: 'shop' }, error)
        return null
      })
      if (step === null) skipped.add(keyOf(shop))
      else done += step
    }
  }
}

const keyOf = ({ merchant_id: merchantId, mode }: DueShop): string => `${merchantId} ${mode}`

function dueShops(db: Connection, now: Date, skipped: readonly string[]): Promise<DueShop[]> {
  const notSkipped = sql`d.merchant_id || ' ' || d.mode <> all(${[...skipped]}::text[])`
  return db.rows<DueShop>(sql`(select d.merchant_id, d.mode from privacy_sweeps d where d.due_at <= ${now} and ${notSkipped} order by d.due_at limit ${maxShops})
    union (select d.merchant_id, d.mode from privacy_queue d where ${notSkipped} limit ${maxShops})`)
}

/** One step for one shop, in a transaction; when nothing is left, it is due again a day later. Null: another process holds it. */
function applyToShop(
  { database, wallClock: present, config }: RetentionServices,
  { merchant_id: merchantId, mode }: DueShop,
): Promise<number | null> {
  const scope = mintScope(merchantId, mode)
  const now = present()
  return database.write(scope, async (db) => {
    const thisShop = inScope(scope, 's')
    const locked = await db.first(sql`select from privacy_sweeps s where ${thisShop} for update skip locked`)
    if (!locked) return null
    await db.run(sql`delete from privacy_queue s where ${thisShop}`)
    const erased = (await completeErasures(db, scope, { now, secrets: config.sessionSecrets })).length
    const { hidden, more: older } = await hideOld(db, scope, now)
    const removed = await removeBlocked(db, scope, now)
    const more = older || removed === maxRows
    if (!more) db.send(sql`update privacy_sweeps s set due_at = ${new Date(now.getTime() + DAY_MS)} where ${thisShop}`)
    if (erased + hidden + removed > 0)
      await recordErasure(db, scope, {
        call: 'customersForget',
        role: null,
        entity: 'merchant',
        entityId: merchantId,
        after: { erased, hidden, removed },
        requestId: 'clock',
      })
    return erased + hidden + removed
  })
}

/** Hides customers whose retention is over. For operations without `concluded_at` it is computed first, and they are hidden when that date is due. */
async function hideOld(db: Connection, scope: Scope, now: Date): Promise<{ hidden: number; more: boolean }> {
  const rows = await db.rows<{ id: string; known: boolean }>(sql`select o.id, o.concluded_at is not null as known from operations o
    where ${notHidden(scope)} and ${concluded} and coalesce(o.concluded_at, o.created_at) < ${hiddenBefore(now)} and o.held_cents = 0
    order by coalesce(o.concluded_at, o.created_at) limit ${maxOperations}`)
  const unknown = rows.flatMap(({ id, known }) => (known ? [] : [id]))
  if (unknown.length > 0)
    db.send(sql`update operations o set concluded_at = ${concludedAt}
      where ${notHidden(scope)} and o.id = any(${unknown}::uuid[])`)
  const { hidden } = await hideCustomers(
    db,
    scope,
    rows.flatMap(({ id, known }) => (known ? [id] : [])),
    now,
  )
  return { hidden: hidden.length, more: rows.length === maxOperations || unknown.length > 0 }
}

/** Deletes blocked data after its last day, with how the credit was decided. */
async function removeBlocked(db: Connection, scope: Scope, now: Date): Promise<number> {
  const over = await db.rows<{ id: string }>(sql`select k.operation_id as id from blocked_customers k
    where ${inScope(scope, 'k')} and k.keep_until < ${madridDay(now)} limit ${maxRows}`)
  const ids = over.map(({ id }) => id)
  deleteDecisions(db, scope, ids)
  if (ids.length > 0) db.send(sql`delete from blocked_customers b where ${inScope(scope, 'b')} and b.operation_id = any(${ids}::uuid[])`)
  return ids.length
}

async function eraseLeavers(services: RetentionServices): Promise<number> {
  const now = services.wallClock()
  const left = await services.database.read(null, (db) =>
    db.rows<MemberId>(
      sql`select m.account_id as "accountId", m.user_id as "userId" from memberships m where m.removed_at < ${namesErasedBefore(now)} and m.erased_at is null order by m.removed_at limit ${maxRows}`,
    ),
  )
  for (const member of left) await erasePerson(services.database, member, { by: 'clock', requestId: 'clock', now })
  return left.length
}

const deleteNotices = async ({ database, wallClock: present }: RetentionServices): Promise<number> => {
  const before = new Date(present().getTime() - NOTICES_KEPT_DAYS * DAY_MS)
  return database.write(null, (db) =>
    db.run(
      sql`delete from notifications n where n.id = any(array(select o.id from notifications o where o.created_at < ${before} order by o.created_at limit ${maxRows}))`,
    ),
  )
}

/** Jobs that are not per shop; each runs by itself. */
const otherJobs: Readonly<Record<string, (services: RetentionServices) => Promise<number>>> = {
  leavers: eraseLeavers,
  rejected: ({ database, wallClock: present }) => deleteRejectedFiles(database, present()),
  ended: deleteEndedFiles,
  notices: deleteNotices,
}
