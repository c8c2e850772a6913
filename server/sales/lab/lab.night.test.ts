import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarios, type Scenario } from '#domain/sales/operations/sandbox'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { ids, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { proveBooks } from '../../money/ledger/proveBooks.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { settle } from '../../money/settlements/settle.ts'
import { withShopLock } from './clock.ts'

const DAY = 86_400_000
const shop = { merchantId: hexOf(ids.merchantA1) }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-23T11:00:00Z') })
})
afterAll(() => server.close())

const run = (scenario: string, as: Persona = 'editorA', mode: Mode = 'sandbox') =>
  server.call('sandboxScenario', { params: { ...shop, scenario }, as, mode })
const pass = (advanceDays: 1 | 7 | 31, as: Persona = 'editorA', merchantId = shop.merchantId) =>
  server.call('sandboxClock', { params: { merchantId }, body: { advanceDays }, as, mode: 'sandbox' })
const view = (as: Persona = 'editorA', mode: Mode = 'sandbox') => server.call('sandboxView', { params: shop, as, mode })

type Seen = { substatus: string; reason: string | null; refunded: number; created: Date; paid: number; mode: string }
const see = async (operationId: string): Promise<Seen> => {
  const [row] = await server.ownerSql<Seen>(
    `select substatus, status_reason as reason, refunded_cents::integer as refunded, created_at as created, paid_instalments as paid, mode::text from operations where id = $1`,
    [uuidOf(operationId)],
  )
  if (!row) throw new Error('no operation')
  return row
}
const broken = () => server.services.database.read(mintScope(ids.merchantA1, 'sandbox'), proveBooks)

describe('a scenario', () => {
  const ends: Record<Scenario, Partial<Seen>> = {
    link: { substatus: 'pending_customer', reason: 'consent_required' },
    approved: { substatus: 'payment_process', reason: null },
    captureRequired: { substatus: 'pending_merchant', reason: 'capture_required' },
    refused: { substatus: 'rejected', reason: 'ko_generic' },
    challenge: { substatus: 'pending_customer', reason: 'challenge_required' },
    expired: { substatus: 'stopped_customer', reason: 'consent_expired' },
    duplicated: { substatus: 'stopped_duplicated', reason: 'duplicated' },
    refunded: { substatus: 'payment_process', reason: null },
    cancelled: { substatus: 'stopped_merchant', reason: 'confirmation_rejected_by_merchant' },
    negativeBalance: { substatus: 'payment_suspended' },
    disputed: { substatus: 'payment_suspended' },
    disputeWon: { substatus: 'payment_process' },
    disputeLost: { substatus: 'payment_suspended' },
  }

  it.each(scenarios)('%s reaches the named outcome, repeatedly, and the ledger balances', async (scenario) => {
    const answers = [await run(scenario), await run(scenario)]
    for (const answer of answers) {
      expect(answer.status, answer.raw).toBe(201)
      expect(await see(answer.body.operationId)).toMatchObject({ ...ends[scenario], mode: 'sandbox' })
    }
    expect(new Set(answers.map(({ body }) => body.operationId)).size).toBe(2)
    expect(await broken()).toEqual([])
  })

  it('leaves a third of the price refunded, or a negative balance', async () => {
    expect((await see((await run('refunded')).body.operationId)).refunded).toBeGreaterThan(0)
    await run('negativeBalance')
    const [last] = await server.ownerSql<{ closing: number }>(
      `select closing_cents::integer as closing from settlements where merchant_id = $1 and mode = 'sandbox' order by value_on desc limit 1`,
      [ids.merchantA1],
    )
    expect(last?.closing).toBeLessThan(0)
  })

  it('is one audit entry, with the user who started it', async () => {
    const { body } = await run('approved', 'adminA')
    const lines = await server.ownerSql<{ call: string; role: string }>('select call, role from audit_entries where entity_id = $1', [
      uuidOf(body.operationId),
    ])
    expect(lines).toEqual([{ call: 'sandboxScenario', role: 'admin' }])
  })

  it('sends no messages, and leaves live mode unchanged', async () => {
    const count = async () =>
      (await server.ownerSql<{ n: number }>(`select count(*)::integer as n from operations where mode = 'live'`))[0]?.n
    const before = await count()
    await run('approved')
    expect(await count()).toBe(before)
    expect(
      await server.ownerSql(`select from deliveries where mode = 'sandbox' and state in ('queued', 'sent') and channel = 'sms'`),
    ).toEqual([])
  })

  it('is refused in live mode, for a guest, in another shop, or with an unknown name', async () => {
    expect((await run('approved', 'editorA', 'live')).error.type).toBe('SandboxOnly')
    expect((await pass(1, 'guestA')).error.type).toBe('PermissionDenied')
    expect((await run('approved', 'guestA')).error.type).toBe('PermissionDenied')
    expect((await run('approved', 'ownerB')).status).toBe(404)
    expect((await run('toString')).status).toBe(404)
    expect((await view('editorA', 'live')).error.type).toBe('SandboxOnly')
  })

  it('does not bypass withheld rights', async () => {
    await server.ownerSql(
      `update memberships set withheld = '{refund}' where user_id = (select id from users where email = 'editor@a.test')`,
    )
    const session = await server.signIn('editorA')
    const without = { params: { ...shop, scenario: 'refunded' }, as: session, mode: 'sandbox' as const }
    const refused = await server.call('sandboxScenario', without)
    const seen = await server.call('sandboxView', { params: shop, as: session, mode: 'sandbox' })
    await server.ownerSql(`update memberships set withheld = '{}' where user_id = (select id from users where email = 'editor@a.test')`)
    expect(refused.error.type).toBe('PermissionDenied')
    expect(seen.body.scenarios).toEqual(
      scenarios.filter((one) => !['refunded', 'negativeBalance', 'cancelled', 'disputeWon', 'disputeLost'].includes(one)),
    )
  })

  it("uses amounts within the shop's limits, and is refused when there is none", async () => {
    const limit = (least: number | null, most: number | null) =>
      server.ownerSql(
        `insert into cart_limits (merchant_id, mode, min_cents, max_cents, changed_at) values ($1, 'sandbox', $2, $3, now())
         on conflict (merchant_id, mode) do update set min_cents = excluded.min_cents, max_cents = excluded.max_cents`,
        [ids.merchantA1, least, most],
      )
    await limit(250_000, null)
    const big = await run('approved')
    await limit(299_999_999, null)
    const none = await run('approved')
    await limit(null, null)
    expect([big.status, none.status, none.error.type]).toEqual([201, 409, 'ScenarioNotPossible'])
  })
})

