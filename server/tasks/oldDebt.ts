import { addDays, madridDay } from '#domain/dates'
import { DEBT_CLAIM_DAYS } from '#domain/debt'
import { readDebt } from '../ledger/readDebt.ts'
import { sql } from '../db/sql.ts'
import { inScope, type EndedRow, type OpenRow, type Source } from './source.ts'

/**
 * An old debt that nobody charges: the shop pays it by transfer, or lets it be charged to its account. The fact is the settlement that it began with.
 * Test mode owes nobody.
 */
export const oldDebt: Source = {
  right: 'debtView',
  async open(db, looking) {
    const { scope, now } = looking
    const debt = scope.mode === 'live' ? await readDebt(db, scope) : null
    if (!debt || debt.since > addDays(madridDay(now), -DEBT_CLAIM_DAYS)) return []
    return db.rows<OpenRow>(sql`select s.id as fact_id, s.id as object_id, s.reference as subject, null as reference, ${-debt.amountCents}::bigint as amount_cents,
        null::timestamptz as deadline, (${debt.since}::date + ${DEBT_CLAIM_DAYS}::integer)::timestamp at time zone 'Europe/Madrid' as since
      from settlements s where ${inScope(sql`s`, looking)} and s.value_on = ${debt.since}
        and not exists (select from debits d where ${inScope(sql`d`, looking)} and d.state in ('notified', 'sent'))
        and not exists (select from debit_mandates d join merchants m on m.id = d.merchant_id and m.bank_account_id = d.bank_account_id
          where ${inScope(sql`d`, looking)} and d.ended_at is null
            and not exists (select from debits f where ${inScope(sql`f`, looking)} and f.debt_since = ${debt.since} and f.state in ('rejected', 'returned')))`)
  },
  // How a debt ends is told by its settlements and debits.
  ended: async (): Promise<EndedRow[]> => [],
}
