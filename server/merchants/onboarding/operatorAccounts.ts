import { tidyEmail } from '#domain/platform/emailAddress'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ConfigProblem } from '../../platform/database/configProblem.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { notify } from '../notices/notify.ts'
import { tellProvider } from '../notices/providerEvents.ts'

export type FoundAccount = {
  accountId: string
  company: string
  disabledAt: Date | null
  relationEnded: boolean
  shops: { id: string; name: string; status: string }[]
}

type Row = { id: string; company: string; disabled_at: Date | null; ended: boolean; owns: boolean; shops: FoundAccount['shops'] }

/**
 * The account of somebody with this e-mail, with its shops in order of creation; undefined when there is none. Of a person in several accounts it is the one
 * that they own; refuses with a ConfigProblem when that does not tell which.
 */
export async function findAccount({ read }: Database, email: string): Promise<FoundAccount | undefined> {
  const rows = await read(null, (db) =>
    db.rows<Row>(sql`select a.id, coalesce(e.name, p.first_name || ' ' || p.last_name, '') as company, a.disabled_at, a.relation_ended_on is not null as ended, u.role = 'owner' as owns,
        coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'status', m.status) order by m.created_at, m.id) from merchants m where m.account_id = a.id), '[]') as shops
      from members u join accounts a on a.id = u.account_id left join enterprises e on e.account_id = a.id left join profiles p on p.account_id = a.id
      where ${sameMailbox([tidyEmail(email)])} and u.joined_at is not null and u.removed_at is null order by a.id`),
  )
  const owned = rows.filter(({ owns }) => owns)
  const [row, ...others] = rows.length > 1 && owned.length > 0 ? owned : rows
  if (others.length > 0)
    throw new ConfigProblem(
      `${email} belongs to several accounts (${rows.map(({ company }) => company).join(', ')}): give the e-mail of an owner of one.`,
    )
  return row && { accountId: row.id, company: row.company, disabledAt: row.disabled_at, relationEnded: row.ended, shops: row.shops }
}

/** Disabled, with a reason that everybody of the account reads; or enabled again. */
export type AccountSwitch = { disabled: true; reason: string } | { disabled: false }

/** Whether an account is disabled now, its row locked. Refuses with ObjectNotFoundException, or ProviderActionNotAllowed when the switch is not possible. */
export async function assertSwitchable(db: Connection, accountId: string, { disabled }: Pick<AccountSwitch, 'disabled'>): Promise<void> {
  const row = await db.first<{ disabled: boolean; ended: boolean }>(
    sql`select disabled_at is not null as disabled, relation_ended_on is not null as ended from accounts where id = ${accountId} for update`,
  )
  if (!row) throw notFound(hexOf(accountId))
  if (row.ended) throw new Refusal('ProviderActionNotAllowed', { why: 'ended' })
  if (row.disabled === disabled) throw new Refusal('ProviderActionNotAllowed', { why: disabled ? 'disabled' : 'enabled' })
}

/**
 * Disables or enables an account (docs/domain.md#roles-and-rights): existing sales, refunds, settlements and invoices continue; no new
 * sale, campaign or audience starts. Its people are notified, its owners by e-mail too. Refuses as `assertSwitchable`.
 */
export async function switchAccount(db: Connection, accountId: string, order: AccountSwitch, { by, now }: ByProvider): Promise<void> {
  const known = await db.first(sql`select from accounts where id = ${accountId}`)
  if (!known) throw notFound(hexOf(accountId))
  const entry = {
    accountId,
    call: order.disabled ? 'operator.disable-account' : 'operator.enable-account',
    entity: 'account',
    entityId: accountId,
    before: { disabled: !order.disabled },
    after: order.disabled ? { disabled: true, note: order.reason } : { disabled: false },
  }
  await audited(db, by, entry, async () => {
    await assertSwitchable(db, accountId, order)
    await db.run(sql`update accounts set disabled_at = ${order.disabled ? now : null} where id = ${accountId}`)
    const type = order.disabled ? 'account.disabled' : 'account.enabled'
    tellProvider(db, { type, at: now, about: { accountId }, objectId: accountId })
    const notice = order.disabled
      ? ({ type: 'account_disabled', level: 'error', values: [{ key: 'reason', value: order.reason }] } as const)
      : ({ type: 'account_enabled', level: 'success', values: [] } as const)
    notify(db, { about: { accountId }, ...notice, actionUrl: null, roles: ['owner'], byMail: true, now })
    notify(db, { about: { accountId }, ...notice, actionUrl: null, roles: ['admin', 'editor', 'guest'], now })
  })
}

