import type { Iban } from '#contract/merchants/ibans'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { readIbans } from './readIbans.ts'

/** A change of bank account as it stands, locked until the transaction ends. */
export type Change = {
  id: string
  account_id: string
  merchant_id: string
  iban: string
  state: Iban['status']
  requested_by: string
  new_device: boolean
  needs_second_owner: boolean
  second_owner_id: string | null
}

/** Locks a change of this shop and company; anybody else's is not found. Test mode has none to change. */
export async function lockChange(db: Connection, { merchantId, mode }: Scope, { accountId }: Caller, hex: string): Promise<Change> {
  if (mode !== 'live') throw new Refusal('IbanChangeNotAllowed', { why: 'sandbox' })
  const id = uuidOf(hex)
  const change =
    id &&
    (await db.first<Change>(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner, second_owner_id from bank_accounts
      where id = ${id} and merchant_id = ${merchantId} and account_id = ${accountId} and requested_by is not null for update`))
  if (!change) throw notFound(hex)
  return change
}

/** The change as it stands now, for the answer. */
export async function changed(db: Connection, id: string, { merchantIds }: Caller): Promise<Iban> {
  const [one] = await readIbans(db, sql`b.id = ${id}`, merchantIds)
  if (!one) throw new Error('a bank account without a row')
  return one
}
