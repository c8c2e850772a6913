import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

export type Account =
  | 'consumer_receivable'
  | 'consumer_credit'
  | 'merchant_payable'
  | 'fee_income'
  | 'vat_payable'
  | 'subsidy_income'
  | 'interest_income'
  | 'cash'

/** One side of a journal in cents: positive is a debit, negative a credit. */
export type Posting = { account: Account; amountCents: Cents }

export type Journal = {
  /** Where its line's own id names it. */
  id?: string
  kind: 'capture' | 'refund' | 'cancel' | 'instalment' | 'payout' | 'fee_minimum' | 'repayment' | 'vat_rounding'
  operationId: string | null
  at: Date
  lines: readonly Posting[]
}

/**
 * Writes a journal inside the caller's transaction, without waiting, and returns its id. Lines of nothing are left out. The database refuses, at commit,
 * a journal that does not sum to zero.
 */
export async function postJournal(
  db: Connection,
  scope: Scope,
  { kind, operationId, at, lines, id = newId(at) }: Journal,
): Promise<string> {
  const moved = lines.filter(({ amountCents }) => amountCents !== 0)
  db.send(sql`
    with journal as (insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at)
      values (${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${operationId}, ${at}))
    insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
    select ${scope.merchantId}, ${scope.mode}, ${id}, account, amount
    from unnest(${moved.map((line) => line.account)}::text[], ${moved.map((line) => line.amountCents)}::bigint[]) l (account, amount)`)
  return id
}
