import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, madridDay } from '#domain/platform/dates'
import { builtInThresholds } from '#domain/sales/operations/decision'
import { hexOf } from '../../platform/calls/wire.ts'
import { beginSale, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'
import { addProviderKey, callProvider } from '../../testing/provider/testProviderKey.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
let rita: TestStaff
let raul: TestStaff
let support: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  server.stopClock()
  rita = await addStaff(server, ['risk'], { firstName: 'Rita', lastName: 'Mas' })
  raul = await addStaff(server, ['risk'], { firstName: 'Raúl', lastName: 'Paz' })
  support = await addStaff(server, ['support'])
})
afterAll(() => server.close())

const thresholds = { ...builtInThresholds, reviewFromCents: 80_000 }
const change = (by: TestStaff, more: object = {}) =>
  callConsole(server, 'consoleDecisionRulesChange', {
    as: by,
    body: { thresholds, effectiveOn: null, reason: 'Prueba de revisión', ...more },
  })

/** A sale of 900 €, which waits for a person by the thresholds above, and the id of its decision. */
async function reviewed(begin: object = {}): Promise<{ sale: TestSale; decisionId: string }> {
  const sale = await beginSale(server, { totalCents: 90_000, ...begin })
  await goTo(sale, 'identity')
  const seen = await sale.call('checkoutIdentify', someone())
  expect([seen.body.step, seen.body.review?.by], seen.raw).toEqual(['review', 'provider'])
  const [row] = await server.ownerSql<{ decision_id: string }>('select decision_id from manual_decisions where checkout_id = $1', [
    sale.checkoutId,
  ])
  return { sale, decisionId: hexOf(row?.decision_id ?? '') }
}
const answer = (by: TestStaff, decisionId: string, verdict: 'accept' | 'refuse' = 'accept', reason = 'Cliente conocido') =>
  callConsole(server, 'consoleDecisionAnswer', { as: by, params: { decisionId }, body: { verdict, reason } })
const step = async (sale: TestSale) => (await sale.call('checkoutView')).body.step