describe('the sandbox clock', () => {
  it('passes each due moment in order, at its own time', async () => {
    const { body } = await run('approved')
    const from = Date.parse(body.clock.now)
    const [plan] = await server.ownerSql<{ n: number }>('select count(*)::integer as n from instalments where operation_id = $1', [
      uuidOf(body.operationId),
    ])
    for (let month = 0; month < (plan?.n ?? 0); month += 1) expect((await pass(31)).status).toBe(200)
    expect(await see(body.operationId)).toMatchObject({ substatus: 'payment_completed' })
    const paid = await server.ownerSql<{ on: string; at: Date }>(
      `select due_on::text as on, paid_at as at from instalments where operation_id = $1 order by number`,
      [uuidOf(body.operationId)],
    )
    for (const { on, at } of paid) {
      const late = at.getTime() - Date.parse(`${on}T00:00:00+01:00`)
      expect(late).toBeGreaterThanOrEqual(-3_600_000)
      expect(late).toBeLessThan(600_000)
    }
    expect(paid.at(-1)?.at.getTime()).toBeGreaterThan(from + 31 * DAY)
    expect(await broken()).toEqual([])
  })

  it('dates new operations and their deadlines, in this shop only', async () => {
    const { body } = await pass(7)
    const ahead = body.aheadMs
    const { operationId } = (await run('link')).body
    expect((await see(operationId)).created.getTime() - server.services.now().getTime() - ahead).toBeLessThan(600_000)
    const other = hexOf(ids.merchantA2)
    const elsewhere = await server.call('sandboxView', { params: { merchantId: other }, as: 'ownerA', mode: 'sandbox' })
    expect(elsewhere.body.clock.aheadMs).toBe(0)
    const live = await server.ownerSql(`select from operations where mode = 'live' and created_at > $1`, [
      new Date(server.services.now().getTime() + DAY),
    ])
    expect(live).toEqual([])
  })

  it("keeps running: later deadlines are handled by the worker at the shop's time", async () => {
    const { operationId } = (await run('link')).body
    server.moveClock(3 * DAY + 60_000)
    await server.runClock()
    expect(await see(operationId)).toMatchObject({ substatus: 'stopped_customer', reason: 'consent_expired' })
  })

  it('schedules settlements by its own days, also when nobody advances it', async () => {
    const { operationId } = (await run('approved')).body
    server.moveClock(6 * DAY)
    await settle(server.services)
    const [row] = await server.ownerSql<{ state: string }>('select settlement_status as state from operations where id = $1', [
      uuidOf(operationId),
    ])
    expect(row?.state).toBe('settled')
    expect(await broken()).toEqual([])
  })

  it('is not used for security: keys expire by the wall clock, and notifications are sent now', async () => {
    await pass(7)
    const as = await server.signIn('adminA')
    await server.call('meStepUp', { body: { password: testPassword }, as })
    const renew = () => server.call('keyRenew', { params: { ...shop, kind: 'private' }, body: { overlapHours: 24 }, as, mode: 'sandbox' })
    const first = await renew()
    await renew()
    const { body } = await server.call('keyList', { params: shop, as, mode: 'sandbox' })
    const ends = Date.parse(body.keys.find(({ id }) => id === first.body.key.id)?.endsAt ?? '')
    expect(Math.abs(ends - server.services.now().getTime() - DAY)).toBeLessThan(600_000)
    const scope = mintScope(ids.merchantA1, 'sandbox')
    const values = ['customer', 'amount', 'deadline'].map((key) => ({ key, value: '–' }))
    const about = { about: { merchantId: ids.merchantA1 }, level: 'info', values, actionUrl: null, roles: ['owner'] } as const
    const now = new Date(server.services.now().getTime() + 30 * DAY)
    await server.services.database.write(scope, async (db) => notify(db, { ...about, type: 'capture_deadline', now }))
    const [notice] = await server.ownerSql<{ late: boolean }>(
      `select created_at > clock_timestamp() as late from notifications where merchant_id = $1 and type = 'capture_deadline'`,
      [ids.merchantA1],
    )
    expect(notice).toEqual({ late: false })
  })

  it('does not affect wall-clock timestamps: a failing webhook reaches the inbox after an hour of real time', async () => {
    await pass(7)
    await server.ownerSql(
      `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at, failing_since)
       values ($1, 'sandbox', gen_random_uuid(), 'https://tienda.example/avisos', '{report.ready}', 'x', $2, $2)`,
      [ids.merchantA1, server.services.now()],
    )
    const failing = async () => {
      const { items } = (await server.call('inboxList', { params: shop, as: 'adminA', mode: 'sandbox' })).body
      return items.filter(({ kind }) => kind === 'webhook_failing').length
    }
    expect(await failing()).toBe(0)
    server.moveClock(61 * 60_000)
    expect(await failing()).toBe(1)
    await server.ownerSql('delete from webhooks')
  })

  it('advances once per idempotency key, one run at a time in a shop', async () => {
    const [week, debt] = [crypto.randomUUID(), crypto.randomUUID()]
    const advance = () => server.call('sandboxClock', { params: shop, body: { advanceDays: 7 }, as: 'editorA', mode: 'sandbox', key: week })
    const owe = () =>
      server.call('sandboxScenario', { params: { ...shop, scenario: 'negativeBalance' }, as: 'editorA', mode: 'sandbox', key: debt })
    const before = (await view()).body.clock.aheadMs
    await withShopLock(server.services, mintScope(ids.merchantA1, 'sandbox'), async () => {
      for (const { error } of [await advance(), await owe(), await pass(1)]) {
        expect(error.type).toBe('IdempotencyInFlight')
        expect(error.message).toContain('ya está avanzando')
      }
      expect((await view()).body.clock.aheadMs).toBe(before)
      expect((await run('link')).status).toBe(201)
      expect((await pass(1, 'ownerA', hexOf(ids.merchantA2))).status).toBe(200)
    })
    const [first, again] = [await advance(), await advance()]
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
    expect(Math.round(((await view()).body.clock.aheadMs - before) / DAY)).toBe(7)
    expect((await owe()).status).toBe(201)
  })

  it('is not advanced again after a lost connection, and can be retried', async () => {
    let times = 0
    const breaksOff = () => {
      times += 1
      return Promise.reject(new Error('Connection terminated'))
    }
    await expect(withShopLock(server.services, mintScope(ids.merchantA1, 'sandbox'), breaksOff)).rejects.toThrow('Connection terminated')
    expect(times).toBe(1)
    expect((await pass(1)).status).toBe(200)
  })

  it('is limited to three years ahead, also for concurrent requests', async () => {
    await server.ownerSql('update sandbox_clocks set ahead_ms = $1 where merchant_id = $2', [1_199 * DAY, ids.merchantA1])
    expect((await pass(7)).error.type).toBe('ClockTooFar')
    const answers = await Promise.all([pass(1), pass(1), pass(1)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await view()).body.clock.aheadMs).toBeLessThanOrEqual(1_200 * DAY)
  })
})
