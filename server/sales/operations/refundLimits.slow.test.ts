import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { chargeDay } from './refundLimits.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// Refund limits of a user, and approval requests.
let server: TestServer
let admin: TestSession
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await fresh('adminA')
  owner = await fresh('ownerA')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql('update memberships set refund_limit_cents = null, refund_day_limit_cents = null')
  await server.ownerSql('delete from refund_spendings')
})

async function fresh(persona: Persona): Promise<TestSession> {
  const session = await server.signIn(persona)
  await server.call('meStepUp', { body: { password: testPassword }, as: session })
  return session
}
const operation = (given = {}) => writeOperation(server.database.ownerUrl, { totalCents: 60_000, ...given })
const limit = (persona: Persona, refundCents: number | null, dayCents: number | null) =>
  server.ownerSql('update memberships set refund_limit_cents = $2, refund_day_limit_cents = $3 where user_id = $1', [
    personas[persona].id,
    refundCents,
    dayCents,
  ])
const at = (operationId: string, merchant: string = ids.merchantA1) => ({ params: { merchantId: hexOf(merchant), operationId } })
const refund = (operationId: string, amount: number, as: As = 'editorA', merchant: string = ids.merchantA1) =>
  server.call('operationRefund', { ...at(operationId, merchant), body: { amount }, as })
const limits = async (operationId: string, as: As = 'editorA') =>
  (await server.call('operationRefundPreview', { ...at(operationId), as })).body.limits
const refunded = async (operationId: string) =>
  (await server.call('operationDetail', { ...at(operationId), as: 'ownerA' })).body.refundedAmount
const ask = (operationId: string, amount: number, as: As = 'editorA') =>
  server.call('refundRequestCreate', { ...at(operationId), body: { amount, reason: 'product_returned', comment: 'Silla rota' }, as })
const on = (operationId: string, requestId: string) => ({ params: { merchantId: hexOf(ids.merchantA1), operationId, requestId } })

