import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { decisionRequest } from '#contract/sales/decisionEngine'
import type { DecisionFallback } from '#domain/sales/operations/decision'
import { httpDecisions } from '../../money/payments/httpDecisions.ts'
import { toCamel } from '../../platform/calls/wire.ts'
import { beginSale, goTo, sign, someone, type Begin, type TestSale } from '../../testing/checkout/testSale.ts'
import {
  engineSecret,
  type RawAnswer,
  startEngine,
  startRawEngine,
  type EngineVerdict,
  type TestEngine,
} from '../../testing/decisions/testEngine.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { answerDecision } from './answerDecision.ts'
import { askEngine } from './askEngine.ts'

const hour = 3_600_000
let server: TestServer
let engine: TestEngine | undefined
beforeAll(async () => {
  server = await startTestServer()
  server.stopClock()
})
afterEach(async () => {
  await server.ownerSql('delete from decision_queue')
  await engine?.close()
  server.services.payments.decisions = null
  server.services.config.decision.fallback = 'rules'
})
afterAll(() => server.close())

const connect = (to: TestEngine) => {
  engine = to
  server.services.payments.decisions = httpDecisions({
    url: to.url,
    secret: engineSecret,
    userAgent: 'test/1',
    timeoutMs: 500,
  })
}
const engineSays = async (outcome: EngineVerdict['outcome'], rule: string = outcome) =>
  connect(await startEngine(() => ({ outcome, rule })))
const rawEngine = async (answer: () => RawAnswer | null) => {
  const raw = await startRawEngine(answer)
  connect(raw)
  return raw
}
const fallbackIs = (fallback: DecisionFallback) => void (server.services.config.decision.fallback = fallback)

/** A sale whose customer has just identified themselves. */
async function identified(begin: Begin = {}) {
  const sale = await beginSale(server, begin)
  await goTo(sale, 'identity')
  const answer = await sale.call('checkoutIdentify', someone())
  expect(answer.status, answer.raw).toBe(200)
  return { sale, seen: answer.body }
}
const view = async (sale: TestSale) => (await sale.call('checkoutView')).body
type DecisionRow = {
  id: string
  engine: string
  version: string
  outcome: string | null
  rule: string | null
  request: string | null
  verdict: string | null
  verdict_by: string | null
  verdict_rule: string | null
}
const decisionsOf = (sale: TestSale) =>
  server.ownerSql<DecisionRow>('select * from decisions where checkout_id = $1 order by asked_at, id', [sale.checkoutId])
const queued = (sale: TestSale) =>
  server.ownerSql<{ kind: string; closed_at: Date | null; verdict: string | null }>(
    'select * from manual_decisions where checkout_id = $1 order by since',
    [sale.checkoutId],
  )
const messages = async (sale: TestSale) =>
  (
    await server.ownerSql<{ channel: string }>(
      `select channel from deliveries where checkout_id = $1 and purpose = 'outcome' order by channel`,
      [sale.checkoutId],
    )
  ).map(({ channel }) => channel)
const answer = async (sale: TestSale, outcome: 'accept' | 'refuse' | 'challenge') => {
  const decision = (await decisionsOf(sale)).at(-1)
  return server.services.database.write(null, (db) =>
    answerDecision(server.services, db, {
      decisionId: decision?.id ?? '',
      verdict: { outcome, rule: 'said_later' },
      by: { by: 'external' },
    }),
  )
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ type, why }: { type: string; why: string }) => `${type} ${why}`,
  )

describe('the rules', () => {
  it('keep each decision with its facts, without naming anybody', async () => {
    const { sale } = await identified()
    const [row] = await decisionsOf(sale)
    expect(row).toMatchObject({ engine: 'rules', version: '0', outcome: 'accept', rule: 'none', request: null, verdict: null })
    expect(row).toMatchObject({ facts: { document: 'valid', amountCents: 60_000, bank: 'not_asked', recentRequests: 0 } })
    expect(JSON.stringify(row)).not.toMatch(/Ana|García|mora\.test|\d{8}[A-Z]|1990/)
  })
})