describe('the thresholds', () => {
  it('are those of the source until a second person confirms a version, which the next sale is decided by', async () => {
    const before = (await callConsole(server, 'consoleDecisionRules', { as: support })).body
    expect(before.versions).toMatchObject([{ version: 0, state: 'in_force', thresholds: builtInThresholds }])
    const past = await change(rita, { effectiveOn: madridDay(server.services.now()) })
    expect([past.error.type, past.error.message]).toEqual(['DecisionNotAllowed', 'Elige un día que aún no haya llegado.'])
    const answer = await change(rita)
    expect(answer.status).toBe(202)
    const confirmationId = answer.body.confirmation?.id ?? ''
    const [pending] = (await callConsole(server, 'staffConfirmationList', { as: raul })).body.pending
    expect(pending).toMatchObject({
      before: { reviewFromCents: null, version: 0 },
      after: { reviewFromCents: 80_000, reason: 'Prueba de revisión' },
    })
    expect((await callConsole(server, 'staffConfirmationConfirm', { as: rita, params: { confirmationId } })).status).toBe(409)
    expect((await callConsole(server, 'staffConfirmationConfirm', { as: raul, params: { confirmationId } })).status).toBe(200)
    const after = (await callConsole(server, 'consoleDecisionRules', { as: support })).body
    expect(after.versions.map(({ state, createdBy }) => `${state} ${createdBy}`)).toEqual(['in_force Rita Mas', 'past null'])
    const { sale } = await reviewed()
    const rows = await server.ownerSql('select engine, version, rule, outcome from decisions where checkout_id = $1', [sale.checkoutId])
    expect(rows).toEqual([{ engine: 'rules', version: '1', rule: 'review_amount', outcome: 'review' }])
  })

  it('of a later day come into force then, and a second request of before another version is stale', async () => {
    const effectiveOn = addDays(madridDay(server.services.now()), 2)
    const [first, other] = [await change(rita, { effectiveOn, thresholds: builtInThresholds }), await change(rita, { reason: 'Otra vez' })]
    const confirm = (id: string | undefined) =>
      callConsole(server, 'staffConfirmationConfirm', { as: raul, params: { confirmationId: id ?? '' } })
    expect((await confirm(first.body.confirmation?.id)).status).toBe(200)
    expect((await confirm(other.body.confirmation?.id)).error.type).toBe('RequestNotAllowed')
    const { versions } = (await callConsole(server, 'consoleDecisionRules', { as: rita })).body
    expect(versions.map(({ state }) => state)).toEqual(['coming', 'in_force', 'past'])
    await server.ownerSql('delete from decision_rules where version > 1')
  })

  it('are tried on what was decided: counts and sales that would change, nothing written', async () => {
    for (const merchantId of [ids.merchantA1, ids.merchantB1]) {
      const sale = await beginSale(server, { merchantId, totalCents: 50_000 })
      await goTo(sale, 'card', { who: someone() })
    }
    const query = { ...builtInThresholds, bankLinkFromCents: 50_000, reviewFromCents: undefined }
    const { status, body, raw } = await callConsole(server, 'consoleDecisionRulesTry', { as: rita, query })
    expect(status, raw).toBe(200)
    expect(body.changes.toSorted((a, b) => a.amountCents - b.amountCents)).toEqual([
      { before: 'review', after: 'bank_link', decisions: 1, amountCents: 90_000 },
      { before: 'accept', after: 'bank_link', decisions: 2, amountCents: 100_000 },
    ])
    expect(new Set(body.flipped.map(({ merchant }) => merchant.id))).toEqual(new Set([hexOf(ids.merchantA1), hexOf(ids.merchantB1)]))
    expect([body.decisions, body.cut, body.since !== null]).toEqual([3, false, true])
    expect(await server.ownerSql('select from decision_rules')).toHaveLength(1)
  })
})

