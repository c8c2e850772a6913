import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { lockDebt, returnDebit } from './debits.ts'

/** A debit for the provider's operator; amounts in cents. */
type ListedDebit = {
  shop: string
  reference: string
  state: string
  announced_cents: bigint
  charged_cents: bigint | null
  due_on: string
}

/** Debits that were announced, sent, or may still be returned. */
export const listDebits = (database: Database): Promise<ListedDebit[]> =>
  database.read(null, (db) =>
    db.rows<ListedDebit>(sql`select m.name as shop, d.reference, d.state, d.announced_cents, d.charged_cents, d.due_on
      from debit_queue q join listed_debits d on d.merchant_id = q.merchant_id and d.id = q.debit_id join merchants m on m.id = d.merchant_id
      where d.state <> 'cancelled' order by d.reference`),
  )

/** A debit that the bank refused or returned, with its reason (ISO 20022), such as AM04. */
type ReturnedDebit = { reference: string; code: string }

/**
 * Stores that the bank refused or returned a debit; audited in the shop's trail. Refuses with ProviderActionNotAllowed when the bank has none of that
 * reference, and with ApiValidationException what is no reason.
 */
export async function returnByHand(db: Connection, { reference, code }: ReturnedDebit, { by, now }: ByProvider): Promise<void> {
  if (!/^[A-Z]{2}\d{2}$/.test(code)) throw new Refusal('ApiValidationException', { fields: [problem('code', 'bank_code')] })
  const queued = await db.first<{ merchant_id: string; account_id: string }>(sql`select q.merchant_id, m.account_id from debit_queue q
    join merchants m on m.id = q.merchant_id where q.reference = ${reference}`)
  const none = new Refusal('ProviderActionNotAllowed', { why: 'noDebit' })
  if (!queued) throw none
  const scope = mintScope(queued.merchant_id, 'live')
  const after = { reference, code }
  await audited(db, by, { ...debtAct(queued), call: 'operator.debit-return', after }, async () => {
    const isReturned = await withScope(db, scope, async () => {
      await lockDebt(db, scope)
      return returnDebit(db, scope, reference, { at: now, code, now })
    })
    if (!isReturned) throw none
  })
}

/** What an act on a shop's debt is about, for its audit entry. */
export const debtAct = ({ merchant_id: merchantId, account_id: accountId }: { merchant_id: string; account_id: string }) =>
  ({ accountId, merchantId, mode: 'live', entity: 'merchant', entityId: merchantId }) as const
