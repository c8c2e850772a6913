import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '#domain/platform/shortId'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { atTerminal } from '../../platform/calls/providerChange.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { findOperation, operate, type OperatorCommand, parseOperatorCommand } from './operate.ts'
import { CardChargeInFlight, type Hold, holdOperation, liftHold, withdraw } from './suspendOperation.ts'
import { giveCard, see, writeOperation, type TestOperation } from '../../testing/clock/clockFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 300 })
})
afterAll(() => server.close())

const scope = mintScope(ids.merchantA1, 'live')
const merchantId = hexOf(ids.merchantA1)
const day = 86_400_000
const now = () => server.services.now()
const operation = (given: TestOperation = {}) =>
  writeOperation(server.database.ownerUrl, { totalCents: 30_000, numInstalments: 3, ...given })
const leave = (id: string, withPurchase: boolean, at = now()) =>
  server.services.database.write(scope, (db) => withdraw(db, scope, { operationId: uuidOf(id) ?? '', withPurchase, now: at }))
const hold = (id: string, reason: Hold) =>
  server.services.database.write(scope, (db) => holdOperation(db, scope, { operationId: uuidOf(id) ?? '', hold: reason, now: now() }))
const lift = (id: string) =>
  server.services.database.write(scope, (db) => liftHold(db, scope, { operationId: uuidOf(id) ?? '', now: now() }))
const view = async (id: string) => (await server.call('operationDetail', { params: { merchantId, operationId: id }, as: 'ownerA' })).body

describe('the customer withdraws (T18)', () => {
  it('from the credit only: collection ends and the shop keeps its money', async () => {
    const id = await operation()
    const { netAmount } = await view(id)
    expect(await leave(id, false)).toEqual({ allowed: true })
    expect(await see(server, id)).toMatchObject({
      substatus: 'payment_suspended',
      suspension_reason: 'customer_withdrawal',
      events: ['created', 'confirmed', 'customer_withdrew'],
      deadlines: [],
    })
    expect((await view(id)).netAmount).toBe(netAmount)
    expect(await leave(id, false)).toEqual({ allowed: false, why: 'state' })
    expect(await lift(id)).toBe(false)
  })

  it('from the purchase too: everything is refunded, held refunds first (T17)', async () => {
    const id = await operation({ paid: 1, createdAt: new Date(Date.now() - 2 * day), downpayment: 'equal' })
    const refunded = await server.call('operationRefund', {
      params: { merchantId, operationId: id },
      body: { amount: 5_000 },
      as: 'ownerA',
    })
    expect(refunded.status).toBe(201)
    expect(await leave(id, true)).toEqual({ allowed: true })
    const body = await view(id)
    expect(body).toMatchObject({
      substatus: 'payment_suspended',
      suspensionReason: 'merchant_cancelled',
      refundedAmount: 30_000,
      heldAmount: 0,
    })
    expect(body.refunds.map(({ state }) => state)).toEqual(['completed', 'completed'])
    server.moveClock(301_000)
    await server.runClock()
    expect((await view(id)).refunds).toHaveLength(2)
  })

  it('from a purchase with a held cancellation', async () => {
    const id = await operation()
    await server.call('operationCancel', { params: { merchantId, operationId: id }, as: 'ownerA' })
    expect(await leave(id, true)).toEqual({ allowed: true })
    expect((await view(id)).refunds.map(({ kind, state }) => [kind, state])).toEqual([['cancel', 'completed']])
  })

  it('with a held refund: each refund sent out is reported by exactly one message', async () => {
    const id = await operation()
    await server.call('operationRefund', { params: { merchantId, operationId: id }, body: { amount: 5_000 }, as: 'ownerA' })
    await leave(id, true)
    server.moveClock(301_000)
    await server.runClock()
    const refunds = (await view(id)).refunds.map((one) => one.id)
    const emails = (await storedMail(server.services.config, 200)).filter(({ text }) =>
      refunds.some((refund) => text.includes(shortId(refund))),
    )
    expect(emails).toHaveLength(2)
    for (const refund of refunds) expect(emails.filter(({ text }) => text.includes(shortId(refund)))).toHaveLength(1)
  })

  it('but not after fourteen days', async () => {
    const id = await operation({ createdAt: new Date(Date.now() - 20 * day) })
    expect(await leave(id, true)).toMatchObject({ allowed: false, why: 'window_over' })
    expect((await see(server, id)).substatus).toBe('payment_process')
  })

  it('but not while a card is being charged', async () => {
    const id = await operation()
    await server.ownerSql(
      `insert into charges (merchant_id, mode, id, operation_id, instalment, amount_cents, state, created_at) values ($1, 'live', $2, $3, 1, 100, 'asked', now())`,
      [ids.merchantA1, randomUUID(), uuidOf(id)],
    )
    await expect(leave(id, true)).rejects.toThrow(CardChargeInFlight)
    expect((await see(server, id)).events).toEqual(['created', 'confirmed'])
  })
})

