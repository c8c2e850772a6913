import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { stopChange } from './changes.ts'
import { releasePayments } from './coolingEnd.ts'
import { notifyPeople } from './notifyPeople.ts'
import type { IbanChange } from './ibanChange.ts'

const maxUnconfirmedMs = 24 * 3_600_000

/** What is due: cooled off, or not confirmed within a day. */
const due = (now: Date) => sql`(b.state = 'cooling' and b.effective_from <= ${now}
  or b.state = 'unconfirmed' and b.created_at <= ${new Date(now.getTime() - maxUnconfirmedMs)})`

/**
 * Applies changes that have cooled off, and ends those not confirmed in time. Each once in its own transaction, however many processes run;
 * a failing one does not hold up others. Returns how many were applied or ended.
 */
export async function moveAccounts({ database, now, log }: Pick<Services, 'database' | 'now' | 'log'>): Promise<number> {
  const at = now()
  const waiting = await database.read(null, (db) =>
    db.rows<{ id: string }>(sql`select b.id from bank_accounts b where ${due(at)} order by b.created_at limit 1000`),
  )
  let moved = 0
  for (const { id } of waiting) {
    try {
      if (await database.write(null, (db) => moveOne(db, id, at))) moved += 1
    } catch (error) {
      log('error', 'bank_account_change_failed', { account: id }, error)
    }
  }
  return moved
}

async function moveOne(db: Connection, id: string, now: Date): Promise<boolean> {
  const change =
    await db.first<IbanChange>(sql`select b.id, b.account_id, b.merchant_id, b.iban, b.state, b.requested_by, b.new_device, b.needs_second_owner, b.second_owner_id
    from bank_accounts b where b.id = ${id} and ${due(now)} for update skip locked`)
  if (!change) return false
  const state = change.state === 'cooling' ? 'active' : 'cancelled'
  if (state === 'active') await activate(db, change, now)
  else await stopChange(db, change, { state, now })
  await record(db, {
    accountId: change.account_id,
    merchantId: change.merchant_id,
    mode: 'live',
    userId: null,
    role: 'system',
    ip: null,
    call: 'ibans.moveAccounts',
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: { state },
  })
  return true
}

/** From now on the shop is paid to it; the previous account becomes `replaced`, unless another shop is still paid to it. */
async function activate(db: Connection, change: IbanChange, now: Date): Promise<void> {
  await db.run(sql`update bank_accounts set state = 'active' where id = ${change.id}`)
  const shop = await db.first<{ former: string | null }>(sql`
    update merchants m set bank_account_id = ${change.id} from merchants o where m.id = ${change.merchant_id} and o.id = m.id returning o.bank_account_id as former`)
  if (shop && shop.former !== null)
    await db.run(sql`update bank_accounts b set state = 'replaced', is_default = false, merchant_id = coalesce(b.merchant_id, ${change.merchant_id}), ended_at = ${now}
      where b.id = ${shop.former} and b.state = 'active' and not exists (select from merchants m where m.bank_account_id = b.id)`)
  await db.run(sql`update bank_accounts b set is_default = true where b.id = ${change.id}
    and not exists (select from bank_accounts d where d.account_id = b.account_id and d.is_default and d.state = 'active')`)
  if (change.new_device) await releasePayments(db, change.merchant_id)
  notifyPeople(db, change, 'iban_active', now)
}
