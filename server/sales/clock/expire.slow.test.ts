import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { dispatch } from './dispatch.ts'
import { handleDeadline } from './handleDeadline.ts'
import { see, writeOperation, type TestOperation } from '../../testing/clock/clockFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const hour = 3_600_000
const inHours = (hours: number) => new Date(server.services.now().getTime() + hours * hour)
const waiting = (reason: TestOperation['reason'], expiresAt: Date) =>
  customerOperation({ substatus: 'pending_customer', reason: reason ?? null }, expiresAt)

async function customerOperation(fields: TestOperation, expiresAt: Date): Promise<string> {
  const id = await writeOperation(server.database.ownerUrl, { channel: 'in_store', ...fields })
  await server.ownerSql('update operations set expires_at = $2 where id = $1', [uuidOf(id), expiresAt])
  return id
}

describe('an expired checkout (T5)', () => {
  it.each([
    ['in_process', 'expired'],
    ['bank_link_required', 'expired'],
    ['challenge_required', 'expired_challenge'],
    ['consent_required', 'consent_expired'],
  ] as const)('waiting for %s ends as %s', async (reason, ended) => {
    const id = await waiting(reason, inHours(1))
    expect(await see(server, id)).toMatchObject({ deadlines: ['checkout_expiry'] })
    await server.runClock()
    expect(await see(server, id)).toMatchObject({ substatus: 'pending_customer', events: ['created'] })
    server.moveClock(hour)
    await server.runClock()
    expect(await see(server, id)).toMatchObject({
      substatus: 'stopped_customer',
      status_reason: ended,
      events: ['created', 'checkout_expired'],
      deadlines: [],
    })
    await server.runClock()
    expect((await see(server, id)).events).toHaveLength(2)
  })

  it('is not expired when its deadline was extended after it had been queued', async () => {
    const id = await waiting('in_process', inHours(-1))
    const queued = { merchantId: ids.merchantA1, mode: 'live' as const, kind: 'checkout_expiry' as const, objectIds: [uuidOf(id) ?? ''] }
    await server.ownerSql('update operations set expires_at = $2 where id = $1', [uuidOf(id), inHours(5)])
    await handleDeadline(server.services, queued)
    expect(await see(server, id)).toMatchObject({ substatus: 'pending_customer', deadlines: ['checkout_expiry'] })
  })

  it('is requeued when the clock of the process that queued it was ahead', async () => {
    const id = await waiting('in_process', inHours(12))
    const ahead = { ...server.services, now: () => inHours(24) }
    const behind = server.services
    // Queued by one process, handled by another.
    const works: Work['deadline'][] = []
    await dispatch(ahead, { sendAll: async (_db, _queue, sent) => sent.forEach((work) => 'objectIds' in work && works.push(work)) })
    expect((await see(server, id)).deadlines).toEqual([])
    for (const work of works) await handleDeadline(behind, work)
    expect(await see(server, id)).toMatchObject({ substatus: 'pending_customer', deadlines: ['checkout_expiry'] })
  })

  it('releases the hold on the card, also after an earlier failure', async () => {
    const id = await waiting('in_process', inHours(-1))
    await server.ownerSql(
      `insert into charges (merchant_id, mode, id, operation_id, amount_cents, state, provider_reference, created_at)
       values ($1, 'live', $2, $3, 9000, 'authorised', 'hold_1', now())`,
      [ids.merchantA1, randomUUID(), uuidOf(id)],
    )
    const released: string[] = []
    const { payments } = server.services
    let broken = true
    const cards = {
      ...payments.cards,
      release: async ({ reference }: { reference: string }) => {
        if (broken) throw new Error('the provider is away')
        released.push(reference)
      },
    }
    const services = { ...server.services, payments: { ...payments, cards }, log: () => {} }
    await expect(server.runClock(services)).rejects.toThrow('away')
    expect((await see(server, id)).substatus).toBe('stopped_customer')
    broken = false
    await server.runClock(services)
    await server.runClock(services)
    expect(released).toEqual(['hold_1'])
    expect(await server.ownerSql('select state from charges where operation_id = $1', [uuidOf(id)])).toEqual([{ state: 'released' }])
    expect((await see(server, id)).events).toEqual(['created', 'checkout_expired'])
  })

  it('notifies listeners on the checkout', async () => {
    const id = await waiting('in_process', inHours(-1))
    await server.ownerSql(
      `insert into checkouts (merchant_id, mode, id, operation_id, submit_type, created_at) values ($1, 'live', $2, $3, 'user', now())`,
      [ids.merchantA1, randomUUID(), uuidOf(id)],
    )
    await server.runClock()
    expect(await server.ownerSql('select version from checkouts where operation_id = $1', [uuidOf(id)])).toEqual([{ version: 2 }])
  })
})

