import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuns } from '#domain/testing/testRuns'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

/** Runs; a long run uses 2 000: `MODEL_RUNS=2000`. */
const runs = Number(process.env.MODEL_RUNS ?? testRuns(120, 6))
const merchantId = hexOf(ids.merchantA1)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ refundHoldSeconds: 300 })
})
afterAll(() => server.close())

type ModelRefund = { id: string; kind: 'refund' | 'cancel'; amount: number; state: 'held' | 'completed' | 'undone' }
/** The expected state of one operation, simple enough to verify by reading. */
type Model = {
  deferred: boolean
  total: number
  captured: number
  confirmed: boolean
  state: 'to_confirm' | 'to_capture' | 'live' | 'ended' | 'stopped'
  refunds: ModelRefund[]
}
type Real = { operationId: string }
type Command = fc.AsyncCommand<Model, Real>

const refunded = (model: Model) => model.refunds.filter(({ state }) => state !== 'undone').reduce((all, { amount }) => all + amount, 0)
const left = (model: Model) => model.captured - refunded(model)
const cancelling = (model: Model) => model.refunds.some(({ kind, state }) => kind === 'cancel' && state === 'held')

/** Compares the operation with the model after each step. */
async function look(model: Model, { operationId }: Real): Promise<void> {
  const { body } = await server.call('operationDetail', { params: { merchantId, operationId }, as: 'guestA' })
  expect(body).toMatchObject({
    capturedAmount: model.captured,
    refundedAmount: refunded(model),
    remainingAmount: left(model),
    remainingCaptureAmount: model.total - model.captured,
    heldAmount: model.refunds.filter(({ state }) => state === 'held').reduce((all, { amount }) => all + amount, 0),
    substatus: {
      to_confirm: 'pending_merchant',
      to_capture: 'pending_merchant',
      live: 'payment_process',
      ended: 'payment_suspended',
      stopped: 'stopped_merchant',
    }[model.state],
  })
  expect(body.refunds.map(({ id, amount, state }) => [id, amount, state]).toSorted()).toEqual(
    model.refunds.map(({ id, amount, state }) => [id, amount, state]).toSorted(),
  )
  if (model.state === 'ended')
    expect(body.suspensionReason).toBe(
      model.refunds.some(({ kind, state }) => kind === 'cancel' && state === 'completed') ? 'merchant_cancelled' : 'fully_refunded',
    )
}

function command(
  name: string,
  act: (model: Model, real: Real, params: { merchantId: string; operationId: string }) => Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      await act(model, real, { merchantId, operationId: real.operationId })
      await look(model, real)
    },
    toString: () => name,
  }
}
const key = () => randomUUID()

const confirm = () =>
  command('confirm', async (model, _, params) => {
    const { status } = await server.call('operationConfirm', { params, as: 'editorA', key: key() })
    expect(status).toBe(model.state === 'to_confirm' ? 200 : 409)
    if (model.state !== 'to_confirm') return
    model.confirmed = true
    model.state = model.deferred ? 'to_capture' : 'live'
    if (!model.deferred) model.captured = model.total
  })

const capture = (share: number) =>
  command(`capture ${share} %`, async (model, _, params) => {
    const rest = model.total - model.captured
    const amount = share === 100 ? undefined : Math.max(1, Math.floor((rest * share) / 80))
    const possible =
      model.deferred &&
      model.confirmed &&
      (model.state === 'to_capture' || model.state === 'live') &&
      rest > 0 &&
      (amount ?? 0) <= rest &&
      !cancelling(model)
    const { status } = await server.call('operationCapture', {
      params,
      body: amount === undefined ? {} : { amount },
      as: 'adminA',
      key: key(),
    })
    expect(status).toBe(possible ? 201 : 409)
    if (!possible) return
    model.captured += amount ?? rest
    model.state = 'live'
  })

