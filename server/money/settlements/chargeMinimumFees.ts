import { randomUUID } from 'node:crypto'
import type { LocalDate } from '#domain/platform/dates'
import { monthEnd, type SettledLine } from '#domain/money/settlement'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { minimumFeesDue } from '../ledger/minimumFeesDue.ts'
import { postJournal } from '../ledger/post.ts'
import { minimumFeePostings } from '../ledger/postings.ts'
import type { SettlingShop } from './readShop.ts'

/**
 * Charges what is lacking to months' minimum fees as lines of a settlement, with their books, in its transaction; returns the lines. The unique
 * index on the month refuses a second one.
 */
export async function chargeMinimumFees(
  db: Connection,
  scope: Scope,
  shop: SettlingShop,
  { id, valueOn, now }: { id: string; valueOn: LocalDate; now: Date },
): Promise<SettledLine[]> {
  const due = await minimumFeesDue(db, scope, shop, valueOn)
  for (const { month, feeCents, vatCents } of due) {
    await db.run(sql`insert into settlement_lines (merchant_id, mode, id, kind, month_from, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
      values (${scope.merchantId}, ${scope.mode}, ${randomUUID()}, 'fee_minimum', ${month}, 0, ${feeCents}, ${vatCents}, 0, ${-feeCents - vatCents}, ${monthEnd(month)}, ${valueOn}, ${id})`)
    await postJournal(db, scope, { kind: 'fee_minimum', operationId: null, at: now, lines: minimumFeePostings({ feeCents, vatCents }) })
  }
  return due.map(({ feeCents, vatCents }) => ({ kind: 'fee_minimum', grossCents: 0, feeCents, vatCents, subsidyCents: 0 }))
}
