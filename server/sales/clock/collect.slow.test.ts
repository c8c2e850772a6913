import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RETRY_DAYS } from '#domain/sales/operations/collection'
import { addDays, localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { testCards, type TestCards } from '../../testing/clock/testCards.ts'
import { giveCard, see, writeOperation, type TestOperation } from '../../testing/clock/clockFixture.ts'

let server: TestServer
let cards: TestCards
let usual: TestServer['services']['payments']
beforeAll(async () => {
  server = await startTestServer()
  usual = server.services.payments
})
afterAll(() => server.close())
beforeEach(async () => {
  cards = testCards(usual.cards)
  server.services.payments = { ...usual, cards }
  server.services.config.refundHoldSeconds = 20
  // Operations of earlier tests would fall due as the clock advances.
  await server.ownerSql('delete from deadlines')
})

const merchantId = hexOf(ids.merchantA1)
const params = (operationId: string) => ({ merchantId, operationId })
/** Bought today by the server's clock, in three instalments, with a card on file. */
async function bought(fields: TestOperation = {}): Promise<string> {
  const id = await writeOperation(server.database.ownerUrl, {
    totalCents: 30_000,
    numInstalments: 3,
    createdAt: server.services.now(),
    ...fields,
  })
  await giveCard(server, [id])
  return id
}
const dueDay = async (id: string) => localDate((await see(server, id)).next_due_on ?? '')
/** Moves the clock to an instant and runs what is due then. */
async function at(instant: Date): Promise<void> {
  server.moveClock(instant.getTime() - server.services.now().getTime())
  await server.runClock()
}
const chargesOf = (id: string) =>
  server.ownerSql<{ instalment: number; attempt: number; state: string; amount_cents: string }>(
    'select instalment, attempt, state, amount_cents from charges where operation_id = $1 order by instalment, attempt',
    [uuidOf(id)],
  )
const journalsOf = async (id: string) =>
  (
    await server.ownerSql<{ kind: string }>(`select kind from ledger_journals where operation_id = $1 and kind = 'instalment'`, [
      uuidOf(id),
    ])
  ).length

describe('an instalment on its due date', () => {
  it('is collected from 00:00 in Madrid and booked, and the last one completes the plan (T15)', async () => {
    const id = await bought()
    const first = startOfMadridDay(await dueDay(id))
    await at(new Date(first.getTime() - 1_000))
    expect(cards.requests).toEqual([])
    await at(first)
    const { body } = await server.call('operationDetail', { params: params(id), as: 'ownerA' })
    expect([...cards.taken.values()]).toEqual([body.instalments[0]?.amount])
    expect(await see(server, id)).toMatchObject({ paid_instalments: 1, states: ['paid', 'pending', 'pending'], deadlines: ['instalment'] })
    await at(startOfMadridDay(await dueDay(id)))
    await at(startOfMadridDay(await dueDay(id)))
    const seen = await see(server, id)
    expect(seen).toMatchObject({ substatus: 'payment_completed', next_due_on: null, deadlines: [], paid_instalments: 3 })
    expect(seen.events.slice(2)).toEqual(['instalment_collected', 'instalment_collected', 'last_instalment_collected'])
    expect([...cards.taken.values()]).toEqual(body.instalments.map(({ amount }) => amount))
    expect(await journalsOf(id)).toBe(3)
  })

  it('is collected after an earlier one when both fell due while no worker ran', async () => {
    const id = await bought()
    await at(startOfMadridDay(addDays(await dueDay(id), 40)))
    expect(await see(server, id)).toMatchObject({ states: ['paid', 'paid', 'pending'], substatus: 'payment_process' })
  })
})

describe('a declined card', () => {
  it('is charged again after 3, 7, 14, 30 and 90 days, then the operation is in default and the shop keeps its money (T19)', async () => {
    cards.answers(() => 'declined')
    const id = await bought()
    const due = await dueDay(id)
    for (const days of [0, ...RETRY_DAYS]) {
      await at(new Date(startOfMadridDay(addDays(due, days)).getTime() - 1_000))
      const before = cards.requests.length
      await at(startOfMadridDay(addDays(due, days)))
      expect(cards.requests.length).toBe(before + 1)
    }
    expect(await see(server, id)).toMatchObject({ substatus: 'payment_process', states: ['overdue', 'pending', 'pending'] })
    const net = async () => (await server.call('operationDetail', { params: params(id), as: 'ownerA' })).body.netAmount
    const before = await net()
    await at(startOfMadridDay(addDays(due, 90)))
    const seen = await see(server, id)
    expect(seen).toMatchObject({ substatus: 'payment_suspended', suspension_reason: 'default', deadlines: [], collect_at: null })
    expect(seen.events.slice(2)).toEqual([...Array.from({ length: 6 }, () => 'instalment_declined'), 'defaulted'])
    expect(await chargesOf(id)).toEqual(
      Array.from({ length: 6 }, (_, nth) => ({ instalment: 1, attempt: nth + 1, state: 'declined', amount_cents: expect.any(String) })),
    )
    expect(await net()).toBe(before)
    expect(new Set(cards.requests.map((one) => one.id)).size).toBe(6)
  })

  it('that is approved on a retry resumes the plan', async () => {
    cards.answers(() => 'declined')
    const id = await bought()
    const due = await dueDay(id)
    await at(startOfMadridDay(due))
    cards.answers(() => 'captured')
    await at(startOfMadridDay(addDays(due, 3)))
    expect(await see(server, id)).toMatchObject({ states: ['paid', 'pending', 'pending'], collect_at: null, deadlines: ['instalment'] })
  })

  it('is equivalent to no card on file, where no charge is made', async () => {
    const id = await writeOperation(server.database.ownerUrl, { createdAt: server.services.now(), numInstalments: 3 })
    const due = await dueDay(id)
    await at(startOfMadridDay(due))
    const seen = await see(server, id)
    expect(seen).toMatchObject({ states: ['overdue', 'pending', 'pending'], events: ['created', 'confirmed', 'card_missing'] })
    expect(madridDay(seen.collect_at ?? new Date(0))).toBe(addDays(due, 3))
    expect([cards.requests, await chargesOf(id)]).toEqual([[], []])
  })
})

describe('an interrupted collection', () => {
  it('is repeated with the same id when the provider does not answer, and charges once', async () => {
    const id = await bought()
    cards.answers(() => 'unreachable')
    server.moveClock(startOfMadridDay(await dueDay(id)).getTime() - server.services.now().getTime())
    const quiet = { ...server.services, log: () => {} }
    await expect(server.runClock(quiet)).rejects.toThrow('no answer')
    expect(await chargesOf(id)).toMatchObject([{ instalment: 1, attempt: 1, state: 'asked' }])
    cards.answers(() => 'captured')
    await server.runClock(quiet)
    expect(new Set(cards.requests.map((one) => one.id)).size).toBe(1)
    expect(await chargesOf(id)).toMatchObject([{ instalment: 1, attempt: 1, state: 'captured' }])
    expect([cards.taken.size, await journalsOf(id)]).toEqual([1, 1])
  })

  it('of one card delays no other card', async () => {
    const ids = [await bought(), await bought(), await bought()]
    const [away = ''] = ids
    const awayIds = new Set<string>()
    cards.answers((request) => (awayIds.has(request.id) ? 'unreachable' : 'captured'))
    const charge = cards.charge.bind(cards)
    cards.charge = async (request) => {
      const [row] = await server.ownerSql<{ operation_id: string }>('select operation_id from charges where id = $1', [request.id])
      if (row?.operation_id === uuidOf(away)) awayIds.add(request.id)
      return charge(request)
    }
    server.moveClock(startOfMadridDay(await dueDay(away)).getTime() - server.services.now().getTime())
    await expect(server.runClock({ ...server.services, log: () => {} })).rejects.toThrow('no answer')
    const after = await Promise.all(ids.map((id) => see(server, id)))
    expect(after.map(({ paid_instalments: paid }) => paid)).toEqual([0, 1, 1])
    awayIds.clear()
    cards.answers(() => 'captured')
    cards.charge = charge
    await server.runClock()
    expect((await see(server, away)).paid_instalments).toBe(1)
  })

  it('whose answer was lost is repeated and booked once', async () => {
    const id = await bought()
    let lost = true
    cards.meanwhile(async () => {
      if (lost) throw new Error('the answer was lost')
    })
    server.moveClock(startOfMadridDay(await dueDay(id)).getTime() - server.services.now().getTime())
    await expect(server.runClock({ ...server.services, log: () => {} })).rejects.toThrow('lost')
    lost = false
    await server.runClock()
    expect([cards.taken.size, await journalsOf(id), (await see(server, id)).paid_instalments]).toEqual([1, 1, 1])
  })

  it('of an amount no longer owed is refunded in full, and the right amount is charged', async () => {
    const boughtAt = server.services.now()
    const id = await bought({
      product: 'pay_later',
      captureMode: 'manual',
      substatus: 'pending_merchant',
      reason: 'capture_required',
      captureBy: new Date(boughtAt.getTime() + 20 * 86_400_000),
    })
    const take = async (amount: number) =>
      expect((await server.call('operationCapture', { params: params(id), body: { amount }, as: 'ownerA' })).status).toBe(201)
    await take(10_000)
    let first = true
    // The rest is captured while the card is being charged: the plan is recomputed on all of it.
    cards.meanwhile(async () => {
      if (!first) return
      first = false
      await take(20_000)
    })
    await at(startOfMadridDay(await dueDay(id)))
    expect(cards.released).toHaveLength(1)
    expect(await see(server, id)).toMatchObject({ paid_instalments: 0, states: ['pending'], deadlines: ['instalment'] })
    await at(startOfMadridDay(await dueDay(id)))
    expect((await chargesOf(id)).map(({ state, amount_cents: amount }) => [state, amount])).toEqual([
      ['released', '10000'],
      ['captured', '30000'],
    ])
    expect([...cards.taken.values()]).toEqual([30_000])
  })

  it('makes an immediate refund wait for the answer, whatever the due date', async () => {
    const id = await bought()
    let first = true
    server.services.config.refundHoldSeconds = 0
    cards.meanwhile(async () => {
      if (!first) return
      first = false
      const { status, body } = await server.call('operationRefund', { params: params(id), body: { amount: 9_000 }, as: 'ownerA' })
      expect([status, body.refund.state]).toEqual([201, 'held'])
    })
    await at(startOfMadridDay(addDays(await dueDay(id), 2)))
    expect((await see(server, id)).states).toEqual(['paid', 'pending', 'pending'])
    const { body } = await server.call('operationDetail', { params: params(id), as: 'ownerA' })
    expect(body.refunds.map(({ state }) => state)).toEqual(['completed'])
    expect([...cards.taken.values()]).toEqual([body.instalments[0]?.amount])
    expect(body.instalments[0]?.amount).toBe(body.instalments[0]?.originalAmount)
    expect(body.instalments[1]?.amount).toBeLessThan(body.instalments[1]?.originalAmount ?? 0)
  })
})

describe('collection during cancellations', () => {
  it('a cancellation held over midnight waits for the card, then refunds what it was charged', async () => {
    const id = await bought()
    const due = startOfMadridDay(await dueDay(id))
    server.stopClock()
    server.moveClock(due.getTime() - 10_000 - server.services.now().getTime())
    expect((await server.call('operationCancel', { params: params(id), as: 'ownerA' })).status).toBe(204)
    let isAsked = false
    cards.meanwhile(async () => {
      isAsked = true
      // While the card is being charged, another process finds the cancellation due.
      await server.runClock({ ...server.services, now: () => new Date(due.getTime() + 30_000) })
      expect((await see(server, id)).substatus).toBe('payment_process')
    })
    await at(due)
    expect(isAsked).toBe(true)
    await at(new Date(due.getTime() + 120_000))
    expect(await see(server, id)).toMatchObject({
      substatus: 'payment_suspended',
      suspension_reason: 'merchant_cancelled',
      states: ['refunded', 'cancelled', 'cancelled'],
      deadlines: [],
    })
    const { body } = await server.call('operationDetail', { params: params(id), as: 'ownerA' })
    expect(body.refunds.map(({ creditToCustomer }) => creditToCustomer)).toEqual([...cards.taken.values()])
    server.startClock()
  })

  it('a card declined on the day of a cancellation gets nothing back', async () => {
    cards.answers(() => 'declined')
    const id = await bought()
    await at(startOfMadridDay(await dueDay(id)))
    await server.call('operationCancel', { params: params(id), as: 'ownerA' })
    server.moveClock(21_000)
    await server.runClock()
    expect(await see(server, id)).toMatchObject({
      suspension_reason: 'merchant_cancelled',
      states: ['cancelled', 'cancelled', 'cancelled'],
    })
    const { body } = await server.call('operationDetail', { params: params(id), as: 'ownerA' })
    expect(body.refunds.map(({ creditToCustomer }) => creditToCustomer)).toEqual([0])
  })

  it('an immediate cancellation waits for the card being charged, and refunds what it was charged', async () => {
    const id = await bought()
    server.services.config.refundHoldSeconds = 0
    let first = true
    cards.meanwhile(async () => {
      if (!first) return
      first = false
      expect((await server.call('operationCancel', { params: params(id), as: 'ownerA' })).status).toBe(204)
    })
    await at(startOfMadridDay(await dueDay(id)))
    server.services.config.refundHoldSeconds = 20
    expect(await see(server, id)).toMatchObject({ substatus: 'payment_suspended', states: ['refunded', 'cancelled', 'cancelled'] })
    expect([cards.taken.size, await journalsOf(id)]).toEqual([1, 1])
    const { body } = await server.call('operationDetail', { params: params(id), as: 'ownerA' })
    expect(body.refunds.map(({ creditToCustomer }) => creditToCustomer)).toEqual([...cards.taken.values()])
  })
})
