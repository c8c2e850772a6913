import { settlementList, type SettlementRow } from '#contract/money/settlements'
import { localDate } from '#domain/platform/dates'
import { expectedDays, type ExpectedPayment, type MatchedStatement } from '#domain/money/bankStatement/bankMatching'
import { cents } from '#domain/platform/money'
import { load } from '../../platform/api/load.ts'

export type PaidSettlement = ExpectedPayment & { row: SettlementRow }

/** The settlements that should appear in the statement's date range: those around it with a payment. */
export async function expectedPayments(merchantId: string, statement: MatchedStatement): Promise<PaidSettlement[]> {
  const query = expectedDays(statement)
  if (query === null) return []
  const page = (number: number) => load(settlementList, { params: { merchantId }, query: { ...query, page: number } })
  const start = await page(1)
  const others = await Promise.all(Array.from({ length: Math.max(0, start.total - 1) }, (_, index) => page(index + 2)))
  return [start, ...others]
    .flatMap(({ results }) => results)
    .filter(({ netAmount }) => netAmount > 0)
    .map((row) => ({ id: row.id, reference: row.reference, valueOn: localDate(row.valueOn), amountCents: cents(row.netAmount), row }))
}
