import { record } from '../../platform/audit/record.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockDebt, returnDebit } from './debits.ts'

/** An action of the provider's operator on a shop's debt. */
type OperatorAction = {
  accountId: string
  call: 'transfer-received' | 'transfer-undo' | 'debit-return'
  after: Readonly<Record<string, string | number>>
}

/** Audits it in the shop's trail. */
export const recordOperator = (db: Connection, { merchantId, mode }: Scope, { accountId, call, after }: OperatorAction): Promise<void> =>
  record(db, {
    accountId,
    merchantId,
    mode,
    userId: null,
    role: 'operator',
    ip: null,
    call: `operator.${call}`,
    entity: 'merchant',
    entityId: merchantId,
    after,
  })

/** A debit for the provider's operator; amounts in cents. */
type ListedDebit = {
  shop: string
  reference: string
  state: string
  announced_cents: bigint
  charged_cents: bigint | null
  due_on: string
  reason_code: string | null
}

/** Debits that were announced, sent, or may still be returned. Each shop is read in its own scope, under row-level security. */
export async function listDebits(database: Database): Promise<ListedDebit[]> {
  const queue = await database.read(null, (db) =>
    db.rows<{ merchant_id: string; debit_id: string }>(sql`select q.merchant_id, q.debit_id from debit_queue q order by q.reference`),
  )
  const listed: ListedDebit[] = []
  for (const { merchant_id: merchantId, debit_id: id } of queue) {
    const debit = await database.read(mintScope(merchantId, 'live'), (db) =>
      db.first<ListedDebit>(sql`select m.name as shop, d.reference, d.state, d.announced_cents, d.charged_cents, d.due_on, d.reason_code
        from debits d join merchants m on m.id = d.merchant_id where d.merchant_id = ${merchantId} and d.mode = 'live' and d.id = ${id} and d.state <> 'cancelled'`),
    )
    if (debit) listed.push(debit)
  }
  return listed
}

/**
 * Stores, for the provider's operator, that the bank refused or returned a debit, and audits it. Returns an error message for the console when it is not
 * possible, else null.
 */
export async function returnByHand(database: Database, reference: string, code: string, now: Date): Promise<string | null> {
  if (!/^[A-Z]{2}\d{2}$/.test(code)) return 'a reason has four signs, such as AM04'
  const queued = await database.read(null, (db) =>
    db.first<{ merchant_id: string }>(sql`select q.merchant_id from debit_queue q where q.reference = ${reference}`),
  )
  const none = 'no debit of that reference is with the bank'
  if (!queued) return none
  const scope = mintScope(queued.merchant_id, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${scope.merchantId}`)
    await lockDebt(db, scope)
    if (!shop || !(await returnDebit(db, scope, reference, { at: now, code, now }))) return none
    await recordOperator(db, scope, { accountId: shop.account_id, call: 'debit-return', after: { reference, code } })
    return null
  })
}
