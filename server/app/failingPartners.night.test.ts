import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import type { CardRequest } from '../money/payments/cardProvider.ts'
import { ProviderUnreachable } from '../money/payments/partners.ts'
import { queueMessage } from '../sales/messages/queueMessage.ts'
import { ana, answerBank, beginSale, brokenBooks, goTo, someone, type TestSale } from '../testing/checkout/testSale.ts'
import { sendOutbox } from '../testing/outbox/sendOutbox.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import type { Sms } from '../sales/messages/smsProvider.ts'

let server: TestServer
/** How the partners fail now. `lost`: after the effect. `slow`: they answer when this is resolved. */
let fault: 'unreachable' | 'lost' | null = null
let slow: Promise<void> | null = null
/** What took effect at the partners, once for each of our ids however often it was asked for. */
const effects = new Map<string, Set<string>>()

const failing =
  <Given extends { id: string }, Answer>(partner: string, work: (request: Given) => Promise<Answer>) =>
  async (request: Given): Promise<Answer> => {
    await slow
    if (fault === 'unreachable') throw new ProviderUnreachable('a test lets it break off')
    const answer = await work(request)
    effects.set(partner, (effects.get(partner) ?? new Set()).add(request.id))
    if (fault === 'lost') throw new ProviderUnreachable('a test loses the answer')
    return answer
  }

beforeAll(async () => {
  server = await startTestServer()
  const { payments } = server.services
  const { cards, identity, banks } = payments
  payments.cards = {
    ...cards,
    authorise: failing<CardRequest, Awaited<ReturnType<typeof cards.authorise>>>('cards', cards.authorise),
    find: (lookup) => failing('asked', () => cards.find(lookup))(lookup),
  }
  payments.identity = {
    ...identity,
    start: failing('identity', identity.start),
    answer: failing('asked', identity.answer),
    find: failing('asked', identity.find),
  }
  payments.banks = { ...banks, start: failing('account information', banks.start), find: failing('asked', banks.find) }
  server.services.sms = {
    send: async (sms: Sms) =>
      failing(
        'text messages',
        async () => 'sent' as const,
      )(sms).catch((error: unknown) => {
        if (error instanceof ProviderUnreachable) return 'unreachable' as const
        throw error
      }),
  }
})
afterAll(() => server.close())

/** Something that a partner must do, tried as the product and its customer try it until it is done. */
type Case = { attempt(): Promise<unknown>; isDone(): Promise<boolean>; sale: TestSale }
const step = async (sale: TestSale) => (await sale.call('checkoutView')).body

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  async cards() {
    const sale = await beginSale(server)
    await goTo(sale, 'summary', { who: someone(), plan: { product: 'pay_in_4', numInstalments: 4 } })
    const { plans, chosen } = await step(sale)
    const plan = plans.find((one) => one.product === chosen?.product && one.numInstalments === chosen.numInstalments)
    const amounts = { expectedFirstPayment: plan?.firstPaymentAmount ?? 0, expectedTotalPrice: plan?.totalPrice ?? 0 }
    return { sale, attempt: () => sale.call('checkoutConfirm', amounts), isDone: async () => (await step(sale)).status === 'approved' }
  },
  async identity() {
    await server.ownerSql('update operations set document_number = null where document_number = $1', [TEST_DOCUMENTS.challenge])
    const sale = await beginSale(server, { mode: 'sandbox', totalCents: 50_000 + effects.size })
    await goTo(sale, 'identity')
    await sale.call('checkoutIdentify', { ...ana, documentId: TEST_DOCUMENTS.challenge, email: `${sale.operationId}@reto.test` })
    return {
      sale,
      attempt: () => sale.call('checkoutChallenge', { supportNumber: 'ABC123456' }),
      isDone: async () => (await step(sale)).step === 'card',
    }
  },
  async 'account information'() {
    const sale = await beginSale(server, { totalCents: 120_000 })
    const who = someone()
    await goTo(sale, 'identity', { who })
    await sale.call('checkoutIdentify', who)
    return {
      sale,
      async attempt() {
        const url = (await step(sale)).bank?.url ?? null
        if (url === null) return sale.call('checkoutBank', { bankCode: '2100' })
        await answerBank(server, url)
        return sale.call('checkoutBank', {})
      },
      isDone: async () => (await step(sale)).step === 'card',
    }
  },
  async 'text messages'() {
    const sale = await beginSale(server)
    const { scope, checkoutId } = sale
    const link = { checkoutId, channel: 'sms' as const, purpose: 'link' as const, to: '612345678', generation: 1 }
    const { services } = server
    await services.database.write(scope, (db) => queueMessage(services, db, scope, { ...link, now: services.now() }))
    return {
      sale,
      attempt: () => sendOutbox(server.services, 'customer_message'),
      async isDone() {
        const rows = await server.ownerSql<{ state: string }>('select state from deliveries where checkout_id = $1', [sale.checkoutId])
        return rows.length === 1 && rows[0]?.state === 'sent'
      },
    }
  },
}

const minutes = 60
describe.each(Object.entries(cases))('%s', (partner, begin) => {
  /** Tries every five minutes, as often as it takes within an hour. */
  const tryOn = async ({ attempt, isDone }: Case) => {
    for (let minute = 0; minute < minutes && !(await isDone()); minute += 5) {
      await attempt()
      server.moveClock(5 * 60_000)
      await server.runClock()
    }
  }
  const effectsNow = () => effects.get(partner)?.size ?? 0

  it.each(['unreachable', 'lost'] as const)('that are %s for an hour: nothing is lost, and nothing is done twice', async (faultKind) => {
    const trial = await begin()
    const before = effectsNow()
    fault = faultKind
    await tryOn(trial)
    expect(await trial.isDone()).toBe(false)
    fault = null
    await tryOn(trial)
    expect([await trial.isDone(), effectsNow() - before]).toEqual([true, 1])
    expect(await brokenBooks(server)).toEqual([])
  })

  it('that are slow hold nothing up, and two attempts at once are one', async () => {
    const trial = await begin()
    const before = effectsNow()
    let answerNow = () => {}
    slow = new Promise((resolve) => (answerNow = resolve))
    const attempts = [trial.attempt(), trial.attempt()]
    // The sale is neither locked nor is a connection kept.
    for (let look = 0; look < 3; look += 1) expect((await trial.sale.call('checkoutView')).status).toBe(200)
    answerNow()
    slow = null
    await Promise.all(attempts)
    await tryOn(trial)
    expect([await trial.isDone(), effectsNow() - before]).toEqual([true, 1])
  })
})