describe('a decision that waits', () => {
  it('is listed, and shows its facts; the person behind it only to those who decide', async () => {
    const { decisionId } = await reviewed()
    const { waiting } = (await callConsole(server, 'consoleDecisionList', { as: support })).body
    expect(waiting.find(({ id }) => id === decisionId)).toMatchObject({
      kind: 'review',
      amount: 90_000,
      rule: 'review_amount',
      verdict: null,
    })
    const seen = (await callConsole(server, 'consoleDecision', { as: rita, params: { decisionId } })).body
    expect(seen).toMatchObject({ customer: { name: 'Ana García López', masked: false }, facts: { document: 'valid', amountCents: 90_000 } })
    expect(seen.history).toMatchObject([{ id: decisionId, engine: 'rules', outcome: 'review', verdict: null }])
    expect(seen.history[0]?.factsHash).toMatch(/^[0-9a-f]{64}$/)
    const masked = await callConsole(server, 'consoleDecision', { as: support, params: { decisionId } })
    expect(masked.body.customer).toMatchObject({ name: 'A. G.', masked: true })
    for (const secret of ['García', seen.customer.documentId, seen.customer.email]) expect(masked.raw).not.toContain(secret)
    const opened = await server.ownerSql(
      `select staff_id from audit_entries where call = 'consoleDecision' and outcome = 'done' order by seq`,
    )
    expect(opened.map(({ staff_id: id }) => id)).toEqual([rita.staffId, support.staffId])
  })

  it('is accepted once with a reason: the customer is told and goes on; shop and customer read no reason', async () => {
    const { sale, decisionId } = await reviewed()
    expect((await answer(rita, decisionId, 'accept', ' ')).error.type).toBe('ApiValidationException')
    expect((await answer(rita, decisionId)).status).toBe(204)
    expect(await step(sale)).toBe('card')
    const again = await answer(raul, decisionId, 'refuse')
    expect([again.status, again.error.type, again.error.message]).toEqual([
      409,
      'DecisionNotAllowed',
      expect.stringMatching(/^Ya se aceptó el \d/),
    ])
    const deliveries = await server.ownerSql(`select channel from deliveries where checkout_id = $1 and purpose = 'outcome'`, [
      sale.checkoutId,
    ])
    expect(deliveries).toHaveLength(2)
    const { closed } = (await callConsole(server, 'consoleDecisionList', { as: support })).body
    expect(closed[0]).toMatchObject({ id: decisionId, verdict: 'accept', closedBy: 'Rita Mas' })
    const params = { merchantId: hexOf(ids.merchantA1), operationId: hexOf(sale.operationId) }
    const shop = await Promise.all([
      server.call('operationDetail', { as: 'ownerA', params }),
      server.call('activityList', { as: 'ownerA' }),
    ])
    for (const { raw } of [...shop, await sale.call('checkoutView')]) expect(raw).not.toMatch(/Cliente conocido|review_amount|Rita/)
  })

  it('is answered by one of the provider’s own systems, once', async () => {
    const { sale, decisionId } = await reviewed()
    const key = await addProviderKey(server, { scopes: ['decisions'] })
    const waiting = (await callProvider(server, key, 'providerDecisionList')).body.results
    expect(waiting.find(({ id }) => id === decisionId)).toMatchObject({ operationId: hexOf(sale.operationId), amount: 90_000 })
    const request = { params: { decisionId }, body: { outcome: 'accept', rule: 'scorecard_7' } } as const
    expect((await callProvider(server, key, 'providerDecisionAnswer', request)).status).toBe(204)
    expect(await step(sale)).toBe('card')
    expect((await callProvider(server, key, 'providerDecisionAnswer', request)).error.type).toBe('DecisionNotAllowed')
    const rows = await server.ownerSql('select verdict, verdict_rule, verdict_by from decisions where checkout_id = $1', [sale.checkoutId])
    expect(rows).toEqual([{ verdict: 'accept', verdict_rule: 'scorecard_7', verdict_by: 'external' }])
  })

  it('of two members of staff at once is decided by one; the other reads what was decided', async () => {
    const { sale, decisionId } = await reviewed()
    const both = await Promise.all([answer(rita, decisionId, 'accept'), answer(raul, decisionId, 'refuse')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const events = await server.ownerSql(`select event from operation_events where operation_id = $1 and event = 'risk_refused'`, [
      sale.operationId,
    ])
    expect(events).toHaveLength(both[1]?.status === 204 ? 1 : 0)
    expect(both.find(({ status }) => status === 409)?.error.message).toMatch(/^Ya se (aceptó|rechazó) el /)
  })

  it('is not decided by support, without a session, after its time, or after the end of the sale', async () => {
    const [first, second] = [await reviewed(), await reviewed({ merchantId: ids.merchantB1 })]
    expect((await answer(support, first.decisionId)).error.type).toBe('PermissionDenied')
    expect(
      (
        await callConsole(server, 'consoleDecisionAnswer', {
          params: { decisionId: first.decisionId },
          body: { verdict: 'accept', reason: 'Sin sesión' },
        })
      ).status,
    ).toBe(403)
    expect((await answer(rita, 'f'.repeat(32))).error.type).toBe('ObjectNotFoundException')
    await second.sale.call('checkoutDismiss')
    const ended = await answer(rita, second.decisionId)
    expect(ended.error.message).toBe('La venta ha terminado: ya no hay nada que decidir.')
    server.moveClock(24 * 3_600_000)
    const fresh = await addStaff(server, ['risk'])
    expect((await answer(fresh, first.decisionId)).error.message).toBe(
      'El plazo para decidir ha pasado: decide la norma prevista para ese caso.',
    )
    expect(await step(first.sale)).toBe('review')
    await server.runClock()
    expect((await first.sale.call('checkoutView')).body.status).toBe('refused')
  })
})
