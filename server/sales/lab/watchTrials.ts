import { HOUR_MS } from '#domain/platform/dates'
import { isShopHost } from '#domain/sales/operations/goLive'
import { stuckSince, TRIAL_RESTS_HOURS } from '#domain/sales/operations/stuckTrial'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'

type Watching = Pick<Services, 'database' | 'now' | 'log'> & { config: Pick<Services['config'], 'trialHours'> }
type Host = { host: string | null; first: Date; last: Date }
type Test = { first: Date; last: Date } | null

/** Interval between checks of a shop that uses sandbox. */
const checkIntervalMs = 600_000

/**
 * Checks every shop that uses sandbox: one whose own website sends its orders to sandbox only gets an inbox entry, and its owners and admins are notified
 * once, also by mail. Orders made while the shop's clock runs ahead count as tests. A shop whose check fails is checked again in the next run, and delays no
 * other. Returns how many shops were notified.
 */
export async function watchTrials(services: Watching): Promise<number> {
  for (let notified = 0; ;) {
    const now = services.now()
    const due = await services.database.write(null, (db) =>
      db.first<{ merchant_id: string }>(sql`update trial_checks l set due_at = ${new Date(now.getTime() + checkIntervalMs)}
        where l.merchant_id = (select t.merchant_id from trial_checks t where t.due_at <= ${now} order by t.due_at limit 1 for update skip locked) returning l.merchant_id`),
    )
    if (!due) return notified
    try {
      if (await checkShop(services, due.merchant_id, now)) notified += 1
    } catch (error) {
      services.log('error', 'trial_check_failed', { merchant: due.merchant_id }, error)
    }
  }
}

async function checkShop({ database, config }: Watching, merchantId: string, now: Date): Promise<boolean> {
  const [trial, real] = [mintScope(merchantId, 'sandbox'), mintScope(merchantId, 'live')]
  const shop = await database.read(real, (db) => readShop(db, merchantId))
  const test = shop === undefined ? null : await database.read(trial, (db) => readTest(db, merchantId, { ...shop, now }))
  const since = stuckSince({ test, hours: config.trialHours, now })
  return database.write(real, (db) => (since === null ? forget(db, merchantId) : notifyOnce(db, merchantId, { since, now })))
}

/** An active shop, its website, and when its program last created a live order: ids are ordered by time (`newId`). */
const readShop = (db: Connection, merchantId: string) =>
  db.first<{ url: string; lastReal: Date | null }>(sql`select m.url, (select o.created_at from shop_orders s
      join operations o on o.merchant_id = s.merchant_id and o.mode = s.mode and o.id = s.operation_id
      where s.merchant_id = m.id and s.mode = 'live' order by s.operation_id desc limit 1) as "lastReal"
    from merchants m join accounts a on a.id = m.account_id where m.id = ${merchantId} and m.url is not null and m.status = 'active' and a.disabled_at is null`)

/**
 * Sandbox orders from the shop's own website since then, by wall-clock time. The sandbox clock only runs ahead: an order dated before this period was also
 * created before it, and one dated after now was created while the clock was ahead.
 */
async function readTest(
  db: Connection,
  merchantId: string,
  { url, lastReal, now }: { url: string; lastReal: Date | null; now: Date },
): Promise<Test> {
  const after = Math.max(lastReal?.getTime() ?? 0, now.getTime() - 2 * TRIAL_RESTS_HOURS * HOUR_MS)
  const hosts =
    await db.rows<Host>(sql`select substring(c.url from '^[a-zA-Z]+://([^/?#:]+)') as host, min(c.came_at) as first, max(c.came_at) as last
    from callbacks c join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where c.merchant_id = ${merchantId} and c.mode = 'sandbox' and o.created_at > ${new Date(after)} and c.came_at > ${new Date(after)} and o.created_at <= ${now} group by 1`)
  const own = hosts.filter(({ host }) => isShopHost(host, url))
  if (own.length === 0) return null
  const times = (of: (host: Host) => Date) => own.map((host) => of(host).getTime())
  return { first: new Date(Math.min(...times(({ first }) => first))), last: new Date(Math.max(...times(({ last }) => last))) }
}

async function forget(db: Connection, merchantId: string): Promise<boolean> {
  await db.run(sql`delete from stuck_trials t where t.merchant_id = ${merchantId} and t.mode = 'live'`)
  return false
}

/** Notifies once, whichever process is first. */
async function notifyOnce(db: Connection, merchantId: string, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  const isNew = await db.run(
    sql`insert into stuck_trials (merchant_id, mode, since) values (${merchantId}, 'live', ${since}) on conflict do nothing`,
  )
  if (isNew === 0) return false
  const hours = Math.floor((now.getTime() - since.getTime()) / HOUR_MS)
  notify(db, {
    about: { merchantId },
    type: 'still_testing',
    level: 'warning',
    values: [{ key: 'hours', value: String(hours) }],
    actionUrl: `/merchants/${hexOf(merchantId)}/preferences/plugins`,
    roles: ['owner', 'admin'],
    byMail: true,
    now,
  })
  return true
}
