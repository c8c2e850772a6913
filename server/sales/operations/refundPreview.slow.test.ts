import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import type { Operation } from '#contract/sales/operations'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation, writeOperations, type TestOperation } from '../../testing/operations/testOperations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 0 })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const day = 86_400_000
const whole = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1))
const unpaid = <T extends { state: string; amount: number }>(instalments: T[]) =>
  instalments.filter((one) => (one.state === 'pending' || one.state === 'overdue') && one.amount > 0)

function anyOperation(): TestOperation {
  const product = (['instalments', 'instalments', 'pay_in_4', 'pay_later'] as const)[whole(0, 3)] ?? 'instalments'
  const numInstalments = product === 'pay_later' ? 1 : product === 'pay_in_4' ? 3 : whole(2, 24)
  const free = product !== 'instalments' || Math.random() < 0.4
  return {
    product,
    numInstalments,
    tinBps: free ? 0 : whole(0, 2500),
    referenceTinBps: product === 'instalments' ? 1999 : 0,
    totalCents: whole(1000, 300_000),
    openingFeeBps: product === 'instalments' ? whole(0, 3) * 100 : 0,
    downpayment: product === 'pay_in_4' || (product === 'instalments' && Math.random() < 0.3) ? 'equal' : 'none',
    paid: whole(0, Math.min(numInstalments, 4)),
    createdAt: new Date(Date.now() - whole(0, 300) * day),
  }
}

type At = { params: { merchantId: string; operationId: string }; as: 'ownerA' }

async function cancelled(at: At): Promise<Operation> {
  expect((await server.call('operationCancel', at)).status).toBe(204)
  return (await server.call('operationDetail', at)).body
}

async function refunded(at: At, amount: number): Promise<Operation> {
  const { status, body } = await server.call('operationRefund', { ...at, body: { amount } })
  expect(status).toBe(201)
  return body.operation
}

/** One refund or cancellation, its dry run first; every figure of the dry run must be what is then written. Returns what is left. */
async function compare(operationId: string, cancel: boolean): Promise<number> {
  const at = { params: { merchantId, operationId }, as: 'ownerA' } as const
  const before = (await server.call('operationDetail', at)).body
  const amount = cancel || Math.random() < 0.15 ? before.remainingAmount : whole(1, Math.max(1, before.remainingAmount - 1))
  const preview = cancel
    ? (await server.call('operationCancelPreview', at)).body.preview
    : (await server.call('operationRefundPreview', { ...at, query: { amount } })).body.preview
  if (!preview) throw new Error('no preview')
  const after = cancel ? await cancelled(at) : await refunded(at, amount)
  // With an instalment due today nothing is written yet: it waits for the card.
  if (after.refunds.at(-1)?.state === 'held') return after.remainingAmount
  const [refund, line, next] = [after.refunds.at(-1), after.settlementLines.at(-1), unpaid(before.instalments)[0]]
  expect(preview.merchant).toMatchObject({
    feeBack: refund?.refundedMerchantFee,
    vatBack: refund?.refundedVat,
    subsidyBack: refund?.refundedSubsidy,
    netChange: line?.netAmount,
    nextSettlementOn: line?.valueOn,
  })
  expect((after.netAmount ?? 0) - (before.netAmount ?? 0)).toBe(preview.merchant.netChange)
  expect(preview).toMatchObject({ amount: refund?.amount, verb: after.remainingAmount === 0 ? 'cancel' : 'refund' })
  expect(preview.customer).toEqual({
    instalmentsBefore: unpaid(before.instalments).length,
    instalmentAmountBefore: next?.amount ?? 0,
    instalmentsAfter: unpaid(after.instalments).length,
    instalmentAmountAfter: unpaid(after.instalments)[0]?.amount ?? 0,
    nextDueOn: next?.dueOn ?? null,
    nextDueAmountBefore: next?.amount ?? 0,
    nextDueAmountAfter: unpaid(after.instalments).find((one) => one.number === next?.number)?.amount ?? 0,
    outstandingAfter: unpaid(after.instalments).reduce((all, one) => all + one.principal, 0),
    creditToCustomer: refund?.creditToCustomer,
  })
  return after.remainingAmount
}

describe('the dry run', () => {
  it('of many random operations equals what is posted, to the cent', async () => {
    const operations = await writeOperations(server.database.ownerUrl, Array.from({ length: testRuns(1_000) }, anyOperation))
    let next = 0
    let compared = 0
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let nth = next++; nth < operations.length; nth = next++) {
          const id = operations[nth] ?? ''
          let left = 1
          for (let times = nth % 8 === 0 ? 3 : 1; times > 0 && left > 0; times -= 1) {
            left = await compare(id, nth % 5 === 0 && times === 1)
            compared += 1
          }
        }
      }),
    )
    expect(compared).toBeGreaterThanOrEqual(testRuns(1_000))
  })

  it('shows the next settlement before and after', async () => {
    const id = await writeOperation(server.database.ownerUrl, { merchantId: ids.merchantA2, createdAt: new Date() })
    const at = { params: { merchantId: hexOf(ids.merchantA2), operationId: id }, as: 'ownerA' } as const
    const { body } = await server.call('operationRefundPreview', { ...at, query: { amount: 20_000 } })
    expect(body.preview?.merchant).toMatchObject({ nextSettlementBefore: 58_149, nextSettlementAfter: 58_149 - 19_395, netChange: -19_395 })
    expect(body).toMatchObject({ remainingAmount: 60_000, windowEndsOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await server.call('operationRefundPreview', { ...at, query: { amount: 60_001 } })).error.type).toBe('RefundAmountExceeded')
  })

  it('after a held refund takes that one into account first', async () => {
    server.services.config.refundHoldSeconds = 300
    const id = await writeOperation(server.database.ownerUrl, {
      merchantId: ids.merchantA2,
      totalCents: 10_000,
      tinBps: 0,
      numInstalments: 4,
      createdAt: new Date(Date.now() - day),
    })
    const at = { params: { merchantId: hexOf(ids.merchantA2), operationId: id }, as: 'ownerA' } as const
    await server.call('operationRefund', { ...at, body: { amount: 4000 } })
    const { body } = await server.call('operationRefundPreview', { ...at, query: { amount: 2000 } })
    expect(body).toMatchObject({
      remainingAmount: 6000,
      preview: { verb: 'refund', customer: { instalmentAmountBefore: 1500, instalmentAmountAfter: 1000, outstandingAfter: 4000 } },
    })
    expect((await server.call('operationRefundPreview', { ...at, query: { amount: 6000 } })).body.preview?.verb).toBe('cancel')
  })
})
