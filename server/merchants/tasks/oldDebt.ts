import { DEBT_CLAIM_DAYS } from '#domain/money/debt'
import { nextDebtStep, owedCents } from '#domain/money/directDebit'
import { readDebtFacts } from '../../money/ledger/readDebt.ts'
import { sql } from '../../platform/database/sql.ts'
import { inScope, type EndedRow, type OpenRow, type Source } from './source.ts'

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
      from settlements s where ${inScope(sql`s`, reader)} and s.value_on = ${since}`)
  },
  // The end of a debt is shown by its settlements and debits.
  ended: async (): Promise<EndedRow[]> => [],
}
