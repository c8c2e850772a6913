import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { testRuns } from '#domain/testing/testRuns'
import { inScope, sql } from '../../platform/database/sql.ts'
import { DatabaseBusy } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestAnswer, type TestCall, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'

const orders = testRuns(100, 25)
const refundsPerOrder = 100
const contested = testRuns(500, 50)
const heldAtOnce = testRuns(100, 3)

let server: TestServer
beforeAll(async () => {
  // Each connection reads the catalogue first.
  server = await startTestServer({ refundHoldSeconds: 0, config: { databaseConnections: testRuns(50, 3) } })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)

/** Runs at most `width` concurrently. */
async function together<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
    }),
  )
  return results
}

const maxAttempts = 40
/** Retries with the same key while a busy machine answers 429. */
async function untilDone<N extends CallName>(name: N, call: TestCall<N>): Promise<TestAnswer<N>> {
  const keyed = { ...call, key: randomUUID(), as: 'ownerA' as const }
  let answer = await server.call(name, keyed)
  for (let tries = 1; answer.status === 429 && tries < maxAttempts; tries += 1) answer = await server.call(name, keyed)
  return answer
}

/** A refund of 30 €. */
const refund = (operationId: string) => untilDone('operationRefund', { params: { merchantId, operationId }, body: { amount: 3000 } })
/** The remaining refundable amount, in cents. */
const leftOf = async (operationId: string) =>
  (await untilDone('operationRefundPreview', { params: { merchantId, operationId } })).body.remainingAmount

type Shape = 'burst' | 'random' | 'round-robin'
/** The order for each refund, in the order of sending. */
function wave(shape: Shape, operations: readonly string[]): string[] {
  const burst = operations.flatMap((id) => Array.from({ length: refundsPerOrder }, () => id))
  if (shape === 'burst') return burst
  if (shape === 'round-robin') return Array.from({ length: refundsPerOrder }, () => operations).flat()
  return burst
    .map((id) => ({ id, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

/** Orders refunded for more than was captured, by the sum of their refunds. */
const overRefunded = (table: string) =>
  server.ownerSql<{
    id: string
  }>(`select o.id from operations o join ${table} r on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
  group by o.merchant_id, o.mode, o.id having sum(r.amount_cents) > o.captured_cents`)

describe('never more than captured', () => {
  // The next test shows that a burst finds what is to be found: by day it is enough.
  it.each<Shape>(['burst', ...(process.env.NIGHTLY === undefined ? [] : (['random', 'round-robin'] as const))])(
    '%s: three of a hundred refunds of 30 € succeed on each order of 100 €',
    async (shape) => {
      const operations = await writeOperations(
        server.database.ownerUrl,
        Array.from({ length: orders }, () => ({ totalCents: 10_000, numInstalments: 3 })),
      )
      const answers = await together(wave(shape, operations), 100, async (operationId) => {
        const answer = await refund(operationId)
        if (answer.status === 201) expect(await leftOf(operationId)).toBeLessThanOrEqual(answer.body.remainingAmount)
        return answer
      })
      const by = (status: number) => answers.filter((answer) => answer.status === status).length
      expect([by(201), by(409), answers.length]).toEqual([orders * 3, orders * (refundsPerOrder - 3), orders * refundsPerOrder])
      expect(await overRefunded('refunds')).toEqual([])
      for (const operationId of operations) expect(await leftOf(operationId)).toBe(1000)
    },
  )

  it('the same burst detects an implementation that checks first and writes afterwards', async () => {
    const operations = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: orders }, () => ({ merchantId: ids.merchantB1, totalCents: 10_000, numInstalments: 3 })),
    )
    await server.ownerSql('create table naive_refunds (like refunds)')
    await server.ownerSql('create index on naive_refunds (operation_id)')
    await server.ownerSql('grant all on naive_refunds to public')
    const scope = mintScope(ids.merchantB1, 'live')
    const refundNaively = (hex: string) =>
      server.services.database.write(scope, async (db) => {
        const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
        const seen = await db.first<{
          left: bigint
        }>(sql`select o.captured_cents - coalesce((select sum(r.amount_cents) from naive_refunds r where r.operation_id = o.id), 0)::bigint as left
        from operations o where ${inScope(scope, 'o')} and o.id = ${id}`)
        if (!seen || seen.left < 3000n) return
        await db.run(sql`insert into naive_refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, created_at, credit_to_customer_cents, fee_back_cents, vat_back_cents, subsidy_back_cents)
        values (${scope.merchantId}, ${scope.mode}, ${randomUUID()}, ${id}, 'refund', 3000, 'completed', now(), 0, 0, 0, 0)`)
      })
    // Requests refused by a busy machine only make the burst smaller.
    await together(wave('burst', operations), 100, (hex) =>
      refundNaively(hex).catch((error: Error) => {
        if (!(error instanceof DatabaseBusy)) throw error
      }),
    )
    expect((await overRefunded('naive_refunds')).length).toBeGreaterThan(0)
  })
})

describe('one outcome', () => {
  it('concurrent capture, cancel, refund and full refund leave each order as its answers say', async () => {
    const operations = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: contested }, () => ({
        product: 'pay_later' as const,
        substatus: 'pending_merchant' as const,
        reason: 'capture_required' as const,
        totalCents: 10_000,
        tinBps: 0,
        captureBy: new Date(Date.now() + 86_400_000),
      })),
    )
    for (const operationId of operations) {
      const params = { merchantId, operationId }
      const verbs = {
        capture: () => untilDone('operationCapture', { params, body: {} }),
        cancel: () => untilDone('operationCancel', { params }),
        part: () => refund(operationId),
        whole: () => untilDone('operationRefund', { params, body: { amount: 10_000 } }),
      }
      const names = Array.from({ length: 20 }, (_, nth) => (['capture', 'cancel', 'part', 'whole'] as const)[nth % 4] ?? 'part').toSorted(
        () => Math.random() - 0.5,
      )
      const answers = await Promise.all(names.map(async (name) => ({ name, status: (await verbs[name]()).status })))
      expect(answers.filter(({ status }) => status >= 500 || status === 429)).toEqual([])
      const passed = (name: string) => answers.filter((answer) => answer.name === name && answer.status < 300).length
      const { body } = await server.call('operationDetail', { params, as: 'ownerA' })
      if (passed('capture') === 0) {
        expect([passed('cancel'), passed('part'), passed('whole'), body.substatus, body.capturedAmount]).toEqual([
          1,
          0,
          0,
          'stopped_merchant',
          0,
        ])
        continue
      }
      expect([passed('capture'), body.capturedAmount]).toEqual([1, 10_000])
      const [parts, wholes, cancels] = [passed('part'), passed('whole'), passed('cancel')]
      expect(wholes + cancels).toBeLessThanOrEqual(1)
      const refunded = wholes + cancels === 1 ? 10_000 : parts * 3000
      expect([body.refundedAmount, body.refunds.reduce((all, one) => all + one.amount, 0)]).toEqual([refunded, refunded])
      expect(body.substatus).toBe(refunded === 10_000 ? 'payment_suspended' : 'payment_process')
      expect(body.suspensionReason).toBe(cancels === 1 ? 'merchant_cancelled' : wholes === 1 ? 'fully_refunded' : null)
    }
  })
})