/** How much was closed. */
type ClosedDemo = { accounts: number; people: number; keys: number; webhooks: number; sessions: number }

/**
 * Closes every demo account for good: its people are signed out and cannot sign in again, its keys and links are refused, its webhooks get
 * nothing. What it sold stays. Idempotent.
 */
export async function closeDemo(database: Database, now: Date): Promise<ClosedDemo> {
  const all: ClosedDemo = { accounts: 0, people: 0, keys: 0, webhooks: 0, sessions: 0 }
  const accounts = await database.read(null, (db) => db.rows<{ id: string }>(sql`select id from accounts where demo order by id`))
  for (const { id: accountId } of accounts) {
    const shops = await database.read(null, (db) => db.rows<{ id: string }>(sql`select id from merchants where account_id = ${accountId}`))
    for (const { id } of shops) {
      const closed = await closeShop(database, id, now)
      all.keys += closed.keys
      all.webhooks += closed.webhooks
    }
    const { people, sessions } = await database.write(null, async (db) => {
      const closed = await closePeople(db, accountId, now)
      await db.run(sql`update accounts set disabled_at = coalesce(disabled_at, ${now}) where id = ${accountId}`)
      const entry = { accountId, call: 'operator.close-demo', entity: 'account', entityId: accountId, after: closed }
      await recordAct(db, { operator: true }, entry)
      return closed
    })
    all.accounts += 1
    all.people += people
    all.sessions += sessions
  }
  return all
}

async function closeShop(database: Database, merchantId: string, now: Date): Promise<{ keys: number; webhooks: number }> {
  const closed = { keys: 0, webhooks: 0 }
  for (const scope of [mintScope(merchantId, 'live'), mintScope(merchantId, 'sandbox')])
    await database.write(scope, async (db) => {
      db.send(sql`update api_key_lookups set ends_at = ${now} where ${inScope(scope)}
        and (ends_at is null or ends_at > ${now})`)
      closed.keys += await db.run(sql`update api_keys k set revoked_at = ${now}
        where ${inScope(scope, 'k')} and k.revoked_at is null`)
      const webhooks = await db.rows<{ id: string }>(sql`delete from webhooks w where ${inScope(scope, 'w')} returning w.id`)
      closed.webhooks += webhooks.length
      const ids = webhooks.map(({ id }) => id)
      db.send(sql`delete from outbox o where o.kind = 'webhook' and o.state = 'pending' and o.group_id = any(${ids}::uuid[])`)
      db.send(sql`delete from webhook_sweeps t where ${inScope(scope, 't')} and t.webhook_id = any(${ids}::uuid[])`)
    })
  return closed
}

async function closePeople(db: Connection, accountId: string, now: Date): Promise<{ people: number; sessions: number }> {
  const people = await db.run(sql`update memberships set disabled_at = ${now} where account_id = ${accountId} and disabled_at is null`)
  const ofAccount = sql`user_id in (select m.user_id from memberships m where m.account_id = ${accountId}
    and not exists (select from memberships o where o.user_id = m.user_id and ${mayEnter(sql`o`, now)}))`
  db.send(sql`update one_time_links set used_at = ${now} where ${ofAccount} and used_at is null`)
  const { ended: sessions } = await closeSessions(db, ofAccount, { reason: 'user_disabled', now })
  return { people, sessions }
}
