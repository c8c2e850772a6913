import { randomUUID } from 'node:crypto'
import type { LocalDate } from '#domain/dates'
import { minimumFeeShortfall } from '#domain/fees'
import { cents, ZERO } from '#domain/money'
import { monthEnd, monthsToCharge, monthStart, type SettledLine } from '#domain/settlement'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { postJournal } from '../ledger/post.ts'
import { minimumFeePostings } from '../ledger/postings.ts'
import type { SettlingShop } from './readShop.ts'

/** What was lacking to the minimum fee of each month that ended since the shop's last settlement; most settlements have none. */
export async function minimumFeesDue(
  db: Connection,
  { merchantId, mode }: Scope,
  { minimumFee, lastValueOn }: Pick<SettlingShop, 'minimumFee' | 'lastValueOn'>,
  valueOn: LocalDate,
): Promise<{ month: LocalDate; line: SettledLine }[]> {
  const months = minimumFee === null ? [] : monthsToCharge(valueOn, lastValueOn, minimumFee.from)
  const [first] = months
  if (minimumFee === null || first === undefined) return []
  // A month's fees are those that its settlements deducted, less what they gave back, as its invoice says.
  const sums = await db.rows<{
    month: string
    charged: string
  }>(sql`select date_trunc('month', s.value_on)::date as month, -sum(s.fees_cents + s.fee_refunds_cents) as charged
    from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.value_on >= ${first} and s.value_on < ${monthStart(valueOn)} group by 1`)
  const charged = new Map(sums.map((one) => [one.month, cents(Number(one.charged))]))
  return months.flatMap((month) => {
    const lacking = minimumFeeShortfall(minimumFee.cents, charged.get(month) ?? ZERO)
    if (lacking === null) return []
    return [{ month, line: { kind: 'fee_minimum', grossCents: 0, ...lacking, subsidyCents: 0 } }]
  })
}

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
  for (const { month, line } of due) {
    const { feeCents, vatCents } = line
    await db.run(sql`insert into settlement_lines (merchant_id, mode, id, kind, month_from, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
      values (${scope.merchantId}, ${scope.mode}, ${randomUUID()}, 'fee_minimum', ${month}, 0, ${feeCents}, ${vatCents}, 0, ${-feeCents - vatCents}, ${monthEnd(month)}, ${valueOn}, ${id})`)
    const lines = minimumFeePostings({ feeCents: cents(feeCents), vatCents: cents(vatCents) })
    await postJournal(db, scope, { kind: 'fee_minimum', operationId: null, at: now, lines })
  }
  return due.map(({ line }) => line)
}
