import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { cutServices } from '../../testing/credits/cutServices.ts'
import { type DisputeFixture, disputeFixture } from '../../testing/disputes/disputeFixture.ts'
import { brokenBooks } from '../../testing/operations/testBooks.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { syncDispute } from './syncDispute.ts'
import { workDisputes } from './workDisputes.ts'

let server: TestServer
let fixture: DisputeFixture
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T09:00:00Z') })
  server.stopClock()
  fixture = disputeFixture(server)
})
afterAll(() => server.close())

const minute = 60_000

/** A new dispute is read, the shop accepts it, and the card provider is told. */
async function run(killedAt: number): Promise<{ operationId: string; steps: number }> {
  const operationId = await fixture.sold()
  const reference = await fixture.dispute(operationId)
  const cut = cutServices(server.services, killedAt)
  await syncDispute(cut.services, reference, 'live').catch(() => {})
  await syncDispute(server.services, reference, 'live')
  await server.call('disputeAccept', { params: await fixture.paramsOf(operationId), as: 'ownerA', key: randomUUID() })
  await workDisputes(cut.services).catch(() => {})
  return { operationId, steps: cut.steps() }
}

it('killed at any step, books each dispute once', async () => {
  const { steps } = await run(Infinity)
  expect(steps).toBeGreaterThanOrEqual(10)
  const many = testRuns(steps, 3)
  const operations: string[] = []
  for (let nth = 0; nth < many; nth += 1) operations.push((await run(Math.floor((nth * steps) / many))).operationId)
  for (let times = 0; times < 3; times += 1) {
    server.moveClock(3 * minute)
    await fixture.work()
  }
  for (const operationId of operations) {
    expect(await fixture.read(operationId)).toMatchObject({ state: 'lost', act: null, merchant: 2_000, fee: 2_000, vat: 420 })
    expect(await fixture.booked(operationId, 'cash')).toBe(-4_000)
  }
  expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
})

const step = fc.record({
  kind: fc.constantFrom('won', 'lost', 'dismissed', 'withdrawn', 'reinstated', 'answer', 'accept', 'work', 'read', 'readTwice' as const),
})

it('in any order of answers, notifications and the bank’s decisions, every cent withdrawn stands in the books', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 8 }), async (isInquiry, story) => {
      const operationId = await fixture.sold()
      const reference = await fixture.dispute(operationId, { isInquiry })
      const records = server.services.payments.simulatedDisputes
      await syncDispute(server.services, reference, 'live')
      for (const { kind } of story) {
        const now = await records.read(reference)
        if (!now) throw new Error('the card provider lost its dispute')
        const params = await fixture.paramsOf(operationId)
        if (kind === 'won' || kind === 'dismissed') await records.change(reference, { state: kind, withdrawnCents: 0 })
        if (kind === 'lost') await records.change(reference, { state: 'lost', withdrawnCents: now.amountCents })
        if (kind === 'withdrawn')
          await records.change(reference, {
            state: now.state === 'inquiry' ? 'needs_response' : now.state,
            withdrawnCents: now.amountCents,
          })
        if (kind === 'reinstated') await records.change(reference, { state: now.state, withdrawnCents: 0 })
        if (kind === 'answer')
          await server.call('disputeAnswer', { params, body: { text: 'Lo recibió.' }, as: 'ownerA', key: randomUUID() })
        if (kind === 'accept') await server.call('disputeAccept', { params, as: 'ownerA', key: randomUUID() })
        if (kind === 'work') await fixture.work()
        if (kind === 'read') await syncDispute(server.services, reference, 'live')
        if (kind === 'readTwice')
          await Promise.all([syncDispute(server.services, reference, 'live'), syncDispute(server.services, reference, 'live')])
      }
      await syncDispute(server.services, reference, 'live')
      const [booked, dispute] = [await fixture.read(operationId), await records.read(reference)]
      expect(booked.withdrawn).toBe(dispute?.withdrawnCents)
      expect(await fixture.booked(operationId, 'cash')).toBe(0 - (dispute?.withdrawnCents ?? 0) - (dispute?.feeCents ?? 0))
    }),
    { numRuns: testRuns(100, 20) },
  )
  expect(await brokenBooks(server.database.ownerUrl)).toEqual([])
})