describe('an external engine', () => {
  it('is asked after the transaction by a request that follows its schema, and its answer lets the customer go on', async () => {
    await engineSays('accept', 'score_700')
    const { sale, seen } = await identified()
    expect([seen.step, seen.review?.by, seen.ending]).toEqual(['review', 'engine', null])
    const [decision] = await decisionsOf(sale)
    expect(decisionRequest.safeParse(toCamel(JSON.parse(decision?.request ?? ''))).success).toBe(true)
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 })).error.type).toBe('StepNotAllowed')
    expect(await askEngine(server.services)).toBe(1)
    expect((await view(sale)).step).toBe('card')
    expect(await decisionsOf(sale)).toMatchObject([
      { engine: 'external', version: 'example-1', outcome: 'accept', rule: 'score_700', request: null },
    ])
    expect([await messages(sale), await askEngine(server.services)]).toEqual([[], 0])
  })

  it.each([
    ['refuse', 'outcome'],
    ['challenge', 'challenge'],
    ['bank_link', 'bank'],
  ] as const)('that answers %s leads to %s', async (outcome, step) => {
    await engineSays(outcome)
    const { sale } = await identified()
    await askEngine(server.services)
    expect((await view(sale)).step).toBe(step)
  })

  it('that asks again for what was given does not count: the fallback decides', async () => {
    await engineSays('challenge')
    const { sale } = await identified()
    await askEngine(server.services)
    server.moveClock(1_000)
    await sale.call('checkoutChallenge', { supportNumber: 'ABC123456' })
    await askEngine(server.services)
    expect((await view(sale)).step).toBe('card')
    expect((await decisionsOf(sale)).map((row) => `${row.engine} ${row.outcome}`)).toEqual(['external challenge', 'fallback accept'])
  })

  it('is asked three times with the same id, and then the fallback decides; every failure is logged and nothing is lost', async () => {
    const raw = await rawEngine(() => ({ status: 503 }))
    const { log } = server.services
    const lines: string[] = []
    server.services.log = (...line) => void lines.push(JSON.stringify(line.slice(0, 3)))
    const { sale } = await identified()
    for (const waitMs of [0, 1_000, 3_000]) {
      server.moveClock(waitMs)
      expect(await askEngine(server.services)).toBe(1)
    }
    server.services.log = log
    expect([raw.heard.length, new Set(raw.heard).size]).toEqual([3, 1])
    expect(lines.filter((line) => line.includes('decision_engine_failed'))).toHaveLength(3)
    expect(lines.join()).not.toMatch(/García|mora\.test/)
    expect((await view(sale)).step).toBe('card')
    expect(await decisionsOf(sale)).toMatchObject([{ engine: 'fallback', version: '0', outcome: 'accept', request: null }])
  })

  it('whose answer is signed with another secret accepts nothing', async () => {
    await rawEngine(() => ({ secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }))
    fallbackIs('refuse')
    const { sale } = await identified()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await askEngine(server.services)
      server.moveClock(3_000)
    }
    expect((await view(sale)).status).toBe('refused')
    expect(await decisionsOf(sale)).toMatchObject([{ engine: 'fallback', version: 'refuse', rule: 'fallback_refuse' }])
  })

  it('that is out is not waited for: the fallback decides at once, here a person', async () => {
    await rawEngine(() => ({ status: 500 }))
    fallbackIs('review')
    const first = await identified()
    for (let failure = 0; failure < 5; failure += 1) await server.services.payments.decisions?.ask({ id: 'a', body: '{}' }).catch(() => {})
    const { sale, seen } = await identified()
    expect([seen.step, seen.review?.by]).toEqual(['review', 'provider'])
    expect(await decisionsOf(sale)).toMatchObject([{ engine: 'fallback', version: 'review', outcome: 'review' }])
    expect(await queued(sale)).toMatchObject([{ kind: 'review', closed_at: null }])
    await askEngine(server.services)
    expect((await view(first.sale)).review?.by).toBe('provider')
  })

  it('is not asked about sales in test mode', async () => {
    await engineSays('refuse')
    expect((await identified({ mode: 'sandbox' })).seen.step).toBe('card')
  })

  it('is asked again when the customer chooses larger payments, and not for smaller ones', async () => {
    await engineSays('accept')
    const { sale } = await identified()
    await askEngine(server.services)
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 12 })).body.step).toBe('card')
    expect((await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 3 })).body.step).toBe('review')
  })

  it('asked by several processes at once decides once', async () => {
    const raw = await rawEngine(() => ({}))
    const { sale } = await identified()
    await Promise.all([askEngine(server.services), askEngine(server.services), askEngine(server.services)])
    expect([raw.heard.length, (await view(sale)).step]).toEqual([1, 'card'])
  })
})

