import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import { answerDecision } from '../decisions/answerDecision.ts'
import { ProviderUnreachable } from '../../money/payments/partners.ts'
import { simulatedIdentity } from '../../money/payments/simulatedIdentity.ts'
import type { SimulatedAnswer } from '../../money/payments/simulatedChecks.ts'
import { ana, beginSale, goTo, type TestSale } from '../../testing/checkout/testSale.ts'
import { simulatedNotification } from '../../testing/payments/identityHarness.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { applyNotifications } from '../cards/applyNotifications.ts'
import { askDueChecks } from './askDueChecks.ts'

let server: TestServer
const secret = 'signs the notifications of the simulated identity partner'
beforeAll(async () => {
  server = await startTestServer()
  server.services.payments.identity = simulatedIdentity(server.services.payments.simulatedChecks, secret)
})
afterAll(() => server.close())

let nth = 0
/** A sale in test mode whose customer's identity is checked. */
async function challenged(documentId: string): Promise<TestSale> {
  nth += 1
  // Each customer is somebody whom the rules know nothing about.
  await server.ownerSql('update operations set document_number = null where document_number = $1', [documentId])
  const sale = await beginSale(server, { mode: 'sandbox', totalCents: 1_000 * (40 + nth) })
  await goTo(sale, 'identity')
  const { body } = await sale.call('checkoutIdentify', { ...ana, documentId, email: `ana${nth}@reto.test` })
  expect(body.step).toBe('challenge')
  return sale
}
const check = async (sale: TestSale) =>
  (
    await server.ownerSql<{ id: string; state: string; attempt: number; returned_at: Date | null; due_at: Date | null }>(
      'select id, state, attempt, returned_at, due_at from identity_checks where checkout_id = $1 order by attempt desc',
      [sale.checkoutId],
    )
  )[0]
const status = async (sale: TestSale) =>
  (
    await server.ownerSql<{ substatus: string; status_reason: string }>('select substatus, status_reason from operations where id = $1', [
      sale.operationId,
    ])
  )[0]
