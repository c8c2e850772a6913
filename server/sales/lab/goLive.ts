import type { GoLiveState } from '#contract/sales/lab'
import { goLiveSteps, isShopHost, type GoLiveStep } from '#domain/sales/operations/goLive'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Evidence = Omit<GoLiveState, 'step'>
type First = { id: string; at: Date }
type Ofmode = { order: First | undefined; heardAt: Date | null }

const none: Evidence = { doneAt: null, operationId: null, detail: null }

/** Progress towards the first real sale, from both modes of a shop that the caller was admitted to. */
export const goLive: Handler<'goLive'> = async ({ scope, caller, services }) => {
  const { merchantId } = scope
  const [test, real] = [mintScope(merchantId, 'sandbox'), mintScope(merchantId, 'live')]
  const [tested, live] = await Promise.all([
    services.database.read(test, (db) => happenedIn(db, test, sql`o.created_at`)),
    services.database.read(real, async (db) => {
      const [happened, widget, bankAccount, secondFactor, colleagueSince] = await Promise.all([
        happenedIn(db, real, sql`o.confirmed_at`),
        widgetSeen(db, real),
        accountPaid(db, real),
        factorsOf(db, real, caller.accountId),
        colleagueOf(db, caller.accountId),
      ])
      return { ...happened, widget, bankAccount, secondFactor, colleagueSince }
    }),
  ])
  const heard = [live.heardAt, tested.heardAt].find((at) => at !== null) ?? null
  const steps: Record<GoLiveStep, Evidence> = {
    testOrder: ofOrder(tested.order),
    notification: { ...none, doneAt: heard?.toISOString() ?? null },
    widget: live.widget,
    bankAccount: live.bankAccount,
    secondFactor: live.secondFactor,
    liveOrder: ofOrder(live.order),
  }
  return { steps: goLiveSteps.map((step) => ({ step, ...steps[step] })), colleagueSince: live.colleagueSince }
}

const ofOrder = (order: First | undefined): Evidence =>
  order ? { ...none, doneAt: order.at.toISOString(), operationId: hexOf(order.id) } : none

/** The first order of a mode by a given time column, and when the shop's server first answered a notification. */
async function happenedIn(db: Connection, scope: Scope, time: ReturnType<typeof sql>): Promise<Ofmode> {
  const [order, heard] = await Promise.all([
    db.first<First>(sql`select o.id, ${time} as at from operations o
      where ${inScope(scope, 'o')} and ${time} is not null order by o.created_at, o.id limit 1`),
    db.first<{ at: Date }>(sql`select f.at from shop_first_responses f where ${inScope(scope, 'f')}`),
  ])
  return { order, heardAt: heard?.at ?? null }
}

/** The shop's own page that last requested plans with a live key. */
async function widgetSeen(db: Connection, scope: Scope): Promise<Evidence> {
  const rows = await db.rows<{
    at: Date
    host: string | null
    url: string | null
  }>(sql`select k.last_used_at as at, k.last_used_from as host, m.url
    from api_keys k join merchants m on m.id = k.merchant_id
    where ${inScope(scope, 'k')} and k.kind = 'public' and k.last_used_at is not null order by k.last_used_at desc`)
  const seen = rows.find(({ host, url }) => isShopHost(host, url))
  return seen ? { ...none, doneAt: seen.at.toISOString(), detail: seen.host } : none
}

/** The shop's payout account, once it has passed review. */
async function accountPaid(db: Connection, { merchantId }: Scope): Promise<Evidence> {
  const row = await db.first<{
    at: Date
    last4: string
  }>(sql`select coalesce(b.effective_from, b.created_at) as at, right(b.iban, 4) as last4
    from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = ${merchantId} and b.state = 'active'`)
  return row ? { ...none, doneAt: row.at.toISOString(), detail: `•••• ${row.last4}` } : none
}

/** When the second of the people who can sign in joined. */
async function colleagueOf(db: Connection, accountId: string): Promise<string | null> {
  const row = await db.first<{ at: Date | null }>(sql`select u.joined_at as at from members u
    where u.account_id = ${accountId} and u.disabled_at is null and u.joined_at is not null order by u.joined_at offset 1 limit 1`)
  return row?.at?.toISOString() ?? null
}

/** Whether every owner and admin with access to the shop has a second factor. */
async function factorsOf(db: Connection, { merchantId }: Scope, accountId: string): Promise<Evidence> {
  const row = await db.first<{
    people: number
    armed: number
    at: Date | null
  }>(sql`select count(*)::integer as people, count(f.since)::integer as armed, max(f.since) as at
    from members u left join lateral (select least((select a.confirmed_at from authenticators a where a.user_id = u.id),
        (select min(p.created_at) from passkeys p where p.user_id = u.id)) as since) f on true
    where u.account_id = ${accountId} and u.role in ('owner', 'admin') and u.disabled_at is null and u.joined_at is not null
      and ${entersShop(sql`${merchantId}::uuid`)}`)
  const { people, armed, at } = row ?? { people: 0, armed: 0, at: null }
  const detail = text('lab.server.factors', { armed: String(armed), people: String(people) })
  return { ...none, doneAt: people > 0 && armed === people ? (at?.toISOString() ?? null) : null, detail }
}