describe('limits', () => {
  it("apply per refund, and never raise a role's rights", async () => {
    const id = await operation({ totalCents: 300_000 })
    await limit('editorA', 5_000, null)
    expect((await refund(id, 5_001)).error).toMatchObject({ type: 'PermissionDenied', message: expect.stringContaining('50,00') })
    expect((await refund(id, 5_000)).status).toBe(201)
    await limit('editorA', 250_000, null)
    expect((await refund(id, 100_001)).error.type).toBe('PermissionDenied')
    expect(await limits(id)).toEqual({ perRefund: 100_000, dayLimit: null, dayLeft: null })
    expect(await limits(id, 'ownerA')).toEqual({ perRefund: null, dayLimit: null, dayLeft: null })
  })

  it('apply per day, over shops and cancellations, and report what is left', async () => {
    const id = await operation()
    await limit('editorA', null, 15_000)
    expect((await refund(id, 9_000)).status).toBe(201)
    expect(await limits(id)).toEqual({ perRefund: 100_000, dayLimit: 15_000, dayLeft: 6_000 })
    const refused = await refund(id, 6_001)
    expect(refused.error.message).toMatch(
      /^Puedes devolver hasta 150,00\s€ al día y hoy te quedan 60,00\s€\. Para más, pide aprobación desde «Devolver»\.$/,
    )
    const other = await operation({ merchantId: ids.merchantA2, totalCents: 5_000 })
    expect((await refund(other, 4_000, 'editorA', ids.merchantA2)).status).toBe(201)
    const whole = await operation({ totalCents: 2_500 })
    const cancel = (operationId: string) => server.call('operationCancel', { ...at(operationId), body: {}, as: 'editorA' })
    expect((await cancel(whole)).error.type).toBe('PermissionDenied')
    expect((await cancel(await operation({ totalCents: 2_000 }))).status).toBe(204)
    expect(await limits(id)).toMatchObject({ dayLeft: 0 })
    // The other mode has a day of its own.
    const sandbox = await operation({ mode: 'sandbox' })
    expect(
      (await server.call('operationRefund', { ...at(sandbox), body: { amount: 15_000 }, as: 'editorA', mode: 'sandbox' })).status,
    ).toBe(201)
  })

  it('allow no more than is left, however many requests are concurrent', async () => {
    await limit('editorA', null, 10_000)
    const operations = await Promise.all(Array.from({ length: 6 }, () => operation()))
    const answers = await Promise.all(operations.map((id) => refund(id, 4_000)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403, 403])
    const sums = await Promise.all(operations.map(refunded))
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe(8_000)
    expect(await limits(operations[0] ?? '')).toMatchObject({ dayLeft: 2_000 })
  })

  it('serialise refunds under a daily limit, and only those', async () => {
    const scope = mintScope(ids.merchantA1, 'live')
    const spend = (dayLimit: number | null, userId: string, meanwhile = async () => {}) =>
      server.services.database.write(scope, async (db) => {
        await chargeDay(db, scope, { userId, refundId: randomUUID(), dayLimit, amountCents: 6_000, now: server.services.now() })
        await meanwhile()
      })
    const waiting = async () => {
      const [row] = await server.ownerSql<{ many: number }>(
        `select count(*)::integer as many from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
      return row?.many ?? 0
    }
    let second: Promise<unknown> = Promise.resolve()
    const outcome = { second: 'waits' }
    await spend(10_000, personas.editorA.id, async () => {
      second = spend(10_000, personas.editorA.id).then(
        () => (outcome.second = 'passed'),
        (error: unknown) => (outcome.second = String(error instanceof Refusal && error.type)),
      )
      while (outcome.second === 'waits' && (await waiting()) === 0) await sleep(5)
      expect(outcome.second).toBe('waits')
    })
    await second
    expect(outcome.second).toBe('PermissionDenied')
    // Without a limit the second finishes while the first is still open.
    await spend(null, personas.adminA.id, () => spend(null, personas.adminA.id))
  })

  it('return undone refunds, and count those made before the limit was set', async () => {
    const id = await operation()
    const answer = await refund(id, 7_000)
    await limit('editorA', null, 10_000)
    expect(await limits(id)).toMatchObject({ dayLeft: 3_000 })
    const undone = await server.call('operationRefundUndo', {
      params: { merchantId: hexOf(ids.merchantA1), operationId: id, refundId: answer.body.refund.id },
      as: 'editorA',
    })
    expect(undone.status).toBe(200)
    expect(await limits(id)).toMatchObject({ dayLeft: 10_000 })
  })

  it('take effect immediately, also on an open session', async () => {
    const id = await operation()
    expect((await refund(id, 100)).status).toBe(201)
    await limit('editorA', 50, null)
    expect((await refund(id, 101)).error.type).toBe('PermissionDenied')
  })
})

describe('a request for approval', () => {
  it("is approved by somebody else, once however many approve, in the requester's name", async () => {
    const id = await operation({ totalCents: 300_000 })
    expect((await refund(id, 150_000)).error.type).toBe('PermissionDenied')
    const request = await ask(id, 150_000)
    expect([request.status, request.body.state, request.body.approvable]).toEqual([201, 'pending', false])
    expect((await ask(id, 1_000)).error.message).toContain('Ya has pedido aprobación')
    expect(await refunded(id)).toBe(0)
    const approve = (as: As) => server.call('refundRequestApprove', { ...on(id, request.body.id), as })
    expect((await approve('editorA')).error.type).toBe('PermissionDenied')
    expect((await approve(await server.signIn('adminA'))).error.type).toBe('StepUpRequired')
    const answers = await Promise.all([approve(admin), approve(owner), approve(admin)])
    expect(answers.filter(({ status, headers }) => status === 200 && !headers.get('idempotency-replayed'))).toHaveLength(1)
    expect(await refunded(id)).toBe(150_000)
    const done = (await server.call('refundRequestList', { ...at(id), as: 'editorA' })).body
    expect(done).toMatchObject([{ state: 'approved', amount: 150_000, comment: 'Silla rota', askedBy: { name: 'Edurne Sáez' } }])
    const { refunds } = (await server.call('operationDetail', { ...at(id), as: 'ownerA' })).body
    expect(refunds).toMatchObject([{ amount: 150_000, createdBy: 'Edurne Sáez', comment: 'Silla rota' }])
  })

  it("cannot be approved by its requester, and only within the approver's limits", async () => {
    const id = await operation()
    const own = await ask(id, 20_000, owner)
    expect((await server.call('refundRequestApprove', { ...on(id, own.body.id), as: owner })).error.message).toContain('la pediste tú')
    await limit('adminA', 10_000, null)
    expect((await server.call('refundRequestApprove', { ...on(id, own.body.id), as: admin })).error.type).toBe('PermissionDenied')
    await limit('adminA', null, 25_000)
    const key = '4f1c4a52-1b35-4c8e-9f0f-0d6c2e2b7a11'
    expect((await server.call('refundRequestApprove', { ...on(id, own.body.id), as: admin, key })).status).toBe(200)
    expect(await limits(id, admin)).toMatchObject({ dayLeft: 5_000 })
  })

  it('has no effect once declined, withdrawn or a day old, and can then be repeated', async () => {
    const id = await operation()
    const declined = await ask(id, 30_000)
    expect((await server.call('refundRequestDecline', { ...on(id, declined.body.id), as: admin })).body).toMatchObject({
      state: 'declined',
      decidedBy: 'Adán Peña',
    })
    const withdrawn = await ask(id, 30_000)
    expect((await server.call('refundRequestWithdraw', { ...on(id, withdrawn.body.id), as: 'ownerA' })).error.message).toContain(
      'Solo puede retirarla',
    )
    expect((await server.call('refundRequestWithdraw', { ...on(id, withdrawn.body.id), as: 'editorA' })).status).toBe(200)
    const lapsed = await ask(id, 30_000)
    await server.ownerSql(`update refund_requests set expires_at = now() - interval '1 second' where state = 'pending'`)
    for (const { body } of [declined, withdrawn, lapsed])
      expect((await server.call('refundRequestApprove', { ...on(id, body.id), as: admin })).error.type).toBe('RequestNotAllowed')
    expect((await server.call('refundRequestList', { ...at(id), as: admin })).body.map(({ state }) => state)).toEqual([
      'lapsed',
      'withdrawn',
      'declined',
    ])
    expect(await refunded(id)).toBe(0)
    expect((await ask(id, 30_000)).status).toBe(201)
  })

  it('cannot exceed the remainder, and is checked against the refund rules when approved', async () => {
    const id = await operation()
    expect((await ask(id, 60_001)).error.type).toBe('RefundAmountExceeded')
    const request = await ask(id, 50_000)
    expect((await refund(id, 20_000, 'ownerA')).status).toBe(201)
    expect((await server.call('refundRequestApprove', { ...on(id, request.body.id), as: admin })).error.type).toBe('RefundAmountExceeded')
    expect((await server.call('refundRequestList', { ...at(id), as: admin })).body[0]?.state).toBe('pending')
  })

  it('that expires unanswered notifies its requester once, an answered one does not', async () => {
    const id = await operation()
    const answered = await ask(id, 30_000)
    await server.call('refundRequestDecline', { ...on(id, answered.body.id), as: admin })
    const lapsed = await ask(id, 30_000)
    await server.runClock()
    await server.ownerSql(`update refund_requests set expires_at = now() - interval '1 second' where operation_id::text = $1::uuid::text`, [
      id,
    ])
    await server.ownerSql(`update deadlines set due_at = now() - interval '1 second' where kind = 'refund_request'`)
    await server.runClock()
    await server.runClock()
    const notices = await server.ownerSql<{ action_url: string; user_id: string }>(
      `select action_url, user_id from notifications where type = 'refund_lapsed' and action_url like $1`,
      [`%${id.replaceAll('-', '')}%`],
    )
    expect(notices).toEqual([{ action_url: expect.stringContaining(lapsed.body.id), user_id: personas.editorA.id }])
    expect(await server.ownerSql(`select from deadlines where kind = 'refund_request' and due_at < now()`)).toEqual([])
  })

  it('uses the sandbox clock in sandbox, and the wall clock for the password check', async () => {
    const shop = { merchantId: hexOf(ids.merchantA1) }
    await server.ownerSql(`insert into sandbox_clocks (merchant_id, ahead_ms, moved_at) values ($1, 3 * 86400000, now())`, [ids.merchantA1])
    server.services.shopTimes.forget(ids.merchantA1)
    const id = await operation({ mode: 'sandbox' })
    const mode = 'sandbox'
    const body = { amount: 30_000, reason: 'product_returned', comment: '' } as const
    const request = await server.call('refundRequestCreate', { ...at(id), body, as: 'editorA', mode })
    await server.runClock()
    const notices = await server.ownerSql(`select from notifications where type = 'refund_lapsed' and action_url like $1`, [
      `%${request.body.id}`,
    ])
    expect(notices).toEqual([])
    const { items } = (await server.call('inboxList', { params: shop, as: admin, mode })).body
    expect(items.map(({ key }) => key)).toContain(`refund_approval:${request.body.id}`)
    const approved = await server.call('refundRequestApprove', { ...on(id, request.body.id), as: admin, mode })
    expect(approved.status, approved.raw).toBe(200)
    await server.ownerSql('delete from sandbox_clocks')
    server.services.shopTimes.forget(ids.merchantA1)
  })

  it('notifies those who may approve, and its answer the requester', async () => {
    const id = await operation()
    const request = await ask(id, 30_000)
    await server.call('refundRequestDecline', { ...on(id, request.body.id), as: admin })
    const notices = await server.ownerSql<{ type: string; roles: string[]; user_id: string | null }>(
      'select type, roles, user_id from notifications where action_url like $1 order by created_at',
      [`%${request.body.id}`],
    )
    expect(notices).toEqual([
      { type: 'refund_approval_asked', roles: ['owner', 'admin'], user_id: null },
      { type: 'refund_declined', roles: ['owner', 'admin', 'editor'], user_id: personas.editorA.id },
    ])
  })
})

it('an approved refund has the undo period of its requester', async () => {
  const id = await operation()
  await server.call('ownLimitsUpdate', { as: owner, body: { undoSeconds: 120 } })
  const later = await server.signIn('ownerA')
  const merchant = { params: { merchantId: hexOf(ids.merchantA1) } }
  const seconds = async (as: As) => (await server.call('merchantConfiguration', { ...merchant, as })).body.refundHoldSeconds
  expect([await seconds(later), await seconds(admin)]).toEqual([120, 20])
  const heldRefund = (await refund(id, 1_000, later)).body.refund
  const stateIn = async (passed: number) => {
    server.moveClock(passed * 1_000)
    await server.runClock()
    const { refunds } = (await server.call('operationDetail', { ...at(id), as: later })).body
    return refunds.find((one) => one.id === heldRefund.id)?.state
  }
  expect([await stateIn(21), await stateIn(100)]).toEqual(['held', 'completed'])
})