/** Goes to the partner's page, answers there, and gives the state with which the browser returns. */
async function atPartner(sale: TestSale, answer: SimulatedAnswer): Promise<string> {
  const begun = await sale.call('checkoutChallenge', {})
  const url = new URL(begun.body.challenge?.url ?? '')
  expect(begun.body.challenge).toMatchObject({ way: 'page', waitsFor: 'customer' })
  expect((await server.send('GET', url.pathname)).status).toBe(200)
  const body = `answer=${answer}`
  const back = await server.send('POST', url.pathname, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect(back.status).toBe(303)
  return new URL(back.headers.get('location') ?? '').searchParams.get('returned') ?? ''
}
const notify = (request: ReturnType<typeof simulatedNotification>) =>
  server.send('POST', '/partners/simulated-identity/events', {
    body: request.body.toString(),
    headers: { 'content-type': 'application/json', ...(request.headers as Record<string, string>) },
  })

describe('an identity check on the partner’s page', () => {
  it('goes on with the sale when the customer returns, once', async () => {
    const sale = await challenged(TEST_DOCUMENTS.challengePage)
    const state = await atPartner(sale, 'passed')
    const back = await sale.call('checkoutChallenge', { returned: state })
    expect(back.body).toMatchObject({ step: 'card', challenge: null })
    expect((await check(sale))?.state).toBe('passed')
    expect((await sale.call('checkoutChallenge', { returned: state })).error.type).toBe('StepNotAllowed')
  })

  it('refuses the state of another sale, and a replayed one changes nothing', async () => {
    const own = await challenged(TEST_DOCUMENTS.challengePage)
    await own.call('checkoutChallenge', {})
    const other = await challenged(TEST_DOCUMENTS.challengePage)
    const otherReturn = await atPartner(other, 'passed')
    const forged = await own.call('checkoutChallenge', { returned: otherReturn })
    expect([forged.status, forged.error.type, forged.error.message]).toEqual([
      409,
      'StepNotAllowed',
      expect.stringContaining('no es de esta compra'),
    ])
    expect((await check(own))?.state).toBe('needs_customer')
    // A first return that the partner could not answer uses the state up; a second one asks nobody.
    let calls = 0
    const { identity } = server.services.payments
    server.services.payments.identity = {
      ...identity,
      find: async () => {
        calls += 1
        throw new ProviderUnreachable('a test lets it break off')
      },
    }
    const returned = async () => (await other.call('checkoutChallenge', { returned: otherReturn })).status
    expect([await returned(), await returned(), calls]).toEqual([429, 200, 1])
    server.services.payments.identity = identity
    expect((await other.call('checkoutView')).body.challenge).toMatchObject({ waitsFor: 'customer' })
    expect((await other.call('checkoutChallenge', {})).body.step).toBe('card')
  })

  it('is resumed by the link on another device after a closed tab, without asking the partner twice', async () => {
    const sale = await challenged(TEST_DOCUMENTS.challengePage)
    await atPartner(sale, 'passed')
    expect(await askDueChecks(server.services)).toBeGreaterThan(0)
    const phone = sale.browser()
    expect((await phone('checkoutView')).body.step).toBe('consent')
    server.moveClock(31_000)
    await phone('checkoutConsent', { privacy: true, creditCheck: true })
    await phone('checkoutCode', { code: await sale.code() })
    const view = await phone('checkoutView')
    expect(view.body.challenge).toMatchObject({ waitsFor: 'nothing', url: null })
    expect((await phone('checkoutChallenge', {})).body.step).toBe('card')
  })

  it('ends the sale when it is somebody else, also when they do not return; a failure may be repeated twice', async () => {
    const away = await challenged(TEST_DOCUMENTS.challengePage)
    await atPartner(away, 'refused')
    await askDueChecks(server.services)
    expect(await status(away)).toEqual({ substatus: 'rejected', status_reason: 'failed_challenge' })
    const sale = await challenged(TEST_DOCUMENTS.challengePage)
    for (const left of [2, 1]) {
      const { body } = await sale.call('checkoutChallenge', { returned: await atPartner(sale, 'failed') })
      expect(body.challenge).toMatchObject({ attemptsLeft: left, waitsFor: 'begin', earlier: 'failed', url: null })
    }
    expect((await sale.call('checkoutChallenge', { returned: await atPartner(sale, 'failed') })).body.status).toBe('refused')
    expect((await check(sale))?.attempt).toBe(3)
  })

  it('expires after an hour, and may be begun again', async () => {
    const sale = await challenged(TEST_DOCUMENTS.challengePage)
    await sale.call('checkoutChallenge', {})
    server.moveClock(61 * 60_000)
    await askDueChecks(server.services)
    expect((await sale.call('checkoutView')).body.challenge).toMatchObject({ waitsFor: 'begin', earlier: 'expired', attemptsLeft: 3 })
    expect((await sale.call('checkoutChallenge', { returned: await atPartner(sale, 'passed') })).body.step).toBe('card')
  })
})

describe('an identity check that is answered later', () => {
  it('is told by signed notifications, however often and in whatever order they come; forged ones are refused', async () => {
    const sale = await challenged(TEST_DOCUMENTS.challengeCode)
    expect((await sale.call('checkoutChallenge', {})).body.challenge).toMatchObject({ way: 'code', waitsFor: 'answer' })
    const pending = await sale.call('checkoutChallenge', { code: '111111' })
    expect(pending.body.challenge, pending.raw).toMatchObject({ waitsFor: 'partner' })
    const { id = '' } = (await check(sale)) ?? {}
    const about = { id, place: { ...sale.scope, operationId: sale.operationId } }
    const at = server.services.wallClock()
    const forged = simulatedNotification('another secret', about, at)
    expect((await notify(forged)).status).toBe(400)
    expect(await applyNotifications(server.services)).toBe(0)
    const sent = simulatedNotification(secret, about, at)
    const codes = await Promise.all([sent, sent, simulatedNotification(secret, about, at)].map(async (one) => (await notify(one)).status))
    expect(codes).toEqual([204, 204, 204])
    expect(await applyNotifications(server.services)).toBe(2)
    await Promise.all([askDueChecks(server.services), askDueChecks(server.services)])
    expect((await check(sale))?.state).toBe('passed')
    expect(await applyNotifications(server.services)).toBe(0)
    expect((await sale.call('checkoutChallenge', {})).body.step).toBe('card')
  })

  it('is asked for again after an outage of an hour, ever more seldom, and nothing is lost', async () => {
    const sale = await challenged(TEST_DOCUMENTS.challenge)
    await sale.call('checkoutChallenge', { supportNumber: 'PPP000000' })
    const { identity } = server.services.payments
    let calls = 0
    const unreachable = async () => {
      calls += 1
      throw new ProviderUnreachable('a test lets it break off')
    }
    server.services.payments.identity = { ...identity, find: unreachable }
    for (let minute = 0; minute < 60; minute += 1) {
      server.moveClock(60_000)
      await askDueChecks(server.services)
    }
    expect(calls).toBeGreaterThan(10)
    expect((await check(sale))?.state).toBe('pending')
    server.services.payments.identity = identity
    server.moveClock(3_600_000)
    await askDueChecks(server.services)
    expect((await check(sale))?.state).toBe('passed')
  })
})

describe('an identity check that a person looks at', () => {
  const reviewed = async () => {
    const sale = await challenged(TEST_DOCUMENTS.challenge)
    const { body } = await sale.call('checkoutChallenge', { supportNumber: 'RRR000000' })
    expect(body).toMatchObject({ status: 'open', step: 'review', review: { by: 'provider' } })
    const [row] = await server.ownerSql<{ decision_id: string; rule: string; until: Date }>(
      'select decision_id, rule, until from manual_decisions where checkout_id = $1 and closed_at is null',
      [sale.checkoutId],
    )
    expect(row?.rule).toBe('identity_review')
    return { sale, decisionId: row?.decision_id ?? '', until: row?.until ?? new Date() }
  }
  const outcomesOf = (sale: TestSale) =>
    server.ownerSql("select channel from deliveries where checkout_id = $1 and purpose = 'outcome' and channel = 'email'", [
      sale.checkoutId,
    ])

  it.each(['accept', 'refuse'] as const)('goes on by the verdict of staff: %s', async (outcome) => {
    const { sale, decisionId } = await reviewed()
    const by = { by: 'staff' as const, staffId: '00000000-0000-4000-8000-000000000001', reason: 'Visto en su panel' }
    await server.services.database.write(null, (db) =>
      answerDecision(server.services, db, { decisionId, verdict: { outcome, rule: 'staff' }, by }),
    )
    expect((await outcomesOf(sale)).length).toBe(1)
    if (outcome === 'refuse') return expect(await status(sale)).toEqual({ substatus: 'rejected', status_reason: 'failed_challenge' })
    expect((await sale.call('checkoutView')).body).toMatchObject({ step: 'challenge', challenge: { waitsFor: 'nothing' } })
    expect((await sale.call('checkoutChallenge', {})).body.step).toBe('card')
    const [row] = await server.ownerSql('select reviewed_at from checkouts where id = $1', [sale.checkoutId])
    expect(row).toEqual({ reviewed_at: null })
  })

  it.each([
    ['refuse', 'rejected'],
    ['accept', 'pending_customer'],
  ] as const)('ends by the fallback when nobody looks in time: %s', async (fallback, substatus) => {
    server.services.config.identity.fallback = fallback
    const { sale, until } = await reviewed()
    server.moveClock(until.getTime() - server.services.now().getTime() + 1_000)
    await server.runClock()
    expect((await status(sale))?.substatus).toBe(substatus)
    server.services.config.identity.fallback = 'refuse'
  })
})