describe('undo against release', () => {
  it('held refunds undone and sent out concurrently have exactly one outcome each', async () => {
    server.services.config.refundHoldSeconds = 20
    const operations = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: heldAtOnce }, () => ({ totalCents: 10_000, numInstalments: 3 })),
    )
    const held = await together(operations, 20, async (operationId) => {
      const { body } = await server.call('operationRefund', { params: { merchantId, operationId }, body: { amount: 4000 }, as: 'ownerA' })
      return { merchantId, operationId, refundId: body.refund.id }
    })
    // Another process whose clock is past the undo period; both process the refunds in the same order, in parallel.
    const later = { ...server.services, now: () => new Date(server.services.now().getTime() + 60_000) }
    const [undone] = await Promise.all([
      together(held, 2, (params) => server.call('operationRefundUndo', { params, as: 'ownerA' })),
      server.runClock(later),
      server.runClock(later),
      new Promise((resolve) => setTimeout(resolve, 60)).then(() => server.runClock(later)),
    ])
    await server.runClock(later)
    const ends = undone.map(({ status }) => status)
    expect(ends.every((status) => status === 200 || status === 409)).toBe(true)
    for (const [nth, params] of held.entries()) {
      const { body } = await server.call('operationDetail', { params, as: 'ownerA' })
      const gone = ends[nth] === 409
      expect([body.refunds[0]?.state, body.refundedAmount, body.heldAmount, body.settlementLines.length]).toEqual(
        gone ? ['completed', 4000, 0, 2] : ['undone', 0, 0, 1],
      )
    }
    expect(await server.ownerSql(`select * from deadlines where kind = 'refund_release'`)).toEqual([])
  })

  it('four processes release held refunds, each once', async () => {
    const operations = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: heldAtOnce }, () => ({ totalCents: 10_000, numInstalments: 3 })),
    )
    await together(operations, 20, (operationId) =>
      server.call('operationRefund', { params: { merchantId, operationId }, body: { amount: 4000 }, as: 'ownerA' }),
    )
    const later = { ...server.services, now: () => new Date(server.services.now().getTime() + 60_000) }
    const released = await Promise.all(Array.from({ length: 4 }, () => server.runClock(later)))
    expect(released.reduce((all, one) => all + one, 0) + (await server.runClock(later))).toBe(heldAtOnce)
    const [lines] = await server.ownerSql(
      `select count(*)::integer as many from settlement_lines where kind = 'refund' and operation_id = any($1)`,
      [operations],
    )
    expect(lines).toEqual({ many: heldAtOnce })
  })

  it('a release that crashes half-way leaves the refund held, and the next one sends it out', async () => {
    const [operationId = ''] = await writeOperations(server.database.ownerUrl, [{ totalCents: 10_000, numInstalments: 3 }])
    await server.call('operationRefund', { params: { merchantId, operationId }, body: { amount: 4000 }, as: 'ownerA' })
    const later = { ...server.services, log: () => {}, now: () => new Date(server.services.now().getTime() + 60_000) }
    const dying = {
      ...later.database,
      write: ((scope, work) =>
        later.database.write(scope, async (db) => {
          await work(db)
          throw new Error('the process died before its commit')
        })) as typeof later.database.write,
    }
    await expect(server.runClock({ ...later, database: dying })).rejects.toThrow('died before its commit')
    const params = { merchantId, operationId }
    expect((await server.call('operationDetail', { params, as: 'ownerA' })).body).toMatchObject({
      heldAmount: 4000,
      settlementLines: [{ kind: 'order' }],
    })
    expect(await server.runClock(later)).toBe(1)
    expect((await server.call('operationDetail', { params, as: 'ownerA' })).body).toMatchObject({
      heldAmount: 0,
      settlementLines: [{ kind: 'order' }, { kind: 'refund' }],
    })
  })
})
