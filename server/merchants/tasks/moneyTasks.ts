import { answerDeadline } from '#domain/money/cardDispute'
import { DEBT_CLAIM_DAYS } from '#domain/money/debt'
import { nextDebtStep, owedCents } from '#domain/money/directDebit'
import { WORK_SHOWN_DAYS } from '#domain/merchants/inbox'
import { readDebtFacts } from '../../money/ledger/readDebt.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { isToAnswer } from '../../sales/lifecycle/openDispute.ts'
import {
  type EndedRow,
  lateChecks,
  type InboxReader,
  maxEnded,
  maxOpen,
  notChecked,
  ofOperation,
  type OpenRow,
  type Source,
} from './source.ts'

/** The last two settlements by value date, to compare their balances. */
const lastTwo = (reader: InboxReader) =>
  sql`(select s.*, lead(s.closing_cents) over (order by s.value_on desc) as before_cents, row_number() over (order by s.value_on desc) as place
    from (select * from settlements s where ${inScope(reader.scope, 's')} order by s.value_on desc limit 2) s) s`

const balanceColumns = sql`s.id as fact_id, s.id as object_id, s.reference as subject, null as reference`

/** The shop has a negative balance, which its next sales pay off. */
export const negativeBalance: Source = {
  right: 'settlementBalance',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${balanceColumns}, s.closing_cents as amount_cents, null::timestamptz as deadline, s.created_at as since
      from ${lastTwo(reader)} where s.place = 1 and s.closing_cents < 0`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${balanceColumns}, s.before_cents as amount_cents, s.created_at as at, 'clock' as way, null as by
      from ${lastTwo(reader)} where s.place = 1 and s.closing_cents >= 0 and s.before_cents < 0 and s.created_at > ${after}`),
}

/**
 * An old debt that is not charged, less pending payments: the shop pays it by transfer, or lets it be charged to its account. The item's
 * object is the settlement with which it began. Test mode has no debts.
 */
export const oldDebt: Source = {
  right: 'debtView',
  async open(db, reader) {
    const { scope, now } = reader
    if (scope.mode !== 'live') return []
    const { facts } = await readDebtFacts(db, scope, now)
    if (nextDebtStep(facts).step !== 'claim') return []
    const { debtCents, waitingCents, since } = facts
    return db.rows<OpenRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, ${owedCents(debtCents, waitingCents)}::bigint as amount_cents,
        null::timestamptz as deadline, (${since}::date + ${DEBT_CLAIM_DAYS}::integer)::timestamp at time zone 'Europe/Madrid' as since
      from settlements s where ${inScope(reader.scope, 's')} and s.value_on = ${since}`)
  },
  // The end of a debt is shown by its settlements and debits.
  ended: async (): Promise<EndedRow[]> => [],
}

/** Payouts that the shop's bank returned: the account has to be checked before they are sent again. */
export const returnedPayouts: Source = {
  right: 'settlementDetail',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, s.net_cents as amount_cents, null::timestamptz as deadline,
        coalesce(p.done_at, s.created_at) as since
      from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
      where ${inScope(reader.scope, 's')} and s.status = 'returned' order by since, s.id limit ${maxOpen + 1}`),
  // Sent again with a further attempt, and paid.
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, s.net_cents as amount_cents, s.paid_at as at,
        'clock' as way, null as by
      from settlements s join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id and p.reference <> s.reference
      where ${inScope(reader.scope, 's')} and s.value_on > (${after}::timestamptz - interval '60 days')::date and s.status = 'paid' and s.paid_at > ${after}
      order by s.paid_at desc limit ${maxEnded}`),
}

const claimColumns = sql`c.id as fact_id, c.settlement_id as object_id, s.reference as subject, null as reference, c.difference_cents as amount_cents`
const settled = sql`join settlements s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.id = c.settlement_id`

/** Settlement claims that the provider has answered: the shop says whether that settles them. */
export const answeredClaims: Source = {
  right: 'settlementClaimClose',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${claimColumns}, null::timestamptz as deadline, c.answered_at as since from settlement_claims c ${settled}
      where ${inScope(reader.scope, 'c')} and c.state = 'answered' order by c.answered_at, c.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${claimColumns}, c.closed_at as at, 'person' as way, u.first_name as by from settlement_claims c ${settled} left join users u on u.id = c.closed_by
      where ${inScope(reader.scope, 'c')} and c.state = 'closed' and c.answer is not null and c.closed_at > ${after} order by c.closed_at desc limit ${maxEnded}`),
}

/** Charges that customers dispute at their bank, until the shop has answered or the bank decides. */
export const disputesToAnswer: Source = {
  right: 'disputeAnswer',
  open: async (db, reader) => {
    const rows = await db.rows<
      OpenRow & { deadline: Date; opened_at: Date }
    >(sql`select d.id as fact_id, ${ofOperation()}, d.amount_cents, d.evidence_due_at as deadline,
        d.opened_at, d.noticed_at as since
      from card_disputes d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.operation_id
      where ${inScope(reader.scope, 'd')} and ${isToAnswer(reader.now)}
      order by d.evidence_due_at, d.id limit ${maxOpen + 1}`)
    return rows.map(({ opened_at: openedAt, ...row }) => ({ ...row, deadline: answerDeadline(openedAt, row.deadline, reader.now) }))
  },
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select d.id as fact_id, ${ofOperation()}, d.amount_cents, d.answered_at as at, 'person' as way, u.first_name as by
      from card_disputes d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.operation_id left join users u on u.id = d.answered_by
      where ${inScope(reader.scope, 'd')} and d.answered_at > ${after} order by d.answered_at desc limit ${maxEnded}`),
}

const reportColumns = sql`r.id as fact_id, r.id as object_id, r.name as subject, null as reference, null::bigint as amount_cents`
/** A later one of the same type. */
const again = sql`a.merchant_id = r.merchant_id and a.mode = r.mode and a.type = r.type and a.from_on = r.from_on and a.to_on = r.to_on and a.created_at > r.created_at`

/** Failed reports that were not requested again: one's own, and scheduled ones. */
export const failedReports: Source = {
  right: 'reportCreate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select ${reportColumns}, null::timestamptz as deadline, r.created_at as since from reports r
      where ${inScope(reader.scope, 'r')} and r.status = 'failed' and r.created_at > ${reader.present}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer
        and (r.created_by is null or r.created_by = ${reader.userId}) and not exists (select from reports a where ${again}) and ${notChecked('report_failed', sql`r.id`, reader)}
      order by r.created_at, r.id limit ${maxOpen + 1}`),
  ended: (db, reader, after) =>
    db.rows<EndedRow>(sql`select ${reportColumns}, w.checked_at as at, 'person' as way, u.first_name as by
      from ${lateChecks('report_failed', reader, after)} cross join lateral (select * from reports r where ${inScope(reader.scope, 'r')} and r.id = w.fact_id limit 1) r left join users u on u.id = w.user_id
      union all select ${reportColumns}, a.ready_at as at, case when a.created_by is null then 'clock' else 'person' end as way, u.first_name as by
      from reports a join reports r on ${again} and r.status = 'failed' left join users u on u.id = a.created_by
      where ${inScope(reader.scope, 'a')} and a.created_at > ${after}::timestamptz - interval '1 day' * ${WORK_SHOWN_DAYS}::integer and a.status = 'ready' and a.ready_at > ${after}
        and (r.created_by is null or r.created_by = ${reader.userId})
      order by at desc limit ${maxEnded}`),
}
