import type { Services } from '../../platform/calls/call.ts'
import { notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { storeReport } from './payOut.ts'

/** A transfer to a shop as it is stored. */
type StoredPayout = {
  settlement_id: string
  reference: string
  amount_cents: bigint
  iban: string
  holder_name: string
  state: 'queued' | 'sent' | 'confirmed' | 'returned'
  value_on: string
  sent_at: Date | null
  done_at: Date | null
  return_code: string | null
}
const columns = sql`p.settlement_id, p.reference, p.amount_cents, p.iban, p.holder_name, p.state, p.value_on, p.sent_at, p.done_at, p.return_code`

/** The shop of a transfer by its reference. Refuses with ObjectNotFoundException; an earlier reference of one that was sent again is not found either. */
async function scopeOf(db: Connection, reference: string): Promise<Scope> {
  const row = await db.first<{ merchant_id: string }>(
    sql`select b.merchant_id from bank_references b where b.kind = 'payout' and b.reference = ${reference}`,
  )
  if (!row) throw notFound(reference)
  return mintScope(row.merchant_id, 'live')
}

async function readIn(db: Connection, scope: Scope, reference: string): Promise<StoredPayout> {
  const row = await db.first<StoredPayout>(
    sql`select ${columns} from payouts p where ${inScope(scope, 'p')} and p.reference = ${reference}`,
  )
  if (!row) throw notFound(reference)
  return row
}

export type PayoutOfShop = { merchantId: string; payout: StoredPayout }

/** A transfer by its reference. */
export async function readPayout(db: Connection, { database }: Pick<Services, 'database'>, reference: string): Promise<PayoutOfShop> {
  const scope = await scopeOf(db, reference)
  return { merchantId: scope.merchantId, payout: await database.read(scope, (shopDb) => readIn(shopDb, scope, reference)) }
}

/** What the bank did with a transfer, as the provider's own system knows it. `code`: of a returned one (ISO 20022). */
export type BankOutcome = { state: 'booked'; at: Date } | { state: 'returned'; at: Date; code: string }

/** Whether an outcome follows from a transfer's state: only one under way is executed, and one that came back does not come back again. */
export const isPossible = (outcome: BankOutcome['state'], state: StoredPayout['state']): boolean =>
  outcome === 'booked' ? state === 'queued' || state === 'sent' : state !== 'returned'

/**
 * Stores what the bank did with a transfer, as if it had said so itself. Refuses with ObjectNotFoundException, with ApiValidationException an instant that has not
 * come, and with ProviderActionNotAllowed what does not follow from its state.
 */
export async function markPayout(db: Connection, reference: string, outcome: BankOutcome, now: Date): Promise<PayoutOfShop> {
  if (outcome.at > now) throw new Refusal('ApiValidationException', { fields: [problem('at', 'future')] })
  const scope = await scopeOf(db, reference)
  const payout = await withScope(db, scope, async () => {
    db.send(sql`select from payouts p where ${inScope(scope, 'p')} and p.reference = ${reference} for no key update`)
    const { state, settlement_id: id } = await readIn(db, scope, reference)
    if (!isPossible(outcome.state, state)) throw new Refusal('ProviderActionNotAllowed', { why: 'payoutState' })
    const code = outcome.state === 'returned' ? outcome.code : null
    const payout = { merchant_id: scope.merchantId, id, reference, message_id: '' }
    await storeReport(db, scope, payout, { state: outcome.state, at: outcome.at, code }, now)
    return readIn(db, scope, reference)
  })
  return { merchantId: scope.merchantId, payout }
}
