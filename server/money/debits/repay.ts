import { madridDay } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { postJournal } from '../ledger/post.ts'
import { repaymentPostings } from '../ledger/postings.ts'

/** What a shop paid of its debt, or what was taken back of that (negative); `reference` is the bank's, and is paid once each way. */
export type Repayment = { of: 'debit' | 'debit_return' | 'transfer' | 'transfer_back'; reference: string; amountCents: Cents; at: Date }

/** Writes a repayment as a line of the next settlement and into the books, in the caller's transaction. False: it was written before, or, a transfer, for another shop. */
export async function repay(db: Connection, scope: Scope, { of, reference, amountCents, at }: Repayment, now: Date): Promise<boolean> {
  const id = newId(now)
  const line =
    await db.first(sql`insert into settlement_lines (merchant_id, mode, id, kind, repayment_of, repayment_reference, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents,
      occurred_at, value_on)
    values (${scope.merchantId}, ${scope.mode}, ${id}, 'repayment', ${of}, ${reference}, ${amountCents}, 0, 0, 0, ${amountCents}, ${at}, ${nextTargetBusinessDay(madridDay(at))})
    on conflict do nothing returning id`)
  if (!line) return false
  await postJournal(db, scope, { id, kind: 'repayment', operationId: null, at, lines: repaymentPostings(amountCents) })
  return true
}