describe('an order that the shop did not act on', () => {
  it('expires without a confirmation (T11)', async () => {
    const id = await writeOperation(server.database.ownerUrl, { substatus: 'pending_merchant', confirmBy: inHours(1) })
    server.moveClock(hour)
    await server.runClock()
    expect(await see(server, id)).toMatchObject({
      substatus: 'stopped_merchant',
      status_reason: 'merchant_failed_to_confirm',
      events: ['created', 'confirmation_expired'],
    })
    expect((await server.call('operationConfirm', { params: { merchantId, operationId: id }, as: 'ownerA' })).status).toBe(409)
  })

  it('expires without a capture (T13)', async () => {
    const id = await writeOperation(server.database.ownerUrl, {
      substatus: 'pending_merchant',
      reason: 'capture_required',
      product: 'pay_later',
      captureBy: inHours(1),
    })
    server.moveClock(hour)
    await server.runClock()
    expect(await see(server, id)).toMatchObject({ substatus: 'stopped_merchant', status_reason: 'capture_expired', voided_cents: '0' })
  })

  it('captured in part is voided for the rest, and keeps what was captured', async () => {
    const id = await writeOperation(server.database.ownerUrl, {
      substatus: 'pending_merchant',
      reason: 'capture_required',
      captureMode: 'manual',
      totalCents: 60_000,
      captureBy: inHours(1),
    })
    const params = { merchantId, operationId: id }
    expect((await server.call('operationCapture', { params, body: { amount: 20_000 }, as: 'ownerA' })).status).toBe(201)
    server.moveClock(hour)
    await server.runClock()
    await server.runClock()
    const seen = await see(server, id)
    expect(seen).toMatchObject({ substatus: 'payment_process', voided_cents: '40000' })
    expect(seen.events.filter((event) => event === 'rest_voided')).toHaveLength(1)
    expect(seen.deadlines).toEqual(['instalment'])
    const { body } = await server.call('operationDetail', { params, as: 'ownerA' })
    expect([body.capturedAmount, body.remainingCaptureAmount]).toEqual([20_000, 0])
  })
})

describe('a batch of deadlines', () => {
  it('isolates a failing one, which is not lost', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => waiting('in_process', inHours(-1))))
    const [bad = ''] = ids
    await server.ownerSql(`create or replace function break_one() returns trigger language plpgsql as $$ begin
      if new.id = '${uuidOf(bad)}' then raise exception 'broken'; end if; return new; end $$`)
    await server.ownerSql('create trigger break_one before update on operations for each row execute function break_one()')
    await expect(server.runClock()).rejects.toThrow('broken')
    const after = await Promise.all(ids.map((id) => see(server, id)))
    expect(after.map(({ substatus }) => substatus)).toEqual(['pending_customer', ...Array.from({ length: 4 }, () => 'stopped_customer')])
    await server.ownerSql('drop trigger break_one on operations')
    await server.runClock()
    expect(await see(server, bad)).toMatchObject({ substatus: 'stopped_customer', events: ['created', 'checkout_expired'] })
  })

  it('handles each object in the scope of its shop and mode', async () => {
    const shops = [
      { merchantId: ids.merchantA1, mode: 'live' as const },
      { merchantId: ids.merchantA1, mode: 'sandbox' as const },
      { merchantId: ids.merchantB1, mode: 'live' as const },
    ]
    const operationIds = await Promise.all(shops.map((shop) => customerOperation({ ...shop, substatus: 'pending_customer' }, inHours(-1))))
    // A job of one scope that names objects of another has no effect on them.
    const [, sandbox = '', elsewhere = ''] = operationIds
    await handleDeadline(server.services, {
      merchantId: ids.merchantA1,
      mode: 'live',
      kind: 'checkout_expiry',
      objectIds: [sandbox, elsewhere].map((id) => uuidOf(id) ?? ''),
    })
    expect((await see(server, elsewhere)).substatus).toBe('pending_customer')
    await server.runClock()
    for (const id of operationIds) expect((await see(server, id)).substatus).toBe('stopped_customer')
  })

  it('leaves nothing due', async () => {
    expect(await server.ownerSql('select * from deadlines where due_at <= $1', [server.services.now()])).toEqual([])
  })
})
