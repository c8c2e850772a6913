import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { testCards, type TestCards } from '../../testing/clock/testCards.ts'
import { giveCard, see, writeOperation } from '../../testing/clock/clockFixture.ts'

// Random mixes of user actions racing with deadlines: exactly one of them wins, and the ledger is consistent.
const runs = Number(process.env.MODEL_RUNS ?? testRuns(80, 2))
const merchantId = hexOf(ids.merchantA1)
const day = 86_400_000

let server: TestServer
let cards: TestCards
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 0 })
  cards = testCards(server.services.payments.cards)
  server.services.payments = { ...server.services.payments, cards }
})
afterAll(() => server.close())

const verbs = ['confirm', 'capture', 'captureSome', 'cancel', 'refundSome', 'refundMost', 'undo'] as const
type Verb = (typeof verbs)[number]

async function act(verb: Verb, operationId: string): Promise<number> {
  const params = { merchantId, operationId }
  const by = { params, as: 'ownerA', key: randomUUID() } as const
  switch (verb) {
    case 'confirm':
      return (await server.call('operationConfirm', by)).status
    case 'capture':
      return (await server.call('operationCapture', { ...by, body: {} })).status
    case 'captureSome':
      return (await server.call('operationCapture', { ...by, body: { amount: 7_000 } })).status
    case 'cancel':
      return (await server.call('operationCancel', by)).status
    case 'refundSome':
      return (await server.call('operationRefund', { ...by, body: { amount: 2_500 } })).status
    case 'refundMost':
      return (await server.call('operationRefund', { ...by, body: { amount: 19_000 } })).status
    case 'undo': {
      const { body } = await server.call('operationDetail', { params, as: 'ownerA' })
      const held = body.refunds.find(({ state }) => state === 'held')
      if (!held) return 409
      return (await server.call('operationRefundUndo', { params: { ...params, refundId: held.id }, as: 'ownerA', key: randomUUID() }))
        .status
    }
  }
}

const scenario = fc.record({
  start: fc.constantFrom('to_confirm', 'to_confirm_later', 'to_capture', 'bought' as const),
  hold: fc.constantFrom(0, 1),
  card: fc.constantFrom('yes', 'no', 'sometimes', 'none' as const),
  aheadDays: fc.constantFrom(0, 1, 16, 31, 31, 62, 125),
  rounds: fc.array(
    fc.record({ verbs: fc.array(fc.constantFrom(...verbs), { minLength: 1, maxLength: 4 }), clocks: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
})

it('users and deadlines racing never leave an operation both expired and confirmed, nor money without ledger entries', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ start, hold, card, aheadDays, rounds }) => {
      server.services.config.refundHoldSeconds = hold
      cards.answers((request) =>
        card === 'yes' || (card === 'sometimes' && request.id.charCodeAt(35) % 2 === 0) ? 'captured' : 'declined',
      )
      const now = server.services.now().getTime()
      // For users there is an hour left to confirm or capture; for the deadline workers it has just passed, or passed days ago.
      const moment = new Date(now + 3_600_000)
      const operationId = await writeOperation(server.database.ownerUrl, {
        totalCents: 20_000,
        numInstalments: 3,
        captureMode: start === 'to_confirm' || start === 'bought' ? 'automatic' : 'manual',
        substatus: start === 'bought' ? 'payment_process' : 'pending_merchant',
        reason: start === 'bought' ? null : start === 'to_capture' ? 'capture_required' : 'confirmation_required',
        createdAt: new Date(now - (start === 'bought' ? 0 : 3_600_000)),
        confirmBy: start.startsWith('to_confirm') ? moment : null,
        captureBy: start === 'to_capture' ? moment : null,
      })
      if (card !== 'none') await giveCard(server, [operationId])
      for (const [nth, round] of rounds.entries()) {
        const later = { ...server.services, log: () => {}, now: () => new Date(moment.getTime() + 1_000 + (nth + 1) * aheadDays * day) }
        await Promise.all([
          ...round.verbs.map((verb) => act(verb, operationId)),
          ...Array.from({ length: round.clocks }, () => server.runClock(later)),
        ]).then((statuses) => expect(statuses.filter((status) => status >= 500)).toEqual([]))
      }
      await server.runClock({ ...server.services, now: () => new Date(now + 5_000) })
      await assertSound(operationId)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  console.log(JSON.stringify(Object.fromEntries(winners)))
  // Each side must win some of the races, or the test proves nothing.
  for (const event of [
    'confirmed',
    'confirmation_expired',
    'captured',
    'capture_expired',
    'cancelled',
    'instalment_collected',
    'instalment_declined',
  ])
    expect(winners.get(event) ?? 0).toBeGreaterThan(0)
})

/** How often each event happened over all runs. */
const winners = new Map<string, number>()

/** The invariants of any operation. */
async function assertSound(operationId: string): Promise<void> {
  const seen = await see(server, operationId)
  for (const event of seen.events) winners.set(event, (winners.get(event) ?? 0) + 1)
  const happened = (event: string) => seen.events.filter((one) => one === event).length
  const ends = ['confirmation_expired', 'capture_expired', 'merchant_rejected'].reduce((all, event) => all + happened(event), 0)
  expect(ends).toBeLessThanOrEqual(1)
  expect(happened('confirmed') + happened('confirmed_for_capture')).toBeLessThanOrEqual(1)
  if (happened('confirmation_expired') > 0) expect(happened('confirmed') + happened('confirmed_for_capture') + happened('captured')).toBe(0)
  if (happened('capture_expired') > 0) expect(happened('captured')).toBe(0)
  if (ends > 0) expect(seen.substatus).toBe('stopped_merchant')
  expect(happened('defaulted')).toBeLessThanOrEqual(1)
  expect(happened('rest_voided')).toBeLessThanOrEqual(1)
  const [money] = await server.ownerSql<{ paid: number; journals: number; charged: number; asked: number }>(
    `select (select count(*)::integer from instalments i where i.operation_id = o.id and i.paid_at is not null) as paid,
       (select count(*)::integer from ledger_journals j where j.operation_id = o.id and j.kind = 'instalment') as journals,
       (select count(*)::integer from charges c where c.operation_id = o.id and c.state = 'captured') as charged,
       (select count(*)::integer from charges c where c.operation_id = o.id and c.state = 'asked') as asked
     from operations o where o.id = $1`,
    [operationId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
  )
  expect(money?.asked).toBe(0)
  expect([money?.journals, money?.charged]).toEqual([money?.paid, money?.paid])
}