describe('an engine that answers later', () => {
  const waiting = async (begin: Begin = {}) => {
    await engineSays('later')
    const { sale } = await identified(begin)
    await askEngine(server.services)
    return sale
  }

  it('lets the customer wait, who is told by message and goes on to the end', async () => {
    const sale = await waiting()
    const seen = await view(sale)
    expect([seen.step, seen.review?.by]).toEqual(['review', 'provider'])
    expect(await queued(sale)).toMatchObject([{ kind: 'later', closed_at: null, amount_cents: '60000' }])
    await answer(sale, 'accept')
    expect(await messages(sale)).toEqual(['email', 'sms'])
    expect(await decisionsOf(sale)).toMatchObject([
      { outcome: 'later', verdict: 'accept', verdict_by: 'external', verdict_rule: 'said_later' },
    ])
    await sale.call('checkoutCard', { token: 'sim_accepted_visa_1111_a1b2c3d4' })
    const { plans } = await view(sale)
    const plan = plans.find(({ numInstalments, product }) => product === 'instalments' && numInstalments === 6)
    const signed = await sale.call('checkoutConfirm', { expectedFirstPayment: 0, expectedTotalPrice: plan?.totalPrice ?? 0 })
    expect(signed.body.status).toBe('approved')
  })

  it('is answered once, also by concurrent answers', async () => {
    const sale = await waiting()
    const both = await Promise.all([refusalOf(answer(sale, 'accept')), refusalOf(answer(sale, 'refuse'))])
    expect(both.toSorted()[0]).toMatch(/^DecisionNotAllowed (accepted|refused)$/)
    expect(both.toSorted()[1]).toBe('done')
    expect(await refusalOf(answer(sale, 'accept'))).toMatch(/^DecisionNotAllowed/)
  })

  it('cannot answer after the deadline, when the fallback decides by the clock', async () => {
    fallbackIs('refuse')
    const sale = await waiting()
    server.moveClock(24 * hour)
    expect(await refusalOf(answer(sale, 'accept'))).toBe('DecisionNotAllowed late')
    await server.runClock()
    expect((await view(sale)).status).toBe('refused')
    expect(await decisionsOf(sale)).toMatchObject([{ verdict: 'refuse', verdict_by: 'fallback', verdict_rule: 'fallback_refuse' }])
    expect([await messages(sale), await refusalOf(answer(sale, 'accept'))]).toEqual([['email', 'sms'], 'DecisionNotAllowed refused'])
  })

  it('that does not answer becomes a review where that is the fallback, and a review that nobody takes is refused', async () => {
    fallbackIs('review')
    const sale = await waiting()
    server.moveClock(24 * hour)
    await server.runClock()
    expect(await queued(sale)).toMatchObject([
      { kind: 'later', verdict: 'review' },
      { kind: 'review', closed_at: null },
    ])
    expect([(await view(sale)).step, await messages(sale)]).toEqual(['review', []])
    server.moveClock(24 * hour)
    await server.runClock()
    expect((await view(sale)).status).toBe('refused')
    expect((await decisionsOf(sale)).at(-1)).toMatchObject({
      outcome: 'review',
      verdict: 'refuse',
      verdict_by: 'fallback',
      verdict_rule: 'review_unanswered',
    })
  })

  it('waits for half of the time that is left, so that the customer can go on', async () => {
    const sale = await waiting({ minutes: 30, channel: 'online' })
    const { review, expiresAt } = await view(sale)
    const now = server.services.now().getTime()
    const [until, end] = [Date.parse(review?.until ?? '') - now, Date.parse(expiresAt ?? '') - now]
    expect(until).toBeLessThanOrEqual(24 * hour)
    expect(until).toBeLessThanOrEqual(end / 2 + 1)
  })

  it.each(['dismissed', 'expired'] as const)('leaves the queue when the sale is %s', async (end) => {
    const sale = await waiting()
    if (end === 'dismissed') expect((await sale.call('checkoutDismiss')).body.status).toBe('dismissed')
    else {
      await server.ownerSql(`update operations set expires_at = $2 where id = $1`, [sale.operationId, server.services.now()])
      await server.ownerSql(`update deadlines set due_at = $2 where object_id = $1`, [sale.operationId, server.services.now()])
      await server.runClock()
    }
    expect(await queued(sale)).toMatchObject([{ verdict: null, closed_at: expect.any(Date) as Date }])
    expect(await refusalOf(answer(sale, 'accept'))).toBe('DecisionNotAllowed ended')
  })
})

it('the whole sale by the rules still keeps one decision', async () => {
  const sale = await beginSale(server)
  await sign(sale, { who: someone() })
  expect(await decisionsOf(sale)).toHaveLength(1)
})
