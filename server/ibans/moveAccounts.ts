import { randomUUID } from 'node:crypto'
import { record } from '../audit/record.ts'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import type { Change } from './lockChange.ts'
import { releasePayments } from './releasePayments.ts'
import { stopChange } from './stopChange.ts'
import { tellPeople } from './tellPeople.ts'

const unconfirmedMs = 24 * 3_600_000

type Due = Change & { effective_from: Date | null }

/**
 * Does what has fallen due: accounts that have cooled off are paid from now on, changes that nobody confirmed within a day end. Each in a
 * transaction of its own, once, however many processes do so and wherever one of them dies. Returns how many moved.
 */
export async function moveAccounts({ database, now }: Pick<House, 'database' | 'now'>): Promise<number> {
  for (let moved = 0; ; moved += 1) {
    if (!(await database.write(null, (db) => moveOne(db, now())))) return moved
  }
}

async function moveOne(db: Connection, now: Date): Promise<boolean> {
  const due =
    await db.first<Due>(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner, second_owner_id, effective_from
    from bank_accounts where state = 'cooling' and effective_from <= ${now} or state = 'unconfirmed' and created_at <= ${new Date(now.getTime() - unconfirmedMs)}
    order by effective_from limit 1 for update skip locked`)
  if (!due) return false
  const state = due.state === 'cooling' ? 'active' : 'cancelled'
  if (state === 'active') await activate(db, due, now)
  else await stopChange(db, due, { state, now })
  await record(db, {
    accountId: due.account_id,
    merchantId: due.merchant_id,
    mode: 'live',
    userId: null,
    role: 'system',
    ip: null,
    call: 'ibans.moveAccounts',
    outcome: 'done',
    entity: 'bank_account',
    entityId: due.id,
    before: { state: due.state },
    after: { state },
    requestId: randomUUID(),
  })
  return true
}

/** The shop is paid to it from now on; the one before is an earlier one, unless another shop is still paid to it. */
async function activate(db: Connection, due: Due, now: Date): Promise<void> {
  await db.run(sql`update bank_accounts set state = 'active' where id = ${due.id}`)
  const shop = await db.first<{ former: string | null }>(sql`
    update merchants m set bank_account_id = ${due.id} from merchants o where m.id = ${due.merchant_id} and o.id = m.id returning o.bank_account_id as former`)
  if (shop && shop.former !== null)
    await db.run(sql`update bank_accounts b set state = 'replaced', is_default = false, merchant_id = coalesce(b.merchant_id, ${due.merchant_id}), ended_at = ${now}
      where b.id = ${shop.former} and b.state = 'active' and not exists (select from merchants m where m.bank_account_id = b.id)`)
  await db.run(sql`update bank_accounts b set is_default = true where b.id = ${due.id}
    and not exists (select from bank_accounts d where d.account_id = b.account_id and d.is_default and d.state = 'active')`)
  if (due.new_device) await releasePayments(db, due.merchant_id)
  tellPeople(db, due, 'iban_active', now)
}