describe('the provider suspends and resumes collection (T19, T20)', () => {
  it.each([
    ['fraud_hold', 'fraud_held'],
    ['dispute', 'dispute_opened'],
    ['default', 'defaulted'],
  ] as const)('for %s nothing is collected; afterwards what fell due is, at once', async (reason, event) => {
    const id = await operation({ createdAt: new Date(now().getTime() - 33 * day) })
    await giveCard(server, [id])
    expect(await hold(id, reason)).toBe(true)
    expect(await hold(id, 'dispute')).toBe(false)
    await server.runClock()
    expect(await see(server, id)).toMatchObject({ suspension_reason: reason, paid_instalments: 0, deadlines: [] })
    expect(await lift(id)).toBe(true)
    expect(await lift(id)).toBe(false)
    await server.runClock()
    const seen = await see(server, id)
    expect(seen).toMatchObject({ substatus: 'payment_process', suspension_reason: null, paid_instalments: 1 })
    expect(seen.events.slice(2)).toEqual([event, 'hold_lifted', 'instalment_collected'])
  })
})

describe("the command line of the provider's staff", () => {
  it('parses valid orders and rejects others', () => {
    expect(parseOperatorCommand('withdraw', [])).toEqual({ verb: 'withdraw', withPurchase: false })
    expect(parseOperatorCommand('withdraw', ['with-purchase'])).toEqual({ verb: 'withdraw', withPurchase: true })
    expect(parseOperatorCommand('hold', ['dispute'])).toEqual({ verb: 'hold', hold: 'dispute' })
    expect(parseOperatorCommand('lift', [])).toEqual({ verb: 'lift' })
    const none = [
      parseOperatorCommand('withdraw', ['all']),
      parseOperatorCommand('hold', []),
      parseOperatorCommand('hold', ['anger']),
      parseOperatorCommand('lift', ['b']),
    ]
    expect(none).toEqual([null, null, null, null])
  })

  it('withdraws, suspends and resumes, each with an audit entry; what is not possible is refused', async () => {
    const id = await operation()
    const { database } = server.services
    const place = await database.read(null, (db) => findOperation(db, uuidOf(id) ?? ''))
    if (!place) throw new Error(`operation ${id} not found`)
    const does = (command: OperatorCommand) =>
      atTerminal(database, (db, by) => operate(db, place, command, { by, now: now() })).then((refusal) => refusal?.why)
    expect(await does({ verb: 'hold', hold: 'dispute' })).toBeUndefined()
    expect(await does({ verb: 'withdraw', withPurchase: false })).toBe('withdrawalState')
    expect(await does({ verb: 'lift' })).toBeUndefined()
    expect(await does({ verb: 'lift' })).toBe('notHeld')
    expect(await does({ verb: 'withdraw', withPurchase: true })).toBeUndefined()
    expect(await database.read(null, (db) => findOperation(db, ids.accountA))).toBeUndefined()
    expect((await see(server, id)).suspension_reason).toBe('merchant_cancelled')
    const lines = await server.ownerSql('select call, outcome from audit_entries where entity_id = $1 order by seq', [uuidOf(id)])
    expect(lines).toEqual([
      { call: 'operator.hold', outcome: 'done' },
      { call: 'operator.withdraw', outcome: 'refused' },
      { call: 'operator.lift', outcome: 'done' },
      { call: 'operator.lift', outcome: 'refused' },
      { call: 'operator.withdraw', outcome: 'done' },
    ])
  })
})