const refund = (share: number) =>
  command(`refund ${share} %`, async (model, _, params) => {
    const amount = Math.max(1, Math.floor((Math.max(left(model), 100) * share) / 100))
    const possible = model.state === 'live' && amount <= left(model)
    const { status, body } = await server.call('operationRefund', { params, body: { amount }, as: 'ownerA', key: key() })
    expect(status).toBe(possible ? 201 : 409)
    if (possible) model.refunds.push({ id: body.refund.id, kind: 'refund', amount, state: 'held' })
  })

const cancel = () =>
  command('cancel', async (model, real, params) => {
    const waiting = model.state === 'to_confirm' || model.state === 'to_capture'
    const possible = waiting || (model.state === 'live' && left(model) > 0)
    const { status } = await server.call('operationCancel', { params, as: 'ownerA', key: key() })
    expect(status).toBe(possible ? 204 : 409)
    if (!possible) return
    if (waiting) return void (model.state = 'stopped')
    const { body } = await server.call('operationDetail', { params: { merchantId, operationId: real.operationId }, as: 'ownerA' })
    const refund = body.refunds.find(({ id }) => !model.refunds.some((one) => one.id === id))
    model.refunds.push({ id: refund?.id ?? '', kind: 'cancel', amount: left(model), state: 'held' })
  })

const undo = (nth: number) =>
  command(`undo ${nth}`, async (model, _, params) => {
    const refund = model.refunds[nth % Math.max(model.refunds.length, 1)]
    if (!refund) return
    const possible = refund.state === 'held' && (refund.kind === 'cancel' || !cancelling(model))
    const { status } = await server.call('operationRefundUndo', { params: { ...params, refundId: refund.id }, as: 'editorA', key: key() })
    expect(status).toBe(possible ? 200 : 409)
    if (possible) refund.state = 'undone'
  })

const release = () =>
  command('release', async (model) => {
    await server.runClock({ ...server.services, now: () => new Date(server.services.now().getTime() + 301_000) })
    for (const one of model.refunds) if (one.state === 'held') one.state = 'completed'
    if (model.captured > 0 && left(model) === 0) model.state = 'ended'
  })

const elsewhere = () =>
  command('look elsewhere', async (_, __, params) => {
    expect((await server.call('operationRefund', { params, body: { amount: 1 }, as: 'ownerA', mode: 'sandbox', key: key() })).status).toBe(
      404,
    )
    expect((await server.call('operationCancel', { params, as: 'ownerB', key: key() })).status).toBe(404)
  })

it('any sequence of verbs agrees with a simple model', async () => {
  const commands = [
    fc.constant(confirm()),
    fc.integer({ min: 1, max: 100 }).map(capture),
    fc.constant(capture(100)),
    fc.integer({ min: 1, max: 110 }).map(refund),
    fc.constant(refund(100)),
    fc.constant(cancel()),
    fc.nat(5).map(undo),
    fc.constant(release()),
    fc.constant(elsewhere()),
  ]
  const terms = fc.record({
    deferred: fc.boolean(),
    confirmed: fc.boolean(),
    total: fc.integer({ min: 1000, max: 90_000 }),
    tinBps: fc.constantFrom(0, 999, 1999),
    openingFeeBps: fc.constantFrom(0, 200),
    numInstalments: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(terms, fc.commands(commands, { maxCommands: 40 }), async ({ deferred, confirmed, total, ...rest }, steps) => {
      const waiting = deferred && confirmed
      const operationId = await writeOperation(server.database.ownerUrl, {
        ...rest,
        totalCents: total,
        product: 'instalments',
        captureMode: deferred ? 'manual' : 'automatic',
        substatus: 'pending_merchant',
        reason: waiting ? 'capture_required' : 'confirmation_required',
        confirmBy: waiting ? null : new Date(Date.now() + 86_400_000),
        captureBy: waiting ? new Date(Date.now() + 86_400_000) : null,
      })
      await fc.asyncModelRun(
        () => ({
          model: {
            deferred,
            total,
            captured: 0,
            confirmed: waiting,
            state: waiting ? ('to_capture' as const) : ('to_confirm' as const),
            refunds: [],
          },
          real: { operationId },
        }),
        steps,
      )
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
