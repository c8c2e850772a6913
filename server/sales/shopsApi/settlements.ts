import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { pageOf } from './orders.ts'

/** The shop's settlements, newest value date first. */
export const settlementList: ShopHandler<'settlementList'> = async (call) => {
  const { from, to, page } = call.query
  const { results, sums } = await call.verb('settlementList', { params: {}, query: { from, to, page } })
  return {
    ...pageOf(call, page, sums.count),
    results: results.map(({ id, reference, status, valueOn, periodFrom, periodTo, netAmount, closingBalance, lineCount, paidAt }) => ({
      id,
      reference,
      status,
      valueOn,
      periodFrom,
      periodTo,
      netAmount,
      closingBalance,
      lineCount,
      paidAt: paidAt === null ? null : shopInstantOf(new Date(paidAt)),
    })),
  }
}

/** A settlement's number of lines, as counted when it was created. */
async function countLines(
  { db, scope }: Pick<Parameters<typeof settlementLines>[0], 'db' | 'scope'>,
  settlementId: string,
): Promise<number> {
  const row = await db.first<{
    many: number
  }>(sql`select s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count + s.chargeback_count as many from settlements s
    where ${inScope(scope, 's')} and s.id = ${uuidOf(settlementId) ?? null}::uuid`)
  return row?.many ?? 0
}

/** The lines of one settlement, without the names of customers. */
export const settlementLines: ShopHandler<'settlementLines'> = async (call) => {
  const { settlementId } = call.params
  const { page } = call.query
  const { results } = await call.verb('settlementLines', { params: { settlementId }, query: { page } })
  const lineCount = await countLines(call, settlementId)
  return {
    ...pageOf(call, page, lineCount),
    results: results.map(({ id, kind, operationId, mid, occurredAt, grossAmount, feeAmount, vatAmount, subsidyAmount, netAmount }) => ({
      id,
      kind,
      orderId: operationId,
      mid,
      grossAmount,
      feeAmount,
      vatAmount,
      subsidyAmount,
      netAmount,
      occurredAt: shopInstantOf(new Date(occurredAt)),
    })),
  }
}
