import { shopInstantOf } from '#domain/shopOrder'
import type { ShopHandler } from '../http/shopHandler.ts'
import { pageOf } from './pageOf.ts'

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

/** What one settlement pays, without the names of customers. */
export const settlementLines: ShopHandler<'settlementLines'> = async (call) => {
  const { settlementId } = call.params
  const { page } = call.query
  const { lineCount } = await call.verb('settlementDetail', { params: { settlementId } })
  const { results } = await call.verb('settlementLines', { params: { settlementId }, query: { page } })
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
